import { createRequire } from 'node:module';

/** The parser of HTML that turndown brings along; it reads pages as browsers do. */
const { createDocument }: { createDocument: (html: string, force: boolean) => Document } = createRequire(
  createRequire(import.meta.url).resolve('turndown'),
)('@mixmark-io/domino');

/** A page as a document. Its lists have no iterator; `Array.from` reads them. */
export function parsePage(html: string): Document {
  return createDocument(html, true);
}

import type { ContentFormat, DocumentNode } from '#api/generated/types.gen.ts';
import { toDocument } from './document-nodes.ts';
import { writeSpecPage } from './spec-page.ts';

/** What a page is written from. */
export interface PageSource {
  /** The text that people wrote. */
  markdown: string;
  /** The documents of the API specification that the page shows, as JSON. */
  specification?: string | undefined;
  format?: ContentFormat | undefined;
}

/** The text of a page in the form that was asked for. */
export interface WrittenPage<Document = DocumentNode> {
  text: { markdown: string } | { document: Document };
  /** All of the text, where some of it was built. */
  built: string;
}

/** The text of a page in the form that is asked for. */
export function writePage({ markdown: written, specification, format }: PageSource): WrittenPage {
  const built = specification === undefined ? '' : writeSpecPage(JSON.parse(specification));
  const markdown = written !== '' && built !== '' ? `${written.trimEnd()}\n\n${built}` : written + built;
  const text = format === 'markdown' ? { markdown } : { document: toDocument(markdown) };
  return { text, built: built === '' ? '' : markdown };
}

/** The same with the document as JSON, which takes a fraction of the time to hand on. */
export function writePageAsJson(source: PageSource): WrittenPage<string> {
  const { text, built } = writePage(source);
  return { text: 'document' in text ? { document: JSON.stringify(text.document) } : text, built };
}

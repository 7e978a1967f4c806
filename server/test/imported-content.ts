import { zipSync } from 'fflate';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { testApp } from '#server/test/test-app.ts';

let websiteCount = 0;
/** A separate website for each test; returns its origin. */
export function publishWebsite(pages: Record<string, string | Buffer>, contentType = 'text/html'): string {
  websiteCount += 1;
  const origin = `https://site-${websiteCount}.example`;
  for (const [path, body] of Object.entries(pages)) {
    const isImage = /\.(png|svg)$/.test(path);
    publishPage(`${origin}${path}`, body, isImage ? 'image/png' : contentType);
  }
  return origin;
}

export const archive = (files: Parameters<typeof zipSync>[0]) =>
  `${publishWebsite({ '/docs.zip': Buffer.from(zipSync(files)) }, 'application/zip')}/docs.zip`;
export const text = (value: string) => new TextEncoder().encode(value);

/** A revision (default: the latest), its pages and texts by page title. */
export async function contentOf(spaceId: string, revisionId?: string) {
  const { db } = await testApp();
  const { revision_id: newest } = await db
    .selectFrom('spaces')
    .select('revision_id')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const revision = await getRevision(db, spaceId, revisionId ?? newest);
  const pages = flattenPages(revision.pages);
  const texts = await loadTexts(
    db,
    pages.flatMap(({ documentId }) => documentId ?? []),
  );
  const textOf = (title: string) => {
    const page = pages.find((candidate) => candidate.title === title);
    return page?.documentId === undefined ? undefined : texts.get(page.documentId);
  };
  const idOf = (title: string) => pages.find((page) => page.title === title)?.id;
  return { revision, pages, textOf, idOf };
}

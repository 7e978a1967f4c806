import type { Kysely } from 'kysely';
import type { Versions } from '#server/content/merge/merge-content.ts';
import { flattenPages, pagePositions, sharedLists } from '#server/content/pages/page-tree.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';
import { findTitleHeading } from '#server/content/source/title-heading.ts';
import { loadTexts } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * A page that was written here has its title above its text where it is written as a file, and a page of a file has not. So it
 * becomes a page of its file only with the text of that file, and where a heading that this begins with is its title.
 */
export async function withOwnSources(
  db: Kysely<Database>,
  pages: readonly StoredPage[],
  { space, request }: Versions,
): Promise<StoredPage[]> {
  // What the space has in the same way is not adopted.
  const shared = sharedLists(space.pages, pages);
  const ours = pagePositions(space.pages, shared);
  const merged = [...pagePositions(pages, shared).values()].map(({ page }) => page);
  const adopted = merged.filter(({ id, git }) => {
    const was = ours.get(id)?.page;
    return git !== undefined && was !== undefined && !was.git;
  });
  if (adopted.length === 0) return [...pages];
  const theirs = pagePositions(request.pages);
  const texts = await loadTexts(
    db,
    adopted.flatMap(({ documentId }) => documentId ?? []),
  );
  const isOwn = ({ id, documentId = '', title }: StoredPage) =>
    documentId !== theirs.get(id)?.page.documentId ||
    (findTitleHeading(texts.get(documentId) ?? '')?.title ?? title) !== title;
  const ownIds = new Set(adopted.filter(isOwn).map(({ id }) => id));
  const visit = (page: StoredPage): StoredPage => {
    const below = page.pages.map(visit);
    const isSameBelow = below.every((child, at) => child === page.pages[at]);
    if (!ownIds.has(page.id)) return isSameBelow ? page : { ...page, pages: below };
    const { git: _git, source: _source, ...fields } = page;
    const source = ours.get(page.id)?.page.source;
    return { ...fields, ...(source && { source }), pages: below };
  };
  return pages.map(visit);
}

/** The paths in the branch of pages that stay pages of this side, by their ids. */
export function placesOf(request: StoredContent, live: StoredContent): Map<string, string> {
  const ownIds = new Set(flattenPages(live.pages).flatMap(({ id, git }) => (git ? [] : [id])));
  const paths = flattenPages(request.pages).flatMap(({ id, git }) =>
    git && ownIds.has(id) ? [[id, git.path] as const] : [],
  );
  return new Map(paths);
}

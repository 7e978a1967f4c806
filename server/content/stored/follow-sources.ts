import { type Kysely, sql } from 'kysely';
import { neighborIdOf } from '#api/source-paths.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { flattenPages, pagePositions, sharedLists } from '../pages/page-tree.ts';
import { documentIdOf, type StoredContent, type StoredPage } from '../pages/storage.ts';
import { sourcePathsOf } from '../source/content-paths.ts';
import {
  findMovedFiles,
  movedAddress,
  type MovedBook,
  withMovedFiles,
  withMovedLinks,
} from '../source/move-files.ts';
import { findTitleHeading, renameTitleHeading } from '../source/title-heading.ts';
import { loadTextLinks } from './parsed-texts.ts';
import { loadTexts } from './revisions.ts';

interface FollowedContent {
  content: StoredContent;
  /** Texts to store beside those that were passed. */
  texts: string[];
}

/**
 * What edits of pages mean for their files: the heading that shows a title gets the new title, a moved page moves its
 * file, and the links that this breaks are written anew, as part of the same edit.
 *
 * @param texts of the edit that are not stored yet
 */
export async function followSources(
  db: Kysely<Database>,
  spaceId: string,
  [before, after]: readonly [before: StoredContent, after: StoredContent],
  texts: readonly string[],
): Promise<FollowedContent> {
  if (!flattenPages(after.pages).some(({ git, source }) => git ?? source))
    return { content: after, texts: [] };
  const written = new Map(texts.map((text) => [documentIdOf(text), text]));
  const load = async (ids: readonly string[]) => {
    const stored = await loadTexts(
      db,
      ids.filter((id) => !written.has(id)),
    );
    return (id: string) => written.get(id) ?? stored.get(id);
  };
  const changed = new Map<string, string>();
  const renamed = renamedPages(before, after);
  const readTitled = await load(renamed.flatMap(({ page }) => page.documentId ?? []));
  for (const { page, title } of renamed) {
    const text = readTitled(page.documentId ?? '');
    if (text !== undefined && findTitleHeading(text)?.title === title) {
      changed.set(page.id, renameTitleHeading(text, page.title));
    }
  }
  const moved = findMovedFiles(before, after);
  if (moved.size > 0) {
    const links = await findMovedLinks(db, before, after, { spaceId, moved, written });
    const read = await load(links.pages.flatMap(({ page }) => page.documentId ?? []));
    for (const { page, file } of links.pages) {
      const text = changed.get(page.id) ?? read(page.documentId ?? '');
      if (text !== undefined) changed.set(page.id, withMovedLinks(links.book, file, text));
    }
  }
  if (changed.size === 0 && moved.size === 0) return { content: after, texts: [] };
  const pages = withTexts(withMovedFiles(after.pages, moved), changed);
  return { content: { ...after, pages }, texts: [...changed.values()] };
}

/** Pages with another title whose text shows it, with the previous title. */
function renamedPages(before: StoredContent, after: StoredContent): { page: StoredPage; title: string }[] {
  const shared = sharedLists(before.pages, after.pages);
  const previous = pagePositions(before.pages, shared);
  return [...pagePositions(after.pages, shared).values()].flatMap(({ page }) => {
    const title = previous.get(page.id)?.page.title;
    const isRenamed = page.source?.titleHeading === true && title !== undefined && title !== page.title;
    return isRenamed ? [{ page, title }] : [];
  });
}

interface MovedFiles {
  spaceId: string;
  moved: ReadonlyMap<string, string>;
  /** Texts of the edit by their ids. */
  written: ReadonlyMap<string, string>;
}

/** Whether Git Sync connects a space with a directory of a repository. */
async function isConnected(db: Kysely<Database>, spaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('git_connections')
    .select('id')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The pages with links that a move of files changes. */
async function findMovedLinks(
  db: Kysely<Database>,
  before: StoredContent,
  after: StoredContent,
  { spaceId, moved, written }: MovedFiles,
): Promise<{ book: MovedBook; pages: { page: StoredPage; file: { from: string; to: string } }[] }> {
  const pages = flattenPages(after.pages).filter(({ git, documentId }) => git && documentId !== undefined);
  const paths = new Map(
    [...flattenPages(after.pages), ...after.files, ...after.reusableContents].flatMap(({ id, git }) =>
      git ? [[id, moved.get(id) ?? git.path] as const] : [],
    ),
  );
  for (const { path, ...page } of after.book?.neighbors ?? []) paths.set(neighborIdOf(page), path);
  const book: MovedBook = {
    before: sourcePathsOf(before),
    after: sourcePathsOf({ ...after, pages: withMovedFiles(after.pages, moved) }),
    pathOf: (id) => paths.get(id),
  };
  const stored = pages.flatMap(({ documentId = '' }) => (written.has(documentId) ? [] : [documentId]));
  const withBlocks = await findTextsWithBlocks(db, stored);
  const links = await loadTextLinks(db, stored);
  /** Whether an address may climb out of the book. Those in blocks are read later. */
  const climbs = (documentId: string) =>
    withBlocks.has(documentId) ||
    written.get(documentId)?.includes('..') === true ||
    links.get(documentId)?.links.some(({ href }) => href.includes('..')) === true;
  const mayLeadOut = pages.some(({ id, documentId = '' }) => moved.has(id) && climbs(documentId));
  book.isInRepository = mayLeadOut && (await isConnected(db, spaceId));
  const linking = pages.flatMap((page) => {
    const from = page.git?.path ?? '';
    const file = { from, to: moved.get(page.id) ?? from };
    const id = page.documentId ?? '';
    const mayChange =
      moved.has(page.id) ||
      written.has(id) ||
      withBlocks.has(id) ||
      (links.get(id)?.links ?? []).some(({ href }) => movedAddress(book, file, href) !== undefined);
    return mayChange ? [{ page, file }] : [];
  });
  return { book, pages: linking };
}

/** The texts that may have addresses in blocks, which are not among the links that are stored. */
async function findTextsWithBlocks(db: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(sql<boolean>`position('{%' in markdown) > 0`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function withTexts(pages: readonly StoredPage[], texts: ReadonlyMap<string, string>): StoredPage[] {
  return pages.map((page) => {
    const text = texts.get(page.id);
    const below = withTexts(page.pages, texts);
    return { ...page, ...(text !== undefined && { documentId: documentIdOf(text) }), pages: below };
  });
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { join, relative } from 'node:path/posix';
import {
  indexSourcePaths,
  neighborIdOf,
  outsidePath,
  resolveSourcePath,
  type SourcePaths,
} from '#api/source-paths.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { flattenPages } from '../pages/page-tree.ts';
import type { StoredBook, StoredContent, StoredNeighbor, StoredPage } from '../pages/storage.ts';
import { sourcePathsOf } from '../source/content-paths.ts';
import type { TextLinks } from './parsed-texts.ts';
import { readLists, selectLists } from './revision-lists.ts';

/** An address in a text of a file, whose path begins at the root of the book. */
export interface AddressOfFile {
  from: string;
  href: string;
}

interface LinkingContent {
  spaceId: string;
  book?: Pick<StoredBook, 'neighbors' | 'root'> | undefined;
}

/** Longer paths are no files of a repository (`repository/list-files.ts`). */
const MAX_PATH_LENGTH = 1000;

/** The paths out of the book that addresses mean, as far as it does not name the pages itself. */
function outsidePaths(book: LinkingContent['book'], addresses: Iterable<AddressOfFile>): Set<string> {
  const named = sourcePathsOf({ pages: [], files: [], book });
  const paths = new Set<string>();
  for (const { from, href } of addresses) {
    const path = outsidePath(from, href);
    if (path === undefined || path.length > MAX_PATH_LENGTH || paths.has(path)) continue;
    if (resolveSourcePath(named, from, href) === undefined) paths.add(path);
  }
  return paths;
}

/** The addresses in the texts of files. */
export function addressesOfFiles(
  { pages, reusableContents = [] }: Pick<StoredContent, 'pages'> & Partial<StoredContent>,
  textLinks: ReadonlyMap<string, TextLinks>,
): AddressOfFile[] {
  return [...flattenPages(pages), ...reusableContents].flatMap(({ git, documentId = '' }) =>
    git ? (textLinks.get(documentId)?.links ?? []).map(({ href }) => ({ from: git.path, href })) : [],
  );
}

/**
 * The content with the pages of other spaces as neighbors that its addresses lead to: of spaces that Git Sync connects with other
 * directories of the same branch, as they are now. Sends no statement where no address leads out of the book.
 *
 * @param isSeen which spaces count, as a condition on `spaces`; `own_space` is the one of the content
 */
export async function withConnectedPages<Content extends LinkingContent>(
  db: Kysely<Database>,
  content: Content,
  addresses: Iterable<AddressOfFile>,
  isSeen: RawBuilder<boolean> = SEEN_BY_ALL,
): Promise<Content> {
  const neighbors = await findConnectedPages(db, content, addresses, isSeen);
  if (neighbors.length === 0) return content;
  const { book } = content;
  return { ...content, book: { ...book, neighbors: [...(book?.neighbors ?? []), ...neighbors] } };
}

/** The same pages alone. */
export async function findConnectedPages(
  db: Kysely<Database>,
  { spaceId, book }: LinkingContent,
  addresses: Iterable<AddressOfFile>,
  isSeen: RawBuilder<boolean> = SEEN_BY_ALL,
): Promise<StoredNeighbor[]> {
  const paths = outsidePaths(book, addresses);
  if (paths.size === 0) return [];
  const spaces = await findConnectedSpaces(db, spaceId, isSeen);
  const [first] = spaces;
  if (!first) return [];
  const root = join(first.ownFolder, book?.root ?? '');
  const wanted = [...paths].map((path) => join(root, path));
  const spacesAt = finderByFolder(spaces, ({ folder }) => folder);
  const books = await loadBooks(db, [...new Set(wanted.flatMap((path) => spacesAt(path)))]);
  const booksAt = finderByFolder(books, (one) => one.root);
  const neighbors = wanted.flatMap((path) => neighborAt(booksAt(path), root, path) ?? []);
  return [...new Map(neighbors.map((neighbor) => [neighborIdOf(neighbor), neighbor])).values()];
}

/**
 * Spaces that everybody sees who sees the connected one. What is counted and checked for all follows no path into another space:
 * whether a page is there would tell of it.
 */
const SEEN_BY_ALL = sql<boolean>`(
  coalesce(spaces.resolved_level, 1) >= 1 and not exists (
    select from members join grants on grants.content_id = any(own_space.ancestor_path)
    where members.organization_id = spaces.organization_id and members.role = 0
      and (grants.user_id = members.user_id or grants.team_id in (
        select team_members.team_id from team_members where team_members.user_id = members.user_id)))
  or spaces.ancestor_path[2:] = own_space.ancestor_path[2:] and spaces.grant_path[2:] = own_space.grant_path[2:]
    and spaces.resolved_level is not distinct from own_space.resolved_level
    and not exists (select from grants where grants.content_id in (spaces.id, own_space.id)))`;

interface ConnectedSpace {
  id: string;
  revisionId: string;
  /** Where its paths begin in the repository, but for the root of its book; empty for the root. */
  folder: string;
  /** The same of the space that it is a neighbor of. */
  ownFolder: string;
}

async function findConnectedSpaces(
  db: Kysely<Database>,
  spaceId: string,
  isSeen: RawBuilder<boolean>,
): Promise<ConnectedSpace[]> {
  const rows = await db
    .selectFrom('git_connections as own')
    .innerJoin('git_sync_states as own_state', 'own_state.connection_id', 'own.id')
    .innerJoin('spaces as own_space', 'own_space.id', 'own.space_id')
    .innerJoin('git_connections as other', (joined) =>
      joined.onRef('other.url', '=', 'own.url').onRef('other.branch', '=', 'own.branch'),
    )
    .innerJoin('git_sync_states as state', 'state.connection_id', 'other.id')
    .innerJoin('spaces', (joined) =>
      joined
        .onRef('spaces.id', '=', 'other.space_id')
        .onRef('spaces.organization_id', '=', 'own_space.organization_id'),
    )
    .select(['spaces.id', 'spaces.revision_id as revisionId'])
    .select(['other.directory', 'state.folder', 'own.directory as ownDirectory', 'own_state.folder as below'])
    .where('own.space_id', '=', spaceId)
    .whereRef('other.id', '<>', 'own.id')
    .where('spaces.deleted_at', 'is', null)
    .where(isSeen)
    .orderBy('other.created_at')
    .execute();
  return rows.map(({ id, revisionId, directory, folder, ownDirectory, below }) => ({
    id,
    revisionId,
    folder: join('.', directory, folder),
    ownFolder: join('.', ownDirectory, below),
  }));
}

/** Finds what folders have that a path is in, from the innermost one outwards; `.` is the root of the repository. */
function finderByFolder<Item>(items: readonly Item[], folderOf: (item: Item) => string) {
  const byFolder = groupBy(items, folderOf);
  const root = byFolder.get('.') ?? [];
  byFolder.delete('.');
  // Few folders have one of the lengths, where a path may have hundreds of folders.
  const lengths = [...new Set([...byFolder.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);
  return (path: string): Item[] => {
    const inner = lengths.flatMap((length) => {
      const isEnd = path.length === length || path[length] === '/';
      return isEnd ? (byFolder.get(path.slice(0, length)) ?? []) : [];
    });
    return path.startsWith('..') ? inner : [...inner, ...root];
  };
}

/** The book of a connected space. */
interface ConnectedBook {
  space: string;
  /** The folder of the repository where its paths begin; `.` for the root. */
  root: string;
  pages: ReadonlyMap<string, string>;
  paths: SourcePaths;
}

async function loadBooks(db: Kysely<Database>, spaces: readonly ConnectedSpace[]): Promise<ConnectedBook[]> {
  if (spaces.length === 0) return [];
  const rows = await db
    .selectFrom('revision_rows')
    .select('space_id as spaceId')
    .select((column) => [
      ...selectLists(column),
      sql<string | null>`revision_rows.book ->> 'root'`.as('root'),
    ])
    .where('id', '=', sql<string>`any(${spaces.map(({ revisionId }) => revisionId)}::text[])`)
    .execute();
  const lists = new Map((await readLists(db, rows)).map((row) => [row.spaceId, row]));
  return spaces.flatMap(({ id, folder }): ConnectedBook[] => {
    const row = lists.get(id);
    if (!row) return [];
    const pages = flattenPages(row.pages).filter(({ type }) => type === 'document' || type === 'computed');
    return [
      {
        space: id,
        root: join(folder, row.root ?? ''),
        pages: new Map(pages.map((page) => [page.id, fileOf(page)])),
        paths: [...sourcePathsOf({ pages: row.pages, files: [] }), ...writtenPaths(pages)],
      },
    ];
  });
}

/** Pages that were written here have the files that a push would make of them. */
const writtenPaths = (pages: readonly StoredPage[]): SourcePaths =>
  indexSourcePaths(
    pages.flatMap((page) => (page.git ? [] : [{ kind: 'page', id: page.id, path: fileOf(page) } as const])),
  );

const fileOf = ({ git, path }: StoredPage): string => git?.path ?? `${path}.md`;

/**
 * What a path of the repository leads to, with its name from the root of the book that links to it.
 *
 * @param books those in whose directories it is; one within that of another space is its own
 */
function neighborAt(
  books: readonly ConnectedBook[],
  ownRoot: string,
  path: string,
): StoredNeighbor | undefined {
  for (const { space, root, pages, paths } of books) {
    const within = relative(root, path);
    const end = within !== '' && path.endsWith('/') ? '/' : '';
    const page = resolveSourcePath(paths, '', `/${within}${end}`)?.id;
    const file = page === undefined ? undefined : pages.get(page);
    if (page === undefined || file === undefined) continue;
    return { path: relative(ownRoot, join(root, file)), space, page };
  }
  return undefined;
}

import type { Kysely } from 'kysely';
import type { SourcePaths } from '#api/source-paths.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { ReusableContents } from '#server/content/pages/reusable-contents.ts';
import type {
  StoredBook,
  StoredContent,
  StoredFileRef,
  StoredPage,
  StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { sourcePathsOf } from '#server/content/source/content-paths.ts';
import { showsSpec, withReferencePages } from '#server/content/specifications/reference-pages.ts';
import { readLists, selectLists } from '#server/content/stored/revision-lists.ts';
import { loadOutlines, loadSpecVersions } from '#server/content/stored/spec-page.ts';
import { hasConditionTags, visitorText, visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { encodePath } from './site-tree.ts';

/** A page with its position in the tree. */
export interface ReaderEntry {
  page: StoredPage;
  /** From the top level to its parent. */
  parents: readonly StoredPage[];
  /** Whether it or a page above it is left out of navigation and search. It still has its address. */
  isHidden: boolean;
  /** Whether search engines are asked not to list it or a page above it. */
  isNoIndex: boolean;
  /** Whether its title or description has conditions, which visitors don't get. */
  isConditional: boolean;
}

/** The pages and files of a revision, as the reader looks them up. */
export interface ReaderContent {
  spaceId: string;
  revisionId: string;
  /** Changes with all that is here. */
  key: string;
  /** The version of each API specification that pages show, by slug. */
  specVersions: ReadonlyMap<string, string>;
  pages: readonly StoredPage[];
  /** What paths in texts lead to. */
  sources: SourcePaths;
  files: ReadonlyMap<string, StoredFileRef>;
  reusableContents: ReusableContents;
  byId: ReadonlyMap<string, ReaderEntry>;
  byPath: ReadonlyMap<string, ReaderEntry>;
  /** Pages with text that navigation shows, in order. */
  order: readonly ReaderEntry[];
  /** The place of each page in `order`, by id. */
  places: ReadonlyMap<string, number>;
  /** The variables and tags that texts name. */
  book?: Pick<StoredBook, 'vars' | 'tags'>;
  /** The pages that show operations and schemas of divided references, by the id of the first page and the anchor. */
  operations: ReadonlyMap<string, ReadonlyMap<string, ReaderEntry>>;
}

/** Weights are numbers of pages and files. */
const contents = new WeightedCache<ReaderContent>(100_000);

/** The content of a revision, which never changes; undefined if there is none with this id. */
export async function loadReaderContent(
  db: Kysely<Database>,
  revisionId: string,
): Promise<ReaderContent | undefined> {
  const cachedContent = contents.get(revisionId);
  if (cachedContent) return cachedContent;
  const rows = await db
    .selectFrom('revision_rows')
    .select(['id', 'space_id as spaceId'])
    .select((column) => [
      ...selectLists(column),
      column.ref('book').$castTo<StoredBook | null>().as('book'),
      column.ref('reusable_contents').$castTo<StoredReusableContent[]>().as('reusableContents'),
    ])
    .where('id', '=', revisionId)
    .execute();
  const [row] = await readLists(db, rows);
  if (!row) return undefined;
  const { vars, tags } = row.book ?? {};
  const content: ReaderContent = {
    ...toReaderContent(row.spaceId, row.id, row),
    ...(row.book && { book: { ...(vars && { vars }), ...(tags && { tags }) } }),
  };
  const count = content.byId.size + content.files.size + row.reusableContents.length;
  contents.set(revisionId, content, count + 1);
  return content;
}

/** The content with the pages of the current API specifications; the same where it shows none. */
export async function withReferences(
  db: Kysely<Database>,
  organizationId: string,
  content: ReaderContent,
): Promise<ReaderContent> {
  if (!showsSpec(content.pages)) return content;
  const specVersions = await loadSpecVersions(db, organizationId, content.pages);
  const key = JSON.stringify([content.revisionId, ...specVersions]);
  const cachedContent = contents.get(key);
  if (cachedContent) return cachedContent;
  const outlines = await loadOutlines(db, organizationId, specVersions);
  const pages = withReferencePages(content.pages, { outlines, withSchemas: true });
  const { spaceId, revisionId, files } = content;
  const conditional = [...content.byId.values()].filter(({ isConditional }) => isConditional);
  const conditionalIds = new Set(conditional.map(({ page }) => page.id));
  const indexed = toReaderContent(spaceId, revisionId, { pages, files: [...files.values()] }, conditionalIds);
  const { sources, reusableContents } = content;
  const expanded: ReaderContent = { ...content, ...indexed, sources, reusableContents, key, specVersions };
  contents.set(key, expanded, expanded.byId.size + files.size + 1);
  return expanded;
}

/** Indexes the pages of a tree. `conditional`: ids of pages whose titles or descriptions are already without conditions. */
export function toReaderContent(
  spaceId: string,
  revisionId: string,
  {
    pages: stored,
    files = [],
    reusableContents = [],
  }: Pick<StoredContent, 'pages'> & Partial<Pick<StoredContent, 'files' | 'reusableContents'>>,
  conditional = new Set<string>(),
): ReaderContent {
  const branches = stored.map((page) => readBranch(page, conditional));
  const pages = branches.flatMap(({ page }) => page ?? []);
  const entries = branches.flatMap((branch) => branch.entries);
  const order = entries.filter(({ page, isHidden }) => !isHidden && isReadable(page));
  return {
    spaceId,
    revisionId,
    key: revisionId,
    specVersions: new Map(),
    pages,
    sources: sourcePathsOf({ pages: stored, files }),
    files: indexFiles(files),
    reusableContents: new ReusableContents(reusableContents),
    byId: new Map(entries.map((entry) => [entry.page.id, entry])),
    byPath: new Map(entries.map((entry) => [entry.page.path, entry])),
    order,
    places: new Map(order.map(({ page }, place) => [page.id, place])),
    operations: operationEntries(entries),
  };
}

const indexedFiles = new WeakMap<readonly StoredFileRef[], ReadonlyMap<string, StoredFileRef>>();

/** Remembered for each list, as revisions share them. */
function indexFiles(files: readonly StoredFileRef[]): ReadonlyMap<string, StoredFileRef> {
  const remembered = indexedFiles.get(files);
  if (remembered) return remembered;
  const index = new Map(files.map((file) => [file.id, file]));
  indexedFiles.set(files, index);
  return index;
}

/** A page of the top level as visitors get it, unless they don't, with those below it. */
interface Branch {
  page: StoredPage | undefined;
  entries: readonly ReaderEntry[];
}

/** Branches without conditions that nothing changes any more: a new revision has most of those before. */
const branches = new WeakMap<StoredPage, Branch>();

/** Adds the ids of pages whose titles or descriptions have conditions. */
function readBranch(stored: StoredPage, conditional: Set<string>): Branch {
  const remembered = branches.get(stored);
  if (remembered) return remembered;
  const countBefore = conditional.size;
  const pages = visitorPages([stored], conditional);
  const entries = listEntries(pages, { parents: [], isHidden: false, isNoIndex: false }, conditional);
  const branch = { page: pages[0], entries };
  if (Object.isFrozen(stored) && conditional.size === countBefore) branches.set(stored, branch);
  return branch;
}

function operationEntries(entries: readonly ReaderEntry[]): ReaderContent['operations'] {
  const operations = new Map<string, Map<string, ReaderEntry>>();
  for (const entry of entries) {
    const { root, part } = entry.page.reference ?? {};
    if (root === undefined || (part?.kind !== 'operations' && part?.kind !== 'schema')) continue;
    const ofRoot = operations.get(root) ?? new Map<string, ReaderEntry>();
    for (const anchor of part.kind === 'schema' ? [part.anchor] : part.anchors) ofRoot.set(anchor, entry);
    operations.set(root, ofRoot);
  }
  return operations;
}

/** A condition of a whole page in its front matter. */
const PAGE_CONDITION = /^["']?if["']?[ \t]*:/m;

/**
 * Pages with the titles and descriptions that visitors get; adds the ids of those that are others. A page whose file has a
 * condition is left out with what is below it: structures have no conditions of pages.
 */
function visitorPages(pages: readonly StoredPage[], conditional: Set<string>): StoredPage[] {
  const visible = pages.filter(
    ({ source }) => source?.frontMatter === undefined || !PAGE_CONDITION.test(source.frontMatter),
  );
  return visible.map((page) => {
    const below = visitorPages(page.pages, conditional);
    const { title, description = '' } = page;
    const isSame = !hasConditionTags(title) && !hasConditionTags(description);
    const isWhole =
      below.length === page.pages.length && below.every((child, at) => child === page.pages[at]);
    if (isSame) return isWhole ? page : { ...page, pages: below };
    conditional.add(page.id);
    const metadata = { title: visitorTitle(title), description: visitorText(description).trim() };
    return { ...page, ...metadata, pages: below };
  });
}

function listEntries(
  pages: readonly StoredPage[],
  above: Omit<ReaderEntry, 'page' | 'isConditional'>,
  conditional: ReadonlySet<string>,
  entries: ReaderEntry[] = [],
): ReaderEntry[] {
  for (const page of pages) {
    const entry: ReaderEntry = {
      page,
      parents: above.parents,
      isHidden: above.isHidden || page.hidden === true,
      isNoIndex: above.isNoIndex || page.noIndex === true || page.noRobotsIndex === true,
      isConditional: conditional.has(page.id),
    };
    entries.push(entry);
    if (page.pages.length === 0) continue;
    const inside = { ...entry, parents: [...above.parents, page] };
    listEntries(page.pages, inside, conditional, entries);
  }
  return entries;
}

/** Whether a page has a text; groups and links have none. */
export function isReadable({ type }: StoredPage): boolean {
  return type === 'document' || type === 'computed';
}

/** The page of a space that its address without a path shows. */
export function firstPage({ order }: ReaderContent): ReaderEntry | undefined {
  return order[0];
}

/** The page to show for a page without text: the first readable one below it. */
export function firstReadable(content: ReaderContent, page: StoredPage): ReaderEntry | undefined {
  if (isReadable(page)) return content.byId.get(page.id);
  for (const child of page.pages) {
    const readableChild = firstReadable(content, child);
    if (readableChild && !readableChild.isHidden) return readableChild;
  }
  return undefined;
}

/** The address of a page below that of its site space. */
export function pageUrl(spaceUrl: string, content: ReaderContent, page: StoredPage): string {
  return firstPage(content)?.page.id === page.id ? spaceUrl : `${spaceUrl}${encodePath(page.path)}`;
}

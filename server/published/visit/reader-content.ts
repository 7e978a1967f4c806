import type { Kysely } from 'kysely';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { groupPages } from '#server/content/pages/page-groups.ts';
import { ReusableContents } from '#server/content/pages/reusable-contents.ts';
import type {
  StoredBook,
  StoredFileRef,
  StoredPage,
  StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { showsSpec, withReferencePages } from '#server/content/specifications/reference-pages.ts';
import type { FileList } from '#server/content/stored/file-list.ts';
import { loadOutlines, loadSpecVersions } from '#server/content/stored/references/spec-page.ts';
import { readSomeFiles, selectLists } from '#server/content/stored/revision-lists.ts';
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
  /** All pages, parents first. */
  entries: readonly ReaderEntry[];
  /** Whether a page shows an API specification. */
  showsSpec: boolean;
  /** The lists of the revision, also with pages that no visitor gets: what paths in texts lead to. */
  stored: {
    readonly pages: readonly StoredPage[];
    readonly files: readonly StoredFileRef[];
    readonly book: Pick<StoredBook, 'neighbors' | 'root'>;
  };
  files: FileList;
  reusableContents: ReusableContents;
  byId: Pick<ReadonlyMap<string, ReaderEntry>, 'get'>;
  byPath: Pick<ReadonlyMap<string, ReaderEntry>, 'get'>;
  /** Pages with text that navigation shows, in order. */
  order: readonly ReaderEntry[];
  /** The variables and tags that texts name. */
  book?: Pick<StoredBook, 'vars' | 'tags'>;
  /** The pages that show operations and schemas of divided references, by the id of the first page and the anchor. */
  operations: ReadonlyMap<string, ReadonlyMap<string, ReaderEntry>>;
}

/** Weights are numbers of pages and files. */
const contents = new WeightedCache<ReaderContent>(100_000, 'published contents');

/** The content of a revision, which never changes; undefined if there is none with this id. */
export async function loadReaderContent(
  db: Kysely<Database>,
  revisionId: string,
): Promise<ReaderContent | undefined> {
  const cachedContent = contents.get(revisionId);
  if (cachedContent) return cachedContent;
  const row = await db
    .selectFrom('revision_rows')
    .select(['id', 'space_id as spaceId'])
    .select((column) => [
      ...selectLists(column),
      column.ref('book').$castTo<StoredBook | null>().as('book'),
      column.ref('reusable_contents').$castTo<StoredReusableContent[]>().as('reusableContents'),
    ])
    .where('id', '=', revisionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { vars, tags, neighbors, root } = row.book ?? {};
  const { id, spaceId, reusableContents } = row;
  const { pages, files } = await readSomeFiles(db, row);
  const content: ReaderContent = {
    spaceId,
    revisionId: id,
    key: id,
    specVersions: new Map(),
    stored: {
      pages,
      get files() {
        return files.all();
      },
      book: { ...(neighbors && { neighbors }), ...(root !== undefined && { root }) },
    },
    files,
    reusableContents: new ReusableContents(reusableContents),
    ...indexPages(pages),
    ...(row.book && { book: { ...(vars && { vars }), ...(tags && { tags }) } }),
  };
  const count = content.entries.length + files.weight + reusableContents.length;
  contents.set(revisionId, content, count + 1);
  return content;
}

/** The content with the pages of the current API specifications; the same where it shows none. */
export async function withReferences(
  db: Kysely<Database>,
  organizationId: string,
  content: ReaderContent,
): Promise<ReaderContent> {
  if (!content.showsSpec) return content;
  const specVersions = await loadSpecVersions(db, organizationId, content.pages);
  const key = JSON.stringify([content.revisionId, ...specVersions]);
  const cachedContent = contents.get(key);
  if (cachedContent) return cachedContent;
  const outlines = await loadOutlines(db, organizationId, specVersions);
  const pages = withReferencePages(content.pages, { outlines, withSchemas: true });
  const conditional = content.entries.filter(({ isConditional }) => isConditional);
  const conditionalIds = new Set(conditional.map(({ page }) => page.id));
  const expanded: ReaderContent = { ...content, ...indexPages(pages, conditionalIds), key, specVersions };
  contents.set(key, expanded, expanded.entries.length + content.files.weight + 1);
  return expanded;
}

type IndexedPages = Pick<
  ReaderContent,
  'pages' | 'entries' | 'showsSpec' | 'byId' | 'byPath' | 'order' | 'operations'
>;

/**
 * Indexes the pages of a tree.
 * @param conditional ids of pages whose titles or descriptions are already without conditions
 */
function indexPages(stored: readonly StoredPage[], conditional = new Set<string>()): IndexedPages {
  const all = groupPages(stored).map((group) => indexGroup(group, conditional));
  const entries = all.flatMap((group) => group.entries);
  const showsSpec = all.some((group) => group.showsSpec);
  return {
    pages: all.flatMap((group) => group.pages),
    entries,
    showsSpec,
    byId: new JoinedMaps(all.map((group) => group.byId)),
    byPath: new JoinedMaps(all.map((group) => group.byPath)),
    order: all.flatMap((group) => group.order),
    operations: showsSpec ? operationEntries(entries) : NO_OPERATIONS,
  };
}

const NO_OPERATIONS: ReaderContent['operations'] = new Map();

/** Whether navigation shows a page with text. */
export const isListed = ({ page, isHidden }: ReaderEntry): boolean => !isHidden && isReadable(page);

/** Some pages of the top level as visitors get them, with those below them. */
type GroupIndex = Pick<ReaderContent, 'pages' | 'entries' | 'showsSpec' | 'order'> & {
  byId: ReadonlyMap<string, ReaderEntry>;
  byPath: ReadonlyMap<string, ReaderEntry>;
};

/** Of groups without conditions that nothing changes any more: a new revision has most of those before. */
const groupIndexes = new WeakMap<readonly StoredPage[], GroupIndex>();

/** Adds the ids of pages whose titles or descriptions have conditions. */
function indexGroup(stored: readonly StoredPage[], conditional: Set<string>): GroupIndex {
  const remembered = groupIndexes.get(stored);
  if (remembered) return remembered;
  const countBefore = conditional.size;
  const pages = visitorPages(stored, conditional);
  const entries = listEntries(pages, { parents: [], isHidden: false, isNoIndex: false }, conditional);
  const index = {
    pages,
    entries,
    showsSpec: showsSpec(pages),
    byId: new Map(entries.map((entry) => [entry.page.id, entry])),
    byPath: new Map(entries.map((entry) => [entry.page.path, entry])),
    order: entries.filter(isListed),
  };
  if (Object.isFrozen(stored) && conditional.size === countBefore) groupIndexes.set(stored, index);
  return index;
}

/** Looks up in several maps. */
class JoinedMaps<Value> {
  readonly #maps: readonly ReadonlyMap<string, Value>[];

  constructor(maps: readonly ReadonlyMap<string, Value>[]) {
    this.#maps = maps;
  }

  get(key: string): Value | undefined {
    for (const map of this.#maps) {
      const value = map.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }
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

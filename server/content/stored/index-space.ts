import { type Kysely, sql, type Transaction } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SharedWork } from '#server/base/shared-work.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandlers } from '#server/queue/job-queue.ts';
import { flattenPages, linkedTextIds } from '../pages/page-tree.ts';
import { ReusableContents } from '../pages/reusable-contents.ts';
import type { StoredBook, StoredFileRef, StoredPage, StoredReusableContent } from '../pages/storage.ts';
import { languageOfLocale, languagesOf } from '../search/site-languages.ts';
import { isStemLanguage, type StemLanguage, toStemLanguages } from '../search/stems.ts';
import {
  countLinks,
  enqueueLinkCounts,
  type LinkCounts,
  loadLinksInTurns,
  MAX_COUNTED_PAGES,
} from './count-links.ts';
import { includedAddresses, loadTextLinks, type TextLinks } from './parsed-texts.ts';
import { findVersionsDigest, versionsOf } from './references/linked-specifications.ts';
import { readLists, selectLists } from './revision-lists.ts';
import {
  findChangedPages,
  findStaleRows,
  INDEX_VERSION,
  type SpacePages,
  turnsOf,
  toSearchRows,
  writeSearchRows,
  writeSearchPages,
} from './search-pages.ts';

const BATCH_SIZE = 100;

/** More changed pages are indexed by a job: a transaction that changes content must be short. */
export const MAX_INDEXED_PAGES = 200;

/** Job kind; the payload names the space. */
const INDEX_SPACE_JOB = 'index-space';

/** A space with the content of its current revision. */
export interface IndexedSpace {
  id: string;
  organizationId: string;
  revisionId: string;
  pages: StoredPage[];
  files: StoredFileRef[];
  languages: StemLanguage[];
  variantsHash: string | null;
  reusableContents: StoredReusableContent[];
  book: Pick<StoredBook, 'neighbors' | 'root'>;
}

interface PreviousIndex extends Omit<LinkCounts, 'spec_versions'> {
  /** Undefined where all pages have to be compared. */
  pages: readonly StoredPage[] | undefined;
}

/** A place of a space on a site, with the variants beside it. */
interface ShownVariant {
  id: string;
  locale: string | null;
  siteSpaces: { id: string; path: string; isDefault: boolean }[];
}

/** The places of a space on sites, which name its languages (decision 132). */
const variantsOf = (spaceId: string) => sql<ShownVariant[] | null>`(
  select jsonb_agg(jsonb_build_object(
    'id', shown.id,
    'locale', sites.customization #>> '{internationalization,locale}',
    'siteSpaces', (
      select jsonb_agg(jsonb_build_object('id', beside.id, 'path', beside.path, 'isDefault', beside.is_default) order by beside.id)
      from site_spaces as beside
      where beside.site_id = shown.site_id and beside.section_id is not distinct from shown.section_id)
  ) order by shown.id)
  from site_spaces as shown inner join sites on sites.id = shown.site_id
  where shown.space_id = ${sql.ref(spaceId)})`;

/**
 * Updates the search index and the link counts of a space to its current revision; after a large change, queues it. Call it
 * in the transaction that changes `spaces.revision_id`. The cost depends on the changes: unchanged pages are skipped, and a
 * text is parsed only once.
 */
export async function indexSpace(trx: Transaction<Database>, spaceId: string): Promise<void> {
  const batch = await findChanges(trx, [spaceId]);
  const isLarge = batch.some(({ change }) => change.pages.length > MAX_INDEXED_PAGES);
  await (isLarge ? enqueueIndex(trx, spaceId) : writeIndexes(trx, batch));
}

async function enqueueIndex(trx: Transaction<Database>, spaceId: string): Promise<void> {
  await enqueue(trx, { kind: INDEX_SPACE_JOB, payload: { spaceId }, runAt: new Date() });
}

export const indexJobs: JobHandlers = {
  [INDEX_SPACE_JOB]: async (db, payload) => {
    const { spaceId }: Record<string, unknown> = Object(payload);
    if (typeof spaceId === 'string' && (await findStaleSpaces(db, { spaceId })).length > 0)
      await indexInTurns(db, spaceId);
  },
};

/** Revisions being indexed: later callers wait for the same result. */
const pending = new SharedWork<StemLanguage[]>();

/**
 * Indexes a space in short transactions; other requests run between them. The last one makes the index current. Returns its
 * languages. Many people may search a space before its job has indexed it: the work is done once.
 */
export async function indexInTurns(db: Kysely<Database>, spaceId: string): Promise<StemLanguage[]> {
  const [space] = await readSpaces(db, selectSpaces(db, [spaceId]));
  if (!space) return [];
  return pending.run(space.revisionId, () => writeInTurns(db, space));
}

async function writeInTurns(db: Kysely<Database>, space: IndexedSpace): Promise<StemLanguage[]> {
  const { id: spaceId } = space;
  const textLinks = await loadLinksInTurns(db, linkedTextIds(space));
  const includesOf = (id: string) => includedAddresses(textLinks.get(id)?.links ?? []);
  const allPages = { pages: flattenPages(space.pages), removedIds: undefined };
  const { changed } = await findStaleRows(db, [toSpacePages({ space, change: allPages })], includesOf);
  for (const entries of turnsOf(changed)) {
    for (const rows of await toSearchRows(db, entries, includesOf)) {
      await nextTurn();
      const isCurrent = await inTransaction(db, async (trx) => {
        const [locked] = await selectRevisionIds(trx, spaceId).execute();
        if (locked?.revision_id !== space.revisionId) return false;
        await writeSearchRows(trx, rows);
        return true;
      });
      if (!isCurrent) return indexInTurns(db, spaceId);
    }
  }
  const [languages = []] = await inTransaction(db, async (trx) =>
    writeIndexes(trx, await findChanges(trx, [spaceId], { comparesRows: true }), textLinks),
  );
  return languages;
}

function selectRevisionIds(trx: Transaction<Database>, spaceId: string) {
  return trx.selectFrom('spaces').select('revision_id').where('id', '=', spaceId).forNoKeyUpdate();
}

/** The same for all spaces with a missing or stale index, deleted ones too. Returns their number. */
export async function indexStaleSpaces(trx: Transaction<Database>): Promise<number> {
  const stale = await findStaleSpaces(trx);
  for (let start = 0; start < stale.length; start += BATCH_SIZE) {
    await writeIndexes(trx, await findChanges(trx, stale.slice(start, start + BATCH_SIZE)));
  }
  return stale.length;
}

/** Indexes content that is not indexed yet, of an older server or a restored database, in short transactions. */
export async function catchUpIndex(db: Kysely<Database>): Promise<void> {
  for (let batchCount = BATCH_SIZE; batchCount === BATCH_SIZE;) {
    const stale = await findStaleSpaces(db, { limit: BATCH_SIZE });
    batchCount = stale.length;
    for (const id of stale) await indexInTurns(db, id);
  }
}

/** The languages of the index of a space; undefined if the index is not current. */
export async function findIndexLanguages(
  db: Kysely<Database>,
  spaceId: string,
  revisionId: string,
): Promise<StemLanguage[] | undefined> {
  const row = await db
    .selectFrom('space_indexes')
    .select('languages')
    .where('space_id', '=', spaceId)
    .where('revision_id', '=', revisionId)
    .where('version', '=', INDEX_VERSION)
    .executeTakeFirst();
  return row?.languages.filter(isStemLanguage);
}

async function findStaleSpaces(
  db: Kysely<Database>,
  { limit, spaceId }: { limit?: number; spaceId?: string } = {},
): Promise<string[]> {
  let stale = db
    .selectFrom('spaces')
    .leftJoin('space_indexes as done', (join) =>
      join
        .onRef('done.space_id', '=', 'spaces.id')
        .onRef('done.revision_id', '=', 'spaces.revision_id')
        .on('done.version', '=', INDEX_VERSION)
        .on(sql<boolean>`done.variants is not distinct from md5(${variantsOf('spaces.id')}::text)`)
        .on(
          sql<boolean>`(done.specs = '{}'
            or done.spec_versions is not distinct from ${versionsOf(sql.ref('done.specs'), sql.ref('spaces.organization_id'))})`,
        ),
    )
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('spaces.id')
    .where('done.space_id', 'is', null)
    .orderBy('spaces.id');
  if (limit !== undefined) stale = stale.limit(limit);
  if (spaceId !== undefined) stale = stale.where('spaces.id', '=', spaceId);
  const rows = await stale.execute();
  return rows.map(({ id }) => id);
}

/** A locked space, what its index has now, and the pages whose rows may differ. */
interface SpaceChange {
  space: IndexedSpace;
  change: Pick<SpacePages, 'pages' | 'removedIds'>;
  previous: PreviousIndex | undefined;
}

/** Locks spaces and finds what has changed since they were indexed, in the order of their ids. */
async function findChanges(
  trx: Transaction<Database>,
  spaceIds: readonly string[],
  { comparesRows = false } = {},
): Promise<SpaceChange[]> {
  const spaces = await lockSpaces(trx, spaceIds);
  if (spaces.length === 0) return [];
  const previous = await findPrevious(trx, spaces);
  return spaces.map((space) => {
    const before = previous.get(space.id);
    const change = findChangedPages(flattenPages(space.pages), comparesRows ? undefined : before?.pages);
    return { space, change, previous: before };
  });
}

const toSpacePages = ({ space, change }: Pick<SpaceChange, 'space' | 'change'>): SpacePages => ({
  spaceId: space.id,
  ...change,
  languages: space.languages,
  reusable: new ReusableContents(space.reusableContents),
});

/** Writes the indexes of locked spaces; `loaded` has links of their texts. Returns the languages of each. */
async function writeIndexes(
  trx: Transaction<Database>,
  batch: readonly SpaceChange[],
  loaded: ReadonlyMap<string, TextLinks> = new Map(),
): Promise<StemLanguage[][]> {
  if (batch.length === 0) return [];
  const isLarge = ({ pages }: IndexedSpace) => flattenPages(pages).length > MAX_COUNTED_PAGES;
  const textIds = batch.flatMap(({ space, change }) =>
    linkedTextIds(isLarge(space) ? { ...space, pages: [...change.pages] } : space),
  );
  const missingIds = textIds.filter((id) => !loaded.has(id));
  const textLinks = new Map([...loaded, ...(await loadTextLinks(trx, missingIds))]);
  await writeSearchPages(trx, batch.map(toSpacePages), (id) =>
    includedAddresses(textLinks.get(id)?.links ?? []),
  );
  const rows: IndexRow[] = [];
  for (const { space, previous } of batch) {
    const { id, revisionId, languages, variantsHash: variants } = space;
    const counts = isLarge(space)
      ? await countedBefore(trx, space.organizationId, previous)
      : await countLinks(trx, space, textLinks);
    rows.push({ space_id: id, revision_id: revisionId, languages, variants, ...counts });
  }
  await writeRows(trx, rows);
  await enqueueLinkCounts(
    trx,
    batch.flatMap(({ space }) =>
      isLarge(space) ? [{ spaceId: space.id, revisionId: space.revisionId }] : [],
    ),
  );
  return batch.map(({ space }) => space.languages);
}

interface IndexRow extends LinkCounts {
  space_id: string;
  revision_id: string;
  languages: readonly StemLanguage[];
  variants: string | null;
}

async function writeRows(trx: Transaction<Database>, rows: readonly IndexRow[]): Promise<void> {
  await sql`
    insert into space_indexes (space_id, revision_id, version, links, broken, languages, variants, specs, spec_versions)
    select space_id, revision_id, ${INDEX_VERSION}::smallint, links, broken, languages, variants, specs, spec_versions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as counts (space_id text, revision_id text, links int, broken int, languages text[],
        variants text, specs text[], spec_versions text)
    on conflict (space_id) do update
    set revision_id = excluded.revision_id, version = excluded.version, links = excluded.links,
      broken = excluded.broken, languages = excluded.languages, variants = excluded.variants,
      specs = excluded.specs, spec_versions = excluded.spec_versions`.execute(trx);
}

/** The counts that stand until the job has counted. */
async function countedBefore(
  trx: Transaction<Database>,
  organizationId: string,
  previous: PreviousIndex | undefined,
): Promise<LinkCounts> {
  const { links, broken, specs } = previous ?? { links: 0, broken: 0, specs: [] };
  return { links, broken, specs, spec_versions: await findVersionsDigest(trx, organizationId, specs) };
}

/** What the indexes of spaces have now. Pages are read where only the pages may have changed since. */
async function findPrevious(
  trx: Transaction<Database>,
  spaces: readonly IndexedSpace[],
): Promise<Map<string, PreviousIndex>> {
  const rows = await trx
    .selectFrom('space_indexes')
    .leftJoin('revision_rows', 'revision_rows.id', 'space_indexes.revision_id')
    .select(['space_indexes.space_id as spaceId', 'space_indexes.languages', 'space_indexes.version'])
    .select(['space_indexes.links', 'space_indexes.broken', 'space_indexes.specs'])
    .select((column) => [
      ...selectLists(column),
      column
        .ref('revision_rows.reusable_contents')
        .$castTo<StoredReusableContent[] | null>()
        .as('reusableContents'),
    ])
    .where('space_indexes.space_id', '=', sql<string>`any(${spaces.map(({ id }) => id)}::text[])`)
    .execute();
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const comparable = rows.filter(({ spaceId, version, languages, reusableContents }) => {
    const space = byId.get(spaceId);
    return (
      version === INDEX_VERSION &&
      isDeepStrictEqual(languages, space?.languages) &&
      isDeepStrictEqual(reusableContents, space?.reusableContents)
    );
  });
  const lists = new Map((await readLists(trx, comparable)).map((row) => [row.spaceId, row.pages]));
  return new Map(
    rows.map(({ spaceId, links, broken, specs }) => [
      spaceId,
      { links, broken, specs, pages: lists.get(spaceId) },
    ]),
  );
}

/** The languages in which sites show a space. */
function shownLanguages(variants: readonly ShownVariant[]): string[] {
  return variants.map(({ id, locale, siteSpaces }) => {
    const siteLanguage = languageOfLocale(locale);
    return languagesOf({ siteSpaces }, siteLanguage).get(id) ?? siteLanguage;
  });
}

/** Locked, so that no other revision can overtake the index and no two writers collide. */
function lockSpaces(trx: Transaction<Database>, spaceIds: readonly string[]): Promise<IndexedSpace[]> {
  return readSpaces(trx, selectSpaces(trx, spaceIds).modifyEnd(sql`for no key update of spaces`));
}

function selectSpaces(db: Kysely<Database>, spaceIds: readonly string[]) {
  return db
    .selectFrom('spaces')
    .innerJoin('revision_rows', 'revision_rows.id', 'spaces.revision_id')
    .select([
      'spaces.id as spaceId',
      'spaces.revision_id as revisionId',
      'spaces.organization_id as organizationId',
    ])
    .select((column) => [
      ...selectLists(column),
      column.ref('revision_rows.reusable_contents').$castTo<StoredReusableContent[]>().as('reusableContents'),
    ])
    .select([
      sql<StoredBook['neighbors'] | null>`revision_rows.book -> 'neighbors'`.as('neighbors'),
      sql<string | null>`revision_rows.book ->> 'root'`.as('root'),
      variantsOf('spaces.id').as('variants'),
      sql<string | null>`md5(${variantsOf('spaces.id')}::text)`.as('variantsHash'),
    ])
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`)
    .orderBy('spaces.id');
}

async function readSpaces(
  db: Kysely<Database>,
  query: ReturnType<typeof selectSpaces>,
): Promise<IndexedSpace[]> {
  const rows = await query.execute();
  return (await readLists(db, rows)).map(({ spaceId, variants, neighbors, root, ...row }) => ({
    ...row,
    id: spaceId,
    book: { ...(neighbors && { neighbors }), ...(root !== null && { root }) },
    languages: toStemLanguages(shownLanguages(variants ?? [])),
  }));
}

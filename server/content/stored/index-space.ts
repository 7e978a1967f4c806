import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import { flattenPages, linkedTextIds } from '../pages/page-tree.ts';
import { reachedContents, ReusableContents } from '../pages/reusable-contents.ts';
import { type StoredFileRef, type StoredPage, type StoredReusableContent, hashId } from '../pages/storage.ts';
import { toLexemes } from '../search/lexemes.ts';
import { languageOfLocale, languagesOf } from '../search/site-languages.ts';
import { isStemLanguage, type StemLanguage, toStemLanguages } from '../search/stems.ts';
import { specOf } from '../specifications/reference-pages.ts';
import { hasConditionTags } from '../visitor-text/visitor-text.ts';
import {
  findVersionsDigest,
  loadNamedOutlines,
  specificationNames,
  versionsOf,
} from './linked-specifications.ts';
import { includedAddresses, loadTextLinks, loadSections, type TextLinks } from './parsed-texts.ts';
import { resolveLinks } from './resolve-links.ts';
import { readLists, selectLists } from './revision-lists.ts';
import { loadTexts } from './revisions.ts';

interface SpacePages {
  spaceId: string;
  languages: readonly StemLanguage[];
  pages: readonly StoredPage[];
  reusable: ReusableContents;
}

interface Entry extends Omit<SpacePages, 'pages'> {
  page: StoredPage;
  fingerprint: string;
  /** The ids of the texts that it includes. */
  included: readonly string[];
}

/** The addresses that texts include, by document id. */
type IncludesOf = (documentId: string) => readonly string[];

/** How many pages are written per statement. */
const PAGES_PER_STATEMENT = 1000;

/** Makes the index contain exactly these pages of these spaces; unchanged pages are not written. */
async function writeSearchPages(
  trx: Transaction<Database>,
  spaces: readonly SpacePages[],
  includesOf: IncludesOf,
): Promise<void> {
  const entries = spaces.flatMap(({ pages, ...space }) =>
    pages.map((page): Entry => {
      const included = includedTextIds(space.reusable, page, includesOf);
      return { ...space, page, included, fingerprint: fingerprintOf(page, space.languages, included) };
    }),
  );
  const present = await trx
    .selectFrom('search_pages')
    .select(['space_id', 'page_id', 'fingerprint'])
    .where('space_id', '=', sql<string>`any(${spaces.map(({ spaceId }) => spaceId)}::text[])`)
    .execute();
  const presentKeys = new Set(entries.map(({ spaceId, page }) => `${spaceId}/${page.id}`));
  const removedRows = present.filter((row) => !presentKeys.has(`${row.space_id}/${row.page_id}`));
  if (removedRows.length > 0) {
    await sql`
      delete from search_pages using unnest(
        ${removedRows.map((row) => row.space_id)}::text[], ${removedRows.map((row) => row.page_id)}::text[]) as gone (space_id, page_id)
      where search_pages.space_id = gone.space_id and search_pages.page_id = gone.page_id`.execute(trx);
  }
  const same = new Set(present.map((row) => `${row.space_id}/${row.page_id}/${row.fingerprint}`));
  const changed = entries.filter(
    ({ spaceId, page, fingerprint }) => !same.has(`${spaceId}/${page.id}/${fingerprint}`),
  );
  for (let start = 0; start < changed.length; start += PAGES_PER_STATEMENT) {
    await writeEntries(trx, changed.slice(start, start + PAGES_PER_STATEMENT), includesOf);
  }
}

/** The ids of the texts that a page includes, also in one another. */
function includedTextIds(
  reusable: ReusableContents,
  { documentId, git }: StoredPage,
  includesOf: IncludesOf,
): string[] {
  if (documentId === undefined || reusable.list.length === 0) return [];
  const reached = reachedContents(reusable, includesOf(documentId), git, includesOf);
  return [...new Set([...reached.values()].map((content) => content.documentId))];
}

/** Changes whenever the index row of a page changes. */
function fingerprintOf(
  page: StoredPage,
  languages: readonly StemLanguage[],
  included: readonly string[],
): string {
  const { title, description, path, documentId } = page;
  const parts = [INDEX_VERSION, languages, title, description, path, documentId, specOf(page), included];
  return hashId(JSON.stringify(parts), 12);
}

/**
 * Texts with conditions, and what is only in them, are not found at the pages that include them: visitors search the same
 * words.
 */
async function findUnconditional(
  trx: Transaction<Database>,
  entries: readonly Entry[],
  includesOf: IncludesOf,
): Promise<(entry: Entry) => string[]> {
  const texts = await loadTexts(trx, [...new Set(entries.flatMap(({ included }) => included))]);
  const isOpen = (id: string) => !hasConditionTags(texts.get(id) ?? '');
  return ({ reusable, page, included }) => {
    if (included.length === 0) return [];
    const openIncludes: IncludesOf = (id) => (id === page.documentId || isOpen(id) ? includesOf(id) : []);
    return includedTextIds(reusable, page, openIncludes).filter(isOpen);
  };
}

async function writeEntries(
  trx: Transaction<Database>,
  entries: readonly Entry[],
  includesOf: IncludesOf,
): Promise<void> {
  const openTexts = await findUnconditional(trx, entries, includesOf);
  const textIds = entries.map((entry) => [
    ...(entry.page.documentId === undefined ? [] : [entry.page.documentId]),
    ...openTexts(entry),
  ]);
  const sections = await loadSections(trx, textIds.flat());
  const rows = entries.map(({ spaceId, languages, page, fingerprint }, at) => ({
    space_id: spaceId,
    page_id: page.id,
    document_id: page.documentId,
    title: page.title,
    path: page.path,
    fingerprint,
    spec: specOf(page),
    words: pageLexemes(
      page,
      (textIds[at] ?? []).flatMap((id) => sections.get(id) ?? []),
      languages,
    ),
  }));
  await sql`
    insert into search_pages (space_id, page_id, document_id, title, path, fingerprint, spec, words)
    select space_id, page_id, document_id, title, path, fingerprint, spec, words::tsvector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (space_id text, page_id text, document_id text,
      title text, path text, fingerprint text, spec text, words text)
    on conflict (space_id, page_id) do update
    set document_id = excluded.document_id, title = excluded.title, path = excluded.path,
      fingerprint = excluded.fingerprint, spec = excluded.spec, words = excluded.words`.execute(trx);
}

function pageLexemes(
  page: StoredPage,
  sections: readonly DocumentSection[],
  languages: readonly StemLanguage[],
): string {
  const texts = [
    { text: page.title, weight: 'A' as const },
    { text: page.description ?? '', weight: 'C' as const },
    ...sections.flatMap(({ title, body }) => [
      { text: title, weight: 'B' as const },
      { text: body, weight: 'D' as const },
    ]),
  ];
  return toLexemes(texts, languages);
}

/** Increase this when the index of a space changes its content; older indexes are then rebuilt. */
export const INDEX_VERSION = 5;

const BATCH_SIZE = 100;

/** A space with the content of its current revision. */
export interface IndexedSpace {
  id: string;
  organizationId: string;
  revisionId: string;
  pages: StoredPage[];
  files: StoredFileRef[];
  variants: ShownVariant[] | null;
  variantsHash: string | null;
  reusableContents: StoredReusableContent[];
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
 * Updates the search index and the link counts of a space to its current revision. Call it in the transaction that
 * changes `spaces.revision_id`. The cost depends on the changes: unchanged pages are skipped, and a text is parsed only
 * once. Returns the languages of the index.
 */
export async function indexSpace(trx: Transaction<Database>, spaceId: string): Promise<StemLanguage[]> {
  const [languages = []] = await indexBatch(trx, [spaceId]);
  return languages;
}

/** The same for all spaces with a missing or stale index, deleted ones too. Returns their number. */
export async function indexStaleSpaces(trx: Transaction<Database>): Promise<number> {
  const stale = await findStaleSpaces(trx);
  for (let start = 0; start < stale.length; start += BATCH_SIZE) {
    await indexBatch(trx, stale.slice(start, start + BATCH_SIZE));
  }
  return stale.length;
}

/**
 * Indexes content that is not indexed yet, of an older server or a restored database. One transaction per batch, so
 * that locks are short.
 */
export async function catchUpIndex(db: Kysely<Database>): Promise<void> {
  for (let batchCount = BATCH_SIZE; batchCount === BATCH_SIZE;) {
    const stale = await findStaleSpaces(db, BATCH_SIZE);
    batchCount = stale.length;
    if (batchCount > 0) await inTransaction(db, (trx) => indexBatch(trx, stale));
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

async function findStaleSpaces(db: Kysely<Database>, limit?: number): Promise<string[]> {
  const stale = db
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
  const rows = await (limit === undefined ? stale : stale.limit(limit)).execute();
  return rows.map(({ id }) => id);
}

/** Returns the languages of each space, in the order of their ids. */
async function indexBatch(
  trx: Transaction<Database>,
  spaceIds: readonly string[],
): Promise<StemLanguage[][]> {
  const spaces = await lockSpaces(trx, spaceIds);
  const pages = spaces.map((space) => flattenPages(space.pages));
  const documents = spaces.flatMap((space) => linkedTextIds(space));
  const textLinks = await loadTextLinks(trx, documents);
  const languages = spaces.map(({ variants }) => toStemLanguages(shownLanguages(variants ?? [])));
  await writeSearchPages(
    trx,
    spaces.map((space, at) => ({
      spaceId: space.id,
      pages: pages[at] ?? [],
      languages: languages[at] ?? [],
      reusable: new ReusableContents(space.reusableContents),
    })),
    (id) => includedAddresses(textLinks.get(id)?.links ?? []),
  );
  const counts: SpaceCounts[] = [];
  for (const [at, space] of spaces.entries()) {
    const specs = specificationNames(space.pages, textsOf(space, textLinks));
    const specVersions = await findVersionsDigest(trx, space.organizationId, specs);
    const outlines = await loadNamedOutlines(trx, space.organizationId, specs);
    const links = resolveLinks({ ...space, spaceId: space.id, textLinks, outlines });
    const broken = links.filter(({ status }) => status === 'broken').length;
    counts.push({
      space_id: space.id,
      specs,
      spec_versions: specVersions,
      revision_id: space.revisionId,
      links: links.length,
      broken,
      languages: languages[at],
      variants: space.variantsHash,
    });
  }
  await writeCounts(trx, counts);
  return languages;
}

interface SpaceCounts {
  space_id: string;
  revision_id: string;
  links: number;
  broken: number;
  languages: readonly StemLanguage[] | undefined;
  variants: string | null;
  /** The API specifications that its pages and texts name. */
  specs: readonly string[];
  spec_versions: string | null;
}

async function writeCounts(trx: Transaction<Database>, counts: readonly SpaceCounts[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into space_indexes (space_id, revision_id, version, links, broken, languages, variants, specs, spec_versions)
    select space_id, revision_id, ${INDEX_VERSION}::smallint, links, broken, languages, variants, specs, spec_versions
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counts (space_id text, revision_id text, links int, broken int, languages text[],
        variants text, specs text[], spec_versions text)
    on conflict (space_id) do update
    set revision_id = excluded.revision_id, version = excluded.version, links = excluded.links,
      broken = excluded.broken, languages = excluded.languages, variants = excluded.variants,
      specs = excluded.specs, spec_versions = excluded.spec_versions`.execute(trx);
}

/** The texts of one of the spaces. */
function textsOf(space: IndexedSpace, texts: ReadonlyMap<string, TextLinks>): Map<string, TextLinks> {
  return new Map(
    linkedTextIds(space).flatMap((id) => {
      const text = texts.get(id);
      return text ? [[id, text] as const] : [];
    }),
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
async function lockSpaces(trx: Transaction<Database>, spaceIds: readonly string[]): Promise<IndexedSpace[]> {
  const rows = await trx
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
      variantsOf('spaces.id').as('variants'),
      sql<string | null>`md5(${variantsOf('spaces.id')}::text)`.as('variantsHash'),
    ])
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`)
    .orderBy('spaces.id')
    .modifyEnd(sql`for no key update of spaces`)
    .execute();
  return (await readLists(trx, rows)).map(({ spaceId, ...row }) => ({ ...row, id: spaceId }));
}

import { type Kysely, sql, type Transaction } from 'kysely';
import { batchesOf } from '#server/base/batches.ts';
import { Turns } from '#server/base/turns.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import { isSamePage } from '../pages/page-json.ts';
import { flattenPages } from '../pages/page-tree.ts';
import { reachedContents, type ReusableContents } from '../pages/reusable-contents.ts';
import { type StoredPage, hashId } from '../pages/storage.ts';
import { toLexemes } from '../search/lexemes.ts';
import type { StemLanguage } from '../search/stems.ts';
import { specOf } from '../specifications/reference-pages.ts';
import { hasConditionTags } from '../visitor-text/visitor-text.ts';
import { loadSections } from './parsed-texts.ts';
import { loadTexts } from './revisions.ts';

/** Increase this when the index of a space changes its content; older indexes are then rebuilt. */
export const INDEX_VERSION = 5;

export interface SpacePages {
  spaceId: string;
  languages: readonly StemLanguage[];
  /** All pages, or those that may have changed. */
  pages: readonly StoredPage[];
  /** The ids of removed pages; undefined where all pages are compared with the index. */
  removedIds: readonly string[] | undefined;
  reusable: ReusableContents;
}

/** A page with what its row in the index depends on. */
export interface SearchEntry extends Omit<SpacePages, 'pages' | 'removedIds'> {
  page: StoredPage;
  fingerprint: string;
  /** The ids of the texts that it includes. */
  included: readonly string[];
}

/** The addresses that texts include, by document id. */
export type IncludesOf = (documentId: string) => readonly string[];

/** How many pages are read at once. */
const PAGES_PER_TURN = 50;
/** Rows are written by so many characters: the embedded engine never gives back the memory of a statement. */
const ROW_BATCH = { size: 500_000, sizeOf: (row: string) => row.length };

/** What of the index of some spaces is not as their pages are. */
export interface StaleRows {
  changed: readonly SearchEntry[];
  removed: readonly { spaceId: string; pageId: string }[];
}

/** Makes the index contain exactly these pages of these spaces; unchanged pages are not written. */
export async function writeSearchPages(
  trx: Transaction<Database>,
  spaces: readonly SpacePages[],
  includesOf: IncludesOf,
): Promise<void> {
  const { changed, removed } = await findStaleRows(trx, spaces, includesOf);
  if (removed.length > 0) {
    await sql`
      delete from search_pages using unnest(
        ${removed.map(({ spaceId }) => spaceId)}::text[], ${removed.map(({ pageId }) => pageId)}::text[]) as gone (space_id, page_id)
      where search_pages.space_id = gone.space_id and search_pages.page_id = gone.page_id`.execute(trx);
  }
  for (const entries of turnsOf(changed)) {
    for (const rows of await toSearchRows(trx, entries, includesOf)) await writeSearchRows(trx, rows);
  }
}

/** Entries by so many as are written at once. */
export function turnsOf(entries: readonly SearchEntry[]): SearchEntry[][] {
  return [...batchesOf(entries, { count: PAGES_PER_TURN })];
}

/** Compares pages with the index. */
export async function findStaleRows(
  db: Kysely<Database>,
  spaces: readonly SpacePages[],
  includesOf: IncludesOf,
): Promise<StaleRows> {
  const entries: SearchEntry[] = [];
  const turns = new Turns();
  for (const { pages, removedIds: _removed, ...space } of spaces) {
    for (const page of pages) {
      await turns.next();
      const included = includedTextIds(space.reusable, page, includesOf);
      entries.push({ ...space, page, included, fingerprint: fingerprintOf(page, space.languages, included) });
    }
  }
  const present = await findPresent(
    db,
    spaces.flatMap(({ spaceId, removedIds }) => (removedIds ? [] : spaceId)),
  );
  const keys = new Set(entries.map(({ spaceId, page }) => `${spaceId}/${page.id}`));
  const removed = [
    ...spaces.flatMap(({ spaceId, removedIds = [] }) => removedIds.map((pageId) => ({ spaceId, pageId }))),
    ...present.filter(({ spaceId, pageId }) => !keys.has(`${spaceId}/${pageId}`)),
  ];
  const same = new Set(
    present.map(({ spaceId, pageId, fingerprint }) => `${spaceId}/${pageId}/${fingerprint}`),
  );
  const changed = entries.filter(
    ({ spaceId, page, fingerprint }) => !same.has(`${spaceId}/${page.id}/${fingerprint}`),
  );
  return { changed, removed };
}

async function findPresent(db: Kysely<Database>, spaceIds: readonly string[]) {
  if (spaceIds.length === 0) return [];
  return db
    .selectFrom('search_pages')
    .select(['space_id as spaceId', 'page_id as pageId', 'fingerprint'])
    .where('space_id', '=', sql<string>`any(${spaceIds}::text[])`)
    .execute();
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

/** The fields of a page that are in its index row. */
function fieldsOf(page: StoredPage): (string | undefined)[] {
  const { title, description, path, documentId } = page;
  return [title, description, path, documentId, specOf(page)];
}

/** Changes whenever the index row of a page changes. */
function fingerprintOf(
  page: StoredPage,
  languages: readonly StemLanguage[],
  included: readonly string[],
): string {
  const parts = [INDEX_VERSION, languages, ...fieldsOf(page), included];
  return hashId(JSON.stringify(parts), 12);
}

/**
 * Texts with conditions, and what is only in them, are not found at the pages that include them: visitors search the same
 * words.
 */
async function findUnconditional(
  db: Kysely<Database>,
  entries: readonly SearchEntry[],
  includesOf: IncludesOf,
): Promise<(entry: SearchEntry) => string[]> {
  const texts = await loadTexts(db, [...new Set(entries.flatMap(({ included }) => included))]);
  const isOpen = (id: string) => !hasConditionTags(texts.get(id) ?? '');
  return ({ reusable, page, included }) => {
    if (included.length === 0) return [];
    const openIncludes: IncludesOf = (id) => (id === page.documentId || isOpen(id) ? includesOf(id) : []);
    return includedTextIds(reusable, page, openIncludes).filter(isOpen);
  };
}

/** The rows of pages as JSON, by so many as one statement writes. */
export async function toSearchRows(
  db: Kysely<Database>,
  entries: readonly SearchEntry[],
  includesOf: IncludesOf,
): Promise<string[][]> {
  const openTexts = await findUnconditional(db, entries, includesOf);
  const textIds = entries.map((entry) => [
    ...(entry.page.documentId === undefined ? [] : [entry.page.documentId]),
    ...openTexts(entry),
  ]);
  const sections = await loadSections(db, textIds.flat());
  const rows: string[] = [];
  const turns = new Turns();
  for (const [at, { spaceId, languages, page, fingerprint }] of entries.entries()) {
    await turns.next();
    const sectionsOfPage = (textIds[at] ?? []).flatMap((id) => sections.get(id) ?? []);
    const row = {
      space_id: spaceId,
      page_id: page.id,
      document_id: page.documentId,
      title: page.title,
      path: page.path,
      fingerprint,
      spec: specOf(page),
      words: pageLexemes(page, sectionsOfPage, languages),
    };
    rows.push(JSON.stringify(row));
  }
  return [...batchesOf(rows, ROW_BATCH)];
}

/** Writes rows, each as JSON. */
export async function writeSearchRows(trx: Transaction<Database>, rows: readonly string[]): Promise<void> {
  await sql`
    insert into search_pages (space_id, page_id, document_id, title, path, fingerprint, spec, words)
    select space_id, page_id, document_id, title, path, fingerprint, spec, words::tsvector
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as page (space_id text, page_id text, document_id text,
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

/** The pages whose rows may have changed since the index had those of `previous`; all without it. */
export function findChangedPages(
  pages: readonly StoredPage[],
  previous: readonly StoredPage[] | undefined,
): Pick<SpacePages, 'pages' | 'removedIds'> {
  if (!previous) return { pages, removedIds: undefined };
  const before = new Map(flattenPages(previous).map((page) => [page.id, page]));
  const changed = pages.filter((page) => {
    const was = before.get(page.id);
    before.delete(page.id);
    return !was || !(isSamePage(was, page) || hasSameRow(was, page));
  });
  return { pages: changed, removedIds: [...before.keys()] };
}

/** Paths of what a page includes begin at its file. */
function hasSameRow(a: StoredPage, b: StoredPage): boolean {
  const fields = fieldsOf(b);
  return a.git?.path === b.git?.path && fieldsOf(a).every((value, at) => value === fields[at]);
}

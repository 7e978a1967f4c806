import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { freezePages } from '../pages/page-json.ts';
import type { StoredFileRef, StoredPage } from '../pages/storage.ts';
import { FileList } from './file-list.ts';
import { type ListPart, splitFiles, splitPages } from './split-lists.ts';

/**
 * The lists of pages and files of revisions. Long ones are stored as JSON in parts by their hashes, which the revisions of
 * a space share: a save writes the parts that it changes (decision 268).
 */
export interface RevisionLists {
  pages: StoredPage[];
  files: StoredFileRef[];
}

/** The columns of `revision_rows` that lists are read from. */
interface ListColumns extends RevisionLists {
  /** Null where the list is in the row. */
  pageParts: string[] | null;
  fileParts: string[] | null;
}

/** In characters: shorter lists are in the row. */
const MIN_LENGTH = 32_768;

/** Texts of parts by hash; weights are characters. */
const cachedTexts = new WeightedCache<string>(32_000_000);
/** Long lists by their parts, frozen: a revision that was written here shares most pages and files with the one before. */
const cachedPages = new WeightedCache<StoredPage[]>(16_000_000, 'pages of revisions');
const cachedFiles = new WeightedCache<StoredFileRef[]>(32_000_000);
/** Lists of files for those who show some of them; weights are numbers of files. */
const fileLists = new WeightedCache<FileList>(250_000);
const partsOfFiles = new WeakMap<readonly StoredFileRef[], { spaceId: string; parts: string[] }>();

/** Selects what {@link readLists} needs. */
export const selectLists = (column: ExpressionBuilder<Database, 'revision_rows'>) =>
  [
    column.ref('revision_rows.pages').$castTo<StoredPage[]>().as('pages'),
    column.ref('revision_rows.files').$castTo<StoredFileRef[]>().as('files'),
    column.ref('revision_rows.page_parts').as('pageParts'),
    column.ref('revision_rows.file_parts').as('fileParts'),
  ] as const;

/** Rows with their whole lists. Sends a statement only if parts are not cached. */
export async function readLists<Row extends ListColumns>(
  db: Kysely<Database>,
  rows: readonly (Row & { spaceId: string })[],
): Promise<(Omit<Row, 'pageParts' | 'fileParts'> & { spaceId: string })[]> {
  const texts = await loadParts(db, rows);
  return rows.map(({ pageParts, fileParts, ...row }) => ({
    ...row,
    pages: pageParts === null ? row.pages : readPages(pageParts, texts),
    files: fileParts === null ? row.files : readFiles(row.spaceId, fileParts, texts),
  }));
}

/** The lists of one revision for those who show some of its files. The list of files is shared by revisions that have it. */
export async function readSomeFiles(
  db: Kysely<Database>,
  row: ListColumns & { spaceId: string },
): Promise<{ pages: StoredPage[]; files: FileList }> {
  const { spaceId, pageParts, fileParts } = row;
  const texts = await loadParts(db, [row]);
  const pages = pageParts === null ? row.pages : readPages(pageParts, texts);
  if (fileParts === null) return { pages, files: new FileList([], () => row.files) };
  const key = keyOf([spaceId, ...fileParts]);
  const cachedList = fileLists.get(key);
  if (cachedList) return { pages, files: cachedList };
  const whole = cachedFiles.get(key);
  const partTexts = new Map(whole ? [] : fileParts.map((id) => [id, partText(id, texts)]));
  const files = new FileList(
    [...partTexts.values()],
    () => whole ?? readFiles(spaceId, fileParts, partTexts),
  );
  fileLists.set(key, files, files.weight);
  return { pages, files };
}

function loadParts(
  db: Kysely<Database>,
  rows: readonly Pick<ListColumns & { spaceId: string }, 'spaceId' | 'pageParts' | 'fileParts'>[],
): Promise<Map<string, string>> {
  const parts = rows.flatMap(({ spaceId, pageParts, fileParts }) => {
    const missing = [
      ...(pageParts === null || cachedPages.get(keyOf(pageParts)) ? [] : pageParts),
      ...(fileParts === null || cachedFiles.get(keyOf([spaceId, ...fileParts])) ? [] : fileParts),
    ];
    return missing.map((id) => ({ spaceId, id }));
  });
  return loadTexts(db, parts);
}

async function loadTexts(
  db: Kysely<Database>,
  parts: readonly { spaceId: string; id: string }[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const missing = parts.filter(({ id }) => {
    const text = cachedTexts.get(id);
    if (text !== undefined) texts.set(id, text);
    return text === undefined;
  });
  if (missing.length === 0) return texts;
  const { rows } = await sql<{ id: string; text: string }>`
    select part.id, part.text from revision_parts as part
    join unnest(${missing.map(({ spaceId }) => spaceId)}::text[], ${missing.map(({ id }) => id)}::text[])
      as named (space_id, id) on named.space_id = part.space_id and named.id = part.id`.execute(db);
  for (const { id, text } of rows) {
    texts.set(id, text);
    cachedTexts.set(id, text, text.length);
  }
  return texts;
}

function joinTexts(parts: readonly string[], texts: ReadonlyMap<string, string>): string {
  return parts.map((id) => partText(id, texts)).join('');
}

function partText(id: string, texts: ReadonlyMap<string, string>): string {
  const text = texts.get(id);
  if (text === undefined) throw new Error(`The part ${id} of a revision is missing.`);
  return text;
}

function readPages(parts: readonly string[], texts: ReadonlyMap<string, string>): StoredPage[] {
  const key = keyOf(parts);
  const cachedTree = cachedPages.get(key);
  if (cachedTree) return cachedTree;
  const text = joinTexts(parts, texts);
  const pages: StoredPage[] = JSON.parse(text);
  freezePages(pages);
  cachedPages.set(key, pages, text.length);
  return pages;
}

/** Frozen, because others get the same list. */
function readFiles(spaceId: string, parts: string[], texts: ReadonlyMap<string, string>): StoredFileRef[] {
  const key = keyOf([spaceId, ...parts]);
  const cachedList = cachedFiles.get(key);
  if (cachedList) return cachedList;
  const text = joinTexts(parts, texts);
  const files: StoredFileRef[] = JSON.parse(text);
  for (const file of files) Object.freeze(file);
  Object.freeze(files);
  partsOfFiles.set(files, { spaceId, parts });
  cachedFiles.set(key, files, text.length);
  return files;
}

const keyOf = (parts: readonly string[]): string => parts.join(' ');

interface NewLists extends RevisionLists {
  spaceId: string;
  /** The revisions whose parts it may share. */
  parents: readonly string[];
}

/** The columns of a new revision with its lists, whose pages it freezes. Stores the parts that its parents do not have. */
export async function storeLists(trx: Transaction<Database>, lists: NewLists) {
  const { spaceId, pages, files } = lists;
  freezePages(pages);
  const pageParts = splitPages(pages);
  const readParts = partsOfFiles.get(files);
  const isUnchanged = readParts?.spaceId === spaceId;
  const fileParts = isUnchanged ? [] : splitFiles(files);
  const page_parts = isLong(pageParts) ? pageParts.map(({ id }) => id) : null;
  if (page_parts !== null) cachedPages.set(keyOf(page_parts), pages, lengthOf(pageParts));
  const file_parts = isUnchanged ? readParts.parts : isLong(fileParts) ? fileParts.map(({ id }) => id) : null;
  if (page_parts !== null || file_parts !== null)
    await storeParts(trx, lists, {
      ids: [...(page_parts ?? []), ...(file_parts ?? [])],
      parts: [...pageParts, ...fileParts],
    });
  return {
    pages: page_parts === null ? textOf(pageParts) : '[]',
    files: file_parts === null ? textOf(fileParts) : '[]',
    page_parts,
    file_parts,
  };
}

const textOf = (parts: readonly ListPart[]): string => parts.map(({ text }) => text).join('');

async function storeParts(
  trx: Transaction<Database>,
  { spaceId, parents, files }: NewLists,
  { ids, parts }: { ids: readonly string[]; parts: readonly ListPart[] },
): Promise<void> {
  const rows = await trx
    .selectFrom('revision_rows')
    .select(['page_parts', 'file_parts'])
    .where('space_id', '=', spaceId)
    .where('id', '=', sql<string>`any(${parents}::text[])`)
    .execute();
  const presentIds = new Set(rows.flatMap((row) => [...(row.page_parts ?? []), ...(row.file_parts ?? [])]));
  const missingIds = [...new Set(ids)].filter((id) => !presentIds.has(id)).toSorted();
  if (missingIds.length === 0) return;
  const partsById = new Map(parts.map((part) => [part.id, part]));
  // A list that was read, but from none of the parents.
  if (missingIds.some((id) => !partsById.has(id)))
    for (const part of splitFiles(files)) partsById.set(part.id, part);
  const missing = missingIds.map((id) => ({ id, text: partsById.get(id)?.text ?? '' }));
  // Renewed, so that no job deletes one that no revision has yet.
  await sql`
    insert into revision_parts (space_id, id, text)
    select ${spaceId}, id, text from unnest(${missing.map(({ id }) => id)}::text[],
      ${missing.map(({ text }) => text)}::text[]) as part (id, text)
    on conflict (space_id, id) do update set created_at = now()`.execute(trx);
}

function isLong(parts: readonly ListPart[]): boolean {
  return lengthOf(parts) >= MIN_LENGTH;
}

function lengthOf(parts: readonly ListPart[]): number {
  return parts.reduce((length, { text }) => length + text.length, 0);
}

/** Deletes old parts of spaces that none of their revisions has any more. */
export async function deleteUnusedParts(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  cutoff: Date,
): Promise<void> {
  for (const spaceId of spaceIds)
    await sql`
      delete from revision_parts where space_id = ${spaceId} and created_at < ${cutoff}
        and id not in (
          select unnest(coalesce(page_parts, '{}') || coalesce(file_parts, '{}')) from revision_rows
          where space_id = ${spaceId})`.execute(db);
}

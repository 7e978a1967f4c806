import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { createHash } from 'node:crypto';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { freezePages, pageJson } from '../pages/page-json.ts';
import type { StoredFileRef, StoredPage } from '../pages/storage.ts';
import { FileList } from './file-list.ts';

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
const MAX_PART_LENGTH = 262_144;
const PART_ID_LENGTH = 22;
/** One of so many pages or files begins a part, always the same ones, so that insertions leave other parts as they are. */
const PAGES_PER_PART = 64;
const FILES_PER_PART = 256;

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
  const pageTexts = splitPages(pages);
  const readParts = partsOfFiles.get(files);
  const isUnchanged = readParts?.spaceId === spaceId;
  const fileTexts = isUnchanged ? [] : splitFiles(files);
  const page_parts = isLong(pageTexts) ? pageTexts.map(partId) : null;
  if (page_parts !== null) cachedPages.set(keyOf(page_parts), pages, lengthOf(pageTexts));
  const file_parts = isUnchanged ? readParts.parts : isLong(fileTexts) ? fileTexts.map(partId) : null;
  if (page_parts !== null || file_parts !== null)
    await storeParts(trx, lists, {
      ids: [...(page_parts ?? []), ...(file_parts ?? [])],
      texts: [...pageTexts, ...fileTexts],
    });
  return {
    pages: page_parts === null ? pageTexts.join('') : '[]',
    files: file_parts === null ? fileTexts.join('') : '[]',
    page_parts,
    file_parts,
  };
}

async function storeParts(
  trx: Transaction<Database>,
  { spaceId, parents, files }: NewLists,
  { ids, texts }: { ids: readonly string[]; texts: readonly string[] },
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
  const textsById = new Map(texts.map((text) => [partId(text), text]));
  // A list that was read, but from none of the parents.
  if (missingIds.some((id) => !textsById.has(id)))
    for (const text of splitFiles(files)) textsById.set(partId(text), text);
  const missing = missingIds.map((id) => ({ id, text: textsById.get(id) ?? '' }));
  // Renewed, so that no job deletes one that no revision has yet.
  await sql`
    insert into revision_parts (space_id, id, text)
    select ${spaceId}, id, text from unnest(${missing.map(({ id }) => id)}::text[],
      ${missing.map(({ text }) => text)}::text[]) as part (id, text)
    on conflict (space_id, id) do update set created_at = now()`.execute(trx);
}

const partId = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, PART_ID_LENGTH);

function isLong(texts: readonly string[]): boolean {
  return lengthOf(texts) >= MIN_LENGTH;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((length, text) => length + text.length, 0);
}

/** The JSON of a tree, cut before some pages; `pages` is the last member of each. */
function splitPages(pages: readonly StoredPage[]): string[] {
  const parts = new PartTexts(PAGES_PER_PART);
  const write = (list: readonly StoredPage[]): void => {
    parts.add('[');
    list.forEach((page, at) => {
      parts.begin(page.id, at);
      parts.add(`${pageJson(page).slice(0, -1)},"pages":`);
      write(page.pages);
      parts.add('}');
    });
    parts.add(']');
  };
  write(pages);
  return parts.end();
}

function splitFiles(files: readonly StoredFileRef[]): string[] {
  const parts = new PartTexts(FILES_PER_PART);
  parts.add('[');
  files.forEach((file, at) => {
    parts.begin(file.id, at);
    parts.add(JSON.stringify(file));
  });
  parts.add(']');
  return parts.end();
}

/** The texts of the parts of a list while it is written. */
class PartTexts {
  readonly #itemsPerPart: number;
  readonly #texts: string[] = [];
  #text = '';

  constructor(itemsPerPart: number) {
    this.#itemsPerPart = itemsPerPart;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Begins an item of a list, and with some ids a part. */
  begin(id: string, at: number): void {
    if (hashNumber(id) % this.#itemsPerPart === 0 || this.#text.length > MAX_PART_LENGTH) {
      this.#texts.push(this.#text);
      this.#text = '';
    }
    if (at > 0) this.#text += ',';
  }

  end(): string[] {
    return [...this.#texts, this.#text].filter((text) => text !== '');
  }
}

/** FNV-1a: spread evenly, and the same in each version. */
function hashNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
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

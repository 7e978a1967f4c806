import { type Kysely, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredTextCheck } from '#server/database/tables/stored-texts.ts';
import { checkText, namedFiles, TEXT_CHECK_VERSION } from '../links/checked-text.ts';
import { isShort } from '../markdown/markdown-tokens.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { loadTexts } from './revisions.ts';

/** How many texts are selected at once. */
const BATCH_SIZE = 100;
/** Texts of so many bytes together are checked and written at once: that many are in memory. */
const BATCH_BYTES = 10_000_000;

/** The checks of texts by document id. Checks those that are not checked yet, long ones in a task process. */
export async function loadCheckedTexts(
  db: Kysely<Database>,
  documentIds: Iterable<string>,
  organizationId: string,
): Promise<Map<string, StoredTextCheck>> {
  // Always in the same order, so that concurrent writers do not deadlock.
  const ids = [...new Set(documentIds)].toSorted();
  const checked = new Map<string, StoredTextCheck>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    const known = await selectChecked(db, batch);
    for (const [id, text] of known) checked.set(id, text);
    const missing = batch.filter((id) => !known.has(id));
    for (const texts of divideByBytes(await selectSizes(db, missing), BATCH_BYTES)) {
      for (const [id, text] of await checkTexts(db, texts, organizationId)) checked.set(id, text);
    }
    await nextTurn();
  }
  return checked;
}

interface TextSize {
  id: string;
  bytes: number;
}

/** The database knows how long a text is without reading it. */
async function selectSizes(db: Kysely<Database>, documentIds: readonly string[]): Promise<TextSize[]> {
  if (documentIds.length === 0) return [];
  return db
    .selectFrom('documents')
    .select(['id', sql<number>`octet_length(markdown)`.as('bytes')])
    .where('id', '=', sql<string>`any(${documentIds}::text[])`)
    .orderBy('id')
    .execute();
}

/** Which of some texts are not checked yet, in the same order. */
export async function findUnchecked(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<TextSize[]> {
  const { rows } = await sql<TextSize>`
    select documents.id, octet_length(documents.markdown) as bytes
    from unnest(${documentIds}::text[]) with ordinality as wanted (id, position)
    join documents on documents.id = wanted.id
    where not exists (
      select from checked_texts where document_id = wanted.id and version = ${TEXT_CHECK_VERSION}::smallint
    ) order by position`.execute(db);
  return rows;
}

/** The ids of texts in lists of so many bytes at most; one that has more is alone. */
export function divideByBytes(texts: readonly TextSize[], maxBytes: number): string[][] {
  const lists: string[][] = [];
  let left = 0;
  for (const { id, bytes } of texts) {
    left -= bytes;
    if (left < 0 || !lists.at(-1)) {
      lists.push([]);
      left = maxBytes - bytes;
    }
    lists.at(-1)?.push(id);
  }
  return lists;
}

/** Which of some files checked texts name. */
export async function findNamedFiles(
  db: Kysely<Database>,
  documentIds: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from checked_texts cross join jsonb_array_elements_text(checked -> 'files') as name
    where document_id = any(${documentIds}::text[]) and name = any(${files}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

async function selectChecked(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, StoredTextCheck>> {
  const rows = await db
    .selectFrom('checked_texts')
    .select(['document_id', 'checked'])
    .where('document_id', '=', sql<string>`any(${documentIds}::text[])`)
    .where('version', '=', TEXT_CHECK_VERSION)
    .execute();
  return new Map(rows.map((row) => [row.document_id, row.checked]));
}

async function checkTexts(
  db: Kysely<Database>,
  documentIds: readonly string[],
  organizationId: string,
): Promise<[string, StoredTextCheck][]> {
  const texts = await loadTexts(db, documentIds);
  const checked: [string, StoredTextCheck][] = [];
  for (const [id, text] of texts) {
    checked.push([id, isShort(text) ? checkText(text) : await checkLongText(text, organizationId)]);
    await nextTurn();
  }
  if (isReadOnly(db)) return checked;
  const rows = checked.map(([id, text]) => ({ id, checked: text }));
  await sql`
    insert into checked_texts (document_id, version, checked)
    select given.id, ${TEXT_CHECK_VERSION}::smallint, given.checked
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, checked jsonb)
    where exists (select from documents where documents.id = given.id)
    order by 1
    on conflict (document_id) do update set version = excluded.version, checked = excluded.checked`.execute(
    db,
  );
  return checked;
}

/** Of a text that takes a task process too long, only the files are known, as they must not be taken for unused ones. */
async function checkLongText(text: string, organizationId: string): Promise<StoredTextCheck> {
  try {
    const [checked] = await runTask('checkTexts', { texts: [text] }, { organizationId });
    return checked ?? unknownText(text);
  } catch (error) {
    if (error instanceof TaskLimitError) return unknownText(text);
    throw error;
  }
}

const unknownText = (text: string): StoredTextCheck => ({
  problems: [],
  links: [],
  conditions: [],
  files: namedFiles(text),
});

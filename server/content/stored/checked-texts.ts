import { type Kysely, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredTextCheck } from '#server/database/tables/stored-texts.ts';
import { checkText, namedFiles, TEXT_CHECK_VERSION } from '../links/checked-text.ts';
import { isShort } from '../markdown/markdown-tokens.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { loadTexts } from './revisions.ts';

/** How many texts are checked and written at once. */
const BATCH_SIZE = 100;

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
    const missing = batch.filter((id) => !known.has(id));
    const fresh = missing.length === 0 ? [] : await checkTexts(db, missing, organizationId);
    for (const [id, text] of [...known, ...fresh]) checked.set(id, text);
    await nextTurn();
  }
  return checked;
}

/** How many texts are not checked yet. */
export async function countUnchecked(db: Kysely<Database>, documentIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${documentIds}::text[]) as wanted (id)
    where not exists (
      select from checked_texts where document_id = wanted.id and version = ${TEXT_CHECK_VERSION}::smallint
    )`.execute(db);
  return rows[0]?.count ?? 0;
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

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { runTask, TaskLimitError } from '#server/tasks/run-task.ts';
import { isShort } from '../markdown-tokens.ts';
import { loadTexts, storeTexts } from '../revisions.ts';
import { documentIdOf } from '../storage.ts';
import { type DocumentLink, type DocumentSection, type ParsedText, parseText } from './parse-document.ts';

/** Increase this when parsing a text gives another result; older rows are then parsed again. */
export const PARSER_VERSION = 1;

/** How many texts are parsed and written at once. */
const BATCH_SIZE = 500;

/** The links and anchors of a text. */
export interface TextLinks {
  links: readonly DocumentLink[];
  anchors: ReadonlySet<string>;
}

/** The links and anchors of texts by document id. Parses the texts that are not parsed yet. */
export async function loadTextLinks(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, TextLinks>> {
  const rows = await loadParsedTexts(db, documentIds, (ids) =>
    selectParsedTexts(db, ids).select(['links', 'anchors']).execute(),
  );
  return new Map(rows.map((row) => [row.document_id, { links: row.links, anchors: new Set(row.anchors) }]));
}

/** The sections of texts by document id. Parses the texts that are not parsed yet. */
export async function loadSections(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, DocumentSection[]>> {
  const rows = await loadParsedTexts(db, documentIds, (ids) =>
    selectParsedTexts(db, ids).select('sections').execute(),
  );
  return new Map(rows.map((row) => [row.document_id, row.sections]));
}

function selectParsedTexts(db: Kysely<Database>, documentIds: readonly string[]) {
  return db
    .selectFrom('document_facts')
    .select('document_id')
    .where('document_id', '=', sql<string>`any(${documentIds}::text[])`)
    .where('version', '=', PARSER_VERSION);
}

/** Selects parsed texts; parses the missing ones first. */
async function loadParsedTexts<Row>(
  db: Kysely<Database>,
  documentIds: readonly string[],
  select: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const ids = [...new Set(documentIds)];
  if (ids.length === 0) return [];
  const rows = await select(ids);
  if (rows.length === ids.length) return rows;
  await parseMissingTexts(db, ids);
  return select(ids);
}

async function parseMissingTexts(db: Kysely<Database>, documentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${documentIds}::text[]) as wanted (id)
    where not exists (
      select 1 from document_facts where document_id = wanted.id and version = ${PARSER_VERSION}::smallint)`.execute(
    db,
  );
  // Always in the same order, so that concurrent writers do not deadlock.
  const missing = [...new Set(rows.map(({ id }) => id))].toSorted();
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const texts = await loadTexts(db, missing.slice(start, start + BATCH_SIZE));
    await writeParsedTexts(db, await parseTexts([...texts.values()]));
  }
}

/**
 * Stores parsed texts before the transaction that references them, so that no transaction waits for the parsing of long
 * texts. Texts that stay unreferenced are deleted like others.
 */
export async function storeParsedTexts(db: Kysely<Database>, texts: readonly ParsedText[]): Promise<void> {
  if (texts.length === 0) return;
  await inTransaction(db, async (trx) => {
    await storeTexts(
      trx,
      texts.map(({ markdown }) => markdown),
    );
    await writeParsedTexts(trx, texts);
  });
}

/** The same for texts that are not parsed yet; short ones are left to the transaction. Throws `TaskLimitError`. */
export async function prepareTexts(
  db: Kysely<Database>,
  texts: Iterable<string>,
  organizationId: string,
): Promise<void> {
  const long = [...texts].filter((text) => !isShort(text));
  if (long.length === 0) return;
  await storeParsedTexts(db, await runTask('parseTexts', { texts: long }, { organizationId }));
}

/** Parses texts, long ones in a task process. One that cannot be parsed has no links and is found by its title only. */
async function parseTexts(texts: readonly string[]): Promise<ParsedText[]> {
  const long = texts.filter((text) => !isShort(text));
  const short = texts.filter((text) => isShort(text)).map((text) => parseText(text));
  if (long.length === 0) return short;
  try {
    return [...short, ...(await runTask('parseTexts', { texts: long }))];
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const parsed = JSON.stringify({ links: [], anchors: [], sections: [] });
    return [...short, ...long.map((markdown) => ({ id: documentIdOf(markdown), markdown, parsed }))];
  }
}

async function writeParsedTexts(db: Kysely<Database>, texts: readonly ParsedText[]): Promise<void> {
  if (texts.length === 0) return;
  const rows = [...new Map(texts.map((text) => [text.id, text])).values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, parsed }) => `{"id":"${id}","parsed":${parsed}}`);
  await sql`
    insert into document_facts (document_id, version, links, anchors, sections)
    select id, ${PARSER_VERSION}::smallint, parsed -> 'links', parsed -> 'anchors', parsed -> 'sections'
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as parsed_text (id text, parsed jsonb)
    on conflict (document_id) do update
    set version = excluded.version, links = excluded.links, anchors = excluded.anchors, sections = excluded.sections`.execute(
    db,
  );
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction, isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextHtml, DocumentLink, DocumentSection } from '#server/database/tables/stored-texts.ts';
import { HTML_VERSION } from '../html/text-html.ts';
import { type ParsedDocument, type ParsedText, parseText } from '../links/parse-document.ts';
import { isShort, rendersQuickly } from '../markdown/markdown-tokens.ts';
import { documentIdOf } from '../pages/storage.ts';
import { runTask, TaskLimitError } from '../tasks/run-task.ts';
import { hasConditionTags, VISITOR_TEXT_VERSION } from '../visitor-text/visitor-text.ts';
import { loadTexts, storeTexts } from './revisions.ts';

/** Increase this when parsing a text gives another result; older rows are then parsed again. */
export const PARSER_VERSION = 12;

/**
 * HTML of more characters is a separate parameter. As one of many rows of a parameter, the database copies it
 * six times, and the embedded engine never gives back memory.
 */
const LONG_HTML = 100_000;

/** How many texts are parsed and written at once. */
const BATCH_SIZE = 500;

/**
 * New texts of a revision that are up to so many characters together are rendered when it is written, so that no reader
 * waits for it. Of more, such as demonstration data and indexes that are rebuilt, each is rendered when it is first read.
 * The same for texts whose code takes long to highlight.
 */
const MAX_RENDERED_LENGTH = 10_000;

/** The links and anchors of a text. */
export interface TextLinks {
  links: readonly DocumentLink[];
  anchors: ReadonlySet<string>;
}

/** The addresses of the reusable contents among the links of a text. */
export function includedAddresses(links: readonly DocumentLink[]): string[] {
  return links.filter(({ include }) => include === true).map(({ href }) => href);
}

/** The links and anchors of texts by document id. Parses the texts that are not parsed yet. */
export async function loadTextLinks(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, TextLinks>> {
  const rows = await loadParsedTexts(
    db,
    documentIds,
    (ids) => selectParsedTexts(db, ids).select(['links', 'anchors']).execute(),
    toRow,
  );
  return new Map(rows.map((row) => [row.document_id, { links: row.links, anchors: new Set(row.anchors) }]));
}

/** The sections of texts by document id. Parses the texts that are not parsed yet. */
export async function loadSections(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, DocumentSection[]>> {
  const rows = await loadParsedTexts(
    db,
    documentIds,
    (ids) => selectParsedTexts(db, ids).select('sections').execute(),
    toRow,
  );
  return new Map(rows.map((row) => [row.document_id, row.sections]));
}

/**
 * The sections of the texts that visitors get without conditions, by document id; others have the sections of
 * members. Texts whose sections are unknown are read first.
 */
export async function loadConditionalSections(
  db: Kysely<Database>,
  documentIds: readonly string[],
  organizationId: string,
): Promise<Map<string, DocumentSection[]>> {
  const ids = [...new Set(documentIds)];
  if (ids.length === 0) return new Map();
  const select = () =>
    selectParsedTexts(db, ids)
      .select('visitor_sections')
      .where('visitor_version', '=', VISITOR_TEXT_VERSION)
      .execute();
  let rows = await select();
  if (rows.length < ids.length) {
    const parsedIds = new Set(rows.map((row) => row.document_id));
    const missingIds = ids.filter((id) => !parsedIds.has(id));
    const unstored = await readConditions(db, missingIds, organizationId);
    rows = unstored ? [...rows, ...unstored] : await select();
  }
  const read = new Map(rows.map((row) => [row.document_id, row.visitor_sections]));
  // One that could not be read has nothing to show.
  return new Map(ids.flatMap((id) => (read.get(id) === null ? [] : [[id, read.get(id) ?? []] as const])));
}

/** Finds out what visitors get of texts. Most have no conditions, and need not be parsed again. Returns what cannot be stored. */
async function readConditions(db: Kysely<Database>, documentIds: readonly string[], organizationId: string) {
  // Always in the same order, so that concurrent writers do not deadlock.
  const texts = [...(await loadTexts(db, documentIds.toSorted()))];
  const parse = (some: string[]) => parseTexts(some, { withHtml: false, organizationId });
  if (isReadOnly(db)) {
    const conditional = texts.map(([, text]) => text).filter(hasConditionTags);
    const plainRows = texts
      .filter(([, text]) => !hasConditionTags(text))
      .map(([id]) => ({ document_id: id, visitor_sections: null }));
    return [...plainRows, ...(await parse(conditional)).map(toRow)];
  }
  const plain = texts.filter(([, text]) => !hasConditionTags(text)).map(([id]) => id);
  const { rows } = await sql<{ id: string }>`
    update document_facts set visitor_version = ${VISITOR_TEXT_VERSION}::smallint, visitor_sections = null
    where document_id = any(${plain.toSorted()}::text[]) and version = ${PARSER_VERSION}::smallint
    returning document_id as id`.execute(db);
  const doneIds = new Set(rows.map(({ id }) => id));
  const others = texts.filter(([id]) => !doneIds.has(id)).map(([, text]) => text);
  await writeParsedTexts(db, await parse(others));
  return undefined;
}

/** A parsed text as its row, where it cannot be stored. */
function toRow({ id, parsed }: ParsedText) {
  const row: ParsedDocument & { visitorSections?: DocumentSection[] } = JSON.parse(parsed);
  const { links, anchors, sections, visitorSections = null } = row;
  return { document_id: id, links, anchors, sections, visitor_sections: visitorSections };
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
  ofParsed: (text: ParsedText) => Row,
): Promise<Row[]> {
  const ids = [...new Set(documentIds)];
  if (ids.length === 0) return [];
  const rows = await select(ids);
  if (rows.length === ids.length) return rows;
  const unstored = await parseMissingTexts(db, ids);
  return isReadOnly(db) ? [...rows, ...unstored.map(ofParsed)] : select(ids);
}

/** The HTML of texts by document id. Renders the texts that are not rendered yet, long ones in a task process. */
export async function loadStoredHtml(
  db: Kysely<Database>,
  documentIds: readonly string[],
  organizationId: string,
): Promise<Map<string, TextHtml>> {
  const ids = [...new Set(documentIds)];
  const htmlRows = await selectHtml(db, ids);
  // Always in the same order, so that concurrent writers do not deadlock.
  const missing = ids.filter((id) => !htmlRows.has(id)).toSorted();
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const texts = await loadTexts(db, missing.slice(start, start + BATCH_SIZE));
    const parsed = await parseTexts([...texts.values()], { withHtml: true, organizationId });
    if (!isReadOnly(db)) await writeParsedTexts(db, parsed);
    for (const { id, html } of parsed) if (html !== undefined) htmlRows.set(id, JSON.parse(html));
  }
  return htmlRows;
}

async function selectHtml(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, TextHtml>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('document_facts')
    .select(['document_id', 'html'])
    .where('document_id', '=', sql<string>`any(${ids}::text[])`)
    .where('version', '=', PARSER_VERSION)
    .where('html_version', '=', HTML_VERSION)
    .execute();
  return new Map(rows.flatMap(({ document_id: id, html }) => (html === null ? [] : [[id, html] as const])));
}

/** Parses and stores texts that are not parsed yet; returns those that cannot be stored. */
async function parseMissingTexts(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<ParsedText[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${documentIds}::text[]) as wanted (id)
    where not exists (
      select 1 from document_facts where document_id = wanted.id and version = ${PARSER_VERSION}::smallint)`.execute(
    db,
  );
  // Always in the same order, so that concurrent writers do not deadlock.
  const missing = [...new Set(rows.map(({ id }) => id))].toSorted();
  const unstored: ParsedText[] = [];
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const texts = await loadTexts(db, missing.slice(start, start + BATCH_SIZE));
    const withHtml = start === 0 && lengthOf([...texts.values()].filter(isShort)) <= MAX_RENDERED_LENGTH;
    const parsed = await parseTexts([...texts.values()], { withHtml });
    if (isReadOnly(db)) unstored.push(...parsed);
    else await writeParsedTexts(db, parsed);
  }
  return unstored;
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

interface ParseOptions {
  /** Whether to render them too. */
  withHtml: boolean;
  /** Who waits for it. Without, a transaction does: short texts are not left to a task process, however many they are. */
  organizationId?: string;
}

/** Parses texts, long ones in a task process. One that cannot be parsed has no links and is found by its title only. */
async function parseTexts(
  texts: readonly string[],
  { withHtml, organizationId }: ParseOptions,
): Promise<ParsedText[]> {
  const isInTransaction = organizationId === undefined;
  const isLittle = isInTransaction || lengthOf(texts.filter(isShort)) <= MAX_RENDERED_LENGTH;
  const isInline = (text: string) => isLittle && (isInTransaction ? isShort(text) : rendersQuickly(text));
  const long = texts.filter((text) => !isInline(text));
  // Loaded when it is needed: the highlighter is large.
  const parseWithHtml = withHtml ? (await import('../html/parse-with-html.ts')).parseWithHtml : parseText;
  const parsed = texts
    .filter(isInline)
    .map((text) => (rendersQuickly(text) ? parseWithHtml(text) : parseText(text)));
  if (long.length === 0) return parsed;
  try {
    const options = organizationId === undefined ? {} : { organizationId };
    return [...parsed, ...(await runTask('parseTexts', { texts: long }, options))];
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const { renderPlainHtml } = await import('../html/render-text.ts');
    return [...parsed, ...long.map((markdown) => unparsed(markdown, renderPlainHtml(markdown)))];
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function unparsed(markdown: string, html: TextHtml): ParsedText {
  const parsed = JSON.stringify({ links: [], anchors: [], sections: [] });
  return { id: documentIdOf(markdown), markdown, parsed, html: JSON.stringify(html) };
}

async function writeParsedTexts(db: Kysely<Database>, texts: readonly ParsedText[]): Promise<void> {
  const rows = [...new Map(texts.map((text) => [text.id, text])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const long = rows.filter(({ html = '' }) => html.length > LONG_HTML);
  const short = rows
    .filter((row) => !long.includes(row))
    .map(({ id, parsed, html = 'null' }) => `{"id":"${id}","parsed":${parsed},"html":${html}}`);
  if (short.length > 0)
    await writeRows(
      db,
      sql`select * from json_to_recordset(${`[${short.join(',')}]`}::json) as row (id text, parsed jsonb, html json)`,
    );
  for (const { id, parsed, html } of long)
    await writeRows(db, sql`select ${id}::text as id, ${parsed}::jsonb as parsed, ${html}::json as html`);
}

/** Writes the rows of a query. */
async function writeRows(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into document_facts
      (document_id, version, links, anchors, sections, visitor_sections, visitor_version, html, html_version)
    select id, ${PARSER_VERSION}::smallint, parsed -> 'links', parsed -> 'anchors', parsed -> 'sections',
      nullif(parsed -> 'visitorSections', 'null'), ${VISITOR_TEXT_VERSION}::smallint, html,
      case when html is null then 0 else ${HTML_VERSION}::smallint end
    from (${rows}) as parsed_text
    on conflict (document_id) do update
    set version = excluded.version, links = excluded.links, anchors = excluded.anchors, sections = excluded.sections,
      visitor_sections = excluded.visitor_sections, visitor_version = excluded.visitor_version,
      html = coalesce(excluded.html, document_facts.html),
      html_version = case when excluded.html is null then document_facts.html_version else excluded.html_version end`.execute(
    db,
  );
}

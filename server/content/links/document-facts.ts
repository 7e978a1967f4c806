import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { readTexts } from '../revisions.ts';
import {
  type DocumentLink,
  type DocumentReading,
  type DocumentSection,
  readDocument,
} from './read-document.ts';

/** Goes up when reading a text brings something else than before; what was read by then is read again. */
export const FACTS_VERSION = 1;

/** How many texts are read and written down at once. */
const PER_STATEMENT = 500;

/** What links need to know about a text. */
export interface LinkFacts {
  links: readonly DocumentLink[];
  anchors: ReadonlySet<string>;
}

/** The links and anchors of texts by document id. Reads the texts that nobody has asked about yet. */
export async function readLinkFacts(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, LinkFacts>> {
  const rows = await readFacts(db, documentIds, (ids) =>
    selectFacts(db, ids).select(['links', 'anchors']).execute(),
  );
  return new Map(rows.map((row) => [row.document_id, { links: row.links, anchors: new Set(row.anchors) }]));
}

/** The sections of texts by document id. Reads the texts that nobody has asked about yet. */
export async function readSections(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, DocumentSection[]>> {
  const rows = await readFacts(db, documentIds, (ids) => selectFacts(db, ids).select('sections').execute());
  return new Map(rows.map((row) => [row.document_id, row.sections]));
}

function selectFacts(db: Kysely<Database>, documentIds: readonly string[]) {
  return db
    .selectFrom('document_facts')
    .select('document_id')
    .where('document_id', '=', sql<string>`any(${documentIds}::text[])`)
    .where('version', '=', FACTS_VERSION);
}

/** Asks for facts; where some are missing, writes them and asks again. */
async function readFacts<Row>(
  db: Kysely<Database>,
  documentIds: readonly string[],
  select: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const ids = [...new Set(documentIds)];
  if (ids.length === 0) return [];
  const rows = await select(ids);
  if (rows.length === ids.length) return rows;
  await writeMissingFacts(db, ids);
  return select(ids);
}

async function writeMissingFacts(db: Kysely<Database>, documentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${documentIds}::text[]) as wanted (id)
    where not exists (
      select 1 from document_facts where document_id = wanted.id and version = ${FACTS_VERSION}::smallint)`.execute(
    db,
  );
  // Always in the same order, so that two who read the same texts never wait for each other.
  const missing = [...new Set(rows.map(({ id }) => id))].toSorted();
  for (let start = 0; start < missing.length; start += PER_STATEMENT) {
    const texts = await readTexts(db, missing.slice(start, start + PER_STATEMENT));
    const readings = [...texts].map(([id, markdown]) => ({ id, ...readDocument(markdown) }));
    await writeFacts(
      db,
      readings.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
}

async function writeFacts(
  db: Kysely<Database>,
  readings: (DocumentReading & { id: string })[],
): Promise<void> {
  if (readings.length === 0) return;
  await sql`
    insert into document_facts (document_id, version, links, anchors, sections)
    select id, ${FACTS_VERSION}::smallint, links, anchors, sections
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb)
      as reading (id text, links jsonb, anchors jsonb, sections jsonb)
    on conflict (document_id) do update
    set version = excluded.version, links = excluded.links, anchors = excluded.anchors, sections = excluded.sections`.execute(
    db,
  );
}

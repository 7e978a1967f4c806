import type { Generated } from 'kysely';
import type { Json, JsonWithDefault } from './columns.ts';

/** Runs of imports, of migration 068. */
interface ContentImportsTable {
  id: string;
  organization_id: string;
  created_by: string | null;
  state: Generated<string>;
  /** What was asked for. */
  request: Json<unknown>;
  /** Address, repository or file name of the source. */
  origin: string;
  steps: JsonWithDefault<unknown>;
  recognized: Json<unknown | null>;
  result: Json<unknown | null>;
  problem: string | null;
  /** The spaces that it was for, or made. */
  space_ids: Generated<string[]>;
  created_at: Date;
  finished_at: Date | null;
}

/** The report of a run. */
interface ImportEntriesTable {
  import_id: string;
  position: number;
  path: string;
  line: number | null;
  kind: string;
  message: string;
}

/** What a planned import changes. */
interface ImportChangesTable {
  import_id: string;
  position: number;
  change: Json<object>;
  document_id: string | null;
  /** Null where it has no text, or keeps its own. */
  text: string | null;
}

/** Uploads for imports, and what a run has fetched or unpacked. */
interface ImportSourcesTable {
  id: string;
  organization_id: string;
  /** Who uploads it; null for what a run has fetched. */
  user_id: string | null;
  import_id: string | null;
  position: Generated<number>;
  name: string;
  /** In bytes, as announced. */
  size: number;
  received: Generated<number>;
  /** Where a run has fetched it; null for what is uploaded, or is of an archive. */
  address: string | null;
  /** What came with the bytes, once all of them are there. */
  response: Json<FetchedResponse> | null;
  created_at: Date;
}

/** What a host said of bytes that were fetched. */
export interface FetchedResponse {
  /** The final address, after redirects. */
  url: string;
  contentType: string;
  charset: string;
}

interface ImportChunksTable {
  source_id: string;
  /** The position of its first byte. */
  start: number;
  data: Buffer;
}

export interface ImportTables {
  content_imports: ContentImportsTable;
  import_changes: ImportChangesTable;
  import_entries: ImportEntriesTable;
  import_sources: ImportSourcesTable;
  import_chunks: ImportChunksTable;
}

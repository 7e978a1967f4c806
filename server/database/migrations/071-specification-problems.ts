import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Specifications of several files (a name and a text each), why one could not be read, what is odd in a version, and its
 * operations and schemas in short (null until they are read). References are stored by page: '' is one without others.
 */
const STATEMENTS = `
alter table api_specs add column source_files json, add column last_process_error json;
alter table api_spec_versions
  add column warnings json not null default '[]',
  add column warning_count integer not null default 0,
  add column outline json;

alter table api_references add column part text not null default '';
alter table api_references drop constraint api_references_pkey;
alter table api_references add primary key (version_id, document_id, language, with_definitions, part);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * API references as they are sent to readers (decision 164): brotli of the HTML, with `gaps` for URLs at offsets of it. A
 * row is made by a job when a specification or a page changes, or by the first reader; `digest` says what it was made
 * from. Those of specifications from before are made by a job each.
 */
const STATEMENTS = `
create table api_references (
  version_id text not null references api_spec_versions (id) on delete cascade,
  document_id text not null,
  language text not null,
  with_definitions boolean not null,
  digest text not null,
  html bytea not null,
  length integer not null,
  gaps json not null,
  headings json not null,
  created_at timestamptz not null default now(),
  primary key (version_id, document_id, language, with_definitions)
);

insert into jobs (id, kind, payload)
select 'write-references-' || id, 'write-references', jsonb_build_object('specId', id)
from api_specs where last_version_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

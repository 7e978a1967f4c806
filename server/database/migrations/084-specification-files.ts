import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The files of a version of a specification as visitors download them, compressed; the main file is the one with
 * operations. The index of a space notes which specifications its pages and texts name, and a digest of their versions:
 * with another one its links are counted anew.
 */
const STATEMENTS = `
create table api_spec_files (
  version_id text not null references api_spec_versions (id) on delete cascade,
  name text not null,
  is_main boolean not null,
  content bytea not null,
  digest text not null,
  primary key (version_id, name)
);

alter table space_indexes add column specs text[] not null default '{}', add column spec_versions text;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

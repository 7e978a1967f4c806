import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Where a push has written pages, files and reusable contents: the space itself has it only of what was read (decision 349). */
const STATEMENTS = `
create table git_sync_files (
  connection_id text not null references git_sync_states (connection_id) on delete cascade,
  item_id text not null,
  space_id text not null,
  version text not null,
  path text not null,
  oid text not null,
  primary key (connection_id, item_id)
);
create index git_sync_files_space on git_sync_files (space_id, item_id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

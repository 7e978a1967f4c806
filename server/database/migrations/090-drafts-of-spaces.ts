import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Large content is written in several transactions before one makes it visible. `spaces.import_id` is the run that makes a
 * space, `files.pending_import_id` the one that stores a file of a space, until that run ends.
 */
const STATEMENTS = `
alter table spaces add column import_id text references content_imports (id) on delete set null;
create index spaces_import on spaces (import_id) where import_id is not null;
alter table files add column pending_import_id text;
create index files_pending on files (pending_import_id) where pending_import_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

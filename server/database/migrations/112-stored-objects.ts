import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The bytes of a file are in its row, or in a storage under a key (decision 318). Every object is noted before it is sent
 * there, and again when the last row that may refer to it goes. A server that runs at the same time and knows only of bytes
 * in rows cannot copy a file without them.
 */
const STATEMENTS = `
alter table files alter column data drop not null;
alter table files add column storage_key text;
alter table files add constraint files_have_bytes check (data is not null or storage_key is not null) not valid;
create index files_storage_key on files (storage_key) where storage_key is not null;
create index files_in_database on files (id) where storage_key is null;

create table stored_objects (
  key text primary key,
  bytes bigint not null,
  orphaned_at timestamptz(3)
);
create index stored_objects_orphaned on stored_objects (orphaned_at) where orphaned_at is not null;

create function note_orphaned_object() returns trigger language plpgsql as $$
begin
  update stored_objects set orphaned_at = now() where key = old.storage_key; return null; end $$;
create trigger files_note_orphaned_object after delete or update of storage_key on files
  for each row when (old.storage_key is not null) execute function note_orphaned_object();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

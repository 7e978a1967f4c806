import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Uploads wait until an edit makes them files of some content (decision 173). Small saves become one revision: what a
 * newer one stands for is superseded, and deleted after a day unless something refers to it (decision 174).
 */
const STATEMENTS = `
create table file_uploads (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  size integer not null,
  created_at timestamptz(3) not null
);
create index file_uploads_user on file_uploads (user_id);
create index file_uploads_space on file_uploads (space_id);
create index file_uploads_created on file_uploads (created_at);
create table file_upload_chunks (
  upload_id text not null references file_uploads (id) on delete cascade,
  attempt text not null,
  position integer not null,
  data bytea not null,
  primary key (upload_id, attempt, position)
);
alter table file_upload_chunks alter column data set storage external;
alter table revisions add column first_saved_at timestamptz(3), add column superseded_at timestamptz(3);
create index revisions_superseded on revisions (superseded_at) where superseded_at is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

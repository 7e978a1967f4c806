import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Imports are runs (decision 257). Their sources stay in chunks, so that any server can read them at any position. The
 * files of a run are rows that belong to no space until its last transaction; equal bytes of a space are one row.
 */
const STATEMENTS = `
create table content_imports (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  created_by text references users (id) on delete set null,
  state text not null default 'waiting',
  request jsonb not null,
  origin text not null,
  steps jsonb not null default '[]',
  recognized jsonb,
  result jsonb,
  problem text,
  space_ids text[] not null default '{}',
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index content_imports_organization on content_imports (organization_id, created_at desc, id desc);
create index content_imports_creator on content_imports (created_by, created_at desc, id desc);
create index content_imports_spaces on content_imports using gin (space_ids) with (fastupdate = off);
create table import_entries (
  import_id text not null references content_imports (id) on delete cascade,
  position integer not null,
  path text not null,
  line integer,
  kind text not null,
  message text not null,
  primary key (import_id, position)
);
create table import_sources (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  import_id text references content_imports (id) on delete cascade,
  position integer not null default 0,
  name text not null,
  size integer not null,
  received integer not null default 0,
  created_at timestamptz(3) not null
);
create index import_sources_user on import_sources (user_id) where import_id is null;
create index import_sources_import on import_sources (import_id, position);
create index import_sources_created on import_sources (created_at);
create table import_chunks (
  source_id text not null references import_sources (id) on delete cascade,
  start integer not null,
  data bytea not null,
  primary key (source_id, start)
);
alter table import_chunks alter column data set storage external;
alter table files alter column space_id drop not null;
alter table files add column import_id text references content_imports (id) on delete cascade, add column hash text;
create index files_import on files (import_id) where import_id is not null;
create index files_hash on files (space_id, hash) where hash is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

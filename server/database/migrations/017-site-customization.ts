import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The look of sites (decision 134): its pictures, and what is previewed before it is saved. */
const STATEMENTS = `
alter table sites add column customization_updated_at timestamptz(3);

create table site_pictures (
  site_id text not null references sites (id) on delete cascade,
  id text not null,
  content_type text not null,
  width integer,
  height integer,
  data bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create index site_pictures_created on site_pictures (created_at);

create table site_customization_drafts (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  customization jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index site_customization_drafts_site on site_customization_drafts (site_id, user_id, created_at);
create index site_customization_drafts_user on site_customization_drafts (user_id);
create index site_customization_drafts_created on site_customization_drafts (created_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

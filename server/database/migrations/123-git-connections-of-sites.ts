import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Connections of sites with repositories, and the spaces that they have connected (decision 336). */
const STATEMENTS = `
alter table git_connections alter column space_id drop not null;
alter table git_connections add column site_id text unique references sites (id) on delete cascade;
alter table git_connections add column site_connection_id text references git_connections (id) on delete set null;
alter table git_connections add column allows_revealing boolean not null default false;
alter table git_connections add column refused_commit text;
alter table git_connections add constraint git_connections_owner check ((space_id is null) <> (site_id is null));
create index git_connections_site_connection on git_connections (site_connection_id) where site_connection_id is not null;

create table git_site_states (
  connection_id text primary key references git_connections (id) on delete cascade,
  read_commit text,
  structure jsonb,
  keys jsonb not null default '{}',
  pushing jsonb,
  updated_at timestamptz(3) not null
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

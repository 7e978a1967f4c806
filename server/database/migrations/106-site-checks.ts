import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What readers of a site stumble over (docs/insights.md). `checked_texts` is what a text has of it by itself, shared by all
 * pages that have the text; `site_findings` are the places of a site as of `site_checks.basis`; `link_targets` are addresses
 * of other servers, of all sites, and `link_hosts` those servers: one of ours asks one of them at a time.
 */
const STATEMENTS = `
create table checked_texts (
  document_id text primary key references documents (id) on delete cascade,
  version smallint not null,
  checked jsonb not null
);

create table site_checks (
  site_id text primary key references sites (id) on delete cascade,
  basis text not null,
  checked_at timestamptz(3) not null,
  partial text[] not null
);

create table site_findings (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  kind text not null,
  position integer not null,
  space_id text not null references spaces (id) on delete cascade,
  page_space_id text references spaces (id) on delete cascade,
  item_id text,
  page_id text,
  file_id text,
  content_id text,
  title text not null,
  path text not null,
  line integer,
  detail text not null,
  url text
);
create index site_findings_list on site_findings (site_id, kind, position, id);
create index site_findings_url on site_findings (url) where url is not null;
create index site_findings_space on site_findings (space_id);
create index site_findings_page_space on site_findings (page_space_id) where page_space_id is not null;

create table link_targets (
  url text primary key check (length(url) <= 1000),
  host text not null,
  is_dead boolean not null,
  problem text not null,
  failures smallint not null,
  asked_at timestamptz(3),
  next_ask_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
);
create index link_targets_due on link_targets (host, next_ask_at);
create index link_targets_seen on link_targets (seen_at);

create table link_hosts (
  host text primary key,
  busy_until timestamptz(3),
  robots text,
  robots_read_at timestamptz(3)
);

alter table sites add column checks_links boolean;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, STATEMENTS);
}

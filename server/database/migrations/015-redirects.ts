import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Former addresses of published sites (decision 130), and redirects that people write.
 *
 * Everything in an address has a name for a while: a section or site space its path, or the empty name while it is the
 * default; a page its path in the space. `since` and `until` count the changes of all names. Triggers write them in the
 * transaction of the change, so that no writer can forget one; names that only a transaction saw are dropped. Bodies of functions have no semicolon at the end of a
 * line, which would end the statement. Paths of pages have no limit that an index could rely on, so digests are indexed.
 */
const STATEMENTS = `
create sequence address_changes;

create table site_item_names (
  site_id text not null references sites (id) on delete cascade,
  is_section boolean not null,
  section_id text,
  item_id text not null,
  name text not null,
  since bigint not null default nextval('address_changes'),
  until bigint
);
create index site_item_names_name on site_item_names (site_id, name);
create index site_item_names_current on site_item_names (item_id) where until is null;

insert into site_item_names (site_id, is_section, item_id, name, since)
select site_id, true, id, case when is_default then '' else path end, 0 from site_sections;
insert into site_item_names (site_id, is_section, section_id, item_id, name, since)
select site_id, false, section_id, id, case when is_default then '' else path end, 0 from site_spaces;

create function end_site_item_name() returns trigger language plpgsql as $$
begin
  delete from site_item_names
  where item_id = old.id and until is null and xmin = pg_current_xact_id()::xid
  ; update site_item_names set until = nextval('address_changes') where item_id = old.id and until is null
  ; return null; end $$;

create function start_section_name() returns trigger language plpgsql as $$
begin
  insert into site_item_names (site_id, is_section, item_id, name)
  values (new.site_id, true, new.id, case when new.is_default then '' else new.path end); return null; end $$;

create function start_site_space_name() returns trigger language plpgsql as $$
begin
  insert into site_item_names (site_id, is_section, section_id, item_id, name)
  values (new.site_id, false, new.section_id, new.id, case when new.is_default then '' else new.path end); return null; end $$;

create trigger site_sections_deleted after delete on site_sections
for each row execute function end_site_item_name();
create trigger site_sections_created after insert on site_sections
for each row execute function start_section_name();
create trigger site_sections_1_renamed after update on site_sections
for each row when (old.path <> new.path or old.is_default <> new.is_default) execute function end_site_item_name();
create trigger site_sections_2_renamed after update on site_sections
for each row when (old.path <> new.path or old.is_default <> new.is_default) execute function start_section_name();

create trigger site_spaces_deleted after delete on site_spaces
for each row execute function end_site_item_name();
create trigger site_spaces_created after insert on site_spaces
for each row execute function start_site_space_name();
create trigger site_spaces_1_renamed after update on site_spaces for each row when (
  old.path <> new.path or old.is_default <> new.is_default or old.section_id is distinct from new.section_id
) execute function end_site_item_name();
create trigger site_spaces_2_renamed after update on site_spaces for each row when (
  old.path <> new.path or old.is_default <> new.is_default or old.section_id is distinct from new.section_id
) execute function start_site_space_name();

alter table search_pages add column path_since bigint not null default 0;
alter table search_pages alter column path_since set default nextval('address_changes');
create index search_pages_path on search_pages (space_id, md5(path));

create table former_page_paths (
  space_id text not null references spaces (id) on delete cascade,
  page_id text not null,
  path text not null,
  since bigint not null,
  until bigint not null
);
create index former_page_paths_path on former_page_paths (space_id, md5(path));

create function start_page_path() returns trigger language plpgsql as $$
begin
  new.path_since := nextval('address_changes'); return new; end $$;

create function record_former_page_paths() returns trigger language plpgsql as $$
begin
  insert into former_page_paths (space_id, page_id, path, since, until)
  select former.space_id, former.page_id, former.path, former.path_since, page.path_since
  from former_pages former join pages page on page.space_id = former.space_id and page.page_id = former.page_id
  where page.path <> former.path; return null; end $$;

create function record_deleted_page_paths() returns trigger language plpgsql as $$
begin
  insert into former_page_paths (space_id, page_id, path, since, until)
  select former.space_id, former.page_id, former.path, former.path_since, nextval('address_changes')
  from former_pages former where exists (select from spaces where spaces.id = former.space_id); return null; end $$;

create trigger search_pages_path_since before update on search_pages
for each row when (old.path <> new.path) execute function start_page_path();
create trigger search_pages_moved after update on search_pages
referencing old table as former_pages new table as pages
for each statement execute function record_former_page_paths();
create trigger search_pages_deleted after delete on search_pages
referencing old table as former_pages
for each statement execute function record_deleted_page_paths();

create table former_site_names (
  site_id text not null references sites (id) on delete cascade,
  name text not null,
  until bigint not null default nextval('address_changes')
);
create index former_site_names_site on former_site_names (site_id, name);

create table former_hostnames (
  hostname text not null,
  organization_id text not null references organizations (id) on delete cascade,
  site_id text references sites (id) on delete cascade,
  until bigint not null default nextval('address_changes')
);
create index former_hostnames_hostname on former_hostnames (hostname);
create index former_hostnames_organization on former_hostnames (organization_id);
create index former_hostnames_site on former_hostnames (site_id);

create function record_former_site_name() returns trigger language plpgsql as $$
begin
  insert into former_site_names (site_id, name) values (old.id, old.basename); return null; end $$;
create trigger sites_renamed after update on sites
for each row when (old.basename is distinct from new.basename and old.basename is not null)
execute function record_former_site_name();

create function record_former_site_hostname() returns trigger language plpgsql as $$
begin
  insert into former_hostnames (hostname, organization_id, site_id)
  values (old.hostname, old.organization_id, old.id); return null; end $$;
create trigger sites_hostname after update on sites
for each row when (old.hostname is distinct from new.hostname and old.hostname is not null)
execute function record_former_site_hostname();

create function record_former_organization_hostname() returns trigger language plpgsql as $$
begin
  insert into former_hostnames (hostname, organization_id) values (old.hostname, old.id); return null; end $$;
create trigger organizations_hostname after update on organizations
for each row when (old.hostname is distinct from new.hostname and old.hostname is not null)
execute function record_former_organization_hostname();

create table site_redirects (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  source text not null,
  source_key text not null,
  is_wildcard boolean not null,
  target text not null,
  appends_rest boolean not null default false,
  status smallint not null default 301,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index site_redirects_source on site_redirects (site_id, source_key, is_wildcard);
create index site_redirects_created on site_redirects (site_id, created_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

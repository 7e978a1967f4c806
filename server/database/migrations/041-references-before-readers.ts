import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * API references are written when something makes them visible, or shows them in another language: a site is published or
 * gets another language, a space comes to a section, or the languages of its section change (decision 183). There is one job
 * for each site and transaction. Organizations without specifications, and moves within a section, cost next to nothing.
 * Bodies of functions have no semicolon at the end of a line, which would end the statement.
 */
const STATEMENTS = `
create function queue_references(site text) returns void language plpgsql as $$
begin
  insert into jobs (id, kind, payload)
select 'write-references-' || site || '-' || transaction_version(), 'write-references', jsonb_build_object('siteId', site)
where exists (
  select from sites inner join api_specs using (organization_id) where sites.id = site and sites.published
) and exists (
  select from site_spaces inner join search_pages using (space_id)
  where site_spaces.site_id = site and search_pages.spec is not null
)
on conflict (id) do nothing; end $$;

create function queue_references_of_site() returns trigger language plpgsql as $$
begin
  perform queue_references(new.id); return null; end $$;
create trigger sites_references after update of published, customization on sites
for each row when (
  new.published and (
    not old.published
    or new.customization #> '{internationalization}' is distinct from old.customization #> '{internationalization}'
  )
) execute function queue_references_of_site();

create function queue_references_of_site_space() returns trigger language plpgsql as $$
begin
  perform queue_references(coalesce(new.site_id, old.site_id)); return null; end $$;
create trigger site_spaces_added_references after insert or delete on site_spaces
for each row execute function queue_references_of_site_space();
create trigger site_spaces_changed_references after update of path, is_default, section_id on site_spaces
for each row when (
  (new.path, new.is_default, new.section_id) is distinct from (old.path, old.is_default, old.section_id)
) execute function queue_references_of_site_space();

create function queue_references_of_space() returns trigger language plpgsql as $$
begin
  perform queue_references(site_id) from site_spaces where space_id = new.id; return null; end $$;
create trigger spaces_references after update of deleted_at on spaces
for each row when (old.deleted_at is distinct from new.deleted_at) execute function queue_references_of_space();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

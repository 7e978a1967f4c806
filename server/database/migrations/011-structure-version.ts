import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The version of a site's structure: whatever changes the structure, or the titles and emojis of its spaces, replaces
 * it in the same transaction (decision 125). `transaction_version` is the value of the current transaction: the time
 * is part of it because transaction numbers repeat after a backup is restored. Bodies of functions have no semicolon at
 * the end of a line, which would end the statement.
 */
const STATEMENTS = `
alter table sites add column structure_version text not null default '';

create function transaction_version() returns text language sql stable
return pg_current_xact_id()::text || '-' || (extract(epoch from now()) * 1000)::bigint::text;

create function change_structure_version() returns trigger language plpgsql as $$
begin
  update sites set structure_version = transaction_version()
  where id = coalesce(new.site_id, old.site_id) and structure_version <> transaction_version(); return null; end $$;

create trigger site_section_groups_version after insert or update or delete on site_section_groups
for each row execute function change_structure_version();
create trigger site_sections_version after insert or update or delete on site_sections
for each row execute function change_structure_version();
create trigger site_spaces_version after insert or update or delete on site_spaces
for each row execute function change_structure_version();

create function change_structure_versions_of_space() returns trigger language plpgsql as $$
begin
  update sites set structure_version = transaction_version()
  where id in (
    select id from sites where id in (select site_id from site_spaces where space_id = new.id)
      and structure_version <> transaction_version()
    order by id for no key update); return null; end $$;

create trigger spaces_structure_version after update of title, emoji, deleted_at on spaces
for each row when (
  old.title <> new.title or old.emoji <> new.emoji or old.deleted_at is distinct from new.deleted_at
) execute function change_structure_versions_of_space();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

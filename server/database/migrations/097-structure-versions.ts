import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Earlier states of structures (decision 299): for each transaction that changed a structure, the rows that it changed as they
 * were before. Triggers write them, whatever made the change. The site of a row that goes with its site is gone already.
 * No line of a function ends with a semicolon, which would end the statement.
 */
const STATEMENTS = `
create table structure_versions (
  site_id text not null references sites (id) on delete cascade,
  version text not null,
  place bigint not null generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz(3) not null default now(),
  primary key (site_id, version)
);
create index structure_versions_place on structure_versions (site_id, place);
create index structure_versions_at on structure_versions (at);

create table structure_version_rows (
  site_id text not null,
  version text not null,
  kind text not null,
  item_id text not null,
  before jsonb,
  primary key (site_id, version, item_id),
  foreign key (site_id, version) references structure_versions (site_id, version) on delete cascade
);

create function record_structure_version() returns trigger language plpgsql as $$
declare changed_site text = coalesce(new.site_id, old.site_id); changed_item text = coalesce(new.id, old.id)
; begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null
  ; end if
  ; if not exists (select from sites where id = changed_site) then return null
  ; end if
  ; insert into structure_versions (site_id, version) values (changed_site, transaction_version()) on conflict do nothing
  ; insert into structure_version_rows values (
      changed_site, transaction_version(), tg_argv[0], changed_item, case when tg_op <> 'INSERT' then to_jsonb(old) end
    ) on conflict do nothing
  ; return null; end $$;

create trigger site_section_groups_record after insert or update or delete on site_section_groups
for each row execute function record_structure_version('group');
create trigger site_sections_record after insert or update or delete on site_sections
for each row execute function record_structure_version('section');
create trigger site_spaces_record after insert or update or delete on site_spaces
for each row execute function record_structure_version('site-space');
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

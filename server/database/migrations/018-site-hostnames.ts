import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Host names of sites are proven by a DNS record (decision 138). Several sites may ask for the same name, one has it:
 * who proves it first. Only names that were proven lead on to where the site is now.
 */
const STATEMENTS = `
alter table sites add column hostname_token text;
alter table sites add column hostname_set_at timestamptz(3);
alter table sites add column hostname_proven_at timestamptz(3);
alter table sites add column hostname_missing_since timestamptz(3);
alter table sites add column hostname_checked_at timestamptz(3);
alter table sites add column hostname_next_check_at timestamptz(3);
alter table sites add column hostname_problem text;
create unique index sites_proven_hostname on sites (hostname) where hostname_proven_at is not null;
create index sites_hostname_next_check on sites (hostname_next_check_at) where hostname_next_check_at is not null;

drop trigger sites_hostname on sites;
delete from former_hostnames where site_id is not null;
create trigger sites_hostname after update on sites
for each row when (
  old.hostname is not null and old.hostname_proven_at is not null
  and (old.hostname is distinct from new.hostname or new.hostname_proven_at is null)
) execute function record_former_site_hostname();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

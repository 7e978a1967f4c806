import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Email domains are proven by a DNS record (decision 159). The list itself stays a setting of the organization; a
 * trigger keeps one row for each domain beside it. A domain that is taken off the list loses its proof and keeps its
 * text, so that it can come back. Several organizations may list a domain; one has it: who proves it first.
 */
const STATEMENTS = `
create table email_domains (
  organization_id text not null references organizations (id) on delete cascade,
  domain text not null,
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  joining boolean not null default false,
  asked_at timestamptz(3),
  proven_at timestamptz(3),
  missing_since timestamptz(3),
  checked_at timestamptz(3),
  next_check_at timestamptz(3),
  problem text,
  primary key (organization_id, domain)
);
create unique index email_domains_proven on email_domains (domain) where proven_at is not null;
create index email_domains_next_check on email_domains (next_check_at) where next_check_at is not null;

insert into email_domains (organization_id, domain)
select id, domain from organizations, unnest(email_domains) as domain on conflict do nothing;

create function keep_email_domains() returns trigger language plpgsql as $$
begin
  insert into email_domains (organization_id, domain)
  select new.id, domain from unnest(new.email_domains) as domain on conflict do nothing
  ; update email_domains set joining = false, asked_at = null, proven_at = null, missing_since = null,
    checked_at = null, next_check_at = null, problem = null
  where organization_id = new.id and domain <> all(new.email_domains)
  ; return null; end $$;

create trigger organizations_email_domains_insert after insert on organizations
for each row when (new.email_domains <> '{}') execute function keep_email_domains();
create trigger organizations_email_domains_update after update of email_domains on organizations
for each row when (old.email_domains is distinct from new.email_domains) execute function keep_email_domains();
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Addresses that a mail server rejects (decision 282), and how often a mail was tried. */
const STATEMENTS = `
create table refused_addresses (
  email text primary key,
  reason text not null,
  refused_at timestamptz(3) not null,
  retry_at timestamptz(3)
);
alter table mails add column attempts integer not null default 0;
drop index mails_organization;
create index mails_organization on mails (organization_id, created_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

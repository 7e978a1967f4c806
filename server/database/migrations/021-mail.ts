import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Mail that was queued, with its outcome; what it says is written when it is sent, so no secret is stored. */
const STATEMENTS = `
create table mails (
  id text primary key,
  kind text not null,
  recipient text not null,
  organization_id text references organizations (id) on delete cascade,
  data jsonb not null default '{}',
  state text not null default 'waiting',
  error text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index mails_recipient on mails (recipient, created_at);
create index mails_organization on mails (organization_id, created_at);
create index mails_created on mails (created_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

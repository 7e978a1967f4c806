import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Addresses that are told what happens (decision 278), and what is on its way to them, in the order of events. */
const STATEMENTS = `
create table webhooks (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  url text not null,
  title text,
  events text[] not null,
  space_ids text[],
  secret text not null,
  previous_secret text not null default '',
  previous_secret_expires_at timestamptz(3),
  enabled boolean not null default true,
  disabled_reason text,
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index webhooks_created on webhooks (organization_id, created_at, id);

create table webhook_deliveries (
  id text primary key,
  seq bigint generated always as identity,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null,
  type text not null,
  subject text not null,
  body text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  first_attempted_at timestamptz(3),
  next_attempt_at timestamptz(3),
  locked_until timestamptz(3),
  answered_at timestamptz(3),
  duration_ms integer,
  answer_status integer,
  answer_body text,
  error text,
  created_at timestamptz(3) not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_created on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at, seq) where state = 'pending';
create index webhook_deliveries_first on webhook_deliveries (webhook_id, subject, seq)
  where state = 'pending' and first_attempted_at is null;
create index webhook_deliveries_locked on webhook_deliveries (webhook_id, locked_until) where locked_until is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

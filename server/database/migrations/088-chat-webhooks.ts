import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Webhooks that post to a channel (decision 284). Their `url` has the host alone, and a scheme that no server fetches: one
 * of the version before sends nothing there.
 */
const STATEMENTS = `
alter table webhooks
  add column format text not null default 'standard',
  add column address text not null default '',
  add column failure_reported_at timestamptz(3);
alter table webhook_deliveries add column message text;
create index webhook_deliveries_next on webhook_deliveries (webhook_id, next_attempt_at, seq) where state = 'pending';
create index webhook_deliveries_state on webhook_deliveries (webhook_id, state, created_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

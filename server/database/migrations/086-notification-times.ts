import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What the cleanup of old notifications finds. */
const STATEMENTS = `
create index notification_events_old on notification_events (at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

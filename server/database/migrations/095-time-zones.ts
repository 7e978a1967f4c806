import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Where the mornings are at which summaries are sent. Without one, in UTC, as servers of the version before send them. */
export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, 'alter table notification_settings add column time_zone text;');
}

import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** In which mail an event was told to a person (decision 282). */
const STATEMENTS = `
alter table notification_events add column mail_id text;
create index mails_notifications on mails (recipient, created_at) where kind in ('notification', 'digest');
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

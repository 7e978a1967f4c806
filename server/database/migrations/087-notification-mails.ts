import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** In which mail an event was told to a person, or that it is in none (decision 282); null until that is decided. */
const STATEMENTS = `
alter table notification_events add column mail_id text;
create index notification_events_open on notification_events (at, event_id, user_id) where mail_id is null;
create index notification_events_summaries on notification_events (mail_id, user_id, at)
  where mail_id in ('daily', 'weekly');
create index mails_notifications on mails (recipient, created_at) where kind in ('notification', 'digest');
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * When a notification was last changed, and in which transaction: whether a stream that is opened again has missed one.
 * Unknown for older ones, which nobody has missed. A trigger, as servers of the version before change notifications, too.
 */
const STATEMENTS = `
alter table notifications add column changed_tx bigint;
alter table notifications add column changed_at timestamptz(3);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, STATEMENTS);
  await sql`
    create function stamp_notification() returns trigger language plpgsql as $$
    begin
      new.changed_tx := pg_current_xact_id()::text::bigint;
      new.changed_at := now();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger stamp_notification before insert or update on notifications
    for each row execute function stamp_notification()`.execute(db);
}

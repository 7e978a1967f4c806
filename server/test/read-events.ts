import { type Kysely, sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { type EventReader, runReader } from '#server/audit/event-cursors.ts';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * Hands a reader all events that are committed. Transactions of other tests, in any database of the cluster, hold events
 * back until they end.
 */
export async function readAllEvents(db: Kysely<Database>, reader: EventReader): Promise<number> {
  await waitUntilSettled(db);
  return runReader(db, reader);
}

/** Waits until all events that are committed can be read. */
export async function waitUntilSettled(db: Kysely<Database>): Promise<void> {
  while (await isHeldBack(db)) await wait(5);
}

async function isHeldBack(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_held_back: boolean }>`
    select exists (select from audit_log where tx is not null and tx >= pg_snapshot_xmin(pg_current_snapshot())
      and seq >= (select max(first_seq) from event_epochs)) as is_held_back`.execute(db);
  return rows[0]?.is_held_back === true;
}

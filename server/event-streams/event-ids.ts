import { type Kysely, sql } from 'kysely';
import type { EventPosition } from '#server/audit/event-log.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** The database that ids of streamed events belong to, as it is now. */
export interface EventDatabase {
  /** Changes with each epoch: ids of before are unknown then. */
  mark: string;
  epoch: number;
  /** The next transaction: no event has it or a later one. */
  next: string;
  /** The oldest transaction that may still be open. */
  oldest: string;
}

export async function findEventDatabase(db: Kysely<Database>): Promise<EventDatabase> {
  const { rows } = await sql<EventDatabase>`
    select mark, epoch, pg_snapshot_xmax(pg_current_snapshot()) as next,
      pg_snapshot_xmin(pg_current_snapshot()) as oldest
    from event_epochs order by epoch desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The record of events has no epoch.');
  return row;
}

export const formatEventId = (mark: string, { tx, seq }: EventPosition): string => `${mark}-${tx}-${seq}`;

/** The position of an id; undefined where it is none, or of another database or a later state of this one. */
export function parseEventId(id: string, { mark, epoch, next }: EventDatabase): EventPosition | undefined {
  const [, ownMark, tx, seq] = /^([0-9a-f]{1,32})-(\d{1,18})-(\d{1,18})$/.exec(id) ?? [];
  if (ownMark !== mark || tx === undefined || seq === undefined) return undefined;
  return BigInt(tx) > BigInt(next) ? undefined : { epoch, tx, seq: Number(seq) };
}

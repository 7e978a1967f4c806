import { type Kysely, sql, type Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type EventPosition, type LoggedEvent, readEvents } from './event-log.ts';

/** Few enough that a transaction which handles them is short: while it runs, readers see no later event. */
const BATCH = 100;

/** Something that every event must reach once. */
export interface EventReader {
  /** The name of its cursor; never changed once released. */
  readonly name: string;
  /**
   * Handles events in order, in the transaction that moves the cursor: what it writes with `trx` is committed with the
   * move, or not at all. Anything else may happen twice and must be idempotent by event and recipient. If it throws,
   * the same events come again, so data that it can't use must not make it throw. It takes far less than 5 s.
   */
  readonly handle: (trx: Transaction<Database>, events: readonly LoggedEvent[]) => Promise<void>;
}

/**
 * Hands a reader all events behind its cursor, or those before `isStopping`. Of several servers one does it at a time. A
 * reader without a cursor begins with what happens from now on. Returns the number of events.
 */
export async function runReader(
  db: Kysely<Database>,
  reader: EventReader,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let total = 0; ;) {
    if (isStopping()) return total;
    const handled = await handleBatch(db, reader);
    total += handled;
    // A commit during this batch has sent a signal of its own.
    if (handled < BATCH) return total;
  }
}

async function handleBatch(db: Kysely<Database>, { name, handle }: EventReader): Promise<number> {
  const cursor = (await findCursor(db, name)) ?? (await createCursor(db, name));
  // Without a lock: a lock takes a transaction number, also where there is nothing to do.
  const events = await readEvents(db, { after: cursor, limit: BATCH });
  const last = events.at(-1);
  if (!last) return 0;
  return inTransaction(db, async (trx) => {
    const locked = await selectCursor(trx, name).forUpdate().skipLocked().executeTakeFirst();
    // Nothing appears before events that were read, so they are still the next ones, unless another server had them.
    if (!locked || !isSamePosition(locked, cursor)) return 0;
    await handle(trx, events);
    await trx
      .updateTable('event_cursors')
      .set({ ...last.position, moved_at: sql`now()` })
      .where('reader', '=', name)
      .execute();
    return events.length;
  });
}

const isSamePosition = (a: EventPosition, b: EventPosition): boolean =>
  a.epoch === b.epoch && a.tx === b.tx && a.seq === b.seq;

function selectCursor(db: Kysely<Database>, reader: string) {
  return db.selectFrom('event_cursors').select(['epoch', 'tx', 'seq']).where('reader', '=', reader);
}

function findCursor(db: Kysely<Database>, reader: string): Promise<EventPosition | undefined> {
  return selectCursor(db, reader).executeTakeFirst();
}

/** Creates the cursor of a reader, unless another server has. */
async function createCursor(db: Kysely<Database>, reader: string): Promise<EventPosition> {
  await db
    .insertInto('event_cursors')
    .values({ reader, ...(await currentPosition(db)) })
    .onConflict((conflict) => conflict.column('reader').doNothing())
    .execute();
  return selectCursor(db, reader).executeTakeFirstOrThrow();
}

/** The position before everything that isn't settled yet. */
async function currentPosition(db: Kysely<Database>): Promise<EventPosition> {
  const { rows } = await sql<EventPosition>`
    select max(epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as tx, 0 as seq from event_epochs`.execute(
    db,
  );
  return rows[0] ?? { epoch: 1, tx: '0', seq: 0 };
}

/**
 * Starts an epoch if transactions of the log are still to come here: the database is a dump from a cluster that had
 * counted further. Later events follow all earlier ones then, and every cursor keeps its place. Call it before anything is
 * written. Returns whether an epoch was started.
 */
export async function startEpochAfterRestore(db: Kysely<Database>): Promise<boolean> {
  if (!(await isFromOtherCluster(db))) return false;
  return inTransaction(db, async (trx) => {
    await sql`lock table event_epochs in share row exclusive mode`.execute(trx);
    // Another server may have been first.
    if (!(await isFromOtherCluster(trx))) return false;
    await insertEpoch(trx);
    return true;
  });
}

/** Starts an epoch: ids of events that clients have from this database are unknown from now on. */
export async function startEpoch(db: Kysely<Database>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`lock table event_epochs in share row exclusive mode`.execute(trx);
    await insertEpoch(trx);
  });
}

async function insertEpoch(trx: Transaction<Database>): Promise<void> {
  const mark = randomBytes(6).toString('hex');
  await sql`insert into event_epochs (epoch, mark, first_seq)
    select max(epoch) + 1, ${mark}, nextval('event_seq') from event_epochs`.execute(trx);
}

async function isFromOtherCluster(db: Kysely<Database>): Promise<boolean> {
  const future = sql`>= pg_snapshot_xmax(pg_current_snapshot())`;
  const { rows } = await sql<{ is_other: boolean }>`
    select exists (select from audit_log where tx is not null and tx ${future} and seq >= current.first_seq)
      or exists (select from installation_log where tx is not null and tx ${future} and seq >= current.first_seq)
      or exists (select from event_cursors where epoch = current.epoch and tx ${future}) as is_other
    from event_epochs as current order by epoch desc limit 1`.execute(db);
  return rows[0]?.is_other === true;
}

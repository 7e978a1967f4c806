import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { readEvents } from './event-log.ts';

/** Readers that are farther behind, in seconds, are reported. */
const MAX_DELAY_SECONDS = 30;

/** How far readers of events are behind, and why. */
export interface EventDelay {
  seconds: number;
  /** A sentence for administrators. It names other databases of the cluster. */
  reason: string;
}

/**
 * The delay of events, if it is above half a minute: because a transaction somewhere in the cluster stays open, so that
 * nothing after it is read, or because a reader fails.
 */
export async function findEventDelay(db: Kysely<Database>): Promise<EventDelay | undefined> {
  const waiting = await findOldestUnsettled(db);
  if (waiting !== undefined && waiting > MAX_DELAY_SECONDS) {
    return { seconds: waiting, reason: await describeHolder(db) };
  }
  return findSlowReader(db);
}

/** The age of the oldest event that is committed and not read yet, in seconds. */
export async function findOldestUnsettled(db: Kysely<Database>): Promise<number | undefined> {
  const oldest = (log: string) => sql`(select at from ${sql.table(log)}
    where tx is not null and tx >= pg_snapshot_xmin(pg_current_snapshot())
      and seq >= (select first_seq from event_epochs order by epoch desc limit 1)
    order by tx, seq limit 1)`;
  const { rows } = await sql<{ seconds: number | null }>`
    select round(extract(epoch from clock_timestamp() - min(at)))::int as seconds
    from (${oldest('audit_log')} union all ${oldest('installation_log')}) as unsettled`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

interface Holder {
  database: string | null;
  process: number | null;
  name: string | null;
  /** Null where this server may not see it. */
  seconds: number | null;
}

/** The oldest transaction of the cluster: of a connection, or prepared and left. */
async function describeHolder(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<Holder>`
    select database, process, name, seconds from (
      select datname as database, pid as process, application_name as name, age(backend_xid) as behind,
        round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select database, null, gid, age(transaction), round(extract(epoch from clock_timestamp() - prepared))::int
      from pg_prepared_xacts
    ) as holders order by behind desc limit 1`.execute(db);
  const [holder] = rows;
  if (!holder) return 'A transaction that has ended by now was open for long.';
  const { database, process, name, seconds } = holder;
  const who = process === null ? `prepared as ${name}` : `process ${process}${name ? `, ${name}` : ''}`;
  const since = seconds === null ? '' : ` for ${seconds} seconds`;
  return `A transaction in the database ${database} (${who}) has been open${since}. Events wait until it ends.`;
}

/** A reader that has left events for too long. */
async function findSlowReader(db: Kysely<Database>): Promise<EventDelay | undefined> {
  const cursors = await db.selectFrom('event_cursors').select(['reader', 'epoch', 'tx', 'seq']).execute();
  for (const { reader, ...after } of cursors) {
    const [first] = await readEvents(db, { after, limit: 1 });
    if (!first) continue;
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from clock_timestamp() - ${first.at}::timestamptz))::int as seconds`.execute(
      db,
    );
    const seconds = rows[0]?.seconds ?? 0;
    if (seconds > MAX_DELAY_SECONDS) return { seconds, reason: `The reader ${reader} of events fails.` };
  }
  return undefined;
}

import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, sqlStateOf } from './engine/transaction.ts';
import type { Database } from './tables/schema.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** A table with a partition for each month, and `…_rest` for what has none yet. */
export interface MonthlyTable {
  table: keyof Database;
  /** What its partitions are ranges of. */
  column: 'at' | 'day';
  /** Keys of its partitions; without it, they have those of the table. */
  partitionKey?: 'id';
}

export interface Month {
  /** `2026_12`. */
  name: string;
  from: string;
  until: string;
}

/**
 * Creates partitions. Rows that were written before their partition existed move into it. A partition whose tables are in
 * use, as by a long dump, is left for the next run.
 */
export async function addMonths(
  db: Kysely<Database>,
  table: MonthlyTable,
  months: readonly Month[],
): Promise<void> {
  for (const month of months) {
    await unlessInUse(inTransaction(db, (trx) => addMonth(trx, table, month)));
  }
}

/** Waits for a change of partitions; one whose tables are in use is left out. */
export async function unlessInUse(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
  });
}

/** A statement that waits for a lock makes all later ones wait. */
export async function limitLockWait(trx: Transaction<Database>): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(trx);
}

async function addMonth(
  trx: Transaction<Database>,
  { table, column, partitionKey }: MonthlyTable,
  month: Month,
): Promise<void> {
  const [parent, rest] = [sql.table(table), sql.table(`${table}_rest`)];
  const partition = sql.table(`${table}_${month.name}`);
  const [at, from, until] = [sql.ref(column), sql.lit(month.from), sql.lit(month.until)];
  await limitLockWait(trx);
  await sql`lock table ${rest} in access exclusive mode`.execute(trx);
  const keys =
    partitionKey === undefined ? sql`including indexes` : sql`, primary key (${sql.ref(partitionKey)})`;
  await sql`create table ${partition} (like ${parent} including defaults ${keys})`.execute(trx);
  await sql`with moved as (delete from ${rest} where ${at} >= ${from} and ${at} < ${until} returning *)
    insert into ${partition} select * from moved`.execute(trx);
  await sql`alter table ${parent} attach partition ${partition} for values from (${from}) to (${until})`.execute(
    trx,
  );
}

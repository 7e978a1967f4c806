import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../tables/schema.ts';
import {
  DatabaseUnavailableError,
  readingAdapter,
  type TransactionQuery,
  TransactionTooLongError,
  type UnlimitedQuery,
} from './engine-dialect.ts';

/** SQLSTATEs of conflicting transactions; running one of them again resolves the conflict. */
const TRANSIENT = new Set(['40001', '40P01']);
const ATTEMPTS = 4;
/** SQLSTATE of a server that has become a standby: a connection to it is as good as lost. */
export const READ_ONLY = '25006';
/** SQLSTATEs of named statements that a pooler sent to a server process that does not know them, or knows others. */
export const NAME_LOST = new Set(['26000', '42P05']);

/** SQLSTATE of anything that PostgreSQL cannot do. */
const UNSUPPORTED = '0A000';

const LIFT_LIMIT: UnlimitedQuery = { ...CompiledQuery.raw(''), isUnlimited: true };

const commitListeners = new WeakMap<object, (() => void)[]>();

/**
 * Runs `act` in a transaction and returns its result. A deadlock, a serialization failure or a connection that refuses
 * a statement runs it again, so `act` must have no effects outside the database. Use only `trx` inside: the embedded engine has one connection, and the outer
 * one would wait forever.
 *
 * It throws a `TransactionTooLongError` if `act` takes above 5 s on PostgreSQL: events of others wait for its end. Long
 * work is done before, or in several transactions. `isUnlimited` is for what runs while nobody works with the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  act: (trx: Transaction<Database>) => Promise<T>,
  { isUnlimited = false } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners: (() => void)[] = [];
    try {
      const result = await db.transaction().execute(async (trx) => {
        commitListeners.set(trx, listeners);
        if (isUnlimited) await trx.executeQuery(LIFT_LIMIT);
        return act(trx);
      });
      for (const listener of listeners) listener();
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/** A statement that has not run yet, made by Kysely's builder or its `sql`. */
export interface Statement<Row> {
  compile(db: Kysely<Database>): CompiledQuery<Row>;
}

/**
 * Runs a transaction whose statements are all known before the first one runs, and returns the rows of each. The engine
 * gets all of them at once, so that a lock is not held while this process is busy with something else.
 */
export async function runTransaction<Rows extends unknown[]>(
  db: Kysely<Database>,
  statements: { [Index in keyof Rows]: Statement<Rows[Index]> },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const query: TransactionQuery = {
    ...CompiledQuery.raw('begin'),
    statements: statements.map((statement) => statement.compile(db)),
  };
  const { rows } = await db.executeQuery(query);
  // The connection returns the rows of each statement.
  return rows as { [Index in keyof Rows]: Rows[Index][] };
}

/** Calls `listener` once the transaction is committed; at once if `db` is not a transaction of `inTransaction`. */
export function afterCommit(db: Kysely<Database>, listener: () => void): void {
  const listeners = commitListeners.get(db);
  if (listeners) listeners.push(listener);
  else listener();
}

/** Whether a handle, or a transaction on it, leads to a replica: what is made from what was read cannot be stored there. */
export function isReadOnly(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter === readingAdapter;
}

/** Whether another transaction was in the way, so that running this one again may succeed. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqlStateOf(error) ?? '') || isRefused(error);
}

/** Whether the database was not there, so that the same may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError;
}

/** Whether a transaction took longer than it may. It has changed nothing, and may succeed on a database that is less busy. */
export function isTooLong(error: unknown): boolean {
  return error instanceof TransactionTooLongError;
}

/** Whether a statement was refused before it ran, because of the connection that it was sent on. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
  return isOutdated(cause) || NAME_LOST.has(sqlStateOf(cause) ?? '');
}

/**
 * Whether all older connections are of no more use: the server has become a standby, or a table has other columns than
 * when a named statement was prepared, as another server has migrated the database. The message may be in any language.
 */
export function isOutdated(error: unknown): boolean {
  const state = sqlStateOf(error);
  return (
    state === READ_ONLY ||
    (state === UNSUPPORTED && stringProperty(error, 'routine') === 'RevalidateCachedQuery')
  );
}

/** Whether a replica has ended a read, as it had to replay a change of what was read. It can be read again. */
export function isRecoveryConflict(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
  return sqlStateOf(cause) === '40001' && stringProperty(cause, 'routine') === 'ProcessInterrupts';
}

export function sqlStateOf(error: unknown): string | undefined {
  return stringProperty(error, 'code');
}

/** Whether a unique index rejected the row; `constraint` limits it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    sqlStateOf(error) === '23505' &&
    (constraint === undefined || stringProperty(error, 'constraint') === constraint)
  );
}

/** Whether the key of the change was stored by another arrival of the request, which made the change. */
export function isClaimTaken(error: unknown): boolean {
  return sqlStateOf(error) === '23502' && stringProperty(error, 'table') === 'idempotency_keys';
}

function stringProperty(
  error: unknown,
  key: 'code' | 'constraint' | 'routine' | 'table',
): string | undefined {
  if (!(error instanceof Error) || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}

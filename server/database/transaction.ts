import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** SQLSTATE of two transactions that cannot both go on; running one of them again settles it. */
const TRANSIENT = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

const commitListeners = new WeakMap<object, (() => void)[]>();

/**
 * Runs `act` in a transaction and returns what it returns. A deadlock or serialization failure starts it again, so
 * `act` changes nothing but the database. Inside, use `trx` only: the embedded engine has one connection, and asking the
 * outer one would wait for ever.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  act: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners: (() => void)[] = [];
    try {
      const result = await db.transaction().execute((trx) => {
        commitListeners.set(trx, listeners);
        return act(trx);
      });
      for (const listener of listeners) listener();
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !TRANSIENT.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

/** Calls `listener` once the transaction is committed; at once where `db` is not a transaction of `inTransaction`. */
export function afterCommit(db: Kysely<Database>, listener: () => void): void {
  const listeners = commitListeners.get(db);
  if (listeners) listeners.push(listener);
  else listener();
}

/** The SQLSTATE of a database error of either engine. */
export function sqlStateOf(error: unknown): string | undefined {
  return stringProperty(error, 'code');
}

/** Whether a unique index refused the row; `constraint` limits it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    sqlStateOf(error) === '23505' &&
    (constraint === undefined || stringProperty(error, 'constraint') === constraint)
  );
}

function stringProperty(error: unknown, key: 'code' | 'constraint'): string | undefined {
  if (!(error instanceof Error) || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}

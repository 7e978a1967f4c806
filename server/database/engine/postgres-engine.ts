import type { CompiledQuery, QueryResult } from 'kysely';
import { callbackify } from 'node:util';
import pg from 'pg';
import { DescribedQuery, type PreparedStatement, toWireValues } from './described-query.ts';
import {
  DatabaseUnavailableError,
  type Engine,
  type EngineSession,
  TransactionTooLongError,
} from './engine-dialect.ts';
import { limited, type PostgresTraits } from './examine-postgres.ts';
import { StatementNames } from './statement-names.ts';
import { parseTimestamp } from './stored-time.ts';
import {
  isOutdated,
  isRecoveryConflict,
  isRefused,
  NAME_LOST,
  READ_ONLY,
  sqlStateOf,
} from './transaction.ts';

/** Type id of bigint, the type of `count(*)`. No count exceeds 2^53. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const STATEMENT_TIMEOUT_MS = 30_000;
/** SQLSTATEs of a server that stops or starts, and of broken connections. */
const CONNECTION_LOST = /^(57P|08)/;
/** SQLSTATE of a statement that reached its time limit. */
const CANCELED = '57014';
/** SQLSTATE of a transaction that was idle for its time limit; it ends the connection. */
const IDLE_IN_TRANSACTION = '25P03';
/** The limit of statements in a transaction is set again when this part of it has passed: rarely before a second. */
const LIMIT_STEP = 1 / 5;

/** Limits of the connections of one server. */
export interface PoolLimits {
  size: number;
  /** How long a connection is used, 0 for without end: behind a balancer, new ones find new servers. */
  lifetimeSeconds: number;
  /** How long a caller waits for one. */
  connectSeconds: number;
}

export const DEFAULT_POOL: PoolLimits = { size: 10, lifetimeSeconds: 0, connectSeconds: 10 };

/** The connections of a pool at one moment. */
export interface PoolCounts {
  idle: number;
  used: number;
  /** Callers who wait for a connection. */
  waiting: number;
}

export interface PostgresOptions extends PostgresTraits {
  onIdleError: (error: Error) => void;
  /** How long a transaction may take, in ms. */
  transactionLimitMs: number;
  pool: PoolLimits;
  /** Whether it only reads, from a replica or from what may become one. */
  isReplica?: boolean;
  /** Gets what an operator should know, as a whole sentence. */
  onNotice: (notice: string) => void;
}

/** PostgreSQL through a pool of connections. */
export class PostgresEngine implements Engine {
  readonly transactionLimitMs: number;
  readonly #pool: pg.Pool;
  readonly #onNotice: (notice: string) => void;
  readonly #broken = new WeakSet<pg.PoolClient>();
  /** Connections that were opened before a server became a standby lead to that server, those before a migration know its old tables. */
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  #generation = 0;
  /** What connections have prepared, by name. */
  readonly #prepared = new WeakMap<pg.PoolClient, Map<string, PreparedStatement>>();
  readonly #isPooled: boolean;
  readonly #isReplica: boolean;
  #statementNames: StatementNames | undefined;

  constructor(url: string, options: PostgresOptions) {
    this.#statementNames = options.keepsNames ? new StatementNames() : undefined;
    this.transactionLimitMs = options.transactionLimitMs;
    this.#onNotice = options.onNotice;
    this.#isPooled = options.isPooled;
    this.#isReplica = options.isReplica ?? false;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: options.pool.size,
      maxLifetimeSeconds: options.pool.lifetimeSeconds,
      connectionTimeoutMillis: options.pool.connectSeconds * 1000,
      statement_timeout: options.isPooled ? false : STATEMENT_TIMEOUT_MS,
      application_name: 'bindery',
      // Also a primary takes no change on these connections: a replica may be promoted at any time.
      ...(this.#isReplica && { options: '-c default_transaction_read_only=on' }),
      verify: callbackify(this.#isReplica ? checkReplica : checkConnection),
      types: { getTypeParser: parserOf },
      // Statements that are sent without waiting for each other's results travel together.
      pipeline: true,
    });
    // Without a listener, a connection that breaks while idle would end the process; the pool replaces it.
    this.#pool.on('error', options.onIdleError);
    this.#pool.on('connect', (client) => {
      this.#generations.set(client, this.#generation);
      // The same for a checked-out client; the pool drops it when it is released.
      client.on('error', () => this.#broken.add(client));
    });
  }

  async acquire(): Promise<EngineSession> {
    return new PostgresSession(this, await this.connect());
  }

  get poolCounts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { idle: idleCount, used: totalCount - idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** A connection to the server that was last known to take changes, and to the tables as they are now. */
  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#takeClient();
      if (this.#generations.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  release(client: pg.PoolClient): void {
    client.release(this.#broken.has(client));
  }

  /** Sends a statement at once, also while others of the connection are running. */
  run<R>(client: pg.PoolClient, text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const name = parameters.length > 0 ? this.#statementNames?.nameOf(text) : undefined;
    const statement = name === undefined ? undefined : this.#prepared.get(client)?.get(name);
    const values = statement && toWireValues(parameters);
    // Here and below: the library's own promises take twice the time of its callbacks.
    return new Promise((resolve, reject) => {
      if (statement && values) {
        const done = (error: Error | null, result: QueryResult<unknown>) => {
          if (error) reject(this.#noteFailure(client, error));
          // Kysely has typed its rows.
          else resolve(result as QueryResult<R>);
        };
        client.query(new DescribedQuery(statement, values, done));
        return;
      }
      const config = { ...(name !== undefined && { name }), text, values: [...parameters] };
      client.query(config, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        if (error) return reject(this.#noteFailure(client, error));
        if (name !== undefined && !this.#isPooled && !Array.isArray(result))
          this.#remember(client, name, result);
        resolve(toQueryResult<R>(result));
      });
    });
  }

  /** From now on the statement is sent to this connection without asking for its columns. */
  #remember(client: pg.PoolClient, name: string, { fields }: pg.QueryResult): void {
    const columns = fields.map((field) => ({ name: field.name, parse: parserOf(field.dataTypeID, 'text') }));
    const statements = this.#prepared.get(client) ?? new Map<string, PreparedStatement>();
    this.#prepared.set(client, statements.set(name, { name, columns }));
  }

  #takeClient(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#pool.connect((error, client) => {
        if (client) resolve(client);
        else reject(new DatabaseUnavailableError(error));
      });
    });
  }

  #giveUpNames(notice: string): void {
    if (this.#statementNames) this.#onNotice(notice);
    this.#statementNames = undefined;
  }

  /** Remembers what an error says about the connection and the server. Returns the error to throw. */
  #noteFailure(client: pg.PoolClient, error: unknown): unknown {
    const state = sqlStateOf(error) ?? '';
    if (NAME_LOST.has(state)) {
      this.#giveUpNames(
        'The pooler does not keep named statements. The server does without them from now on.',
      );
      this.#broken.add(client);
      return error;
    }
    if (this.#isReplica && (state === READ_ONLY || isRecoveryConflict(error)))
      return new DatabaseUnavailableError(error);
    if (isOutdated(error)) {
      if (this.#generations.get(client) === this.#generation) this.#generation += 1;
      this.#broken.add(client);
      // A pooler has its own connections, which know the old tables for longer.
      if (this.#isPooled && state !== READ_ONLY)
        this.#giveUpNames(
          'Tables have changed, and the pooler has statements of before. The server does without named statements until it is started again.',
        );
      return new DatabaseUnavailableError(error);
    }
    if (state === IDLE_IN_TRANSACTION) this.#broken.add(client);
    return this.#broken.has(client) || CONNECTION_LOST.test(state)
      ? new DatabaseUnavailableError(error)
      : error;
  }
}

/**
 * A connection in use. A transaction has a time limit: the server ends a statement that reaches it, and the connection of
 * a transaction that waits so long for its next statement, as when this process hangs. From version 17 on
 * `transaction_timeout` does the same by ending the connection in both cases.
 */
class PostgresSession implements EngineSession {
  readonly #engine: PostgresEngine;
  #client: pg.PoolClient | undefined;
  /** A `begin` that travels with the next statement. */
  #begin: string | undefined;
  #isInTransaction = false;
  #isUnlimited = false;
  /** When the transaction has to end, by `performance.now()`. */
  #deadline = Infinity;
  /** How long a statement may run, in ms, as last set in the transaction. */
  #statementLimit = Infinity;

  constructor(engine: PostgresEngine, client: pg.PoolClient) {
    this.#engine = engine;
    this.#client = client;
  }

  async run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const begin = this.#begin;
    const isEnd = text === 'commit' || text === 'rollback';
    this.#begin = text.startsWith('begin') ? text : undefined;
    // No statement came between the two.
    if (this.#begin !== undefined || (isEnd && begin !== undefined)) {
      this.#isUnlimited = false;
      return { rows: [] };
    }
    const before = begin === undefined ? this.#limitStatement(text) : this.#limitTransaction(begin);
    const sending = this.#send(async (client) => {
      if (before === undefined) return this.#engine.run<R>(client, text, parameters);
      const [, last] = await Promise.all(
        inOnePacket(client, () => [
          this.#engine.run(client, before, []),
          this.#engine.run<R>(client, text, parameters),
        ]),
      );
      return last;
    });
    const result = await (text === 'rollback' ? sending.catch(ignoreLostConnection<R>) : sending);
    this.#isInTransaction = !isEnd && (this.#isInTransaction || begin !== undefined);
    if (isEnd) this.#endLimit();
    return result;
  }

  /** After a failed statement PostgreSQL rejects the others, and `commit` rolls back. */
  async runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const begin = this.#limitTransaction('begin');
    try {
      return await this.#send(async (client) => {
        const outcomes = await Promise.allSettled(
          inOnePacket(client, () => [
            this.#engine.run(client, begin, []),
            ...statements.map(({ sql, parameters }) => this.#engine.run(client, sql, parameters)),
            this.#engine.run(client, 'commit', []),
          ]),
        );
        const results = outcomes.map((outcome) => {
          if (outcome.status === 'rejected') throw outcome.reason;
          return outcome.value;
        });
        return results.slice(1, -1);
      });
    } finally {
      this.#endLimit();
    }
  }

  liftTimeLimit(): void {
    this.#isUnlimited = true;
  }

  /** The statements that begin a transaction with a time limit. */
  #limitTransaction(begin: string): string {
    if (this.#isUnlimited) return begin;
    const limit = this.#engine.transactionLimitMs;
    this.#deadline = performance.now() + limit;
    this.#statementLimit = limit;
    return `${begin}; set local statement_timeout = ${limit}; set local idle_in_transaction_session_timeout = ${limit}`;
  }

  /** The statement that limits the next one to what is left, where that is much less than before. */
  #limitStatement(text: string): string | undefined {
    if (this.#deadline === Infinity || text === 'rollback') return undefined;
    const limit = this.#engine.transactionLimitMs;
    const left = Math.ceil(this.#deadline - performance.now());
    if (left <= 0) throw new TransactionTooLongError(limit);
    if (this.#statementLimit - left < limit * LIMIT_STEP) return undefined;
    this.#statementLimit = left;
    return `set local statement_timeout = ${left}`;
  }

  #endLimit(): void {
    this.#isUnlimited = false;
    this.#deadline = Infinity;
    this.#statementLimit = Infinity;
  }

  release(): void {
    if (this.#client) this.#engine.release(this.#client);
    this.#client = undefined;
  }

  /** A statement that was refused before it ran is sent on another connection, unless others went before it. */
  async #send<Result>(send: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    try {
      return await send((this.#client ??= await this.#engine.connect()));
    } catch (error) {
      if (this.#deadline < Infinity && sqlStateOf(error) === CANCELED)
        throw new TransactionTooLongError(this.#engine.transactionLimitMs);
      if (this.#isInTransaction || !(isRefused(error) || isRecoveryConflict(error))) {
        // Where the statement was sent says more than where the library read the error.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      }
      this.release();
      return send((this.#client = await this.#engine.connect()));
    }
  }
}

/** Sends statements together: waking the server for each of them takes longer than all else that is done to send them. */
function inOnePacket<Sent extends unknown[]>(client: pg.PoolClient, send: () => [...Sent]): [...Sent] {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** A lost connection has no transaction to roll back. */
function ignoreLostConnection<R>(error: unknown): QueryResult<R> {
  if (error instanceof DatabaseUnavailableError) return { rows: [] };
  throw error;
}

/** The result of a statement; of several in one text, none. */
function toQueryResult<R>(result: pg.QueryResult | pg.QueryResult[]): QueryResult<R> {
  if (Array.isArray(result)) return { rows: [] };
  const { rows, command, rowCount } = result;
  if (command === 'SELECT' || rowCount === null) return { rows };
  return { rows, numAffectedRows: BigInt(rowCount) };
}

/** Makes times arrive in UTC, and rejects if the server is a standby. */
async function checkConnection(client: pg.PoolClient): Promise<void> {
  // PgBouncer restores the time zone with each transaction, unlike other settings.
  await client.query({ text: "set timezone to 'UTC'", ...limited });
  const { rows } = await client.query<{ is_standby: boolean }>({
    text: 'select pg_is_in_recovery() as is_standby',
    ...limited,
  });
  if (rows[0]?.is_standby !== false) throw new Error('The server is a standby');
}

/** Makes times arrive in UTC, and rejects where a change would be taken: a pooler may have dropped the setting. */
async function checkReplica(client: pg.PoolClient): Promise<void> {
  await client.query({ text: "set timezone to 'UTC'", ...limited });
  const { rows } = await client.query<{ is_read_only: boolean }>({
    text: "select current_setting('transaction_read_only') = 'on' as is_read_only",
    ...limited,
  });
  if (rows[0]?.is_read_only !== true) throw new Error('The connection is not read-only');
}

function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === INT8) return Number;
  return type === TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(type, format);
}

import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError, type Engine, type EngineSession } from './engine-dialect.ts';
import { StatementNames } from './statement-names.ts';
import { parseTimestamp } from './stored-time.ts';
import { sqlStateOf } from './transaction.ts';

/** Type id of bigint, the type of `count(*)`. No count exceeds 2^53. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** SQLSTATEs of a server that stops or starts, and of broken connections. */
const CONNECTION_LOST = /^(57P|08)/;

/** PostgreSQL through a pool of connections. */
export class PostgresEngine implements Engine {
  readonly #pool: pg.Pool;
  readonly #statementNames = new StatementNames();
  readonly #broken = new WeakSet<pg.PoolClient>();

  constructor(url: string, options: { poolSize?: number; onIdleError?: (error: Error) => void } = {}) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: options.poolSize ?? POOL_SIZE,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      application_name: 'bindery',
      // Timestamps then have the format that `parseTimestamp` reads.
      options: '-c timezone=UTC',
      types: { getTypeParser: parserOf },
      // Statements that are sent without waiting for each other's results travel together.
      pipeline: true,
    });
    // Without a listener, a connection that breaks while idle would end the process; the pool replaces it.
    this.#pool.on('error', (error) => options.onIdleError?.(error));
    // The same for a checked-out client; the pool drops it when it is released.
    this.#pool.on('connect', (client) => client.on('error', () => this.#broken.add(client)));
  }

  async acquire(): Promise<EngineSession> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError(error);
    });
    return {
      run: (text, parameters) => this.#run(client, text, parameters),
      runTransaction: (statements) => this.#runTransaction(client, statements),
      release: () => client.release(),
    };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #runTransaction(
    client: pg.PoolClient,
    statements: readonly CompiledQuery[],
  ): Promise<QueryResult<unknown>[]> {
    const texts = [{ sql: 'begin', parameters: [] }, ...statements, { sql: 'commit', parameters: [] }];
    // After a failed statement PostgreSQL rejects the others, and `commit` rolls back.
    const outcomes = await Promise.allSettled(
      texts.map(({ sql, parameters }) => this.#run<unknown>(client, sql, parameters)),
    );
    const results = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    return results.slice(1, -1);
  }

  async #run<R>(
    client: pg.PoolClient,
    text: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<R>> {
    const values = [...parameters];
    const name = values.length > 0 ? this.#statementNames.nameOf(text) : undefined;
    const statement = name === undefined ? { text, values } : { name, text, values };
    const result = await client.query<R & pg.QueryResultRow>(statement).catch((error: unknown) => {
      throw this.#broken.has(client) || CONNECTION_LOST.test(sqlStateOf(error) ?? '')
        ? new DatabaseUnavailableError(error)
        : error;
    });
    const changes = result.command !== 'SELECT' && result.rowCount !== null;
    return { rows: result.rows, ...(changes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) };
  }
}

function parserOf(type: number, format?: 'text' | 'binary') {
  if (type === INT8) return Number;
  return type === TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(type, format);
}

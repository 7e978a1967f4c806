import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Database } from '../tables/schema.ts';

/** Thrown if the database cannot be reached or closed the connection; the statement may have been executed. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not responding', { cause });
  }
}

/** A connection reserved by one holder until it is released. */
export interface EngineSession {
  run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>>;
  /** Runs a whole transaction, if possible in one exchange. Rejects with its first error, and has then changed nothing. */
  runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
  release(): void;
}

export interface Engine {
  acquire(): Promise<EngineSession>;
  close(): Promise<void>;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

/** Kysely on an engine. Each request has its own, so only what belongs to the engine is made here. */
export function openOn(engine: Engine): Kysely<Database> {
  const driver = new EngineDriver(engine);
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  return new Kysely<Database>({ config: { dialect }, dialect, driver, executor: new EngineExecutor(engine) });
}

/** A transaction as one query; see {@link wholeTransaction}. */
interface TransactionQuery extends CompiledQuery {
  readonly statements: readonly CompiledQuery[];
}

/**
 * A transaction whose statements are all known before the first one runs: `db.executeQuery(wholeTransaction([…]))`. Its
 * only row has the rows of each statement. The engine gets all of them at once, so that a lock is not held while this
 * process is busy with something else.
 */
export function wholeTransaction<Rows extends unknown[]>(statements: {
  [Index in keyof Rows]: CompiledQuery<Rows[Index]>;
}): CompiledQuery<{ [Index in keyof Rows]: Rows[Index][] }> {
  const query: TransactionQuery = { ...CompiledQuery.raw('begin'), statements };
  return query;
}

class EngineConnection implements DatabaseConnection {
  readonly #session: EngineSession;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  async executeQuery<R>(query: CompiledQuery | TransactionQuery): Promise<QueryResult<R>> {
    if (!('statements' in query)) return this.#session.run<R>(query.sql, query.parameters);
    const results = await this.#session.runTransaction(query.statements);
    // `wholeTransaction` has typed it.
    return { rows: [results.map(({ rows }) => rows) as R] };
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed.');
  }

  release(): void {
    this.#session.release();
  }
}

async function acquireConnection(engine: Engine): Promise<EngineConnection> {
  return new EngineConnection(await engine.acquire());
}

class EngineConnections implements ConnectionProvider {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await acquireConnection(this.#engine);
    try {
      return await consumer(connection);
    } finally {
      connection.release();
    }
  }
}

/** Runs a statement in fewer steps than Kysely's own, which takes as long as the rest of a statement in this process. */
class EngineExecutor extends DefaultQueryExecutor {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super(compiler, adapter, new EngineConnections(engine));
    this.#engine = engine;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = await acquireConnection(this.#engine);
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      connection.release();
    }
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<EngineConnection> {
    return acquireConnection(this.#engine);
  }

  async releaseConnection(connection: EngineConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  destroy(): Promise<void> {
    return this.#engine.close();
  }
}

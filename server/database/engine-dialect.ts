import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

/** Thrown when the database cannot be reached or has ended the connection; what it was about to do may have happened. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not responding', { cause });
  }
}

/** A connection that its holder has alone until it is released. */
export interface EngineSession {
  run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>>;
  release(): void;
}

/** A database that speaks PostgreSQL's dialect, embedded or not. */
export interface Engine {
  acquire(): Promise<EngineSession>;
  close(): Promise<void>;
}

/** Kysely on an engine. */
export function engineDialect(engine: Engine): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class EngineConnection implements DatabaseConnection {
  readonly session: EngineSession;

  constructor(session: EngineSession) {
    this.session = session;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.session.run<R>(sql, parameters);
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed.');
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EngineConnection> {
    return new EngineConnection(await this.#engine.acquire());
  }

  async releaseConnection(connection: EngineConnection): Promise<void> {
    connection.session.release();
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

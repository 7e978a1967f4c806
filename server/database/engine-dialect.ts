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

/** Thrown if the database cannot be reached or closed the connection; the statement may have been executed. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not responding', { cause });
  }
}

/** A connection reserved by one holder until it is released. */
export interface EngineSession {
  run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>>;
  release(): void;
}

export interface Engine {
  acquire(): Promise<EngineSession>;
  close(): Promise<void>;
}

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

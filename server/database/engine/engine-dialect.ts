import {
  CompiledQuery,
  type DatabaseConnection,
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

/** Thrown if a transaction takes longer than it may; it has changed nothing. */
export class TransactionTooLongError extends Error {
  constructor(limitMs: number) {
    super(`The change took longer than the ${limitMs / 1000} seconds that a change may take, and was undone`);
  }
}

/** A connection reserved by one holder until it is released. */
export interface EngineSession {
  run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>>;
  /** Runs a whole transaction, if possible in one exchange. Rejects with its first error, and has then changed nothing. */
  runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
  /** Lets the transaction that begins with the next statement take as long as it needs. */
  liftTimeLimit(): void;
  release(): void;
}

export interface Engine {
  acquire(): Promise<EngineSession>;
  close(): Promise<void>;
}

const adapter = new PostgresAdapter();
/** Of handles that only read. */
export const readingAdapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

/** Kysely on an engine. Each request has its own, so only what belongs to the engine is made here. */
export function openOn(engine: Engine, { isReadOnly = false } = {}): Kysely<Database> {
  const dialect: Dialect = {
    createAdapter: () => (isReadOnly ? readingAdapter : adapter),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  return new Kysely<Database>({ dialect });
}

/** The statements of a transaction as one query; see `runTransaction`. */
export interface TransactionQuery extends CompiledQuery {
  readonly statements: readonly CompiledQuery[];
}

/** Instead of a statement: lifts the time limit of the transaction that it is the first of. */
export interface UnlimitedQuery extends CompiledQuery {
  readonly isUnlimited: true;
}

class EngineConnection implements DatabaseConnection {
  readonly #session: EngineSession;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  async executeQuery<R>(query: CompiledQuery | TransactionQuery | UnlimitedQuery): Promise<QueryResult<R>> {
    if ('isUnlimited' in query) {
      this.#session.liftTimeLimit();
      return { rows: [] };
    }
    if (!('statements' in query)) return this.#session.run<R>(query.sql, query.parameters);
    const results = await this.#session.runTransaction(query.statements);
    // `runTransaction` has typed them.
    return { rows: results.map(({ rows }) => rows) as R[] };
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed.');
  }

  release(): void {
    this.#session.release();
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

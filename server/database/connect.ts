import { Kysely } from 'kysely';
import { type Engine, engineDialect } from './engine-dialect.ts';
import type { Database } from './schema.ts';

/** An open database. */
export interface Connection {
  readonly db: Kysely<Database>;
  readonly engine: 'pglite' | 'postgres';
  /** The data folder as a tar archive; only the embedded engine can do that. */
  readonly dump?: (compression: 'gzip' | 'none') => Promise<Blob>;
  close(): Promise<void>;
}

/** Where the database is: PostgreSQL by its address, else a folder for the embedded engine, else its memory. */
export interface DatabaseLocation {
  databaseUrl?: string;
  dataDirectory?: string;
  /** A dump to fill a new data folder with. */
  template?: Blob;
  onIdleError?: (error: Error) => void;
}

/** Opens the database. Engines are loaded when they are needed; each costs tens of milliseconds and much memory. */
export async function connect(location: DatabaseLocation): Promise<Connection> {
  if (location.databaseUrl !== undefined) {
    const { PostgresEngine } = await import('./postgres-engine.ts');
    const engine = new PostgresEngine(location.databaseUrl, location);
    return { engine: 'postgres', ...open(engine) };
  }
  const { PgliteEngine } = await import('./pglite-engine.ts');
  const engine = await PgliteEngine.open({
    ...(location.dataDirectory === undefined ? {} : { directory: location.dataDirectory }),
    ...(location.template === undefined ? {} : { template: location.template }),
  });
  return { engine: 'pglite', ...open(engine), dump: (compression) => engine.dump(compression) };
}

function open(engine: Engine): Pick<Connection, 'db' | 'close'> {
  const db = new Kysely<Database>({ dialect: engineDialect(engine) });
  return { db, close: () => db.destroy() };
}

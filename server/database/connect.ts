import { Kysely } from 'kysely';
import { type Engine, engineDialect } from './engine-dialect.ts';
import type { PubSub } from './pub-sub.ts';
import type { Database } from './schema.ts';

/** An open database. */
export interface Connection {
  readonly db: Kysely<Database>;
  readonly engine: 'pglite' | 'postgres';
  /** The data folder as a tar archive; only the embedded engine can do that. */
  readonly dump?: (compression: 'gzip' | 'none') => Promise<Blob>;
  /** How several processes on this database tell each other what has changed; only PostgreSQL has several. */
  readonly pubSub?: PubSub;
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
    return openPostgres(location.databaseUrl, location.onIdleError);
  }
  const { PgliteEngine } = await import('./pglite-engine.ts');
  const engine = await PgliteEngine.open({
    ...(location.dataDirectory === undefined ? {} : { directory: location.dataDirectory }),
    ...(location.template === undefined ? {} : { template: location.template }),
  });
  return { engine: 'pglite', ...open(engine), dump: (compression) => engine.dump(compression) };
}

async function openPostgres(
  url: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<Connection> {
  const [{ PostgresEngine }, { PostgresPubSub }] = await Promise.all([
    import('./postgres-engine.ts'),
    import('./pub-sub.ts'),
  ]);
  const { db, close } = open(new PostgresEngine(url, { onIdleError }));
  const notices = new PostgresPubSub(url, db, onIdleError);
  return { engine: 'postgres', db, pubSub: notices, close: () => notices.close().then(close) };
}

function open(engine: Engine): Pick<Connection, 'db' | 'close'> {
  const db = new Kysely<Database>({ dialect: engineDialect(engine) });
  return { db, close: () => db.destroy() };
}

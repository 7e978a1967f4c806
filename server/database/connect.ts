import { Kysely } from 'kysely';
import { CallerEngine } from './caller-engine.ts';
import { type Engine, engineDialect } from './engine-dialect.ts';
import type { PubSub } from './pub-sub.ts';
import type { Database } from './schema.ts';

export interface Connection {
  readonly db: Kysely<Database>;
  /** The same database for one caller, whose statements stop when the signal aborts; see `CallerEngine`. */
  readonly forCaller: (gone: AbortSignal) => Kysely<Database>;
  readonly engine: 'pglite' | 'postgres';
  /** Dumps the data folder as a tar archive; embedded engine only. */
  readonly dump?: (compression: 'gzip' | 'none') => Promise<Blob>;
  /** Messages between processes on the same database; PostgreSQL only. */
  readonly pubSub?: PubSub;
  close(): Promise<void>;
}

/** The database to open: PostgreSQL by its URL, else a folder for the embedded engine, else memory. */
export interface DatabaseLocation {
  databaseUrl?: string;
  dataDirectory?: string;
  /** A dump that fills a new data folder. */
  template?: Blob;
  onIdleError?: (error: Error) => void;
}

/** Opens the database. Engines are loaded on demand; each costs tens of milliseconds and much memory. */
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
  const { close, ...opened } = open(new PostgresEngine(url, { onIdleError }));
  const notices = new PostgresPubSub(url, opened.db, onIdleError);
  return { engine: 'postgres', ...opened, pubSub: notices, close: () => notices.close().then(close) };
}

function open(engine: Engine): Pick<Connection, 'db' | 'forCaller' | 'close'> {
  const openOn = (on: Engine) => new Kysely<Database>({ dialect: engineDialect(on) });
  const db = openOn(engine);
  return {
    db,
    forCaller: (gone) => openOn(new CallerEngine(engine, gone)),
    close: () => db.destroy(),
  };
}

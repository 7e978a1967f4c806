import type { Kysely } from 'kysely';
import type { Caller } from '#server/base/caller.ts';
import type { Disk, DiskSpace } from '../data-folder/disk-space.ts';
import type { Database } from '../tables/schema.ts';
import { CallerEngine } from './caller-engine.ts';
import { type Engine, openOn } from './engine-dialect.ts';
import type { PostgresTraits } from './examine-postgres.ts';
import type { PoolLimits, PoolCounts } from './postgres-engine.ts';
import type { PubSub } from './pub-sub.ts';
import type { Replicas } from './replicas.ts';
import { withSpans } from './traced-engine.ts';

export interface Connection {
  readonly db: Kysely<Database>;
  /**
   * The same database for one caller, whose statements stop when they have disconnected; see `CallerEngine`.
   */
  readonly forCaller: (caller: Caller) => Kysely<Database>;
  readonly engine: 'pglite' | 'postgres';
  /** Dumps the data folder as a tar archive; embedded engine only. */
  readonly dump?: (compression: 'gzip' | 'none') => Promise<Blob>;
  /** Messages between processes on the same database; PostgreSQL only. */
  readonly pubSub?: PubSub;
  /** Replicas to read from, where there are any; PostgreSQL only. */
  readonly replicas?: Replicas | undefined;
  /** How many connections are idle, used and waited for; PostgreSQL only. */
  readonly poolCounts?: () => PoolCounts;
  /** Room on the disk with the data folder; embedded engine only. */
  readonly space?: DiskSpace | undefined;
  close(): Promise<void>;
}

/** The database to open: PostgreSQL by its URL, else a folder for the embedded engine, else memory. */
export interface DatabaseLocation {
  databaseUrl?: string;
  /** The URL of the same database for messages between processes, where `databaseUrl` is a pooler's. */
  listenUrl?: string | undefined;
  /** Replicas to read from, and how old what they have may be. */
  reads?: { urls: readonly string[]; maxLagMs: number };
  /** Limits of the connections to PostgreSQL. */
  pool?: PoolLimits;
  dataDirectory?: string;
  /** A dump that fills a new data folder. */
  template?: Blob;
  onIdleError?: (error: Error) => void;
  /** Gets what an operator should know about the database, as whole sentences. */
  onNotice?: (notice: string) => void;
  /** Called when the embedded engine has ended itself. */
  onEnd?: (reason: Error) => void;
  /** How long a transaction may take on PostgreSQL, in ms. */
  transactionLimitMs?: number;
  /** How full the disk with a data folder is, where that is not asked of the system. */
  readDisk?: (directory: string) => Disk;
}

/** Readers of events wait for the oldest transaction, so none may take long. */
const TRANSACTION_LIMIT_MS = 5000;

/** Opens the database. Engines are loaded on demand; each costs tens of milliseconds and much memory. */
export async function connect(location: DatabaseLocation): Promise<Connection> {
  if (location.databaseUrl !== undefined) {
    return openPostgres(location.databaseUrl, location);
  }
  const { PgliteEngine } = await import('./pglite-engine.ts');
  const engine = await PgliteEngine.open({
    ...(location.dataDirectory === undefined ? {} : { directory: location.dataDirectory }),
    ...(location.template === undefined ? {} : { template: location.template }),
    readDisk: location.readDisk,
    onNotice: location.onNotice,
    onEnd: location.onEnd,
  });
  const { space } = engine;
  return { engine: 'pglite', ...open(engine), space, dump: (compression) => engine.dump(compression) };
}

async function openPostgres(
  url: string,
  {
    listenUrl,
    onIdleError = () => {},
    onNotice = () => {},
    transactionLimitMs = TRANSACTION_LIMIT_MS,
    pool,
    reads,
  }: DatabaseLocation,
): Promise<Connection> {
  const [{ DEFAULT_POOL, PostgresEngine }, { examinePostgres }, { PostgresPubSub }, { Replicas }] =
    await Promise.all([
      import('./postgres-engine.ts'),
      import('./examine-postgres.ts'),
      import('./pub-sub.ts'),
      import('./replicas.ts'),
    ]);
  const traits = await examinePostgres(url);
  for (const notice of noticesOf(traits, listenUrl)) onNotice(notice);
  const limits = { transactionLimitMs, pool: pool ?? DEFAULT_POOL };
  const engine = new PostgresEngine(url, { ...traits, ...limits, onIdleError, onNotice });
  const { close, ...opened } = open(engine);
  // A pooler would give the messages to the next owner of the connection.
  const ownUrl = traits.isPooled ? undefined : url;
  const pubSub = new PostgresPubSub(listenUrl ?? ownUrl, opened.db, onIdleError);
  const replicas =
    reads &&
    reads.urls.length > 0 &&
    new Replicas({ primaryUrl: url, ...reads, ...limits, onIdleError, onNotice });
  return {
    engine: 'postgres',
    ...opened,
    pubSub,
    ...(replicas && { replicas }),
    poolCounts: () => engine.poolCounts,
    close: async () => {
      await pubSub.close();
      if (replicas) await replicas.close();
      await close();
    },
  };
}

/** The notices about a pooler for an operator. */
function noticesOf({ isPooled, keepsNames, limitsStatements }: PostgresTraits, listenUrl?: string): string[] {
  if (!isPooled) return [];
  const notices = ['DATABASE_URL leads to a connection pooler.'];
  if (!keepsNames)
    notices.push(
      'It does not keep named statements, so every statement is planned again. PgBouncer keeps them from version 1.21, with max_prepared_statements.',
    );
  if (!limitsStatements)
    notices.push(
      "Nothing limits how long a statement runs. Set a limit with: alter role … set statement_timeout = '30s'.",
    );
  if (listenUrl === undefined)
    notices.push(
      'Changes of other servers are noticed a second later. Set LISTEN_URL to a direct connection to notice them at once.',
    );
  return notices;
}

function open(opened: Engine): Pick<Connection, 'db' | 'forCaller' | 'close'> {
  const engine = withSpans(opened);
  const db = openOn(engine);
  return {
    db,
    forCaller: (caller) => openOn(new CallerEngine(engine, caller)),
    close: () => db.destroy(),
  };
}

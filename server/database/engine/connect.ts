import type { Kysely } from 'kysely';
import type { Caller } from '#server/base/caller.ts';
import type { Disk, DiskSpace } from '../data-folder/disk-space.ts';
import type { Database } from '../tables/schema.ts';
import { CallerEngine } from './caller-engine.ts';
import { type Engine, openOn } from './engine-dialect.ts';
import type { PostgresTraits } from './examine-postgres.ts';
import { LateEngine } from './late-engine.ts';
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
  /** Where it was opened without a primary: a replica, with what a server reads to start. It may have other tables. */
  readonly late?: { reading: Kysely<Database> };
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
  /**
   * Lets a connection be opened while there is no primary, if a replica answers. Called once there is one, before anything is sent
   * to it; again, where it rejects as the primary is away again.
   */
  onPrimary?: (connection: Connection) => Promise<void>;
  /** What speaks against reading the tables after these migrations; undefined if nothing does. */
  examineSchema?: (migrations: readonly string[]) => string | undefined;
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

async function openPostgres(url: string, location: DatabaseLocation): Promise<Connection> {
  const { listenUrl, onIdleError = () => {}, onNotice = () => {}, onPrimary, reads } = location;
  const { transactionLimitMs = TRANSACTION_LIMIT_MS, examineSchema = () => undefined } = location;
  const { DEFAULT_POOL, PostgresEngine, examinePostgres, isAway, PostgresPubSub, Replicas } =
    await loadPostgres();
  const beginsLate = onPrimary !== undefined && reads !== undefined && reads.urls.length > 0;
  let failure: unknown;
  const traits = await examinePostgres(url).catch((error: unknown) => {
    if (!beginsLate || !isAway(error)) throw error;
    failure = error;
  });
  const limits = { transactionLimitMs, pool: location.pool ?? DEFAULT_POOL };
  let primary: InstanceType<typeof PostgresEngine> | undefined;
  const openPrimary = (primaryTraits: PostgresTraits) => {
    for (const notice of noticesOf(primaryTraits, listenUrl)) onNotice(notice);
    primary = new PostgresEngine(url, { ...primaryTraits, ...limits, onIdleError, onNotice });
    return primary;
  };
  const late = traits ? undefined : new LateEngine();
  const { close, ...opened } = open(traits ? openPrimary(traits) : (late ?? new LateEngine()));
  // A pooler would give the messages to the next owner of the connection.
  const pubSub = new PostgresPubSub(
    listenUrl ?? (traits?.isPooled ? undefined : url),
    opened.db,
    onIdleError,
  );
  const arrive = async () => {
    if (late && !late.isOpen) {
      const primaryTraits = await examinePostgres(url);
      if (primaryTraits.isPooled && listenUrl === undefined) pubSub.listenNowhere();
      late.open(openPrimary(primaryTraits));
    }
    await onPrimary?.(connection);
  };
  const replicas =
    reads && reads.urls.length > 0
      ? new Replicas({
          primaryUrl: url,
          ...reads,
          ...limits,
          onIdleError,
          onNotice,
          ...(late && { late: { arrive, examineSchema } }),
        })
      : undefined;
  const connection: Connection = {
    engine: 'postgres',
    ...opened,
    pubSub,
    ...(replicas && { replicas }),
    poolCounts: () => primary?.poolCounts ?? { idle: 0, used: 0, waiting: 0 },
    close: async () => {
      await pubSub.close();
      if (replicas) await replicas.close();
      await close();
    },
  };
  if (!late) return connection;
  const reading = await replicas?.findAny();
  if (reading) {
    onNotice(`There is no primary (${failure instanceof Error ? failure.message : 'unknown'}).`);
    return { ...connection, late: { reading } };
  }
  await connection.close();
  throw failure;
}

/** What is loaded for PostgreSQL alone. */
async function loadPostgres() {
  const [engine, { examinePostgres, isAway }, { PostgresPubSub }, { Replicas }] = await Promise.all([
    import('./postgres-engine.ts'),
    import('./examine-postgres.ts'),
    import('./pub-sub.ts'),
    import('./replicas.ts'),
  ]);
  const { DEFAULT_POOL, PostgresEngine } = engine;
  return { DEFAULT_POOL, PostgresEngine, examinePostgres, isAway, PostgresPubSub, Replicas };
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

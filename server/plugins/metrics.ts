import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { assertOperator } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { findOldestUnsettled } from '#server/audit/event-delay.ts';
import { unauthorized } from '#server/base/errors.ts';
import { MetricsText } from '#server/base/metrics-text.ts';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import { cacheCounts } from '#server/base/weighted-cache.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { readQueueCounts } from '#server/queue/queue-counts.ts';
import { nameOfRoute } from './route-table.ts';

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKET_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOP_RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
/** How long a scrape waits for what the database says: a scraper gives up after ten seconds by default. */
const DATABASE_LIMIT_MS = 5000;

/** The responses of an operation with a status. */
interface ResponseCounts {
  operation: string;
  status: number;
  /** By bucket; the last one is for those above all bounds. */
  counts: number[];
  seconds: number;
}

/**
 * Counts requests and serves `/metrics` in the text format of Prometheus, for those who send `token`, and for operators of the
 * server. Labels are names of operations, statuses and states: never anything of an organization.
 */
export function registerMetrics(
  app: FastifyInstance,
  database: Pick<Connection, 'db' | 'engine' | 'poolCounts' | 'space' | 'replicas'>,
  { token, version }: { token: string | undefined; version: string },
): void {
  const requests = new Map<string, ResponseCounts>();
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  let open = 0;
  app.addHook('onClose', async () => {
    loop.disable();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    open += 1;
    // Also of connections that were closed before there was a response.
    reply.raw.once('close', () => {
      open -= 1;
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    count(requests, nameOfRoute(request), reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  const expected = token === undefined ? undefined : digest(token);
  app.get('/metrics', async (request, reply) => {
    await assertMayWatch(request, expected);
    const text = new MetricsText();
    text.gauge('bindery_build_info', 'The version and the engine of the database.', [
      [{ version, engine: database.engine }, 1],
    ]);
    writeRequests(text, [...requests.values()], open);
    writeProcess(text, loop);
    writeCaches(text);
    text.gauge('bindery_event_streams', 'Open streams of events.', [[{}, app.organizationHub.size]]);
    writePool(text, database);
    writeReplicas(text, database.replicas);
    writeStorage(text, request.service.storage);
    await writeDatabase(text, database.db).catch((error: unknown) => {
      request.log.error({ err: error }, 'the database did not answer for the metrics');
      text.gauge('bindery_database_up', 'Whether the database answers.', [[{}, 0]]);
    });
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text.toString());
  });
}

/** Those who watch send METRICS_TOKEN, and need no database for it; operators send a token of their own. */
async function assertMayWatch(request: FastifyRequest, expected: Buffer | undefined): Promise<void> {
  const presented = parseBearerToken(request.headers.authorization);
  if (presented === undefined) throw unauthorized();
  if (expected && timingSafeEqual(digest(presented), expected)) return;
  const actor = await request.actors.find(presented);
  if (!actor) throw unauthorized();
  assertOperator(actor);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function count(
  requests: Map<string, ResponseCounts>,
  operation: string,
  status: number,
  seconds: number,
): void {
  const key = `${status} ${operation}`;
  let row = requests.get(key);
  if (!row) {
    row = {
      operation,
      status,
      counts: Array.from({ length: BUCKET_BOUNDS.length + 1 }, () => 0),
      seconds: 0,
    };
    requests.set(key, row);
  }
  const place = BUCKET_BOUNDS.findIndex((bound) => seconds <= bound);
  const at = place === -1 ? BUCKET_BOUNDS.length : place;
  row.counts[at] = (row.counts[at] ?? 0) + 1;
  row.seconds += seconds;
}

function writeRequests(text: MetricsText, rows: readonly ResponseCounts[], open: number): void {
  text.gauge('bindery_http_requests_open', 'Requests that are being answered.', [[{}, open]]);
  text.histogram(
    'bindery_http_request_duration_seconds',
    'Duration of requests by operation and status.',
    BUCKET_BOUNDS,
    rows.map(({ operation, status, counts, seconds }) => ({
      labels: { operation, status: String(status) },
      counts,
      sum: seconds,
    })),
  );
}

function writeProcess(text: MetricsText, loop: IntervalHistogram): void {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  text.counter('process_cpu_seconds_total', 'Processor time of the server.', [
    [{}, (user + system) / MICROSECONDS],
  ]);
  text.gauge('process_resident_memory_bytes', 'Resident memory of the server.', [[{}, rss]]);
  text.gauge('process_start_time_seconds', 'When the server was started, since 1970.', [
    [{}, Math.round(Date.now() / 1000 - process.uptime())],
  ]);
  text.gauge('nodejs_heap_used_bytes', 'Used memory of the heap.', [[{}, heapUsed]]);
  // The histogram counts from one tick to the next.
  const delayOf = (percentile: number) =>
    Math.max(0, loop.percentile(percentile) / NANOSECONDS - LOOP_RESOLUTION_MS / 1000);
  text.gauge('nodejs_eventloop_delay_seconds', 'Delay of the event loop since the last scrape.', [
    [{ percentile: '50' }, delayOf(50)],
    [{ percentile: '99' }, delayOf(99)],
    [{ percentile: '100' }, delayOf(100)],
  ]);
  loop.reset();
}

function writeCaches(text: MetricsText): void {
  text.counter(
    'bindery_cache_lookups_total',
    'Lookups in caches.',
    [...cacheCounts].flatMap(([cache, { hits, misses }]) => [
      [{ cache, result: 'hit' }, hits],
      [{ cache, result: 'miss' }, misses],
    ]),
  );
}

function writePool(text: MetricsText, { poolCounts, space }: Pick<Connection, 'poolCounts' | 'space'>): void {
  if (poolCounts) {
    const { idle, used, waiting } = poolCounts();
    text.gauge('bindery_database_connections', 'Connections of this server to PostgreSQL.', [
      [{ state: 'idle' }, idle],
      [{ state: 'used' }, used],
    ]);
    text.gauge('bindery_database_connections_waiting', 'Callers who wait for a connection.', [[{}, waiting]]);
  }
  if (space)
    text.gauge('bindery_disk_almost_full', 'Whether changes are refused because the disk is almost full.', [
      [{}, space.isLow ? 1 : 0],
    ]);
}

function writeReplicas(text: MetricsText, replicas: Connection['replicas']): void {
  if (!replicas) return;
  text.gauge('bindery_primary_away', 'Whether nothing can be changed, as there is no primary.', [
    [{}, replicas.isPrimaryAway ? 1 : 0],
  ]);
  text.gauge(
    'bindery_replica_lag_seconds',
    'How old what a replica has may be; none where it cannot be read from.',
    replicas.lags
      .filter(({ seconds }) => seconds < Infinity)
      .map(({ name, seconds }) => [{ replica: name }, Math.max(0, seconds)] as const),
  );
}

/** Where files are in a storage. */
function writeStorage(text: MetricsText, storage: ObjectStorage | undefined): void {
  if (!storage) return;
  text.gauge('bindery_storage_up', 'Whether the last request to the storage of files succeeded.', [
    [{}, storage.failure ? 0 : 1],
  ]);
  text.counter('bindery_storage_requests_total', 'Requests to the storage of files.', [
    [{ result: 'ok' }, storage.counts.ok],
    [{ result: 'failed' }, storage.counts.failed],
  ]);
}

/** What waits in the database is the same at all servers on it. */
async function writeDatabase(text: MetricsText, db: Kysely<Database>): Promise<void> {
  const waiting = await withTimeout(readQueueCounts(db));
  const behind = await withTimeout(findOldestUnsettled(db));
  text.gauge('bindery_database_up', 'Whether the database answers.', [[{}, 1]]);
  text.gauge('bindery_database_bytes', 'Size of the database.', [[{}, waiting.bytes]]);
  text.gauge('bindery_database_locks_waiting', 'Connections to the database that wait for a lock.', [
    [{}, waiting.locks],
  ]);
  text.gauge('bindery_jobs', 'Jobs in the background; failed ones of the last day.', [
    [{ state: 'due' }, waiting.jobs_due],
    [{ state: 'running' }, waiting.jobs_running],
    [{ state: 'failed' }, waiting.jobs_failed],
  ]);
  text.gauge('bindery_oldest_due_job_seconds', 'How long the oldest due job has been waiting.', [
    [{}, waiting.oldest_job ?? 0],
  ]);
  text.gauge('bindery_mails', 'Mails that wait, and those of the last day that failed.', [
    [{ state: 'waiting' }, waiting.mails_waiting],
    [{ state: 'failed' }, waiting.mails_failed],
  ]);
  text.gauge('bindery_webhook_deliveries_pending', 'Deliveries to webhooks that wait.', [
    [{}, waiting.deliveries_pending],
  ]);
  text.gauge('bindery_events_behind_seconds', 'Age of the oldest event that no reader can read yet.', [
    [{}, behind ?? 0],
  ]);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database takes too long.')), DATABASE_LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

// @module-tag operation
// @module-tag embedded-only
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { setTracer } from '#server/base/tracing.ts';
import { seedOnFirstStart } from '#server/commands/first-start.ts';
import { CallerEngine } from '#server/database/engine/caller-engine.ts';
import { type Connection, connect } from '#server/database/engine/connect.ts';
import { openOn } from '#server/database/engine/engine-dialect.ts';
import { DEFAULT_POOL, PostgresEngine } from '#server/database/engine/postgres-engine.ts';
import { migrate } from '#server/database/migrate.ts';
import { createTracer } from '#server/network/open-telemetry.ts';
import { type Postgres, startPgBouncer, startPostgres } from '../../../scripts/postgres.ts';
import { inject } from './round-robin.ts';
import type { ServerRequest } from './second-server.ts';

const TOKEN = 'a-token-of-the-first-administrator';
const METRICS_TOKEN = 'a-token-of-twenty-four-characters';
const CLIENTS = 32;
/** Short turns one after the other, so that what else the machine does is in both. */
const TURN_MS = 500;
const TURNS = 24;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Sends requests to two apps in turns; how many the first one answers for each one of the other.
 *
 * @param beside what is done with the first one in each of its turns, too
 */
async function compare(
  [one, other]: readonly [FastifyInstance, FastifyInstance],
  createRequest: () => ServerRequest,
  beside?: () => Promise<void>,
): Promise<number> {
  const answered = { one: 0, other: 0 };
  const send = async (app: FastifyInstance, end: number): Promise<number> => {
    let count = 0;
    for (; performance.now() < end; count += 1) {
      const { status } = await inject(app, createRequest());
      if (status >= 300) throw new Error(`A request was answered with ${status}.`);
    }
    return count;
  };
  for (let turn = -2; turn < TURNS; turn += 1)
    for (const which of turn % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const)) {
      const end = performance.now() + TURN_MS;
      const clients = Array.from({ length: CLIENTS }, () => send(which === 'one' ? one : other, end));
      if (which === 'one') await beside?.();
      for (const count of await Promise.all(clients)) if (turn >= 0) answered[which] += count;
    }
  return answered.one / answered.other;
}

describe('what stands around a server takes little of what it does', () => {
  let postgres: Postgres;
  let pooler: Postgres;
  const connections: Connection[] = [];
  const apps: FastifyInstance[] = [];
  let teams: string;
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

  async function start(database: Connection): Promise<FastifyInstance> {
    connections.push(database);
    const app = await buildApp({
      database,
      publicUrl: 'http://bindery.test',
      rateLimit: 0,
      metricsToken: METRICS_TOKEN,
    });
    apps.push(app);
    return app;
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    const database = await connect({ databaseUrl: postgres.url });
    await migrate(database.db);
    await seedOnFirstStart(database.db, { empty: false, adminToken: TOKEN }, new Date());
    pooler = await startPgBouncer(postgres.url, ['default_pool_size = 20']);
    const app = await start(database);
    const { body } = await inject(app, { method: 'GET', url: '/v1/orgs', headers });
    teams = `/v1/orgs/${JSON.parse(body).items[0].id}/teams`;
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const connection of connections) await connection.close();
    pooler?.stop();
    postgres?.stop();
  });

  /** Without a pooler, but without named statements, which PgBouncer before 1.21 does not keep. */
  function connectUnnamed(): Connection {
    const traits = { isPooled: true, keepsNames: false, limitsStatements: false };
    const engine = new PostgresEngine(postgres.url, {
      ...traits,
      pool: DEFAULT_POOL,
      transactionLimitMs: 5000,
      onIdleError: () => undefined,
      onNotice: () => undefined,
    });
    const db = openOn(engine);
    return {
      engine: 'postgres',
      db,
      forCaller: (caller) => openOn(new CallerEngine(engine, caller)),
      close: () => db.destroy(),
    };
  }

  const direct = async () => start(await connect({ databaseUrl: postgres.url }));
  const list = (): ServerRequest => ({ method: 'GET', url: `${teams}?limit=50`, headers });
  let made = 0;
  const change = (): ServerRequest => {
    made += 1;
    return { method: 'PUT', url: teams, headers, payload: JSON.stringify({ title: `Team ${made}` }) };
  };

  it.each([
    ['lists', list],
    ['changes', change],
  ])('%s through PgBouncer, beside direct ones without named statements', async (kind, createRequest) => {
    const pooled = await start(await connect({ databaseUrl: pooler.url }));
    const share = await compare([pooled, await start(connectUnnamed())], createRequest);
    say(`${kind} through PgBouncer: ${share.toFixed(3)} × direct without named statements`);
    expect(share).toBeGreaterThanOrEqual(0.85);
  });

  it('lists while metrics are read twice a second, beside those without a reader', async () => {
    const watched = await direct();
    const authorization = `Bearer ${METRICS_TOKEN}`;
    const readMetrics = async () => {
      const { body } = await inject(watched, { method: 'GET', url: '/metrics', headers: { authorization } });
      expect(body).toContain('bindery_');
    };
    const share = await compare([watched, await direct()], list, readMetrics);
    say(`lists while metrics are read: ${share.toFixed(3)} × without`);
    expect(share).toBeGreaterThanOrEqual(0.97);
  });

  // No goal: what it costs is for the operator to choose by the share of requests.
  it.each([1, 0.05])('lists with traces of %d of the requests, beside those without traces', async (part) => {
    let received = 0;
    const collector = createServer((request, response) => {
      request.on('data', (bytes: Buffer) => (received += bytes.length)).on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const address = collector.address();
    vi.stubEnv('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio');
    vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', String(part));
    const tracer = createTracer({
      collector: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      version: '1.2.3',
      onNotice: say,
    });
    setTracer(tracer);
    const traced = await direct();
    setTracer(undefined);
    const share = await compare([traced, await direct()], list);
    await tracer.close();
    collector.close();
    vi.unstubAllEnvs();
    say(`lists with traces of ${part} of the requests: ${share.toFixed(3)} × without`);
    expect(received).toBeGreaterThan(0);
  });
});

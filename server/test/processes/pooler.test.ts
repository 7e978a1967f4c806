import { sql } from 'kysely';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/commands/open-database.ts';
import { loadSettings } from '#server/commands/settings.ts';
import { type Connection, connect } from '#server/database/engine/connect.ts';
import { examinePostgres } from '#server/database/engine/examine-postgres.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { type Postgres, startPgBouncer, startPostgresPair } from '../../../scripts/postgres.ts';
import { findPort, startProcess, type StartedProcess } from './child-process.ts';

const adminToken = 'a-token-of-the-first-administrator';

/** A started server with an empty installation, and its organization. */
async function startServer(environment: Record<string, string>) {
  const port = await findPort();
  const started = await startProcess('main', ['serve', '--empty'], {
    PORT: String(port),
    ADMIN_TOKEN: adminToken,
    RATE_LIMIT: '0',
    ...environment,
  });
  await started.waitForOutput('Bindery is running');
  const send = async (path: string, body?: object) => {
    const response = await fetch(`http://localhost:${port}${path}`, {
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const organization: string = (await send('/v1/orgs')).body.items[0].id;
  return { started, send, teams: `/v1/orgs/${organization}/teams` };
}

async function stop({ child, ended }: StartedProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Postgres;
  beforeAll(async () => {
    database = await openTestDatabase();
    pooler = await startPgBouncer(database.url ?? '');
  });
  afterAll(async () => {
    pooler?.stop();
    await database?.close();
  });

  it('is noticed, whether start-up parameters are refused or ignored', async () => {
    const lax = await startPgBouncer(database.url ?? '', ['ignore_startup_parameters = statement_timeout']);
    expect(await examinePostgres(database.url ?? '')).toEqual({
      isPooled: false,
      keepsNames: true,
      limitsStatements: true,
    });
    for (const { url } of [pooler, lax])
      expect(await examinePostgres(url)).toMatchObject({ isPooled: true, limitsStatements: false });
    // A role may have the limit that is recommended for poolers.
    await sql`alter role postgres set statement_timeout = '30s'`.execute(database.db);
    for (const { url } of [pooler, lax]) expect(await examinePostgres(url)).toMatchObject({ isPooled: true });
    await sql`alter role postgres reset statement_timeout`.execute(database.db);
    lax.stop();
  });

  it('lets ten starts through while others are busy, and keeps no lock', async () => {
    const empty = await openEmptyDatabase();
    const url = new URL(pooler.url);
    url.pathname = new URL(empty.url ?? '').pathname;
    const load = await connect({ databaseUrl: url.href });
    const busy = new AbortController();
    const workers = Array.from({ length: 8 }, async (_, worker) => {
      while (!busy.signal.aborted) await sql`select pg_sleep(${worker / 1000})`.execute(load.db);
    });
    const settings = loadSettings({ 'database-url': url.href }, {});
    // The first two find no table: one of them migrates.
    await Promise.all([1, 2].map(async () => (await openDatabase(settings)).close()));
    for (let start = 3; start <= 10; start += 1) await (await openDatabase(settings)).close();
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(empty.db);
    expect(rows).toEqual([]);
    busy.abort();
    await Promise.all(workers);
    await load.close();
    await empty.close();
  });

  it('serves many callers at once, in UTC', async () => {
    const connection = await connect({ databaseUrl: pooler.url });
    const rounds = Array.from({ length: 200 }, (_, round) => round);
    const read = (db: Connection['db'], round: number) =>
      sql<{ value: number; zone: string; at: Date }>`select ${round}::int as value,
        current_setting('TimeZone') as zone, '2026-01-31T12:00:00Z'::timestamptz(3) as at`.execute(db);
    const results = await Promise.all(
      rounds.map(async (round) => {
        const act = () => inTransaction(connection.db, (trx) => read(trx, round));
        return (await (round % 2 === 0 ? act() : read(connection.db, round))).rows[0];
      }),
    );
    expect(results).toEqual(
      rounds.map((value) => ({ value, zone: 'UTC', at: new Date('2026-01-31T12:00:00Z') })),
    );
    await connection.close();
  });

  it('does without named statements once the pooler has lost one, and loses no statement', async () => {
    const notices: string[] = [];
    const { DEFAULT_POOL, PostgresEngine } = await import('#server/database/engine/postgres-engine.ts');
    const engine = new PostgresEngine(pooler.url, {
      isPooled: true,
      keepsNames: true,
      limitsStatements: false,
      transactionLimitMs: 5000,
      pool: DEFAULT_POOL,
      onIdleError: () => undefined,
      onNotice: (notice) => notices.push(notice),
    });
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const session = await engine.acquire();
        const { rows } = await session.run<{ index: number }>('select $1::int as index', [index]);
        session.release();
        return rows[0]?.index;
      }),
    );
    expect(results).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(notices).toHaveLength(1);
    await engine.close();
  });

  it('starts, migrates and takes changes; says once what an operator should know', async () => {
    const { started, send, teams } = await startServer({ DATABASE_URL: pooler.url });
    for (const text of ['connection pooler', 'named statements', 'statement_timeout', 'LISTEN_URL'])
      expect(started.output().split(text)).toHaveLength(2);
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send(teams, { title: `Team ${index}` })),
    );
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await send(`${teams}?limit=100`)).body.items).toHaveLength(40);
    await stop(started);
    const direct = await startServer({ DATABASE_URL: pooler.url, LISTEN_URL: database.url ?? '' });
    expect(direct.started.output()).not.toContain('LISTEN_URL');
    await stop(direct.started);
  });
});

/** A TCP proxy, as a load balancer that is given the primary's address. */
class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  target: number;

  constructor(target: number) {
    this.target = target;
    this.#server = createServer((client) => {
      const upstream = connectSocket(this.target, '127.0.0.1');
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** From the moment that the way to the new primary is open. */
const READY_MS = 5000;

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a fail-over', () => {
  it('loses no acknowledged change, answers 503 during a failover, and is ready again within 5 s', async () => {
    const pair = await startPostgresPair();
    const balancer = new Balancer(pair.primaryPort);
    const port = await balancer.listen();
    const { started, send, teams } = await startServer({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
    });
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const create = async (title: string) => {
      const { status } = await send(teams, { title });
      statuses.add(status);
      if (status === 201) acknowledged.push(title);
      return status;
    };
    const load = new AbortController();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; !load.signal.aborted; index += 1) await create(`Team ${writer}-${index}`);
    });
    while (acknowledged.length < 40) await new Promise((resolve) => setImmediate(resolve));
    await pair.switchOver();
    // The balancer has not noticed yet: its target takes connections, and no changes.
    expect((await send('/readyz')).status).toBe(503);
    expect(await create('on the standby')).toBe(503);
    const before = acknowledged.length;
    balancer.target = pair.standbyPort;
    const switchedAt = performance.now();
    const untilReady = async () => {
      while ((await send('/readyz')).status !== 200) await sleep(20);
      return Math.round(performance.now() - switchedAt);
    };
    const untilChanged = async () => {
      while (acknowledged.length === before) await sleep(5);
      return Math.round(performance.now() - switchedAt);
    };
    const [readyMs, changedMs] = await Promise.all([untilReady(), untilChanged()]);
    while (acknowledged.length < before + 40) await sleep(5);
    load.abort();
    await Promise.all(writers);
    expect(statuses).toEqual(new Set([201, 503]));
    expect((await send('/readyz')).status).toBe(200);
    const present = new Set<string>();
    for (let page = ''; ;) {
      const { body } = await send(`${teams}?limit=100${page}`);
      for (const { title } of body.items) present.add(title);
      if (body.next === undefined) break;
      page = `&page=${body.next.page}`;
    }
    expect(acknowledged.filter((title) => !present.has(title))).toEqual([]);
    expect(Math.max(readyMs, changedMs)).toBeLessThan(READY_MS);
    process.stdout.write(
      `ready ${readyMs} ms after the switch, the first change after ${changedMs} ms; ${acknowledged.length} changes acknowledged, none lost\n`,
    );
    await stop(started);
    balancer.close();
    pair.stop();
  });
});

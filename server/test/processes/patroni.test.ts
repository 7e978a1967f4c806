// @module-tag operation
// @module-tag embedded-only
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { PatroniCluster } from '../../../scripts/patroni.ts';
import { findPort, startProcess } from './child-process.ts';

/** How often the server process is killed, and how often the node. */
const KILLS = Number(process.env.FAILOVERS ?? '10');
const MINUTE_MS = 60_000;
/** From the moment that the balancer leads to the new primary. */
const WRITES_AGAIN_MS = 10_000;
const GOAL_MS = { process: 15_000, node: 40_000 };
const adminToken = 'a-token-of-the-first-administrator';

const missing = ['patroni', 'etcd', 'haproxy'].filter(
  (program) => spawnSync('which', [program], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status !== 0,
);
if (missing.length > 0) console.warn(`SKIPPED: fail-overs with Patroni. Missing: ${missing.join(', ')}.`);

/** People who write and read all the time, and what they got. */
class Load {
  readonly acknowledged = new Map<string, number>();
  readonly statuses = new Map<string, number>();
  readonly #stop = new AbortController();
  #running: Promise<void>[] = [];

  constructor(
    private readonly send: (path: string, body?: object) => Promise<{ status: number }>,
    private readonly paths: { teams: string; site: string },
  ) {}

  start(): void {
    const repeat = async (act: (index: number) => Promise<void>) => {
      for (let index = 0; !this.#stop.signal.aborted; index += 1) await act(index);
    };
    const writers = [1, 2, 3].map((writer) =>
      repeat(async (index) => {
        const title = `Team ${writer}-${index}`;
        const { status } = await this.send(this.paths.teams, { title });
        this.#count('PUT', status);
        if (status === 201) this.acknowledged.set(title, performance.now());
        else await wait(50);
      }),
    );
    const readers = [this.paths.site, this.paths.teams].map((path) =>
      repeat(async () => {
        this.#count(path === this.paths.site ? 'page' : 'list', (await this.send(path)).status);
        await wait(20);
      }),
    );
    this.#running = [...writers, ...readers];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  /** When the first change was acknowledged after a moment. */
  async nextChange(since: number): Promise<number> {
    for (;;) {
      const last = [...this.acknowledged.values()].at(-1) ?? 0;
      if (last > since) return [...this.acknowledged.values()].find((at) => at > since) ?? last;
      await wait(10);
    }
  }

  #count(kind: string, status: number): void {
    const key = `${kind} ${status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
  }
}

/** When the balancer leads to a primary at another port. */
async function untilLeadsElsewhere(url: string, port: number): Promise<number> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('select pg_is_in_recovery() as waits, inet_server_port() as port');
      if (rows[0]?.waits === false && rows[0].port !== port) return performance.now();
    } catch {
      // Nobody is there yet.
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(100);
  }
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];

it.skipIf(missing.length > 0)(
  'a cluster with Patroni loses no acknowledged change when its primary is killed, and people read on',
  async () => {
    const cluster = await PatroniCluster.start();
    onTestFinished(() => cluster.stop());
    const port = await findPort();
    const started = await startProcess('main', ['serve'], {
      PORT: String(port),
      ADMIN_TOKEN: adminToken,
      RATE_LIMIT: '0',
      DATABASE_URL: cluster.url,
      DATABASE_READ_URL: cluster.nodes
        .map((node) => `postgres://postgres@127.0.0.1:${node.port}/postgres`)
        .join(' '),
    });
    onTestFinished(async () => {
      started.child.kill('SIGTERM');
      await started.ended;
    });
    await started.waitForOutput('Bindery is running');
    const send = async (path: string, body?: object) => {
      const response = await fetch(`http://localhost:${port}${path}`, {
        method: body ? 'PUT' : 'GET',
        headers: {
          ...(path.startsWith('/v1') && { authorization: `Bearer ${adminToken}` }),
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text };
    };
    const json = async (path: string) => JSON.parse((await send(path)).text);
    const organization: string = (await json('/v1/orgs')).items[0].id;
    const teams = `/v1/orgs/${organization}/teams`;
    const site = '/published/skerry/help/';
    expect((await send(site)).text).toContain('Start here');
    const load = new Load(send, { teams, site });
    load.start();
    await load.nextChange(0);
    const outages = { process: [] as number[], node: [] as number[] };
    let slowest = 0;
    for (const kind of ['process', 'node'] as const)
      for (let count = 0; count < KILLS; count += 1) {
        await cluster.untilComplete();
        const primary = await cluster.findPrimary();
        if (!primary) throw new Error('There is no primary.');
        const killedAt = performance.now();
        if (kind === 'process') primary.killServer();
        else await primary.kill();
        const leadsAt = await untilLeadsElsewhere(cluster.url, primary.port);
        const changedAt = await load.nextChange(killedAt + 200);
        // A change that was answered just as the server was killed was none of the new primary.
        const again = await load.nextChange(leadsAt - 1000);
        outages[kind].push(Math.max(changedAt, again) - killedAt);
        slowest = Math.max(slowest, again - leadsAt);
        if (kind === 'node') primary.start();
        process.stdout.write(
          `${kind} ${count + 1}: led elsewhere after ${Math.round(leadsAt - killedAt)} ms, changes after ${Math.round(again - killedAt)} ms\n`,
        );
      }
    await cluster.untilComplete();
    await load.stop();
    const present = new Set<string>();
    for (let page = ''; ;) {
      const { items, next } = await json(`${teams}?limit=100${page}`);
      for (const { title } of items) present.add(title);
      if (next === undefined) break;
      page = `&page=${next.page}`;
    }
    const lost = [...load.acknowledged.keys()].filter((title) => !present.has(title));
    const statuses = Object.fromEntries(load.statuses);
    process.stdout.write(
      `${KILLS} killed processes: p95 of the outage ${Math.round(p95(outages.process) ?? 0)} ms; ${KILLS} lost nodes: ${Math.round(p95(outages.node) ?? 0)} ms; ` +
        `changes at most ${Math.round(slowest)} ms after the balancer led to the new primary; ` +
        `${load.acknowledged.size} changes acknowledged, ${lost.length} lost; answers: ${JSON.stringify(statuses)}\n`,
    );
    expect(lost).toEqual([]);
    // Reading never stops, and a change is refused by nothing but 503.
    expect(Object.keys(statuses).toSorted()).toEqual(['PUT 201', 'PUT 503', 'list 200', 'page 200']);
    expect(slowest).toBeLessThan(WRITES_AGAIN_MS);
    expect(p95(outages.process)).toBeLessThan(GOAL_MS.process);
    expect(p95(outages.node)).toBeLessThan(GOAL_MS.node);
  },
  KILLS * 5 * MINUTE_MS,
);

/** Noisy neighbor: how one caller's heaviest requests affect another caller's reads, and how much memory they take. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../../e2e/support/server.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { atMost, type Check } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { memoryOf, request } from '../requests.ts';
import { quantile, round } from '../statistics.ts';
import { type LoadContext, LOADS } from './heavy-requests.ts';
import { listen } from './http-load.ts';
import { startReader } from './reader.ts';

/** One load: read times in ms, memory in MB. */
interface NeighborResult {
  load: string;
  p99: number;
  /** The most that the server's process has had, its start included; unknown if it has exited. */
  serverMemory: number;
  hasExited: boolean;
}

/** The server may take this much, and with the embedded engine this much more than idle, which is the first load. */
const POSTGRES_MB = 600;
const ABOVE_IDLE_MB = 250;

const SETTLE_MS = 5000;

type NeighborResults = Partial<Record<Engine, NeighborResult[]>>;

export const noisyNeighborPart: Part<NeighborResults> = {
  name: 'noisy-neighbor',
  description: 'the heaviest requests of each kind: reads of others, memory, exits',
  isOnDemand: true,
  measure: async ({ engines, isSmall }) => {
    const results: NeighborResults = {};
    for (const engine of engines) {
      const loads = await measureNoisyNeighbor(engine, isSmall ? 0.1 : 1);
      // The other parts still run and are written, but the exit code reports the failure.
      if (loads.some(({ hasExited }) => hasExited)) process.exitCode = 1;
      results[engine] = loads;
    }
    return results;
  },
  goals: ({ postgres, pglite }) => [
    ...checkEngine('postgres', postgres ?? []),
    ...checkEngine('pglite', pglite ?? []),
  ],
};

function checkEngine(engine: Engine, loads: readonly NeighborResult[]): Check[] {
  const [idle] = loads;
  if (idle === undefined) return [];
  const title = engineTitles[engine];
  const limit = engine === 'postgres' ? POSTGRES_MB : idle.serverMemory + ABOVE_IDLE_MB;
  const p99 = Math.max(...loads.map((load) => load.p99));
  const memory = Math.max(...loads.map((load) => load.serverMemory));
  const exits = loads.filter(({ hasExited }) => hasExited).length;
  return [
    atMost(`${title}: p99 of another caller’s reads`, p99, 250, 'ms'),
    atMost(`${title}: memory of the server`, memory, limit, 'MB'),
    atMost(`${title}: exits`, exits, 0, 'servers'),
  ];
}

/** Sends each load to a server on an engine. */
async function measureNoisyNeighbor(engine: Engine, scale: number): Promise<NeighborResult[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const website = await serveWebsite();
  const rows: NeighborResult[] = [];
  for (const name of Object.keys(LOADS)) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'bindery-noisy-neighbor-'));
    const server = await startServer({
      dataFolder,
      env: {
        ALLOW_PRIVATE_FETCH: 'true',
        // High enough never to be reached.
        RATE_LIMIT: '1000000',
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url, ADMIN_TOKEN: adminToken }),
      },
    });
    const [{ id: organizationId }] = (await request(server, 'GET', '/v1/orgs')).items;
    rows.push(await measureLoad(name, { server, organizationId, publish: website.publish, scale }));
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  website.close();
  postgres?.stop();
  return rows;
}

const adminToken = `bench-${'0123456789abcdef'.repeat(3)}`;

async function measureLoad(name: string, context: LoadContext): Promise<NeighborResult> {
  const { server, organizationId } = context;
  const reader = startReader(`${server.url}/v1/orgs/${organizationId}/members?limit=50`, server.token);
  await wait(1500);
  await reader.report();
  await LOADS[name]?.(context);
  const { times } = await reader.report();
  await wait(SETTLE_MS * context.scale);
  reader.stop();
  const hasExited = server.process.exitCode !== null || server.process.signalCode !== null;
  return {
    load: name,
    p99: round(quantile(times, 0.99)),
    serverMemory: hasExited ? 0 : Math.round(memoryOf(server.process.pid, 'VmHWM')),
    hasExited,
  };
}

async function serveWebsite() {
  const pages: { content: string | Buffer; contentType: string }[] = [];
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))];
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': page?.contentType ?? 'text/html' })
      .end(page?.content);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const publish = (content: string | Buffer, contentType: string): string =>
    `${origin}/${pages.push({ content, contentType }) - 1}`;
  return { publish, close: () => server.close() };
}

/** Noisy neighbor: how one caller's heaviest requests affect another caller's reads, and how much memory they take. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startServer } from '../../e2e/support/server.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { atMost } from '../goals.ts';
import type { Engine, Part } from '../part.ts';
import { quantile, round } from '../statistics.ts';
import { markdownTable } from '../tables.ts';
import { type LoadContext, LOADS, WEBSITE } from './loads.ts';
import { startReader } from './start-reader.ts';

/** One load: read times in ms, memory in MB. */
interface NeighborResult {
  load: string;
  p50: number;
  p99: number;
  max: number;
  /** Reads with another status than 200. */
  failed: number;
  /** The maximum of the server process, the maximum of its task processes, and the total 5 s later. */
  serverMemory: number;
  workerMemory: number;
  memoryAfterwards: number;
  /** The number of responses by status. */
  statusCounts: string;
  hasExited: boolean;
}

/** The server may take this much, and with the embedded engine this much more than idle, which is the first load. */
const POSTGRES_MB = 600;
const ABOVE_IDLE_MB = 250;

const SETTLE_MS = 5000;
const SAMPLE_MS = 250;

type NeighborResults = Partial<Record<Engine, NeighborResult[]>>;

export const noisyNeighborPart: Part<NeighborResults> = {
  name: 'noisy-neighbor',
  measure: async ({ engines, isSmall }) => {
    const found: NeighborResults = {};
    for (const engine of engines) {
      const loads = await measureNoisyNeighbor(engine, isSmall ? 0.1 : 1);
      // The other parts still run and are written, but nobody can overlook it.
      if (loads.some(({ hasExited }) => hasExited)) process.exitCode = 1;
      found[engine] = loads;
    }
    return found;
  },
  goals: (found) =>
    Object.entries(found).flatMap(([engine, loads]) => [
      atMost(
        `${titles[engine]}: p99 of another caller’s reads`,
        Math.max(...loads.map(({ p99 }) => p99)),
        250,
        'ms',
      ),
      atMost(
        `${titles[engine]}: memory of the server`,
        Math.max(...loads.map(({ serverMemory }) => serverMemory)),
        engine === 'postgres' ? POSTGRES_MB : (loads[0]?.serverMemory ?? 0) + ABOVE_IDLE_MB,
        'MB',
      ),
      atMost(`${titles[engine]}: exits`, loads.filter(({ hasExited }) => hasExited).length, 0, 'servers'),
    ]),
  tables: (found) => Object.entries(found).flatMap(([engine, loads]) => loadTable(titles[engine], loads)),
};

const titles: Record<string, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };

function loadTable(title = '', loads: NeighborResult[]): string[] {
  const values = (row: NeighborResult): number[] => [
    row.p50,
    row.p99,
    row.max,
    row.failed,
    row.serverMemory,
    row.workerMemory,
    row.memoryAfterwards,
  ];
  const head = ['', 'p50, ms', 'p99, ms', 'max, ms', 'failed'];
  const memory = ['server, MB', 'workers, MB', 'after 5 s, MB'];
  return [
    `### Noisy neighbor, ${title}`,
    'Goals: p99 below 250 ms; server memory below 600 MB on PostgreSQL, idle + 250 MB embedded; the server never exits.',
    markdownTable(
      [...head, ...memory, 'responses', 'exited'],
      loads.map((row) => [
        row.load,
        ...values(row).map(String),
        row.statusCounts,
        row.hasExited ? '**yes**' : 'no',
      ]),
    ),
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
    const context = { server, website: website.origin, publish: website.publish, scale };
    rows.push(await measureLoad(name, { ...context, organizationId: await findOrganization(context) }));
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
  const memory = sampleMemory(server.process.pid ?? 0);
  const statuses = (await LOADS[name]?.(context)) ?? [];
  const { times, failed } = await reader.report();
  await wait(SETTLE_MS * context.scale);
  const { max, last } = await memory.stop();
  reader.stop();
  return {
    load: name,
    p50: round(quantile(times, 0.5)),
    p99: round(quantile(times, 0.99)),
    max: round(Math.max(0, ...times)),
    failed,
    serverMemory: Math.round(max.server),
    workerMemory: Math.round(max.beside),
    memoryAfterwards: Math.round(last.server + last.beside),
    statusCounts: countStatuses(statuses),
    hasExited: server.process.exitCode !== null || server.process.signalCode !== null,
  };
}

function countStatuses(statuses: readonly number[]): string {
  const kinds = [...new Set(statuses)].toSorted((a, b) => a - b);
  return kinds.map((kind) => `${kind} × ${statuses.filter((status) => status === kind).length}`).join(', ');
}

/** Samples the memory of a process and of its children. */
function sampleMemory(pid: number) {
  const max = { server: 0, beside: 0 };
  let last = { server: 0, beside: 0 };
  const over = new AbortController();
  const sample = async () => {
    last = await readMemory(pid);
    max.server = Math.max(max.server, last.server);
    max.beside = Math.max(max.beside, last.beside);
  };
  const running = (async () => {
    while (!over.signal.aborted) {
      await sample();
      await wait(SAMPLE_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await running;
      return { max, last };
    },
  };
}

/** Resident memory in MB. */
async function readMemory(pid: number): Promise<{ server: number; beside: number }> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const memory = { server: 0, beside: 0 };
  for (const line of stdout.split('\n')) {
    const [id, parent, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
    if (id === pid) memory.server += kilobytes / 1024;
    else if (parent === pid) memory.beside += kilobytes / 1024;
  }
  return memory;
}

async function findOrganization({ server }: Pick<LoadContext, 'server'>): Promise<string> {
  const response = await fetch(`${server.url}/v1/orgs`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const { items } = await response.json();
  return items[0].id;
}

async function serveWebsite() {
  const html = 'text/html';
  const pages = new Map<string, { content: string | Buffer; contentType: string }>(
    Object.entries(WEBSITE).map(([path, page]) => [path, { content: page(), contentType: html }]),
  );
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': page?.contentType ?? html })
      .end(page?.content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const publish = (content: string | Buffer, contentType: string): string => {
    const path = `/published-${pages.size}`;
    pages.set(path, { content, contentType });
    return origin + path;
  };
  return { origin, publish, close: () => server.close() };
}

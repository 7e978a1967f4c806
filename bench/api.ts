/** Requests per second of the server, compared with bare handlers and hand-written SQL. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { BenchEnvironment } from './environment.ts';
import { runHttpLoad, type HttpLoadResult, type LoadRequest } from './http-load.ts';
import { median, round } from './statistics.ts';

export type Variant = 'bare' | 'session' | 'bindery';
export type Operation = 'list' | 'read' | 'create' | 'move';

/** One engine's results; memory in MB after all operations. */
export interface ApiRun {
  operations: Record<Operation, Record<Variant, HttpLoadResult>>;
  memory: Record<Variant, number>;
}

const connections = 32;
const seconds = 3;

interface Runner {
  variant: Variant;
  origin: string;
  process: ChildProcess;
}

/** Measures all operations on one engine, alternating between the variants. */
export async function measureApi(environment: BenchEnvironment, rounds: number): Promise<ApiRun> {
  await buildBaseline();
  const copy = `${environment.server.dataFolder}-baseline`;
  const engine = await prepareEngine(environment, copy);
  const baselines = await Promise.all([
    startBaseline('bare', engine.bare),
    startBaseline('session', engine.session),
  ]);
  const runners: Runner[] = [
    ...baselines,
    { variant: 'bindery', origin: environment.server.url, process: environment.server.process },
  ];
  try {
    const operations = {
      list: await measureOperation(environment, runners, 'list', rounds),
      read: await measureOperation(environment, runners, 'read', rounds),
      create: await measureOperation(environment, runners, 'create', rounds),
      move: await measureOperation(environment, runners, 'move', rounds),
    };
    const memoryOf = (variant: Variant): number =>
      Math.round(residentMemory(runners.find((runner) => runner.variant === variant)?.process.pid));
    return {
      operations,
      memory: { bare: memoryOf('bare'), session: memoryOf('session'), bindery: memoryOf('bindery') },
    };
  } finally {
    baselines.forEach((baseline) => baseline.process.kill());
    rmSync(`${copy}-bare`, { recursive: true, force: true });
    rmSync(`${copy}-session`, { recursive: true, force: true });
  }
}

/**
 * The environment of each baseline: the same PostgreSQL, or a copy of the data folder, which only one process may open.
 */
async function prepareEngine(
  world: BenchEnvironment,
  copy: string,
): Promise<Record<'bare' | 'session', Record<string, string>>> {
  const { databaseUrl } = world;
  if (databaseUrl !== undefined) {
    return { bare: { BASELINE_DATABASE_URL: databaseUrl }, session: { BASELINE_DATABASE_URL: databaseUrl } };
  }
  await world.whileStopped((folder) => {
    cpSync(join(folder, 'database'), `${copy}-bare`, { recursive: true });
    cpSync(join(folder, 'database'), `${copy}-session`, { recursive: true });
  });
  return { bare: { BASELINE_DATA: `${copy}-bare` }, session: { BASELINE_DATA: `${copy}-session` } };
}

/** Bundled like the server, so that neither compiles at run time. */
async function buildBaseline(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'bench/api-baseline.ts', outDir: 'dist/api-baseline', emptyOutDir: true, target: 'node20' },
  });
}

function startBaseline(variant: 'bare' | 'session', env: Record<string, string>): Promise<Runner> {
  const child = spawn(process.execPath, ['dist/api-baseline/api-baseline.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env, BASELINE_SESSION: variant === 'session' ? '1' : '0' },
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ variant, origin: `http://127.0.0.1:${port.toString().trim()}`, process: child }),
    );
    child.once('exit', (code) => reject(new Error(`The baseline exited with code ${code}.`)));
  });
}

async function measureOperation(
  world: BenchEnvironment,
  runners: Runner[],
  operation: Operation,
  rounds: number,
): Promise<Record<Variant, HttpLoadResult>> {
  const results: Record<Variant, HttpLoadResult[]> = { bare: [], session: [], bindery: [] };
  for (const runner of runners) await runOperation(world, runner, operation, 1);
  for (let iteration = 0; iteration < rounds; iteration += 1) {
    for (const runner of runners)
      results[runner.variant].push(await runOperation(world, runner, operation, seconds));
  }
  const summarize = (all: HttpLoadResult[]): HttpLoadResult => ({
    rate: Math.round(median(all.map(({ rate }) => rate))),
    p50: round(median(all.map(({ p50 }) => p50))),
    p99: round(median(all.map(({ p99 }) => p99))),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  });
  return {
    bare: summarize(results.bare),
    session: summarize(results.session),
    bindery: summarize(results.bindery),
  };
}

function runOperation(
  world: BenchEnvironment,
  { origin }: Runner,
  operation: Operation,
  duration: number,
): Promise<HttpLoadResult> {
  return runHttpLoad({
    origin,
    connections,
    seconds: duration,
    headers: { authorization: `Bearer ${world.server.token}` },
    createRequest: () => createRequest(world, operation),
  });
}

function pickRandom<T>(all: T[]): T {
  const picked = all[Math.floor(Math.random() * all.length)];
  if (picked === undefined) throw new Error('Nothing to pick from.');
  return picked;
}

function createRequest(world: BenchEnvironment, operation: Operation): LoadRequest {
  const organization = `/v1/orgs/${world.organizationId}`;
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${organization}/members?role=read&limit=50` };
    case 'read':
      return { method: 'GET', path: `${organization}/members/${pickRandom(world.memberIds)}` };
    case 'create':
      return {
        method: 'PUT',
        path: `${organization}/teams`,
        body: JSON.stringify({ title: `Writers ${Math.floor(Math.random() * 1_000_000)}` }),
      };
    case 'move': {
      const moved = pickRandom(world.sectionIds);
      const neighbor = pickRandom(world.sectionIds.filter((id) => id !== moved));
      return {
        method: 'POST',
        path: `${organization}/sites/${world.siteId}/sections/${moved}/move`,
        body: JSON.stringify({ position: { before: { type: 'site-section', siteSection: neighbor } } }),
      };
    }
  }
}

/** Megabytes of memory that a process holds. */
function residentMemory(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

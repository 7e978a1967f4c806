/** Requests per second of the server, compared with bare handlers and hand-written SQL. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { nodeFlags } from '../../e2e/support/server.ts';
import { bundledPackages, compactText } from '../../scripts/vite/server-bundle.ts';
import type { BenchEnvironment } from '../environment.ts';
import { atLeast, atMost, type Check, ratio } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { type Figure, figure } from '../statistics.ts';
import { runHttpLoad, type HttpLoadResult, type LoadRequest } from './http-load.ts';

const variants = ['bare', 'session', 'bindery'] as const;
const operations = ['list', 'read', 'create', 'move'] as const;
type Variant = (typeof variants)[number];
type Operation = (typeof operations)[number];

/** Rates in requests per second, percentiles in ms; `failed` counts unsuccessful responses of all rounds. */
interface OperationResult {
  rate: Figure;
  p50: Figure;
  p99: Figure;
  failed: number;
}

type VariantResults = Record<Variant, OperationResult>;

/** One engine's results; memory in MB after all operations. */
interface ApiRun {
  operations: Record<Operation, VariantResults>;
  memory: Record<Variant, number>;
}

const connections = 32;
/** Of each operation of each variant in each round. */
const seconds = 2;

export const postgresPart = createPart('postgres', ({ operations: of, memory }) => [
  atLeast('read', ratio(of.read.bindery.rate, of.read.bare.rate), 0.5, '× bare'),
  atLeast('list', ratio(of.list.bindery.rate, of.list.bare.rate), 0.65, '× bare'),
  atLeast('list', ratio(of.list.bindery.rate, of.list.session.rate), 0.85, '× bare with session'),
  atLeast('move', ratio(of.move.bindery.rate, of.move.session.rate), 0.35, '× bare with session'),
  atLeast('create', ratio(of.create.bindery.rate, of.create.session.rate), 0.5, '× bare with session'),
  atMost('list, p99', ratio(of.list.bindery.p99, of.list.session.p99), 1.5, '× bare with session'),
  atMost('memory', memory.bindery / memory.session, 2, '× bare with session'),
]);

export const pglitePart = createPart('pglite', ({ operations: of, memory }) => [
  atLeast('list', ratio(of.list.bindery.rate, of.list.bare.rate), 0.5, '× bare'),
  atLeast('read', ratio(of.read.bindery.rate, of.read.bare.rate), 0.4, '× bare'),
  atMost('memory', memory.bindery / memory.bare, 1.3, '× bare'),
]);

/** The part of one engine. */
function createPart(engine: Engine, check: (run: ApiRun) => Check[]): Part<ApiRun> {
  return {
    name: engine,
    description: `requests per second on ${engineTitles[engine]}, beside bare handlers with the least SQL`,
    measure: async (bench) => measureApi(await bench.environment(engine), bench.rounds),
    goals: (run) => {
      const failed = operations.reduce((sum, operation) => sum + run.operations[operation].bindery.failed, 0);
      return [...check(run), atMost('failed responses', failed, 0, 'responses')];
    },
  };
}

interface Runner {
  variant: Variant;
  origin: string;
  process: ChildProcess;
}

/** Measures all operations on one engine, alternating between the variants. */
async function measureApi(environment: BenchEnvironment, rounds: number): Promise<ApiRun> {
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
    const list = await measureOperation(environment, runners, 'list', rounds);
    const read = await measureOperation(environment, runners, 'read', rounds);
    const create = await measureOperation(environment, runners, 'create', rounds);
    const move = await measureOperation(environment, runners, 'move', rounds);
    const memoryOf = (variant: Variant): number =>
      Math.round(residentMemory(runners.find((runner) => runner.variant === variant)?.process.pid));
    return {
      operations: { list, read, create, move },
      memory: {
        bare: memoryOf('bare'),
        session: memoryOf('session'),
        bindery: memoryOf('bindery'),
      },
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
  environment: BenchEnvironment,
  copy: string,
): Promise<Record<'bare' | 'session', Record<string, string>>> {
  const { databaseUrl } = environment;
  if (databaseUrl !== undefined) {
    return { bare: { BASELINE_DATABASE_URL: databaseUrl }, session: { BASELINE_DATABASE_URL: databaseUrl } };
  }
  await environment.whileStopped((folder) => {
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
    ssr: bundledPackages,
    build: {
      ssr: 'bench/server/api-baseline.ts',
      outDir: 'dist/api-baseline',
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: compactText },
    },
  });
}

function startBaseline(variant: Exclude<Variant, 'bindery'>, env: Record<string, string>): Promise<Runner> {
  const child = spawn(process.execPath, [...nodeFlags, 'dist/api-baseline/api-baseline.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env, BASELINE_SESSION: variant === 'bare' ? '0' : '1' },
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ variant, origin: `http://127.0.0.1:${port.toString().trim()}`, process: child }),
    );
    child.once('exit', (code) => reject(new Error(`The baseline exited with code ${code}.`)));
  });
}

async function measureOperation(
  environment: BenchEnvironment,
  runners: Runner[],
  operation: Operation,
  rounds: number,
): Promise<VariantResults> {
  const results: Record<Variant, HttpLoadResult[]> = {
    bare: [],
    session: [],
    bindery: [],
  };
  for (const runner of runners) await runOperation(environment, runner, operation, 1);
  for (let iteration = 0; iteration < rounds; iteration += 1) {
    for (const runner of runners)
      results[runner.variant].push(await runOperation(environment, runner, operation, seconds));
  }
  const summarize = (all: HttpLoadResult[]): OperationResult => ({
    rate: figure(
      all.map(({ rate }) => rate),
      0,
    ),
    p50: figure(all.map(({ p50 }) => p50)),
    p99: figure(all.map(({ p99 }) => p99)),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  });
  return {
    bare: summarize(results.bare),
    session: summarize(results.session),
    bindery: summarize(results.bindery),
  };
}

function runOperation(
  environment: BenchEnvironment,
  { origin }: Runner,
  operation: Operation,
  duration: number,
): Promise<HttpLoadResult> {
  return runHttpLoad({
    origin,
    connections,
    seconds: duration,
    headers: { authorization: `Bearer ${environment.server.token}` },
    createRequest: () => createRequest(environment, operation),
  });
}

function pickRandom<T>(all: T[]): T {
  const picked = all[Math.floor(Math.random() * all.length)];
  if (picked === undefined) throw new Error('Nothing to pick from.');
  return picked;
}

const organizationPath = ({ organizationId }: BenchEnvironment): string => `/v1/orgs/${organizationId}`;

const readMember = (environment: BenchEnvironment, memberId: string): LoadRequest => ({
  method: 'GET',
  path: `${organizationPath(environment)}/members/${memberId}`,
});

const createTeam = (environment: BenchEnvironment, title: string): LoadRequest => ({
  method: 'PUT',
  path: `${organizationPath(environment)}/teams`,
  body: JSON.stringify({ title }),
});

function createRequest(environment: BenchEnvironment, operation: Operation): LoadRequest {
  const organization = organizationPath(environment);
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${organization}/members?role=read&limit=50` };
    case 'read':
      return readMember(environment, pickRandom(environment.memberIds));
    case 'create':
      return createTeam(environment, `Writers ${Math.floor(Math.random() * 1_000_000)}`);
    case 'move': {
      const moved = pickRandom(environment.sectionIds);
      const neighbor = pickRandom(environment.sectionIds.filter((id) => id !== moved));
      return {
        method: 'POST',
        path: `${organization}/sites/${environment.siteId}/sections/${moved}/move`,
        body: JSON.stringify({ position: { before: { type: 'site-section', siteSection: neighbor } } }),
      };
    }
  }
}

/** Megabytes of memory that a process holds. */
function residentMemory(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

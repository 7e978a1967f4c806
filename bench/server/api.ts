/** Requests per second of the server, compared with bare handlers and hand-written SQL that look up the token first. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { nodeFlags } from '../../e2e/support/server.ts';
import { bundledPackages, compactText } from '../../scripts/vite/server-bundle.ts';
import type { BenchEnvironment } from '../environment.ts';
import { atLeast, atMost, type Check, ratio } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { memoryOf } from '../requests.ts';
import { type Figure, figure } from '../statistics.ts';
import { runHttpLoad, type HttpLoadResult, type LoadRequest } from './http-load.ts';

const variants = ['session', 'bindery'] as const;
const operations = ['list', 'read', 'create', 'move'] as const;
type Variant = (typeof variants)[number];
type Operation = (typeof operations)[number];

/** Rates in requests per second, percentiles in ms; `failed` counts unsuccessful responses of all rounds. */
interface OperationResult {
  rate: Figure;
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

const UNIT = '× bare with session';

export const postgresPart = createPart('postgres', ({ operations: of, memory }) => [
  atLeast('read', ratio(of.read.bindery.rate, of.read.session.rate), 0.5, UNIT),
  atLeast('list', ratio(of.list.bindery.rate, of.list.session.rate), 0.85, UNIT),
  atLeast('move', ratio(of.move.bindery.rate, of.move.session.rate), 0.35, UNIT),
  atLeast('create', ratio(of.create.bindery.rate, of.create.session.rate), 0.5, UNIT),
  atMost('list, p99', ratio(of.list.bindery.p99, of.list.session.p99), 1.5, UNIT),
  atMost('memory', memory.bindery / memory.session, 2, UNIT),
]);

export const pglitePart = createPart('pglite', ({ operations: of, memory }) => [
  atLeast('list', ratio(of.list.bindery.rate, of.list.session.rate), 0.5, UNIT),
  atLeast('read', ratio(of.read.bindery.rate, of.read.session.rate), 0.5, UNIT),
  atMost('memory', memory.bindery / memory.session, 1.3, UNIT),
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
  const baseline = await startBaseline(await prepareEngine(environment, copy));
  const runners: Runner[] = [
    baseline,
    { variant: 'bindery', origin: environment.server.url, process: environment.server.process },
  ];
  try {
    const measure = (operation: Operation) => measureOperation(environment, runners, operation, rounds);
    const list = await measure('list');
    const read = await measure('read');
    const create = await measure('create');
    const move = await measure('move');
    const memoryOfBoth = runners.map(({ process: { pid } }) => Math.round(memoryOf(pid, 'VmRSS')));
    const [session = Number.NaN, bindery = Number.NaN] = memoryOfBoth;
    return { operations: { list, read, create, move }, memory: { session, bindery } };
  } finally {
    baseline.process.kill();
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The environment of the baseline: the same PostgreSQL, or a copy of the data folder, which only one process may open.
 */
async function prepareEngine(environment: BenchEnvironment, copy: string): Promise<Record<string, string>> {
  const { databaseUrl } = environment;
  if (databaseUrl !== undefined) return { BASELINE_DATABASE_URL: databaseUrl };
  await environment.whileStopped((folder) => {
    cpSync(join(folder, 'database'), copy, { recursive: true });
  });
  return { BASELINE_DATA: copy };
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

function startBaseline(env: Record<string, string>): Promise<Runner> {
  const child = spawn(process.execPath, [...nodeFlags, 'dist/api-baseline/api-baseline.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ variant: 'session', origin: `http://127.0.0.1:${port.toString().trim()}`, process: child }),
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
    p99: figure(all.map(({ p99 }) => p99)),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  });
  return { session: summarize(results.session), bindery: summarize(results.bindery) };
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

function createRequest(environment: BenchEnvironment, operation: Operation): LoadRequest {
  const organization = `/v1/orgs/${environment.organizationId}`;
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${organization}/members?role=read&limit=50` };
    case 'read':
      return { method: 'GET', path: `${organization}/members/${pickRandom(environment.memberIds)}` };
    case 'create': {
      const body = JSON.stringify({ title: `Writers ${Math.floor(Math.random() * 1_000_000)}` });
      return { method: 'PUT', path: `${organization}/teams`, body };
    }
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

/** Requests per second of the server, compared with bare handlers and hand-written SQL. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { nodeFlags } from '../e2e/support/server.ts';
import { bundledPackages, compactText } from '../scripts/vite/server-bundle.ts';
import type { SameStatements } from './api-baseline.ts';
import type { BenchEnvironment } from './environment.ts';
import { atLeast, atMost, type Check, ratio } from './goals.ts';
import { runHttpLoad, type HttpLoadResult, type LoadRequest } from './http-load.ts';
import type { Engine, Part } from './part.ts';
import { recordRequests } from './recorded-statements.ts';
import { type Figure, figure } from './statistics.ts';
import { formatFigure, markdownTable } from './tables.ts';

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

/**
 * `statements`: the server's statements and nothing else; `answer`: the same, and what the contract asks of a list
 * (`member-answer.ts`). PostgreSQL only.
 */
type VariantResults = Record<Variant, OperationResult> & {
  statements?: OperationResult;
  answer?: OperationResult;
};

/** One engine's results; memory in MB after all operations. */
interface ApiRun {
  operations: Record<Operation, VariantResults>;
  memory: Record<Variant, number> & { statements?: number };
}

/**
 * What the server must reach of its own statements: the shares of issue 15, there of the least SQL. A move's statements
 * are most of it, so its share is what it had when that floor was made.
 */
const shareOfStatements: Record<Operation, number> = { list: 0.85, read: 0.5, create: 0.5, move: 0.75 };

const connections = 32;
/** Of each operation of each variant in each round. */
const seconds = 2;

export const postgresPart = createPart('postgres', 'PostgreSQL', ({ operations: of, memory }) => [
  atLeast('read', ratio(of.read.bindery.rate, of.read.bare.rate), 0.5, '× bare'),
  atLeast('list', ratio(of.list.bindery.rate, of.list.bare.rate), 0.65, '× bare'),
  atLeast('list', ratio(of.list.bindery.rate, of.list.session.rate), 0.85, '× bare with session'),
  atLeast('move', ratio(of.move.bindery.rate, of.move.session.rate), 0.35, '× bare with session'),
  ...(of.list.answer
    ? [
        atLeast(
          'list',
          ratio(of.list.bindery.rate, of.list.answer.rate),
          shareOfStatements.list,
          '× same statements and answer',
        ),
      ]
    : []),
  ...operations.flatMap((operation) => {
    const { bindery, statements } = of[operation];
    return statements
      ? [
          atLeast(
            operation,
            ratio(bindery.rate, statements.rate),
            shareOfStatements[operation],
            '× same statements',
          ),
        ]
      : [];
  }),
  atLeast('create', ratio(of.create.bindery.rate, of.create.session.rate), 0.5, '× bare with session'),
  atMost('list, p99', ratio(of.list.bindery.p99, of.list.session.p99), 1.5, '× bare with session'),
  atMost('memory', memory.bindery / memory.session, 2, '× bare with session'),
  ...(memory.statements === undefined
    ? []
    : [atMost('memory', memory.bindery / memory.statements, 1.3, '× same program and statements')]),
]);

export const pglitePart = createPart('pglite', 'PGlite', ({ operations: of, memory }) => [
  atLeast('list', ratio(of.list.bindery.rate, of.list.bare.rate), 0.5, '× bare'),
  atLeast('read', ratio(of.read.bindery.rate, of.read.bare.rate), 0.4, '× bare'),
  atMost('memory', memory.bindery / memory.bare, 1.3, '× bare'),
]);

/** The part of one engine. */
function createPart(engine: Engine, title: string, check: (run: ApiRun) => Check[]): Part<ApiRun> {
  return {
    name: engine,
    measure: async (bench) => measureApi(await bench.world(engine), bench.rounds),
    goals: (run) => {
      const failed = operations.reduce((sum, operation) => sum + run.operations[operation].bindery.failed, 0);
      return [...check(run), atMost('failed responses', failed, 0, 'responses')];
    },
    tables: (run) => {
      const toLine = (operation: Operation, variant: string, result: OperationResult): string[] => {
        const { rate, p50, p99, failed } = result;
        const share = (rate.value / run.operations[operation].bare.rate.value).toFixed(2);
        return [operation, variant, formatFigure(rate), share, ...[p50, p99].map(formatFigure), `${failed}`];
      };
      const lines = operations.flatMap((operation) => {
        const { statements, answer, ...all } = run.operations[operation];
        return [
          ...variants.map((variant) => toLine(operation, variant, all[variant])),
          ...(statements ? [toLine(operation, 'same statements', statements)] : []),
          ...(answer ? [toLine(operation, 'same statements and answer', answer)] : []),
        ];
      });
      const { statements: sameProgram } = run.memory;
      const memory = [
        ...variants.map((variant) => `${variant} ${run.memory[variant]} MB`),
        ...(sameProgram === undefined ? [] : [`same program and statements ${sameProgram} MB`]),
      ].join(', ');
      return [
        `### Requests on ${title}`,
        markdownTable(['', '', 'req/s', '× bare', 'p50, ms', 'p99, ms', 'failed'], lines),
        `Memory afterwards: ${memory}.`,
      ];
    },
  };
}

interface Runner {
  variant: Variant | 'statements' | 'answer';
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
  const { databaseUrl } = environment;
  const sameStatements = databaseUrl === undefined ? [] : await startSameStatements(environment, databaseUrl);
  const runners: Runner[] = [
    ...baselines,
    ...sameStatements,
    { variant: 'bindery', origin: environment.server.url, process: environment.server.process },
  ];
  try {
    const list = await measureOperation(environment, runners, 'list', rounds);
    const others = runners.filter(({ variant }) => variant !== 'answer');
    const read = await measureOperation(environment, others, 'read', rounds);
    const create = await measureOperation(environment, others, 'create', rounds);
    const move = await measureOperation(environment, others, 'move', rounds);
    const memoryOf = (variant: Runner['variant']): number =>
      Math.round(residentMemory(runners.find((runner) => runner.variant === variant)?.process.pid));
    return {
      operations: { list, read, create, move },
      memory: {
        bare: memoryOf('bare'),
        session: memoryOf('session'),
        bindery: memoryOf('bindery'),
        ...(sameStatements.length > 0 && { statements: memoryOf('statements') }),
      },
    };
  } finally {
    [...baselines, ...sameStatements].forEach((baseline) => baseline.process.kill());
    rmSync(statementsFile(environment), { force: true });
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

const statementsFile = ({ server }: BenchEnvironment): string => `${server.dataFolder}-statements.json`;

/** Records what the server sends for each operation, and starts two baselines that send the same. */
async function startSameStatements(world: BenchEnvironment, url: string): Promise<Runner[]> {
  const [firstMember = '', secondMember = ''] = world.memberIds;
  const recorded = await recordRequests(url, world.server.token, {
    list: { inputs: ['', ''], create: () => createRequest(world, 'list') },
    read: { inputs: [firstMember, secondMember], create: (memberId) => readMember(world, memberId) },
    create: { inputs: ['Recorded one', 'Recorded two'], create: (title) => createTeam(world, title) },
  });
  const response = await fetch(`${world.server.url}/v1/user`, {
    headers: { authorization: `Bearer ${world.server.token}` },
  });
  const { id: userId }: { id: string } = await response.json();
  const same: SameStatements = { url, userId, recorded };
  writeFileSync(statementsFile(world), JSON.stringify(same));
  // Without the URL it would open an embedded engine, whose memory would be counted too.
  const env = { BASELINE_STATEMENTS: statementsFile(world), BASELINE_DATABASE_URL: url };
  return Promise.all([
    startBaseline('statements', env),
    startBaseline('answer', { ...env, BASELINE_ANSWER: '1' }),
  ]);
}

/** Bundled like the server, so that neither compiles at run time. */
async function buildBaseline(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: bundledPackages,
    build: {
      ssr: 'bench/api-baseline.ts',
      outDir: 'dist/api-baseline',
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: compactText },
    },
  });
}

function startBaseline(
  variant: Exclude<Runner['variant'], 'bindery'>,
  env: Record<string, string>,
): Promise<Runner> {
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
  world: BenchEnvironment,
  runners: Runner[],
  operation: Operation,
  rounds: number,
): Promise<VariantResults> {
  const results: Record<Runner['variant'], HttpLoadResult[]> = {
    bare: [],
    session: [],
    bindery: [],
    statements: [],
    answer: [],
  };
  for (const runner of runners) await runOperation(world, runner, operation, 1);
  for (let iteration = 0; iteration < rounds; iteration += 1) {
    for (const runner of runners)
      results[runner.variant].push(await runOperation(world, runner, operation, seconds));
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
    ...(results.statements.length > 0 && { statements: summarize(results.statements) }),
    ...(results.answer.length > 0 && { answer: summarize(results.answer) }),
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

const organizationPath = ({ organizationId }: BenchEnvironment): string => `/v1/orgs/${organizationId}`;

const readMember = (world: BenchEnvironment, memberId: string): LoadRequest => ({
  method: 'GET',
  path: `${organizationPath(world)}/members/${memberId}`,
});

const createTeam = (world: BenchEnvironment, title: string): LoadRequest => ({
  method: 'PUT',
  path: `${organizationPath(world)}/teams`,
  body: JSON.stringify({ title }),
});

function createRequest(world: BenchEnvironment, operation: Operation): LoadRequest {
  const organization = organizationPath(world);
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${organization}/members?role=read&limit=50` };
    case 'read':
      return readMember(world, pickRandom(world.memberIds));
    case 'create':
      return createTeam(world, `Writers ${Math.floor(Math.random() * 1_000_000)}`);
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

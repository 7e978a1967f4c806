/**
 * `npm run test:deep`: the long-running tests. Ends with `N passed, N failed`, preceded by what each suite ran and
 * found.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPgBouncer } from './postgres.ts';
import { addCounts, printSummary, type TestCounts } from './test-counts.ts';
import { findPostgres, runPlaywright, runVitest } from './test-runners.ts';
import { deepTags, type DeepTag } from './vite/deep-tags.ts';

interface DeepSuite {
  description: string;
  /** Runs only when named. */
  isOnDemand?: true;
  /** Runs one round, also on PostgreSQL if there is a connection string. */
  run: (postgres: string | undefined) => Promise<TestCounts>;
}

/** One hour per test, no retries. */
const longTimeoutArgs = ['--testTimeout=3600000', '--hookTimeout=600000', '--retry=0'];
const inputFactor = 10;

/** The server tests with a tag. */
const runTag = (tag: DeepTag, env: Record<string, string>) => (postgres: string | undefined) =>
  runVitest({
    projects: ['server-pglite'],
    args: [`--tags-filter=${tag}`, ...longTimeoutArgs],
    env,
    postgres,
  });

const suites: Record<string, DeepSuite> = {
  properties: {
    description: `unit tests and server tests, properties with ${inputFactor}× the inputs`,
    run: () =>
      runVitest({
        projects: ['unit*', 'server-pglite'],
        args: [`--tags-filter='${deepTags.map((tag) => `!${tag}`).join(' && ')}'`, ...longTimeoutArgs],
        env: { DEEP: String(inputFactor) },
      }),
  },
  model: {
    description: '3,000 random histories of an organization on each engine',
    run: runTag('model', { MODEL_RUNS: '3000' }),
  },
  moves: {
    description: '50,000 random moves per ordered list on each engine',
    run: runTag('moves', { MOVES: '50000' }),
  },
  kills: {
    description: '100 kills of the embedded database during writes',
    run: () => runTag('kills', { KILLS: '100' })(undefined),
  },
  fuzz: {
    description: '1,500 random inputs per operation on the embedded engine, 150 on PostgreSQL',
    run: runTag('fuzz', { FUZZ_INPUTS: '1500' }),
  },
  conditions: {
    description: '1,000 random sites and visitors on each engine',
    run: runTag('conditions', { CONDITION_SITES: '1000' }),
  },
  pooler: {
    description: 'the server tests on PostgreSQL behind PgBouncer in transaction mode',
    run: async (postgres) => {
      if (postgres === undefined) throw new Error('Needs PostgreSQL.');
      const pooler = await startPgBouncer(postgres);
      try {
        return await runVitest({
          projects: [],
          args: [`--tags-filter='${deepTags.map((tag) => `!${tag}`).join(' && ')}'`, ...longTimeoutArgs],
          env: { TEST_POOLER_URL: pooler.url },
          postgres,
        });
      } finally {
        pooler.stop();
      }
    },
  },
  faults: {
    description: 'every change of the console under every fault',
    run: () => runPlaywright({ args: ['--grep @faults', '--retries=0'], env: { DEEP: '1' } }),
  },
  browser: {
    description: 'every browser test five times under full CPU load',
    isOnDemand: true,
    run: async () => {
      const load = startCpuLoad();
      try {
        return await runPlaywright({ args: ['--repeat-each=5', '--retries=0'] });
      } finally {
        for (const busy of load) busy.kill('SIGKILL');
      }
    },
  },
};

/** Keeps all processors busy until the caller kills the processes. */
function startCpuLoad(): ChildProcess[] {
  const busy =
    'process.once("disconnect", () => process.exit()); setInterval(() => { const end = Date.now() + 50; while (Date.now() < end); }, 0);';
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
}

const minute = 60_000;

/** Runs rounds of a suite until its time is up, at least one. */
async function runSuite(name: string, suite: DeepSuite, postgres: string | undefined, minutes: number) {
  const started = performance.now();
  const rounds: TestCounts[] = [];
  do {
    console.log(`\n=== ${name}, round ${rounds.length + 1}: ${suite.description}`);
    rounds.push(await suite.run(postgres));
  } while (performance.now() - started < minutes * minute);
  const counts = addCounts(rounds);
  const seconds = Math.round((performance.now() - started) / 1000);
  const times = rounds.length > 1 ? `, ${rounds.length} rounds` : '';
  const found = counts.failed === 0 ? 'no failures' : `${counts.failed} FAILED`;
  return {
    counts,
    lines: [
      `${name}: ${suite.description}${times}; ${found} (${seconds} s)`,
      ...counts.failures.map((failure) => `  ${failure.replaceAll('\n', '\n      ')}`),
    ],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 0);
  const names =
    positionals.length > 0 ? positionals : Object.keys(suites).filter((name) => !suites[name]?.isOnDemand);
  const selected = names.flatMap((name) => {
    const suite = suites[name];
    return suite ? [{ name, suite }] : [];
  });
  if (selected.length < names.length || !(minutes >= 0)) {
    console.error(
      `Usage: npm run test:deep -- [suites] [--minutes=N]. Suites: ${Object.keys(suites).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  const results: Awaited<ReturnType<typeof runSuite>>[] = [];
  for (const { name, suite } of selected)
    results.push(await runSuite(name, suite, postgres?.url, minutes / selected.length));
  postgres?.stop();
  const all = addCounts(results.map(({ counts }) => counts));
  printSummary(all, [...results.flatMap(({ lines }) => lines), ...notices]);
}

await main();

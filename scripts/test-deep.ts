/**
 * `npm run test:deep`: the long-running tests. Ends with `N passed, N failed`, preceded by what each suite ran and
 * found.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFlakyTests } from './flaky-tests.ts';
import { type TestCounts, findPostgres, runPlaywright, runVitest } from './test-runners.ts';
import { deepTags, type DeepTag } from './vite/deep-tags.ts';

/** What a round is given. */
interface RoundContext {
  reports: string;
  /** Connection string of a PostgreSQL; undefined where none can be had. */
  postgres: string | undefined;
}

interface DeepSuite {
  description: string;
  /** Runs only when named. */
  isOnDemand?: true;
  run: (round: RoundContext) => Promise<TestCounts>;
}

/** One hour per test, no retries. */
const longTimeoutArgs = ['--testTimeout=3600000', '--hookTimeout=600000', '--retry=0'];
const inputFactor = 10;

/** The server tests of a tag, on both engines where there is a PostgreSQL. */
const runOnServers =
  (tag: DeepTag, env: Record<string, string>) =>
  ({ reports, postgres }: RoundContext): Promise<TestCounts> =>
    runVitest({
      projects: ['server-pglite', ...(postgres === undefined ? [] : ['server-postgres'])],
      args: [`--tags-filter=${tag}`, ...longTimeoutArgs],
      env: { ...env, ...(postgres !== undefined && { TEST_DATABASE_URL: postgres }) },
      reportFolder: reports,
    });

const suites: Record<string, DeepSuite> = {
  properties: {
    description: `unit tests and server tests, properties with ${inputFactor}× the inputs`,
    run: ({ reports }) =>
      runVitest({
        projects: ['unit*', 'server-pglite'],
        args: [`--tags-filter='${deepTags.map((tag) => `!${tag}`).join(' && ')}'`, ...longTimeoutArgs],
        env: { DEEP: String(inputFactor) },
        reportFolder: reports,
      }),
  },
  model: {
    description: '3,000 random histories of an organization on each engine',
    run: runOnServers('model', { MODEL_RUNS: '3000' }),
  },
  moves: {
    description: '50,000 random moves per ordered list on each engine',
    run: runOnServers('moves', { MOVES: '50000' }),
  },
  kills: {
    description: '100 kills of the embedded database during writes',
    run: ({ reports }) =>
      runVitest({
        projects: ['server-pglite'],
        args: ['--tags-filter=kills', ...longTimeoutArgs],
        env: { KILLS: '100' },
        reportFolder: reports,
      }),
  },
  fuzz: {
    description: '1,500 random inputs per operation on the embedded engine, 150 on PostgreSQL',
    run: runOnServers('fuzz', { FUZZ_INPUTS: '1500' }),
  },
  faults: {
    description: 'every change of the console under every fault',
    run: ({ reports }) =>
      runPlaywright({ args: ['--grep @faults', '--retries=0'], env: { DEEP: '1' }, reportFolder: reports }),
  },
  browser: {
    description: 'every browser test five times under full CPU load',
    isOnDemand: true,
    run: async ({ reports }) => {
      const load = startCpuLoad();
      try {
        return await runPlaywright({ args: ['--repeat-each=5', '--retries=0'], reportFolder: reports });
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

const add = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  notices: [...a.notices, ...b.notices],
  flaky: [...(a.flaky ?? []), ...(b.flaky ?? [])],
  failures: [...(a.failures ?? []), ...(b.failures ?? [])],
});

const noCounts: TestCounts = { passed: 0, failed: 0, notices: [] };
const minute = 60_000;

/** Runs rounds of a suite until its time is up, at least one. */
async function runSuite(name: string, part: DeepSuite, round: RoundContext, minutes: number) {
  const started = performance.now();
  let count = noCounts;
  let rounds = 0;
  do {
    rounds += 1;
    console.log(`\n=== ${name}, round ${rounds}: ${part.description}`);
    count = add(count, await part.run(round));
  } while (performance.now() - started < minutes * minute);
  const seconds = Math.round((performance.now() - started) / 1000);
  const found = count.failed === 0 ? 'no failures' : `${count.failed} FAILED`;
  const line = `${name}: ${part.description}${rounds > 1 ? `, ${rounds} rounds` : ''}; ${found} (${seconds} s)`;
  return {
    count,
    lines: [line, ...(count.failures ?? []).map((failure) => `  ${failure.replaceAll('\n', '\n      ')}`)],
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
    const part = suites[name];
    return part ? [{ name, part }] : [];
  });
  if (selected.length < names.length || !(minutes >= 0)) {
    console.error(
      `Usage: npm run test:deep -- [suites] [--minutes=N]. Suites: ${Object.keys(suites).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  const reports = mkdtempSync(join(tmpdir(), 'bindery-deep-'));
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  const lines: string[] = [];
  let all = noCounts;
  for (const { name, part } of selected) {
    const round = { reports, postgres: postgres?.url };
    const result = await runSuite(name, part, round, minutes / selected.length);
    all = add(all, result.count);
    lines.push(...result.lines);
  }
  postgres?.stop();
  rmSync(reports, { recursive: true, force: true });
  console.log(
    `\n${[...lines, ...notices, ...all.notices, ...describeFlakyTests(all.flaky ?? [])].join('\n')}`,
  );
  console.log(`\n${all.passed} passed, ${all.failed} failed`);
  process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0;
}

await main();

/**
 * `npm test`: checks, unit tests, server tests on both engines, and browser tests on the built console and server. Ends
 * with `N passed, N failed`, preceded by flaky tests.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listChecks, runTasks, type Task } from './check.ts';
import { describeFlakyTests } from './flaky-tests.ts';
import { type TestCounts, findPostgres, runPlaywright, runVitest } from './test-runners.ts';

interface StageContext {
  args: string[];
  reports: string;
  isParallel: boolean;
}

type Stage = (run: StageContext) => Promise<TestCounts>;

const stages: Record<string, Stage> = {
  check: runChecks,
  server: runUnitAndServerTests,
  browser: ({ args, reports }) => runPlaywright({ args, reportFolder: reports }),
};

/** Browser tests leave CPU time for checks; server tests don't. */
const order = [['server'], ['browser', 'check']];

/** Types, lint, layers, sizes and the rest; every part counts as one test. Unit tests run with those of the server. */
async function runChecks({ isParallel }: StageContext): Promise<TestCounts> {
  const tasks = listChecks().filter(({ name }) => name !== 'unit');
  const lowPriority = tasks.map((task): Task => ({ ...task, hasLowPriority: true }));
  const results = await (isParallel ? runTasks(lowPriority, 1) : runTasks(tasks));
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, notices: [] };
}

/** Unit tests, and the server's tests on each engine that can be had. */
async function runUnitAndServerTests({ args, reports }: StageContext): Promise<TestCounts> {
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  const projects = ['unit*', 'server-pglite', ...(postgres === undefined ? [] : ['server-postgres'])];
  if (postgres !== undefined)
    console.log(
      'On PostgreSQL, requests go round robin to two processes on one database (TEST_PROCESSES=2).',
    );
  const env: Record<string, string> = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
  const count = await runVitest({ projects, args, env, reportFolder: reports });
  postgres?.stop();
  return { ...count, notices: [...notices, ...count.notices] };
}

async function runStage(name: string, context: StageContext): Promise<TestCounts> {
  const stage = stages[name];
  if (stage === undefined)
    throw new Error(`Unknown stage: ${name}. Available: ${Object.keys(stages).join(', ')}.`);
  const started = performance.now();
  console.log(`\n=== ${name}`);
  const count = await stage(context).catch((error: unknown): TestCounts => {
    console.error(error);
    return { passed: 0, failed: 1, notices: [`Stage ${name} failed to run: ${String(error)}`] };
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`=== ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

async function main([first = '', ...rest]: string[]): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'bindery-reports-'));
  const counts: TestCounts[] = [];
  for (const parallelStages of first === '' ? order : [[first]]) {
    // Parallel stages both need a build; build once before them.
    const isBeside = parallelStages.length > 1;
    if (isBeside) execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
    const run = { args: rest, reports, isParallel: isBeside };
    counts.push(...(await Promise.all(parallelStages.map((name) => runStage(name, run)))));
  }
  rmSync(reports, { recursive: true, force: true });
  const sum = (read: (count: TestCounts) => number): number =>
    counts.reduce((all, count) => all + read(count), 0);
  const [passed, failed] = [sum((count) => count.passed), sum((count) => count.failed)];
  const flaky = counts.flatMap((count) => count.flaky ?? []);
  const notices = [...counts.flatMap((count) => count.notices), ...describeFlakyTests(flaky)];
  if (notices.length > 0) console.log(`\n${notices.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

await main(process.argv.slice(2));

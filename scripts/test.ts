/**
 * `npm test`: checks, unit tests, server tests on both engines, and browser tests on the built console and server. Ends
 * with `N passed, N failed`, preceded by flaky tests. `npm test -- --changed [commit]` runs what a change touches.
 */
import { execFileSync } from 'node:child_process';
import { describeFailure, listChecks, runTasks, type Task } from './check.ts';
import { addCounts, noCounts, printSummary, type TestCounts } from './test-counts.ts';
import { findPostgres, runPlaywright, runVitest } from './test-runners.ts';

interface StageContext {
  args: string[];
  isParallel: boolean;
  /** Only what a change since a commit touches, by the imports; `HEAD` for what is not committed. */
  since?: string | undefined;
}

const stages: Record<string, (context: StageContext) => Promise<TestCounts>> = {
  check: runChecks,
  server: runUnitAndServerTests,
  browser: runBrowserTests,
};

/** Browser tests leave CPU time for checks; server tests don't. */
const order = [['server'], ['browser', 'check']];

/** Types, lint, layers, sizes and the rest; every part counts as one test. Unit tests run with those of the server. */
async function runChecks({ isParallel }: StageContext): Promise<TestCounts> {
  const tasks = listChecks().filter(({ name }) => name !== 'unit');
  const lowPriority = tasks.map((task): Task => ({ ...task, hasLowPriority: true }));
  const results = await (isParallel ? runTasks(lowPriority, 1) : runTasks(tasks));
  const failed = results.filter(({ ok }) => !ok);
  return {
    ...noCounts,
    passed: results.length - failed.length,
    failed: failed.length,
    // Beside the browser tests, what a check prints is a thousand lines above the end.
    notices: isParallel ? failed.map(describeFailure) : [],
  };
}

/** Unit tests, and the server's tests on each available engine. */
async function runUnitAndServerTests({ args, since }: StageContext): Promise<TestCounts> {
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  if (postgres !== undefined)
    console.log(
      'On PostgreSQL, requests go round robin to two processes on one database (TEST_PROCESSES=2).',
    );
  const counts = await runVitest({
    projects: ['unit*', 'server-pglite'],
    // How long they take depends on what else the machine does.
    args:
      args.length > 0 ? args : ['--tags-filter=!worst', ...(since === undefined ? [] : ['--changed', since])],
    mayBeEmpty: since !== undefined,
    postgres: postgres?.url,
  });
  postgres?.stop();
  return { ...counts, notices: [...notices, ...counts.notices] };
}

function runBrowserTests({ args, since }: StageContext): Promise<TestCounts> {
  if (since === undefined) return runPlaywright({ args });
  return runPlaywright({ args: [`--only-changed=${since}`], env: { REPEATS: 'none' }, mayBeEmpty: true });
}

async function runStage(name: string, context: StageContext): Promise<TestCounts> {
  const stage = stages[name];
  if (stage === undefined)
    throw new Error(`Unknown stage: ${name}. Available: ${Object.keys(stages).join(', ')}.`);
  const started = performance.now();
  console.log(`\n=== ${name}`);
  const count = await stage(context).catch((error: unknown): TestCounts => {
    console.error(error);
    return { ...noCounts, failed: 1, notices: [`Stage ${name} failed to run: ${String(error)}`] };
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`=== ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

const [first, ...rest] = process.argv.slice(2);
const since = first === '--changed' ? (rest[0] ?? 'HEAD') : undefined;
const args = since === undefined ? rest : [];
const counts: TestCounts[] = [];
for (const names of first === undefined || since !== undefined ? order : [[first]]) {
  const isParallel = names.length > 1;
  // Parallel stages both need a build; build once before them.
  if (isParallel) execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
  counts.push(...(await Promise.all(names.map((name) => runStage(name, { args, isParallel, since })))));
}
printSummary(addCounts(counts));

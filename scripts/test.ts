/**
 * `npm test`: checks, unit tests, server tests on both engines, and browser tests on the built console and server. Ends
 * with `N passed, N failed`, preceded by the time of each stage and flaky tests. `npm test -- browser members` runs
 * the files of a stage that a name means, `npm test -- --changed [commit]` what a change touches.
 */
import { execFileSync } from 'node:child_process';
import { describeFailure, listChecks, runTasks, type Task } from './check.ts';
import { addCounts, noCounts, printSummary, type TestCounts } from './test-counts.ts';
import { listTestFiles, replaceNames } from './test-files.ts';
import { findPostgres, runPlaywright, runVitest } from './test-runners.ts';
import { deepTags, leftOutFileTags, leftOutTags } from './vite/test-tags.ts';

interface StageContext {
  args: string[];
  isParallel: boolean;
  /** Only what a change since a commit touches, by the imports; `HEAD` for what is not committed. */
  since?: string | undefined;
}

interface StageResult {
  counts: TestCounts;
  /** The stage and how long it took. */
  time: string;
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
  const files = replaceNames(args, listTestFiles('server'));
  const notices: string[] = [];
  const postgres = await findPostgres(notices);
  if (postgres !== undefined)
    console.log(
      'On PostgreSQL, requests go round robin to two processes on one database (TEST_PROCESSES=2).',
    );
  const counts = await runVitest({
    projects: ['unit*', 'server-pglite'],
    args:
      files.length > 0
        ? files
        : [
            `--tags-filter=${leftOutFileTags.map((tag) => `!${tag}`).join(' && ')}`,
            ...(since === undefined ? [] : ['--changed', since]),
          ],
    mayBeEmpty: since !== undefined,
    postgres: postgres?.url,
  });
  postgres?.stop();
  return { ...counts, notices: [...notices, ...counts.notices] };
}

async function runBrowserTests({ args, since }: StageContext): Promise<TestCounts> {
  if (since === undefined) return runPlaywright({ args: replaceNames(args, listTestFiles('browser')) });
  return runPlaywright({ args: [`--only-changed=${since}`], env: { REPEATS: 'none' }, mayBeEmpty: true });
}

async function runStage(name: string, context: StageContext): Promise<StageResult> {
  const stage = stages[name];
  if (stage === undefined)
    throw new Error(`Unknown stage: ${name}. Available: ${Object.keys(stages).join(', ')}.`);
  const started = performance.now();
  console.log(`\n=== ${name}`);
  const counts = await stage(context).catch((error: unknown): TestCounts => {
    console.error(error);
    return { ...noCounts, failed: 1, notices: [`Stage ${name} failed to run: ${String(error)}`] };
  });
  const time = `${name} ${formatMinutes(performance.now() - started)}`;
  console.log(`=== ${time}: ${counts.passed} passed, ${counts.failed} failed`);
  return { counts, time };
}

const randomTags = deepTags.filter((tag) => !leftOutFileTags.includes(tag));

/** What the deep tests have beyond a whole stage, with the command for it. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  server: [
    'the other engine: npm run test:deep -- properties pooler',
    'what waits or computes for long: npm run test:deep -- long',
    `more random inputs: npm run test:deep -- ${randomTags.join(' ')}`,
  ],
  browser: [
    ...Object.entries(leftOutTags).map(([name, what]) => `${what}: npm run test:deep -- ${name}`),
    'every screen, change and form: npm run test:deep -- screens faults forms loading foreign hostile large',
  ],
};

/** As in `4:07 min`. */
function formatMinutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

const [first, ...rest] = process.argv.slice(2);
const since = first === '--changed' ? (rest[0] ?? 'HEAD') : undefined;
const args = since === undefined ? rest : [];
const started = performance.now();
const results: StageResult[] = [];
for (const names of first === undefined || since !== undefined ? order : [[first]]) {
  const isParallel = names.length > 1;
  // Parallel stages both need a build; build once before them.
  if (isParallel) execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });
  results.push(...(await Promise.all(names.map((name) => runStage(name, { args, isParallel, since })))));
}
const times = results.map(({ time }) => time).join(', ');
const isWhole = args.length === 0 && since === undefined;
const wholeStages = isWhole ? (first === undefined ? Object.keys(stages) : [first]) : [];
printSummary(addCounts(results.map(({ counts }) => counts)), [
  ...wholeStages.flatMap((name) => leftOut[name] ?? []).map((line) => `Left out, ${line}`),
  `Took ${formatMinutes(performance.now() - started)}: ${times}.`,
]);

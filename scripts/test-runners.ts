/** Runs Vitest and Playwright and reads their reports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenOfOperation } from '../e2e/support/operations-map.ts';
import { runTask } from './check.ts';
import { findChromium } from './chromium.ts';
import { type BrowserReport, flakyBrowserTests, type FlakyTest } from './flaky-tests.ts';
import { startPostgres, type Postgres } from './postgres.ts';

export interface TestCounts {
  passed: number;
  failed: number;
  /** Notices printed at the end. */
  notices: string[];
  /** Tests that passed only at a later attempt. */
  flaky?: FlakyTest[];
  /** Unit and server tests that failed, with the first lines of their errors. */
  failures?: string[];
}

/** One run of a runner. */
export interface RunnerOptions {
  /** Words for the runner: files, names, switches. */
  args: readonly string[];
  env?: Record<string, string>;
  /** A folder for reports. */
  reportFolder: string;
}

/** Runs unit and server tests of some projects. */
export async function runVitest(
  options: RunnerOptions & { projects: readonly string[] },
): Promise<TestCounts> {
  const { projects, args, env, reportFolder } = options;
  const report = join(reportFolder, 'vitest.json');
  const flaky = join(reportFolder, 'flaky.json');
  const command = [
    'vitest run',
    ...projects.map((project) => `--project '${project}'`),
    `--reporter=default --reporter=./scripts/vite/flaky-tests-reporter.ts`,
    `--reporter=json --outputFile.json=${report}`,
    ...args,
  ].join(' ');
  const { ok } = await runTask({ name: 'tests', command, env: { FLAKY_TESTS: flaky, ...env } }, true);
  return readCounts(report, ok, (found) => {
    const files: FileReport[] = found.testResults;
    const brokenFiles = files.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: found.numPassedTests,
      failed: found.numFailedTests + brokenFiles.length,
      flaky: JSON.parse(readFileSync(flaky, 'utf8')),
      failures: files.flatMap(failuresIn),
    };
  });
}

interface FileReport {
  name: string;
  message: string;
  status: string;
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
}

/** Characters of an error that are shown: a counterexample can be very long. */
const maxErrorLength = 1500;

function failuresIn({ name, message, status, assertionResults }: FileReport): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && assertionResults.length === 0)
    return [`${name}\n${message.slice(0, maxErrorLength)}`];
  return failed.map(
    ({ fullName, failureMessages }) =>
      `${name} > ${fullName}\n${(failureMessages[0] ?? '').slice(0, maxErrorLength)}`,
  );
}

/** Runs browser tests; builds first what is stale. */
export async function runPlaywright({ args, env, reportFolder }: RunnerOptions): Promise<TestCounts> {
  const report = join(reportFolder, 'playwright.json');
  const command = ['playwright test --config e2e/playwright.config.ts', ...args].join(' ');
  const variables = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env };
  const { ok } = await runTask({ name: 'browser tests', command, env: variables }, true);
  return readCounts(report, ok, (found) => {
    const { stats, errors } = found;
    const flaky = flakyBrowserTests(found);
    const unused = args.length > 0 ? [] : unusedOperations(found);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length + unused.length,
      notices: unused.map((operation) => `No browser test makes the console call ${operation}.`),
      flaky,
    };
  });
}

/** The documented operations that the console asked for in no test of a run. */
export function unusedOperations(report: BrowserReport): string[] {
  const used = new Set(usedOperations(report));
  return Object.keys(screenOfOperation).filter((operation) => !used.has(operation));
}

function usedOperations({ suites = [] }: BrowserReport): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ tests }) =>
      tests.flatMap(({ annotations = [] }) =>
        annotations.flatMap(({ type, description = '' }) => (type === 'operation' ? [description] : [])),
      ),
    ),
    ...usedOperations(suite),
  ]);
}

/** The configured PostgreSQL, or a temporary one. If there is none, adds a notice. */
export async function findPostgres(notices: string[]): Promise<Postgres | undefined> {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  if (configuredUrl !== undefined && configuredUrl !== '')
    return { url: configuredUrl, stop: () => undefined };
  try {
    return await startPostgres(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']);
  } catch (error) {
    notices.push(`POSTGRESQL NOT TESTED. ${error instanceof Error ? error.message : String(error)}`);
    console.error(`\n${notices.at(-1)}\n`);
    return undefined;
  }
}

/** Reads a report. A runner that failed without a failed test counts as one failure. */
function readCounts(
  report: string,
  ok: boolean,
  // The runners' reports have no published types.
  read: (found: ReturnType<typeof JSON.parse>) => Omit<TestCounts, 'notices'> & Partial<TestCounts>,
): TestCounts {
  try {
    const { passed, failed, ...more } = read(JSON.parse(readFileSync(report, 'utf8')));
    if (passed + failed === 0) return { passed: 0, failed: 1, notices: ['A stage ran no tests.'] };
    return { passed, failed: !ok && failed === 0 ? 1 : failed, notices: [], ...more };
  } catch (error) {
    return { passed: 0, failed: 1, notices: [`A stage wrote no report: ${String(error)}`] };
  }
}

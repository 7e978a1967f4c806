/** Runs Vitest and Playwright and reads what their reporters count. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unusedOperations } from '../e2e/support/operations-map.ts';
import { runTask, toCommand } from './check.ts';
import { findChromium } from './chromium.ts';
import { ensureGit } from './git.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { noCounts, type TestCounts } from './test-counts.ts';

interface RunnerOptions {
  /** Arguments of the runner, as it gets them: files, names, flags. */
  args: readonly string[];
  env?: Record<string, string>;
  /** Whether it is fine that there is no test to run. */
  mayBeEmpty?: boolean;
}

/** Runs unit tests and server tests, on both engines if there is a PostgreSQL. */
export async function runVitest({
  projects,
  args,
  env,
  mayBeEmpty = false,
  postgres,
}: RunnerOptions & { projects: readonly string[]; postgres?: string | undefined }): Promise<TestCounts> {
  await ensureGit();
  const command = toCommand('vitest run --reporter=default --reporter=./scripts/vitest-reporter.ts', [
    ...projects.map((project) => `--project=${project}`),
    ...(postgres === undefined ? [] : ['--project=server-postgres']),
    ...args,
    ...(mayBeEmpty ? ['--passWithNoTests'] : []),
  ]);
  // Empty where a run is without it: then the embedded engine has all tests.
  return runTests(command, { ...env, TEST_DATABASE_URL: postgres ?? '' }, mayBeEmpty);
}

/** Runs browser tests; builds first if stale. All of them have to request every operation. */
export async function runPlaywright({
  args,
  env,
  mayBeEmpty = false,
  isComplete = false,
}: RunnerOptions & { isComplete?: boolean }): Promise<TestCounts> {
  const command = toCommand('playwright test --config e2e/playwright.config.ts', [
    ...args,
    ...(mayBeEmpty ? ['--pass-with-no-tests'] : []),
  ]);
  const repeats = args.length === 0 ? 'none' : '';
  const variables = {
    CHROMIUM_PATH: await findChromium({ prefersHeadless: true }),
    REPEATS: repeats,
    ...env,
  };
  const counts = await runTests(command, variables, mayBeEmpty);
  const unused = counts.operations && isComplete ? unusedOperations(counts.operations) : [];
  return {
    ...counts,
    failed: counts.failed + unused.length,
    notices: unused.map((operation) => `No browser test makes the console call ${operation}.`),
  };
}

/** A runner that failed without a failed test counts as one failure. */
async function runTests(
  command: string,
  env: Record<string, string>,
  mayBeEmpty: boolean,
): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-counts-'));
  const file = join(folder, 'counts.json');
  const task = { name: 'tests', command, env: { ...env, TEST_COUNTS: file } };
  try {
    const { ok } = await runTask(task, true);
    const counts: TestCounts = JSON.parse(readFileSync(file, 'utf8'));
    if (counts.passed + counts.failed === 0 && !mayBeEmpty) throw new Error('It ran no tests.');
    return ok ? counts : { ...counts, failed: Math.max(1, counts.failed) };
  } catch (error) {
    return { ...noCounts, failed: 1, notices: [`A stage counted nothing. ${String(error)}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

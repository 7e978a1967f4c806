/**
 * `npm test`: everything. Checks, unit tests, server tests on the embedded engine and on PostgreSQL, browser tests on the
 * built console and the real server. Ends with one line `N passed, N failed`.
 *
 * `npm test -- check`, `… server`, `… browser` run one stage; what follows goes to its runner: `npm test -- browser members`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Postgres } from './postgres.ts';
import { printOutputs, runPart, runParts } from './run-parts.ts';
import { listCheckParts } from './check-parts.ts';
import { findChromium } from './chromium.ts';

interface Count {
  passed: number;
  failed: number;
  /** Sentences for the end, where nobody overlooks them. */
  remarks: string[];
}

type Stage = (more: string[], reports: string) => Promise<Count>;

const stages: Record<string, Stage> = { check: runChecks, server: runVitest, browser: runBrowserTests };

/** Types, lint, layers, sizes and the rest; every part counts as one test. Unit tests run with those of the server. */
async function runChecks(): Promise<Count> {
  const results = await runParts(listCheckParts().filter(({ name }) => name !== 'unit'));
  printOutputs(results);
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed, remarks: [] };
}

/** Unit tests, and the server's tests on each engine that can be had. */
async function runVitest(more: string[], reports: string): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const remarks: string[] = [];
  const postgres = await findPostgres(remarks);
  const projects = ['unit', 'server-pglite', ...(postgres === undefined ? [] : ['server-postgres'])];
  const command = [
    'vitest run',
    ...projects.map((project) => `--project ${project}`),
    `--reporter=default --reporter=json --outputFile.json=${report}`,
    ...more,
  ].join(' ');
  const env: Record<string, string> = postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url };
  if (postgres !== undefined)
    console.log('On PostgreSQL the requests go by turns to two apps on one database (TEST_APPS=2).');
  const { ok } = await runPart({ name: 'tests', command, env }, true);
  postgres?.stop();
  return countFrom(report, ok, remarks, (found) => {
    const brokenFiles = found.testResults.filter(
      (file: { status: string; assertionResults: unknown[] }) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: found.numPassedTests, failed: found.numFailedTests + brokenFiles.length };
  });
}

/** A PostgreSQL to test on: the given one, or one of our own. Absent is allowed, silence about it is not. */
async function findPostgres(remarks: string[]): Promise<Postgres | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: () => undefined };
  try {
    return await startPostgres();
  } catch (error) {
    remarks.push(`NOT TESTED ON POSTGRESQL. ${error instanceof Error ? error.message : String(error)}`);
    console.error(`\n${remarks.at(-1)}\n`);
    return undefined;
  }
}

/** The browser tests; builds first what is stale. */
async function runBrowserTests(more: string[], reports: string): Promise<Count> {
  const report = join(reports, 'playwright.json');
  const command = ['playwright test --config e2e/playwright.config.ts', ...more].join(' ');
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { ok } = await runPart({ name: 'browser tests', command, env }, true);
  return countFrom(report, ok, [], ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/** Reads a runner's report. A runner that failed without naming a failed test still counts as one. */
function countFrom(
  report: string,
  ok: boolean,
  remarks: string[],
  // The runners' reports have no published types.
  read: (found: ReturnType<typeof JSON.parse>) => { passed: number; failed: number },
): Count {
  try {
    const { passed, failed } = read(JSON.parse(readFileSync(report, 'utf8')));
    if (passed + failed === 0)
      return { passed: 0, failed: 1, remarks: [...remarks, 'A stage ran no test at all.'] };
    return { passed, failed: !ok && failed === 0 ? 1 : failed, remarks };
  } catch (error) {
    return { passed: 0, failed: 1, remarks: [...remarks, `A stage left no report: ${String(error)}`] };
  }
}

async function main([first = '', ...rest]: string[]): Promise<void> {
  const chosen = first === '' ? Object.keys(stages) : [first];
  const reports = mkdtempSync(join(tmpdir(), 'bindery-reports-'));
  const total: Count = { passed: 0, failed: 0, remarks: [] };
  for (const name of chosen) {
    const stage = stages[name];
    if (stage === undefined)
      throw new Error(`No stage is called ${name}. There are: ${Object.keys(stages).join(', ')}.`);
    const started = performance.now();
    console.log(`\n=== ${name}`);
    const count = await stage(rest, reports).catch((error: unknown): Count => {
      console.error(error);
      return { passed: 0, failed: 1, remarks: [`The stage ${name} could not run: ${String(error)}`] };
    });
    console.log(
      `=== ${name}: ${count.passed} passed, ${count.failed} failed, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    total.passed += count.passed;
    total.failed += count.failed;
    total.remarks.push(...count.remarks);
  }
  rmSync(reports, { recursive: true, force: true });
  if (total.remarks.length > 0) console.log(`\n${total.remarks.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

await main(process.argv.slice(2));

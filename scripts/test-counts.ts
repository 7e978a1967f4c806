/** The results of a test run, and how they are reported. */

/** A test that passed only on a retry: the test or the product has a defect. */
export interface FlakyTest {
  /** Project, file and title. */
  name: string;
  /** Attempts, the last one successful. */
  attempts: number;
  /** The error of the first attempt. */
  error: string;
}

/** The counts that the reporters write to the file named by `TEST_COUNTS`. */
export interface TestCounts {
  passed: number;
  failed: number;
  /** Printed at the end. */
  notices: readonly string[];
  flaky: readonly FlakyTest[];
  /** Unit and server tests that failed, with their errors. */
  failures: readonly string[];
  /** The operations that the console requested. */
  operations?: readonly string[];
}

export const noCounts: TestCounts = { passed: 0, failed: 0, notices: [], flaky: [], failures: [] };

export function addCounts(counts: readonly TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    notices: counts.flatMap(({ notices }) => notices),
    flaky: counts.flatMap(({ flaky }) => flaky),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

/** Prints the end of a run, `lines` first, and sets the exit code. */
export function printSummary({ passed, failed, notices, flaky }: TestCounts, lines: string[] = []): void {
  const all = [...lines, ...notices, ...describeFlakyTests(flaky)];
  if (all.length > 0) console.log(`\n${all.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** The number of shown lines of an error. */
const maxErrorLines = 3;
// oxlint-disable-next-line no-control-regex -- terminal colors in the runners' messages
const ansiColors = /\u001B\[[\d;]*m/g;

export function describeFlakyTests(tests: readonly FlakyTest[]): string[] {
  if (tests.length === 0) return [];
  return [
    `LOOK INTO: ${tests.length === 1 ? '1 test' : `${tests.length} tests`} passed only on a retry.`,
    ...tests.flatMap(({ name, attempts, error }) => {
      const lines = error.replaceAll(ansiColors, '').split('\n');
      const errorLines = lines.filter((line) => line.trim() !== '').slice(0, maxErrorLines);
      return [`  ${name} (attempt ${attempts})`, ...errorLines.map((line) => `      ${line.trimEnd()}`)];
    }),
  ];
}

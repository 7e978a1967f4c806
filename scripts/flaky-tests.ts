/** Flaky tests: they passed only on a retry, so the test or the product has a fault. */

/** One such test. */
export interface FlakyTest {
  /** Project, file and title. */
  name: string;
  /** Attempts, the last one successful. */
  attempts: number;
  /** The error of the first attempt. */
  error: string;
}

/** The fields of Playwright's JSON report that are read here. */
export interface BrowserReport {
  suites?: readonly BrowserSuite[];
}

interface BrowserSuite {
  suites?: readonly BrowserSuite[];
  specs?: readonly {
    title: string;
    file: string;
    line: number;
    tests: readonly {
      status: string;
      annotations?: readonly { type: string; description?: string }[];
      results: readonly { status: string; error?: { message?: string } }[];
    }[];
  }[];
}

/** The browser tests that passed only at a later attempt. */
export function flakyBrowserTests({ suites = [] }: BrowserReport): FlakyTest[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) => ({
          name: `[browser] ${file}:${line} > ${title}`,
          attempts: results.length,
          error: results[0]?.error?.message ?? `Status: ${results[0]?.status ?? 'unknown'}.`,
        })),
    ),
    ...flakyBrowserTests(suite),
  ]);
}

/** Lines of an error that are shown. */
const maxErrorLines = 3;
// oxlint-disable-next-line no-control-regex -- colours of a terminal, in the runners' messages
const ansiColors = /\u001B\[[\d;]*m/g;

/** The report of flaky tests, line by line. */
export function describeFlakyTests(tests: readonly FlakyTest[]): string[] {
  if (tests.length === 0) return [];
  return [
    `FLAKY: ${tests.length === 1 ? '1 test' : `${tests.length} tests`} passed only on a retry. Find the cause.`,
    ...tests.flatMap(({ name, attempts, error }) => {
      const lines = error.replaceAll(ansiColors, '').split('\n');
      const shown = lines.filter((line) => line.trim() !== '').slice(0, maxErrorLines);
      return [`  ${name} (attempt ${attempts})`, ...shown.map((line) => `      ${line.trimEnd()}`)];
    }),
    `LOOK INTO: ${tests.length === 1 ? '1 test' : `${tests.length} tests`} above passed only on a retry.`,
  ];
}

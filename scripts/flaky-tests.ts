/** Tests that passed only at a later attempt: each has found a fault, of the test or of what it tests. */

/** One such test. */
export interface FlakyTest {
  /** Project, file and title. */
  name: string;
  /** How often it ran, the last time with success. */
  attempts: number;
  /** What the first attempt ended with. */
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

/** What is printed of these tests, line by line; nothing where there are none. */
export function describeFlakyTests(tests: readonly FlakyTest[]): string[] {
  if (tests.length === 0) return [];
  return [
    `FLAKY: ${tests.length === 1 ? '1 test' : `${tests.length} tests`} passed only on a retry. Find the cause.`,
    ...tests.flatMap(({ name, attempts, error }) => {
      const lines = error.replaceAll(ansiColors, '').split('\n');
      const shown = lines.filter((line) => line.trim() !== '').slice(0, maxErrorLines);
      return [`  ${name} (attempt ${attempts})`, ...shown.map((line) => `      ${line.trimEnd()}`)];
    }),
    `LOOK INTO: ${tests.length === 1 ? '1 test' : `${tests.length} tests`} above passed only at a later attempt.`,
  ];
}

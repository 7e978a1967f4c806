import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestCounts } from './test-counts.ts';

// oxlint-disable-next-line import/no-default-export -- the runner loads a reporter by its file
export default class PlaywrightReporter implements Reporter {
  #errors = 0;
  #read: (() => TestCounts) | undefined;

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#read = () => countBrowserTests(suite.allTests(), rootDir);
  }

  /** An error outside any test. */
  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const counts = this.#read?.();
    if (counts === undefined || process.env.TEST_COUNTS === undefined) return;
    const failed = counts.failed + this.#errors;
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ ...counts, failed }));
  }
}

/** The fields of a test that are read here. */
type BrowserTest = Pick<TestCase, 'title' | 'location' | 'annotations' | 'outcome'> & {
  results: readonly Pick<TestResult, 'status' | 'error'>[];
};

export function countBrowserTests(tests: readonly BrowserTest[], rootDir: string): TestCounts {
  const flaky = tests.filter((test) => test.outcome() === 'flaky');
  return {
    passed: tests.filter((test) => test.outcome() === 'expected').length + flaky.length,
    failed: tests.filter((test) => test.outcome() === 'unexpected').length,
    notices: [],
    flaky: flaky.map(({ title, location: { file, line }, results }) => ({
      name: `[browser] ${relative(rootDir, file)}:${line} > ${title}`,
      attempts: results.length,
      error: results[0]?.error?.message ?? `Status: ${results[0]?.status ?? 'unknown'}.`,
    })),
    failures: [],
    operations: tests.flatMap(({ annotations }) =>
      annotations.flatMap(({ type, description = '' }) => (type === 'operation' ? [description] : [])),
    ),
  };
}

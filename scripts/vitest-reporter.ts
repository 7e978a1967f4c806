import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FlakyTest, TestCounts } from './test-counts.ts';

/** The maximum stored length of an error: a counterexample can be very long. */
const maxErrorLength = 1500;

// oxlint-disable-next-line import/no-default-export -- the runner loads a reporter by its file
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.TEST_COUNTS;
    if (file === undefined) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const reported = tests.map((test) => ({
      name: `[${test.project.name}] ${test.module.relativeModuleId} > ${test.fullName}`,
      ...test.result(),
      ...test.diagnostic(),
    }));
    const failed = [
      ...reported.filter(({ state }) => state === 'failed'),
      // A file that cannot be loaded has no tests.
      ...modules
        .filter((module) => module.state() === 'failed' && module.children.size === 0)
        .map((module) => ({ name: module.relativeModuleId, errors: module.errors() })),
    ];
    const counts: TestCounts = {
      passed: reported.filter(({ state }) => state === 'passed').length,
      failed: failed.length,
      notices: [],
      flaky: reported.flatMap(({ state, name, flaky, retryCount = 0, errors }): FlakyTest[] =>
        flaky === true && state === 'passed'
          ? [{ name, attempts: retryCount + 1, error: errors?.[0]?.message ?? '' }]
          : [],
      ),
      failures: failed.map(({ name, errors }) => {
        const [{ message = '', stack = message } = {}] = errors ?? [];
        return `${name}\n${stack.slice(0, maxErrorLength)}`;
      }),
    };
    writeFileSync(file, JSON.stringify(counts));
  }
}

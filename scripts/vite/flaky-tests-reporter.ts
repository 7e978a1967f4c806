import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FlakyTest } from '../flaky-tests.ts';

/** Writes flaky tests as JSON to the file named by `FLAKY_TESTS`. */
// oxlint-disable-next-line import/no-default-export -- the runner loads a reporter by its file
export default class FlakyTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.FLAKY_TESTS;
    if (file === undefined) return;
    const flakyTests = modules.flatMap((module) =>
      [...module.children.allTests('passed')].flatMap((test): FlakyTest[] => {
        const { flaky = false, retryCount = 0 } = test.diagnostic() ?? {};
        if (!flaky) return [];
        const [error] = test.result().errors ?? [];
        const name = `[${test.project.name}] ${module.relativeModuleId} > ${test.fullName}`;
        return [{ name, attempts: retryCount + 1, error: error?.message ?? '' }];
      }),
    );
    writeFileSync(file, JSON.stringify(flakyTests));
  }
}

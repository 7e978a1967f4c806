import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startVitest } from 'vitest/node';
import { describeFlakyTests, flakyBrowserTests } from './flaky-tests.ts';

const folder = mkdtempSync(join(import.meta.dirname, 'flaky-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('flaky tests', () => {
  it('are found in the browser tests’ report, with the first error', () => {
    const result = (status: string, message?: string) => ({ status, ...(message && { error: { message } }) });
    const spec = (title: string, status: string, ...results: ReturnType<typeof result>[]) => ({
      title,
      file: 'teams.spec.ts',
      line: 7,
      tests: [{ status, results }],
    });
    const inner = [spec('waits', 'flaky', result('timedOut'), result('passed'))];
    const found = flakyBrowserTests({
      suites: [
        {
          specs: [
            spec('fails once', 'flaky', result('failed', 'No row.\nExpected: 1'), result('passed')),
            spec('passes', 'expected', result('passed')),
            spec('fails', 'unexpected', result('failed', 'No.'), result('failed', 'No.')),
          ],
          suites: [{ specs: inner }],
        },
      ],
    });
    expect(found).toEqual([
      { name: '[browser] teams.spec.ts:7 > fails once', attempts: 2, error: 'No row.\nExpected: 1' },
      { name: '[browser] teams.spec.ts:7 > waits', attempts: 2, error: 'Status: timedOut.' },
    ]);
  });

  it('are listed by name with the first lines of their errors', () => {
    const error = '\u001B[31mNo row.\u001B[39m\n\nExpected: 1\nReceived: 0\nCall log';
    expect(describeFlakyTests([{ name: '[browser] a.spec.ts:1 > waits', attempts: 3, error }])).toEqual([
      'FLAKY: 1 test passed only on a retry. Find the cause.',
      '  [browser] a.spec.ts:1 > waits (attempt 3)',
      '      No row.',
      '      Expected: 1',
      '      Received: 0',
      'LOOK INTO: 1 test above passed only on a retry.',
    ]);
    expect(describeFlakyTests([])).toEqual([]);
  });

  it('are reported by a run of unit and server tests', async () => {
    const file = join(folder, 'flaky.json');
    writeFileSync(
      join(folder, 'some.test.js'),
      `import { it } from 'vitest';
       let runs = 0;
       it('passes at the second attempt', () => { runs += 1; if (runs === 1) throw new Error('Not yet.'); });
       it('passes', () => {});`,
    );
    process.env.FLAKY_TESTS = file;
    const run = await startVitest('test', [], {
      root: folder,
      config: false,
      watch: false,
      retry: 1,
      include: ['*.test.js'],
      reporters: [join(import.meta.dirname, 'vite/flaky-tests-reporter.ts')],
    });
    await run.close();
    delete process.env.FLAKY_TESTS;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      { name: '[] some.test.js > passes at the second attempt', attempts: 2, error: 'Not yet.' },
    ]);
  });
});

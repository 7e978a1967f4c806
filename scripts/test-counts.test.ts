import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startVitest } from 'vitest/node';
import { countBrowserTests } from './playwright-reporter.ts';
import { describeFlakyTests, type TestCounts } from './test-counts.ts';

const folder = mkdtempSync(join(import.meta.dirname, 'counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noCall = { title: '', location: { file: '/e2e/teams.spec.ts', line: 7, column: 1 }, annotations: [] };
type BrowserTest = Parameters<typeof countBrowserTests>[0][number];

function browserTest(
  title: string,
  outcome: ReturnType<BrowserTest['outcome']>,
  ...errors: string[]
): BrowserTest {
  const failures = errors.map((message) => ({ status: 'failed' as const, error: { message } }));
  return { ...noCall, title, outcome: () => outcome, results: [...failures, { status: 'passed' }] };
}

describe('browser tests', () => {
  it('are counted, flaky ones as passed and by name, with the first error', () => {
    const waits: BrowserTest = {
      ...browserTest('waits', 'flaky'),
      results: [{ status: 'timedOut' }, { status: 'passed' }],
    };
    const tests = [
      browserTest('fails once', 'flaky', 'No row.\nExpected: 1'),
      browserTest('passes', 'expected'),
      browserTest('fails', 'unexpected', 'No.', 'No.'),
      browserTest('is skipped', 'skipped'),
      waits,
    ];
    expect(countBrowserTests(tests, '/e2e')).toMatchObject({
      passed: 3,
      failed: 1,
      flaky: [
        { name: '[browser] teams.spec.ts:7 > fails once', attempts: 2, error: 'No row.\nExpected: 1' },
        { name: '[browser] teams.spec.ts:7 > waits', attempts: 2, error: 'Status: timedOut.' },
      ],
    });
  });

  it('name the operations that the console asked for', () => {
    const annotations = [
      { type: 'operation', description: 'listTeams' },
      { type: 'issue', description: 'createTeam' },
    ];
    const tests = [{ ...browserTest('works', 'expected'), annotations }, browserTest('waits', 'expected')];
    expect(countBrowserTests(tests, '/e2e').operations).toEqual(['listTeams']);
  });
});

describe('unit and server tests', () => {
  it('are counted by a run, with flaky ones and the errors of failed ones by name', async () => {
    const file = join(folder, 'counts.json');
    writeFileSync(
      join(folder, 'some.test.js'),
      `import { it } from 'vitest';
       let runs = 0;
       it('passes at the second attempt', () => { runs += 1; if (runs === 1) throw new Error('Not yet.'); });
       it('passes', () => {});
       it.skip('is skipped', () => {});
       it('fails', () => { throw new Error('Never.'); });`,
    );
    writeFileSync(join(folder, 'broken.test.js'), `throw new Error('Not loaded.');`);
    process.env.TEST_COUNTS = file;
    const run = await startVitest('test', [], {
      root: folder,
      config: false,
      watch: false,
      retry: 1,
      include: ['*.test.js'],
      reporters: [join(import.meta.dirname, 'vitest-reporter.ts')],
    });
    await run.close();
    delete process.env.TEST_COUNTS;
    process.exitCode = undefined;
    const counts: TestCounts = JSON.parse(readFileSync(file, 'utf8'));
    expect(counts).toMatchObject({
      passed: 2,
      failed: 2,
      flaky: [{ name: '[] some.test.js > passes at the second attempt', attempts: 2, error: 'Not yet.' }],
      failures: [
        expect.stringMatching(/^\[\] some\.test\.js > fails\nError: Never\./),
        expect.stringMatching(/^broken\.test\.js\nError: Not loaded\./),
      ],
    });
  });
});

describe('flaky tests', () => {
  it('are listed by name with the first lines of their errors', () => {
    const error = '\u001B[31mNo row.\u001B[39m\n\nExpected: 1\nReceived: 0\nCall log';
    expect(describeFlakyTests([{ name: '[browser] a.spec.ts:1 > waits', attempts: 3, error }])).toEqual([
      'LOOK INTO: 1 test passed only on a retry.',
      '  [browser] a.spec.ts:1 > waits (attempt 3)',
      '      No row.',
      '      Expected: 1',
      '      Received: 0',
    ]);
    expect(describeFlakyTests([])).toEqual([]);
  });
});

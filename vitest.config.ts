import { fileURLToPath } from 'node:url';
import { defaultExclude, defineConfig } from 'vitest/config';
import { LongTestsFirst } from './scripts/vite/long-tests-first.ts';
import { testsOfOtherEngine, testTags } from './scripts/vite/test-tags.ts';

const unitFiles = ['src/**/*.test.{ts,tsx}', '{api,e2e,scripts}/**/*.test.ts'];

/** Tests of modules with state: each file loads its own. */
const statefulFiles = [
  'src/api/**/*.test.ts',
  'src/boot/personal-*.test.ts',
  'src/components/errors/load-part.test.ts',
  'src/domain/comments/pending-comments.test.ts',
];

const properties = {
  alias: { 'fast-check': fileURLToPath(new URL('scripts/vite/tested-fast-check.ts', import.meta.url)) },
};

/** Loading the tested modules takes longer than testing them, so files share them unless `isolate` is set. */
const unitTests = (name: string, files: { isolate: boolean; include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    ...files,
    ...properties,
    setupFiles: ['scripts/vite/settled-imports.ts'],
    testTimeout: 60_000,
  },
});

/** Most files run once, on PostgreSQL where there is one; in the deep tests on each engine. */
const isPostgresEnough = (process.env.TEST_DATABASE_URL ?? '') !== '' && !process.env.BOTH_ENGINES;

const serverTests = (engine: 'pglite' | 'postgres') => ({
  test: {
    name: `server-${engine}`,
    ...properties,
    include: ['server/**/*.test.ts'],
    exclude: [...defaultExclude, ...testsOfOtherEngine(engine, isPostgresEnough)],
    // On PostgreSQL the requests go to two processes by turns, as behind a load balancer.
    env: { TEST_ENGINE: engine, TEST_PROCESSES: engine === 'postgres' ? '2' : '1' },
    // The files of a worker share one app and database; loading them for each file would take longer than the tests.
    isolate: false,
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/setup.ts'],
    // Generous: no test may fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As the browser tests: a second attempt in CI, none on a developer's machine. Never for a property: a
    // counterexample that other random values do not find again is still one.
    retry: process.env.CI === undefined ? 0 : { count: 1, condition: /^(?!Property failed)/ },
  },
});

export default defineConfig({
  test: {
    // Tests wait for databases more than for a processor: none of them is kept free.
    maxWorkers: '100%',
    tags: testTags,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      unitTests('unit', {
        isolate: false,
        include: unitFiles,
        exclude: [...defaultExclude, ...statefulFiles],
      }),
      unitTests('unit-stateful', { isolate: true, include: statefulFiles }),
      serverTests('pglite'),
      serverTests('postgres'),
    ],
  },
});

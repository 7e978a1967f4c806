import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tags of test files that only `npm run test:deep` runs in full: they count their runs themselves. */
export const deepTags = [
  'model',
  'moves',
  'drafts',
  'kills',
  'histories',
  'fuzz',
  'attack',
  'conditions',
  'clients',
  'worst',
  'trees',
  'webhooks',
  'outages',
  'git',
  'long',
  'operation',
  'files',
  'visits',
] as const;

export type DeepTag = (typeof deepTags)[number];

/** Tags of browser tests that `npm test` leaves out, each with the suite of the deep tests that runs them. */
export const leftOutTags = {
  repeats: 'what another test finds, too',
  details: 'what a screen does beyond its main ways',
} as const;

/** Matches the titles of browser tests that `npm test` leaves out. */
export const leftOutTitles = new RegExp(`@(?:${Object.keys(leftOutTags).join('|')})\\b`);

/** Tags of server test files that `npm test` leaves out, unless they are named. */
export const leftOutFileTags: readonly DeepTag[] = ['long', 'operation', 'files', 'trees', 'worst', 'visits'];

/**
 * Tags that say where a server test file runs. One without them runs on PostgreSQL, where two processes answer by turns;
 * without a PostgreSQL, and in the deep tests, also on the embedded engine.
 */
const engineTags = {
  'without-database': 'Opens no database. Runs with the tests of the embedded engine.',
  'embedded-only': 'Opens the embedded engine itself, or is rejected before any statement.',
  'both-engines':
    'Depends on the engine: locks, order, search, events, jobs, or what its own processes do to it.',
} as const;

export type EngineTag = keyof typeof engineTags;

/** Each tag is a line before the imports of a test file: `// @module-tag model`. */
export const testTags = [
  ...deepTags.map((name) => ({ name })),
  ...Object.entries(engineTags).map(([name, description]) => ({ name, description })),
];

const hasTag = (text: string, tags: readonly EngineTag[]): boolean =>
  tags.some((tag) => text.includes(`// @module-tag ${tag}\n`));

/**
 * The server's test files that an engine doesn't run. Left out by name, a file costs a run nothing; by its tag, it would
 * be loaded.
 */
export function testsOfOtherEngine(engine: 'pglite' | 'postgres', isPostgresEnough: boolean): string[] {
  const isLeftOut = (text: string): boolean =>
    engine === 'postgres'
      ? hasTag(text, ['without-database', 'embedded-only'])
      : isPostgresEnough && !hasTag(text, ['without-database', 'embedded-only', 'both-engines']);
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('server', path))
    .filter((path) => isLeftOut(readFileSync(path, 'utf8')));
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tags of test files that only `npm run test:deep` runs in full: they count their runs themselves. */
export const deepTags = [
  'model',
  'moves',
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
] as const;

export type DeepTag = (typeof deepTags)[number];

/** Tags of browser tests that `npm test` leaves out, each with the suite of the deep tests that runs them. */
export const leftOutTags = {
  repeats: 'what another test finds, too',
  details: 'what a screen does beyond its main ways',
} as const;

/** Matches the titles of browser tests that `npm test` leaves out. */
export const leftOutTitles = new RegExp(`@(?:${Object.keys(leftOutTags).join('|')})\\b`);

/** Tags of server test files that run on one engine, as the other one cannot change their result (decisions 213, 222). */
const engineTags = {
  'without-database': 'Opens no database. Runs with the tests of the embedded engine.',
  'embedded-only': 'Opens the embedded engine itself, or is rejected before any statement.',
  'either-engine':
    'Tests rules above the statements. Runs on PostgreSQL, where two processes answer by turns, in a third of the time; without a PostgreSQL, and in the deep tests, on the embedded engine.',
} as const;

export type EngineTag = keyof typeof engineTags;

/** Each tag is a line before the imports of a test file: `// @module-tag model`. */
export const testTags = [
  ...deepTags.map((name) => ({ name })),
  ...Object.entries(engineTags).map(([name, description]) => ({ name, description })),
];

/** The server's test files with a tag. Left out by name, a file costs a run nothing; by its tag, it would be loaded. */
export function serverTestsWithTag(...tags: EngineTag[]): string[] {
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('server', path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return tags.some((tag) => text.includes(`// @module-tag ${tag}\n`));
    });
}

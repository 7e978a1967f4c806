/** Benchmarks of long lists, searches and long pages. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { buildApp } from '../server/app.ts';
import { systemClock } from '../server/base/clock.ts';
import { connect } from '../server/database/engine/connect.ts';
import { migrate } from '../server/database/migrate.ts';
import { createFetcher } from '../server/network/guarded-fetch.ts';
import { seedAtScale } from '../server/seed/scale.ts';
import { atLeast, atMost, type Check } from './goals.ts';
import { findMembers, type TimedResult } from './in-process.ts';
import { measureLargeLists } from './large-lists.ts';
import { measureLargePages, type PageSizes } from './large-pages.ts';
import type { Engine, Part } from './part.ts';
import { measureSearch } from './search.ts';
import { markdownTable } from './tables.ts';

/** The numbers of items. */
interface ContentSizes extends PageSizes {
  members: number;
  spaces: number;
  rounds: number;
}

/** The sizes of the goals. */
const CONTENT_SIZES: ContentSizes = {
  members: 100_000,
  spaces: 2000,
  lines: 5000,
  bytes: 2_000_000,
  rounds: 9,
};
/** Enough for a list with a second page. */
const SMALL: ContentSizes = { members: 1200, spaces: 30, lines: 200, bytes: 50_000, rounds: 2 };

type ContentResults = Partial<Record<Engine, TimedResult[]>>;

export const contentPart: Part<ContentResults> = {
  name: 'content',
  measure: async ({ engines, isSmall }) => {
    const found: ContentResults = {};
    for (const engine of engines)
      found[engine] = await measureContent(engine, isSmall ? SMALL : CONTENT_SIZES);
    return found;
  },
  goals: ({ postgres, pglite }) => [
    ...(postgres === undefined ? [] : checkLists('PostgreSQL', postgres)),
    ...(pglite === undefined ? [] : checkLists('PGlite', pglite)),
  ],
  tables: ({ postgres, pglite }) => [
    ...(postgres === undefined ? [] : timesTable('PostgreSQL', postgres)),
    ...(pglite === undefined ? [] : timesTable('PGlite', pglite)),
  ],
};

/** Rates are the inverse of times, because requests are sequential. */
function checkLists(engine: string, timed: TimedResult[]): Check[] {
  const ratioOf = (part: string): number => {
    const { time, baseline } = timed.find(({ name }) => name.startsWith(part)) ?? { time: Number.NaN };
    return time / (baseline ?? Number.NaN);
  };
  return [
    atLeast(`list of 50 of 100,000 on ${engine}`, 1 / ratioOf('list, first 50'), 0.5, '× bare'),
    atMost(`page near the end on ${engine}`, ratioOf('list, page near'), 2, '× first page'),
  ];
}

function timesTable(engine: string, timed: TimedResult[]): string[] {
  const lines = timed.map(({ name, time, baseline }) => [
    name,
    ...(baseline === undefined
      ? ['', String(time), '']
      : [baseline, time, (time / baseline).toFixed(2)].map(String)),
  ]);
  return [
    `### Long lists, searches and long pages on ${engine}, sequential requests`,
    markdownTable(['', 'baseline, ms', 'server, ms', '× baseline'], lines),
  ];
}

/** Seeds a database of `engine` and measures all operations in process. */
async function measureContent(engine: Engine, sizes: ContentSizes): Promise<TimedResult[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const database = await connect(postgres === undefined ? {} : { databaseUrl: postgres.url });
  const { db } = database;
  const fetcher = createFetcher({ allowPrivate: true });
  const { members, spaces, rounds } = sizes;
  try {
    await migrate(db);
    // Loaded through Vite, because it imports its texts with `import.meta.glob`.
    const { module } = await runnerImport<typeof import('../server/seed/demonstration.ts')>(
      fileURLToPath(new URL('../server/seed/demonstration.ts', import.meta.url)),
      { configFile: false },
    );
    await inTransaction(db, (trx) => module.seedDemonstration(trx, { now: systemClock.now() }));
    await seedAtScale(db, { members, spaces }, { now: systemClock.now() });
    const app = await buildApp({ database, fetcher, publicUrl: 'http://bench.example', rateLimit: 0 });
    const measured = { app, db, rounds, ...(await findMembers(db)) };
    const found = [
      ...(await measureLargeLists(measured)),
      ...(await measureSearch(measured)),
      ...(await measureLargePages(measured, sizes)),
    ];
    await app.close();
    return found;
  } finally {
    await database.close();
    postgres?.stop();
  }
}

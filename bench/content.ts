/** Benchmarks of long lists, searches and long pages. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { inTransaction } from '#server/database/transaction.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { buildApp } from '../server/app.ts';
import { systemClock } from '../server/clock.ts';
import { connect } from '../server/database/connect.ts';
import { migrate } from '../server/database/migrate.ts';
import { seedAtScale } from '../server/database/seed/scale.ts';
import { createFetcher } from '../server/fetching/guarded-fetch.ts';
import { findMembers, type TimedResult } from './in-process.ts';
import { measureLargeLists } from './large-lists.ts';
import { measureLargePages, type PageSizes } from './large-pages.ts';
import { measureSearch } from './search.ts';

/** The numbers of items. */
export interface ContentSizes extends PageSizes {
  members: number;
  spaces: number;
  rounds: number;
}

/** The sizes of the goals. */
export const CONTENT_SIZES: ContentSizes = {
  members: 100_000,
  spaces: 2000,
  lines: 5000,
  bytes: 2_000_000,
  rounds: 9,
};

/** Seeds a database of `engine` and measures all operations in process. */
export async function measureContent(
  engine: 'pglite' | 'postgres',
  sizes: ContentSizes,
): Promise<TimedResult[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const database = await connect(postgres === undefined ? {} : { databaseUrl: postgres.url });
  const { db } = database;
  const fetcher = createFetcher({ allowPrivate: true });
  const { members, spaces, rounds } = sizes;
  try {
    await migrate(db);
    // Loaded through Vite, because it imports its texts with `import.meta.glob`.
    const { module } = await runnerImport<typeof import('../server/database/seed/demonstration.ts')>(
      fileURLToPath(new URL('../server/database/seed/demonstration.ts', import.meta.url)),
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

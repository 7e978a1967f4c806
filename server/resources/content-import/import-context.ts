import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { DiskSpace } from '#server/database/data-folder/disk-space.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

/** What the work of imports needs. */
export interface ImportContext {
  db: Kysely<Database>;
  fetcher: Fetcher;
  /** Where repositories are received. Only a cache. */
  workFolder: string;
  clock: Clock;
  /** How full the disk is; undefined where another machine has the database. */
  space: DiskSpace | undefined;
  log: FastifyBaseLogger;
}

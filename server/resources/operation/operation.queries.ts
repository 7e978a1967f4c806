import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { BACKUP_JOB, findBackupProgress } from '#server/queue/backup-jobs.ts';
import type { BackupFacts, DatabaseFacts, FailedJobs, InstallationCounts } from './operation.rules.ts';

/** How many tables are listed. */
const LISTED_TABLES = 8;
/** How many backups are listed. */
const LISTED_BACKUPS = 20;

/** The database's version and size, with its largest tables; partitions count for the table that they are of. */
export async function readDatabaseFacts(db: Kysely<Database>): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select coalesce(json_agg(json_build_object('name', name, 'bytes', bytes) order by bytes desc, name), '[]')
        from (
          select coalesce(parent.inhparent, c.oid)::regclass::text as name,
            sum(pg_total_relation_size(c.oid))::float8 as bytes
          from pg_class c left join pg_inherits parent on parent.inhrelid = c.oid
          where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
          group by 1 order by 2 desc, 1 limit ${LISTED_TABLES}
        ) as largest) as tables`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned nothing.');
  return row;
}

export async function readInstallationCounts(db: Kysely<Database>): Promise<InstallationCounts> {
  const { rows } = await sql<InstallationCounts>`
    select (select count(*) from organizations) as organizations, (select count(*) from users) as users,
      (select count(*) from spaces where deleted_at is null) as spaces,
      (select count(*) from sites) as sites`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned nothing.');
  return row;
}

/** Jobs that were given up since `since`, by kind, the most first; without backups, of which more is known. */
export function findFailedJobs(db: Kysely<Database>, since: Date): Promise<FailedJobs[]> {
  return db
    .selectFrom('jobs')
    .select((job) => [
      'kind',
      job.fn.countAll<number>().as('count'),
      job.fn.max<Date>('finished_at').as('at'),
      sql<string>`(array_agg(last_error order by finished_at desc))[1]`.as('error'),
    ])
    .where('finished_at', '>', since)
    .where('last_error', 'is not', null)
    .where('kind', '!=', BACKUP_JOB)
    .groupBy('kind')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .execute();
}

/** The backups that servers have made, and what is done for the next one. */
export async function readBackups(db: Kysely<Database>, now: Date): Promise<BackupFacts> {
  const [latest, progress] = await Promise.all([
    db
      .selectFrom('backups')
      .select(['name', 'place', 'bytes', 'at', 'is_verified', 'checked_at'])
      .orderBy('at', 'desc')
      .orderBy('name')
      .limit(LISTED_BACKUPS)
      .execute(),
    findBackupProgress(db, now),
  ]);
  return { latest, ...progress };
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * Vacuums tables that never were or have grown by a fifth, and by at least ten pages, since their statistics were last
 * updated, and updates these. Without them the planner takes seconds for lists that take milliseconds; without a vacuum,
 * counting takes three times as long, because each row is looked up in its table. The embedded engine has no process that
 * does it; on PostgreSQL there is rarely anything left to do. One table at a time, so that requests get their turn.
 */
export async function vacuumGrownTables(db: Kysely<Database>): Promise<void> {
  await emptyImportChunks(db);
  const { rows } = await sql<{ name: string; hasManyBytes: boolean }>`
    select relname as name,
      coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) > ${MANY_BYTES}::bigint as "hasManyBytes" from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'import_chunks'
      and (pg_relation_size(oid) / current_setting('block_size')::int > relpages * 1.2 + 10
        or (relallvisible = 0 and relpages > 10))
    order by relname`.execute(db);
  for (const { name, hasManyBytes } of rows) {
    const options = sql.raw(
      hasManyBytes ? 'analyze, parallel 0, process_toast false' : 'analyze, parallel 0',
    );
    await sql`vacuum (${options}) ${sql.table(name)}`.execute(db);
  }
}

/** Long values beyond this, such as the bytes of files, take seconds to read, and nothing of them is searched or counted. */
const MANY_BYTES = 64 * 1024 * 1024;

/**
 * Gives the room of imported sources back to the disk once none is left: a vacuum would read the gigabyte that they took.
 * Nobody waits for it: it is done another time if an import begins just now.
 */
async function emptyImportChunks(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ isDue: boolean }>`
    select pg_total_relation_size('import_chunks') > ${MANY_BYTES}::bigint
      and not exists (select from import_chunks) as "isDue"`.execute(db);
  if (rows[0]?.isDue !== true) return;
  await sql`do $$ begin
    lock table import_chunks in access exclusive mode nowait;
    if not exists (select from import_chunks) then truncate import_chunks; end if;
  exception when lock_not_available then null;
  end $$`.execute(db);
}

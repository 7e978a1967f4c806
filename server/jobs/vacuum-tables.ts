import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * Vacuums tables that never were or have grown by a fifth, and by at least ten pages, since their statistics were last
 * updated, and updates these. Without them the planner takes seconds for lists that take milliseconds; without a vacuum,
 * counting takes three times as long, because each row is looked up in its table. The embedded engine has no process that
 * does it; on PostgreSQL there is rarely anything left to do. One table at a time, so that requests get their turn.
 */
export async function vacuumGrownTables(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and (pg_relation_size(oid) / current_setting('block_size')::int > relpages * 1.2 + 10
        or (relallvisible = 0 and relpages > 10))
    order by relname`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze, parallel 0) ${sql.table(name)}`.execute(db);
}

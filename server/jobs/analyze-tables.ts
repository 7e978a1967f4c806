import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/**
 * Updates the statistics of tables that have grown by a fifth, and by at least ten pages, since they were last updated.
 * Without them the planner takes seconds for lists that take milliseconds. The embedded engine has no process that does
 * it; on PostgreSQL there is rarely anything left to do. One table at a time, so that requests get their turn.
 */
export async function analyzeGrownTables(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int > relpages * 1.2 + 10
    order by relname`.execute(db);
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
}

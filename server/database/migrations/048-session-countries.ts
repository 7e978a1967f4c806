import { type Kysely, sql } from 'kysely';

/** Sessions know the country of their last renewal, where a proxy says it (decision 198). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column country text`.execute(db);
}

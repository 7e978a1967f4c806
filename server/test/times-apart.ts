import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/**
 * Makes the times of rows that two transactions wrote differ, in the order in which they began. Times have
 * milliseconds, lists are ordered by them, and an engine that is fast writes two rows in one: tests that make things one
 * after the other would find them in any order. Rows of one transaction keep one time, as they do in production.
 */
export async function keepTimesApart(db: Kysely<Database>): Promise<void> {
  await sql`create sequence test_moments`.execute(db);
  await sql`
    create function next_test_moment() returns timestamptz language plpgsql as $$
    declare
      known text := current_setting('bindery.test_moment', true);
      moment bigint;
      present bigint := floor(extract(epoch from clock_timestamp()) * 1000);
    begin
      if known is null or known = '' then
        moment := nextval('test_moments');
        if moment < present then
          moment := setval('test_moments', present);
        end if;
        known := set_config('bindery.test_moment', moment::text, true);
      end if;
      return to_timestamp(known::bigint / 1000.0);
    end $$`.execute(db);
  const { rows } = await sql<{ place: string; name: string }>`
    select table_name as place, column_name as name from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()'
      and column_name in ('created_at', 'updated_at', 'joined_at')`.execute(db);
  for (const { place, name } of rows) {
    const change = sql`alter column ${sql.ref(name)} set default next_test_moment()`;
    await sql`alter table ${sql.table(place)} ${change}`.execute(db);
  }
}

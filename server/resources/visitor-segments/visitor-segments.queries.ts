import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredSegments } from './visitor-segments.rules.ts';

/** Without a row: no segments, which were never stored. */
export async function findSegments(db: Kysely<Database>, siteId: string): Promise<StoredSegments> {
  const row = await db
    .selectFrom('site_visitor_segments')
    .select(['segments', 'updated_at as updatedAt'])
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row ?? { segments: [], updatedAt: null };
}

export async function writeSegments(
  trx: Transaction<Database>,
  siteId: string,
  { segments, updatedAt }: StoredSegments & { updatedAt: Date },
): Promise<void> {
  const columns = { segments: JSON.stringify(segments), updated_at: updatedAt };
  await trx
    .insertInto('site_visitor_segments')
    .values({ site_id: siteId, ...columns })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(columns))
    .execute();
}

import type { Kysely } from 'kysely';
import { notFound } from '#server/base/errors.ts';
import type { PageFeedbackState } from '#server/database/tables/insight-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** Base query. */
export function selectFeedback(db: Kysely<Database>, siteId: string, state?: PageFeedbackState) {
  return db
    .selectFrom('page_feedback')
    .selectAll('page_feedback')
    .where('page_feedback.site_id', '=', siteId)
    .$if(state !== undefined, (all) => all.where('page_feedback.state', '=', state ?? 'open'));
}

/** 404 where the site has no such answer. */
export async function requireFeedback(
  db: Kysely<Database>,
  siteId: string,
  feedbackId: string,
): Promise<Row<'page_feedback'>> {
  const row = await selectFeedback(db, siteId).where('page_feedback.id', '=', feedbackId).executeTakeFirst();
  if (!row) throw notFound('answer of a reader');
  return row;
}

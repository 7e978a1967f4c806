import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import type { PageFeedbackState } from '#server/database/tables/insight-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { loadReaderContent } from '#server/published/visit/reader-content.ts';

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

/** The title and the path of a page as visitors get them; undefined where it is not to be named. */
export type NamePage = (row: Row<'page_feedback'>) => { title: string; path: string } | undefined;

/** Reads the pages of answers; none of spaces that the member may not read, and none that are no longer there. */
export async function readPages(
  db: Kysely<Database>,
  member: Membership | null,
  rows: readonly Row<'page_feedback'>[],
): Promise<NamePage> {
  const ids = [...new Set(rows.map((row) => row.site_space_id))];
  if (!member || ids.length === 0) return () => undefined;
  const spaces = await visibleSpaces(db, member, member.organizationId)
    .innerJoin('site_spaces', 'site_spaces.space_id', 'spaces.id')
    .select(['site_spaces.id as siteSpaceId', 'spaces.revision_id as revisionId'])
    .where('site_spaces.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const contents = new Map(
    await Promise.all(
      spaces.map(
        async ({ siteSpaceId, revisionId }) =>
          [siteSpaceId, await loadReaderContent(db, revisionId)] as const,
      ),
    ),
  );
  return (row) => contents.get(row.site_space_id)?.byId.get(row.page_id)?.page;
}

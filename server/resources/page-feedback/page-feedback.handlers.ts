import type { Kysely } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadChangeableSite, recordSiteChange } from '#server/sites/load-site.ts';
import { type FindSitePage, readSitePages } from '../sites/site-pages.queries.ts';
import { requireFeedback, selectFeedback } from './page-feedback.queries.ts';

/** What readers said about pages of a site. */
export const pageFeedbackHandlers = {
  async listPageFeedback(request) {
    const { db, query } = request;
    const { site, viewer } = await loadChangeableSite(request);
    const feedback = selectFeedback(db, site.id, query.state);
    const page = await readPage(request, {
      scope: {
        operation: 'listPageFeedback',
        organizationId: site.organization_id,
        filters: [site.id, query.state],
      },
      query: feedback,
      order: [
        { column: 'page_feedback.at', direction: 'desc' },
        { column: 'page_feedback.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.at, row.id],
      count: () => countRows(feedback),
    });
    const findPage = await readPages(db, viewer, page.rows);
    return toEnvelope(page, (row) => toView(row, findPage));
  },

  async updatePageFeedback(request) {
    const { body, db, params } = request;
    const { result, context } = await changeSite(request, async (trx, site) => {
      const before = await requireFeedback(trx, site.id, params.feedbackId);
      if (before.state === body.state) return before;
      await trx.updateTable('page_feedback').set({ state: body.state }).where('id', '=', before.id).execute();
      await recordSiteChange(trx, request, site, {
        action: 'updatePageFeedback',
        summary: `Marked feedback of a reader of the site “${site.title}” as ${body.state}.`,
        before: { state: before.state },
        after: body,
      });
      return { ...before, state: body.state };
    });
    return toView(result, await readPages(db, context.viewer, [result]));
  },
} satisfies Handlers<'listPageFeedback' | 'updatePageFeedback'>;

/** Finds the pages of answers of one site; none for who is no member. */
async function readPages(
  db: Kysely<Database>,
  member: Membership | null,
  rows: readonly Row<'page_feedback'>[],
): Promise<FindSitePage> {
  const siteId = rows[0]?.site_id;
  if (!member || siteId === undefined) return () => undefined;
  return readSitePages(
    db,
    { member, siteId },
    rows.map((row) => row.site_space_id),
  );
}

function toView(row: Row<'page_feedback'>, findPage: FindSitePage) {
  const page = findPage(row.site_space_id, row.page_id);
  return {
    object: 'page-feedback' as const,
    id: row.id,
    siteSpaceId: row.site_space_id,
    pageId: row.page_id,
    ...(page && { pageTitle: page.title, pagePath: page.path }),
    language: row.language,
    helpful: row.is_helpful,
    ...(row.sentence !== '' && { sentence: row.sentence }),
    state: row.state,
    createdAt: row.at.toISOString(),
  };
}

import type { Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { grantHolderOf } from '#server/access/content-access.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { addBookRedirects } from '#server/sites/book-redirects.ts';
import { changeSite, loadReadableSite, recordSiteChange } from '#server/sites/load-site.ts';
import { assertNotReserved } from '#server/sites/reserved-names.ts';
import { moveOnSite } from './carry-out-move.ts';
import { planSiteSpaceMove } from './moves.ts';
import { requireSection } from './queries/sections.queries.ts';
import {
  deleteSiteSpace,
  insertSiteSpace,
  assertPathFree,
  assertSpaceFree,
  requireSiteSpace,
  selectOrderedSiteSpaces,
  selectPageOfSiteSpaces,
  SITE_SPACE_ORDER,
  updateSiteSpace,
} from './queries/site-spaces.queries.ts';
import { findDefaultSectionId, requireVisibleSpace, type VisibleSpace } from './queries/structure.queries.ts';
import { validateCondition, validatePath, toSiteSpaceView } from './structure.rules.ts';
import { viewSiteSpace } from './view-items.ts';

/** Site spaces of a site. */
export const siteSpaceHandlers = {
  async listSiteSpaces(request) {
    const { db, actor, query } = request;
    const context = await loadReadableSite(request);
    const { site } = context;
    const isDefault = query.default;
    const siteSpaces = selectOrderedSiteSpaces(db, site.id, isDefault);
    const page = await readPage(request, {
      scope: {
        operation: 'listSiteSpaces',
        organizationId: site.organization_id,
        filters: [site.id, isDefault],
      },
      query: (cutToPage) => selectPageOfSiteSpaces(db, grantHolderOf(actor), cutToPage(siteSpaces)),
      order: SITE_SPACE_ORDER,
      count: () => countRows(siteSpaces),
    });
    return toEnvelope(page, (row) => toSiteSpaceView(row, context));
  },

  async createSiteSpace(request) {
    const { spaceId, sectionId } = request.body;
    const { context, result } = await changeSite(request, async (trx, site, member) => {
      const section = sectionId === undefined ? null : await requireSection(trx, site.id, sectionId);
      const list = {
        site_id: site.id,
        section_id: section?.id ?? (await findDefaultSectionId(trx, site.id)),
      };
      const space = await requireVisibleSpace(trx, member, spaceId);
      const entry = await insertSiteSpace(trx, list, space);
      const redirects = await addBookRedirects(trx, site.id, { spaceId, sectionId: entry.section_id });
      await recordSiteChange(trx, request, site, {
        action: 'createSiteSpace',
        target: { kind: 'site-space', id: entry.id },
        summary: `Added the space “${space.title}” to the site “${site.title}”.`,
        after: {
          space: space.id,
          section: entry.section_id,
          path: entry.path,
          ...(redirects.made > 0 && { redirects: redirects.made }),
        },
      });
      return entry;
    });
    return viewSiteSpace(request, context, result);
  },

  async deleteSiteSpace(request) {
    await changeSite(request, async (trx, site) => {
      const entry = await requireSiteSpace(trx, site.id, request.params.siteSpaceId);
      await deleteSiteSpace(trx, entry);
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteSpace',
        target: { kind: 'site-space', id: entry.id },
        summary: `Removed the space “${entry.title}” from the site “${site.title}”.`,
        before: {
          space: entry.space_id,
          section: entry.section_id,
          path: entry.path,
          condition: entry.condition,
        },
      });
    });
  },

  async updateSiteSpace(request) {
    const { body, params } = request;
    validatePath(body.path);
    validateCondition(body.condition);
    const { context, result } = await changeSite(request, async (trx, site, member) => {
      const entry = await requireSiteSpace(trx, site.id, params.siteSpaceId);
      assertNotReserved('body.path', body.path, entry.path);
      const { spaceId, ...change } = body;
      if (change.path !== undefined) await assertPathFree(trx, entry, change.path);
      const isOther = spaceId !== undefined && spaceId !== entry.space_id;
      const space = isOther ? await requireFreeSpace(trx, member, entry, spaceId) : undefined;
      const changed = { ...change, ...(space && { space_id: space.id }) };
      const updated = await updateSiteSpace(trx, entry.id, changed);
      const place = space && { spaceId: space.id, sectionId: entry.section_id };
      const redirects = place && (await addBookRedirects(trx, site.id, place));
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteSpace',
        target: { kind: 'site-space', id: entry.id },
        summary: `Changed the space “${entry.title}” of the site “${site.title}”.`,
        before: {
          path: entry.path,
          condition: entry.condition,
          ...(space && { spaceId: entry.space_id }),
        },
        after: { ...body, ...(redirects && redirects.made > 0 && { redirects: redirects.made }) },
      });
      return updated;
    });
    return viewSiteSpace(request, context, result);
  },

  async moveSiteSpace(request) {
    const { actor, body, params } = request;
    const { context, result } = await moveOnSite(request, (db, site) =>
      planSiteSpaceMove(db, { actor, site, id: params.siteSpaceId }, body.position),
    );
    return viewSiteSpace(request, context, result);
  },
} satisfies Handlers<
  'listSiteSpaces' | 'createSiteSpace' | 'deleteSiteSpace' | 'updateSiteSpace' | 'moveSiteSpace'
>;

/** A space that may take the place of that of a site space. */
async function requireFreeSpace(
  trx: Transaction<Database>,
  member: Membership,
  entry: Row<'site_spaces'>,
  spaceId: string,
): Promise<VisibleSpace> {
  const space = await requireVisibleSpace(trx, member, spaceId);
  await assertSpaceFree(trx, entry, space.id);
  return space;
}

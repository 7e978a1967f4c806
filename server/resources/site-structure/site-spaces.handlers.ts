import { grantHolderOf } from '#server/access/content-access.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadReadableSite } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import { changeStructure } from './changes/open-site.ts';
import {
  changeSiteSpace,
  createSiteSpace,
  removeSiteSpace,
  validateSiteSpaceUpdate,
} from './changes/site-space-changes.ts';
import { planSiteSpaceMove } from './moves.ts';
import {
  selectOrderedSiteSpaces,
  selectPageOfSiteSpaces,
  SITE_SPACE_ORDER,
} from './queries/site-spaces.queries.ts';
import { toSiteSpaceView } from './structure.rules.ts';
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
    const { context, result } = await changeStructure(request, (open) => createSiteSpace(open, request.body));
    return viewSiteSpace(request, context, result);
  },

  async deleteSiteSpace(request) {
    await changeStructure(request, (open) => removeSiteSpace(open, request.params.siteSpaceId));
  },

  async updateSiteSpace(request) {
    const { body, params } = request;
    validateSiteSpaceUpdate(body);
    const { context, result } = await changeStructure(request, (open) =>
      changeSiteSpace(open, params.siteSpaceId, body),
    );
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

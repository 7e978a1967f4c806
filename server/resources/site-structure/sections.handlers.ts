import { grantHolderOf } from '#server/access/content-access.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadReadableSite } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import { changeStructure } from './changes/open-site.ts';
import {
  changeSection,
  createSection,
  removeSection,
  validateSectionUpdate,
} from './changes/section-changes.ts';
import { planSectionMove } from './moves.ts';
import { listSiteSpaces } from './queries/site-spaces.queries.ts';
import { countStructureRows, SECTION_ORDER, selectSections } from './queries/structure.queries.ts';
import { toSiteSectionView, toSiteSpaceView } from './structure.rules.ts';
import { viewSection } from './view-items.ts';

export const siteSectionHandlers = {
  async listSiteSections(request) {
    const { db, actor } = request;
    const context = await loadReadableSite(request);
    const { site } = context;
    const page = await readPage(request, {
      scope: { operation: 'listSiteSections', organizationId: site.organization_id, filters: [site.id] },
      query: selectSections(db, site.id),
      order: SECTION_ORDER,
      count: () => countStructureRows(db, 'site_sections', site.id),
    });
    const ids = page.rows.map((section) => section.id);
    const siteSpaces = await listSiteSpaces(db, grantHolderOf(actor), site.id, ids);
    const bySection = groupBy(siteSpaces, (row) => row.section_id);
    return toEnvelope(page, (section) => {
      const rows = bySection.get(section.id) ?? [];
      return toSiteSectionView(
        section,
        rows.map((row) => toSiteSpaceView(row, context)),
        context,
      );
    });
  },

  async createSiteSection(request) {
    const { context, result } = await changeStructure(request, (open) => createSection(open, request.body));
    return viewSection(request, context, result);
  },

  async deleteSiteSection(request) {
    await changeStructure(request, (open) => removeSection(open, request.params.siteSectionId));
  },

  async updateSiteSection(request) {
    const { body, params } = request;
    validateSectionUpdate(body);
    const { context, result } = await changeStructure(request, (open) =>
      changeSection(open, params.siteSectionId, body),
    );
    return viewSection(request, context, result);
  },

  async moveSiteSection(request) {
    const { actor, body, params } = request;
    const { context, result } = await moveOnSite(request, (db, site) =>
      planSectionMove(db, { actor, site, id: params.siteSectionId }, body.position),
    );
    return viewSection(request, context, result);
  },
} satisfies Handlers<
  'listSiteSections' | 'createSiteSection' | 'deleteSiteSection' | 'updateSiteSection' | 'moveSiteSection'
>;

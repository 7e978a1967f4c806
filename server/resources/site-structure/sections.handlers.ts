import { grantHolderOf } from '#server/access/content-access.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { addBookRedirects } from '#server/sites/book-redirects.ts';
import { changeSite, loadReadableSite, recordSiteChange } from '#server/sites/load-site.ts';
import { assertNotReserved } from '#server/sites/reserved-names.ts';
import { moveOnSite } from './carry-out-move.ts';
import { planSectionMove } from './moves.ts';
import {
  addSection,
  deleteSection,
  assertSectionPathFree,
  moveToEnd,
  requireGroup,
  requireSection,
  updateSection,
} from './queries/sections.queries.ts';
import { listSiteSpaces } from './queries/site-spaces.queries.ts';
import {
  countStructureRows,
  setDefaultInList,
  requireVisibleSpace,
  SECTION_ORDER,
  selectSections,
} from './queries/structure.queries.ts';
import {
  defaultSectionTitle,
  validateCondition,
  validatePath,
  groupBy,
  toSiteSectionView,
  toSiteSpaceView,
} from './structure.rules.ts';
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
    const { body } = request;
    const { icon = null, siteSectionGroupId: groupId } = body;
    const { context, result } = await changeSite(request, async (trx, site, member) => {
      const space = await requireVisibleSpace(trx, member, body.spaceId);
      const title = body.title ?? defaultSectionTitle(space.title);
      const group = groupId === undefined ? null : await requireGroup(trx, site.id, groupId);
      const added = await addSection(trx, site, { title, space });
      if (group) await moveToEnd(trx, added, group.id);
      const redirects = await addBookRedirects(trx, site.id, { spaceId: space.id, sectionId: added.id });
      const section = icon === null && !group ? added : await updateSection(trx, added.id, { icon });
      await recordSiteChange(trx, request, site, {
        action: 'createSiteSection',
        target: { kind: 'site-section', id: section.id },
        summary: `Added the section “${title}” to the site “${site.title}”.`,
        after: {
          title,
          path: section.path,
          space: space.id,
          ...(icon !== null && { icon }),
          ...(redirects.made > 0 && { redirects: redirects.made }),
        },
      });
      return section;
    });
    return viewSection(request, context, result);
  },

  async deleteSiteSection(request) {
    await changeSite(request, async (trx, site) => {
      const section = await requireSection(trx, site.id, request.params.siteSectionId);
      await deleteSection(trx, section);
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteSection',
        target: { kind: 'site-section', id: section.id },
        summary: `Deleted the section “${section.title}” of the site “${site.title}”.`,
        before: section,
      });
    });
  },

  async updateSiteSection(request) {
    const { body, params } = request;
    validatePath(body.path);
    validateCondition(body.condition);
    const { context, result } = await changeSite(request, async (trx, site) => {
      const section = await requireSection(trx, site.id, params.siteSectionId);
      const { defaultSiteSpace, siteSectionGroupId: groupId, ...change } = body;
      assertNotReserved('body.path', change.path, section.path);
      if (change.path !== undefined) await assertSectionPathFree(trx, section, change.path);
      if (defaultSiteSpace !== undefined) {
        await setDefaultInList(trx, { site_id: site.id, section_id: section.id }, defaultSiteSpace);
      }
      if (groupId !== undefined && groupId !== section.group_id) {
        const group = groupId === null ? null : await requireGroup(trx, site.id, groupId);
        await moveToEnd(trx, section, group?.id ?? null);
      }
      const changed = await updateSection(trx, section.id, change);
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteSection',
        target: { kind: 'site-section', id: section.id },
        summary: `Changed the section “${changed.title}” of the site “${site.title}”.`,
        before: section,
        after: body,
      });
      return changed;
    });
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

import type { FastifyRequest } from 'fastify';
import type { SiteSectionGroup } from '#api/generated/types.gen.ts';
import { grantHolderOf } from '#server/access/content-access.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { badValue, notFound } from '#server/errors.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadSite, recordSiteChange, type SiteContext } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import { planGroupMove } from './moves.ts';
import {
  addGroup,
  deleteGroup,
  moveToEnd,
  requireGroup,
  requireSection,
  updateGroup,
} from './sections.queries.ts';
import { listSiteSpaces } from './site-spaces.queries.ts';
import {
  countStructureRows,
  GROUP_ORDER,
  type GroupRow,
  listSections,
  selectGroups,
} from './structure.queries.ts';
import { groupBy, toSiteSectionGroupView, toSiteSectionViews } from './structure.rules.ts';

/** Section groups and their members. */
export const siteSectionGroupHandlers = {
  async listSiteSectionGroups(request) {
    const { db } = request;
    const context = await loadSite(request);
    const { site } = context;
    const page = await readPage(request, {
      scope: { operation: 'listSiteSectionGroups', organizationId: site.organization_id, filters: [site.id] },
      query: selectGroups(db, site.id),
      order: GROUP_ORDER,
      count: () => countStructureRows(db, 'site_section_groups', site.id),
    });
    const sections = await viewSectionsOf(request, context, page.rows);
    const byGroup = groupBy(sections, (section) => section.sectionGroup);
    return toEnvelope(page, (group) => toSiteSectionGroupView(group, byGroup.get(group.id) ?? []));
  },

  async createSiteSectionGroup(request) {
    const { title, icon = null, sections: sectionIds = [] } = request.body;
    if (new Set(sectionIds).size < sectionIds.length)
      throw badValue('body.sections', 'must not contain duplicate items');
    const { context, result } = await changeSite(request, async (trx, site) => {
      const group = await addGroup(trx, site.id, { title, icon, sectionIds });
      await recordSiteChange(trx, request, site, {
        action: 'createSiteSectionGroup',
        target: { kind: 'site-section-group', id: group.id },
        summary: `Added the group “${title}” to the site “${site.title}”.`,
        after: request.body,
      });
      return group;
    });
    return viewGroup(request, context, result);
  },

  async deleteSiteSectionGroup(request) {
    await changeSite(request, async (trx, site) => {
      const group = await requireGroup(trx, site.id, request.params.siteSectionGroupId);
      await deleteGroup(trx, group);
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteSectionGroup',
        target: { kind: 'site-section-group', id: group.id },
        summary: `Deleted the group “${group.title}” of the site “${site.title}”.`,
        before: group,
      });
    });
  },

  async updateSiteSectionGroup(request) {
    const { body, params } = request;
    const { context, result } = await changeSite(request, async (trx, site) => {
      const group = await requireGroup(trx, site.id, params.siteSectionGroupId);
      const changed = await updateGroup(trx, group.id, body);
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteSectionGroup',
        target: { kind: 'site-section-group', id: group.id },
        summary: `Changed the group “${changed.title}” of the site “${site.title}”.`,
        before: group,
        after: body,
      });
      return changed;
    });
    return viewGroup(request, context, result);
  },

  async moveSiteSectionGroup(request) {
    const { actor, body, params } = request;
    const { context, result } = await moveOnSite(request, (db, site) =>
      planGroupMove(db, { actor, site, id: params.siteSectionGroupId }, body.position),
    );
    return viewGroup(request, context, result);
  },

  async addSectionToGroup(request) {
    const { body, params } = request;
    const { context, result } = await changeSite(request, async (trx, site) => {
      const group = await requireGroup(trx, site.id, params.siteSectionGroupId);
      const section = await requireSection(trx, site.id, body.sectionId);
      if (section.group_id === group.id) return group;
      await moveToEnd(trx, section, group.id);
      await recordSiteChange(trx, request, site, {
        action: 'addSectionToGroup',
        target: { kind: 'site-section', id: section.id },
        summary: `Added the section “${section.title}” to the group “${group.title}”.`,
        before: { group: section.group_id },
        after: { group: group.id },
      });
      return group;
    });
    return viewGroup(request, context, result);
  },

  async removeSectionFromGroup(request) {
    const { siteSectionGroupId, siteSectionId } = request.params;
    await changeSite(request, async (trx, site) => {
      const group = await requireGroup(trx, site.id, siteSectionGroupId);
      const section = await requireSection(trx, site.id, siteSectionId);
      if (section.group_id !== group.id) throw notFound('site section in this group');
      await moveToEnd(trx, section, null);
      await recordSiteChange(trx, request, site, {
        action: 'removeSectionFromGroup',
        target: { kind: 'site-section', id: section.id },
        summary: `Removed the section “${section.title}” from the group “${group.title}”.`,
        before: { group: group.id },
        after: { group: null },
      });
    });
  },
} satisfies Handlers<
  | 'listSiteSectionGroups'
  | 'createSiteSectionGroup'
  | 'deleteSiteSectionGroup'
  | 'updateSiteSectionGroup'
  | 'moveSiteSectionGroup'
  | 'addSectionToGroup'
  | 'removeSectionFromGroup'
>;

type ViewRequest = Pick<FastifyRequest, 'db' | 'actor'>;

async function viewSectionsOf({ db, actor }: ViewRequest, context: SiteContext, groups: readonly GroupRow[]) {
  const groupIds = groups.map((group) => group.id);
  const sections = await listSections(db, context.site.id, { groupIds });
  const sectionIds = sections.map((section) => section.id);
  const siteSpaces = await listSiteSpaces(db, grantHolderOf(actor), context.site.id, sectionIds);
  return toSiteSectionViews(sections, siteSpaces, context);
}

async function viewGroup(
  request: ViewRequest,
  context: SiteContext,
  group: GroupRow,
): Promise<SiteSectionGroup> {
  return toSiteSectionGroupView(group, await viewSectionsOf(request, context, [group]));
}

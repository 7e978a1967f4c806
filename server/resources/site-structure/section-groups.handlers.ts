import { badValue, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import { planGroupMove } from './moves.ts';
import {
  addGroup,
  deleteGroup,
  moveToEnd,
  requireGroup,
  requireSection,
  updateGroup,
} from './queries/sections.queries.ts';
import { countStructureRows, GROUP_ORDER, listSections, selectGroups } from './queries/structure.queries.ts';
import { getShared, type ReadView } from './structure-json.ts';
import { groupBy, toSiteSectionGroupView, toSiteSectionView } from './structure.rules.ts';
import { viewGroup } from './view-items.ts';

/** Section groups and their members. */
export const siteSectionGroupHandlers = {
  async listSiteSectionGroups(request) {
    const context = await loadSite(request);
    const { site } = context;
    const scope = {
      operation: 'listSiteSectionGroups',
      organizationId: site.organization_id,
      filters: [site.id],
    };
    const read: ReadView = async (db, readSiteSpaces) => {
      const page = await readPage(request, {
        scope,
        query: selectGroups(db, site.id),
        order: GROUP_ORDER,
        count: () => countStructureRows(db, 'site_section_groups', site.id),
      });
      const sections = await listSections(db, site.id, { groupIds: page.rows.map(({ id }) => id) });
      const siteSpacesOf = await readSiteSpaces(sections.map(({ id }) => id));
      if (!siteSpacesOf) return undefined;
      const byGroup = groupBy(sections, (section) => section.group_id);
      return toEnvelope(page, (group) => {
        const members = byGroup.get(group.id) ?? [];
        return toSiteSectionGroupView(
          group,
          members.map((section) => toSiteSectionView(section, siteSpacesOf(section.id), context)),
        );
      });
    };
    return getShared(request, context, { asked: `groups ${JSON.stringify(request.query)}`, read });
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

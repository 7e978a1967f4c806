import { groupBy } from '#server/base/group-by.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSite } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import {
  changeGroup,
  createGroup,
  joinGroup,
  leaveGroup,
  removeGroup,
  validateNewGroup,
} from './changes/group-changes.ts';
import { changeStructure } from './changes/open-site.ts';
import { planGroupMove } from './moves.ts';
import { countStructureRows, GROUP_ORDER, listSections, selectGroups } from './queries/structure.queries.ts';
import { getShared, type ReadView } from './structure-json.ts';
import { toSiteSectionGroupView, toSiteSectionView } from './structure.rules.ts';
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
    validateNewGroup(request.body);
    const { context, result } = await changeStructure(request, (open) => createGroup(open, request.body));
    return viewGroup(request, context, result);
  },

  async deleteSiteSectionGroup(request) {
    await changeStructure(request, (open) => removeGroup(open, request.params.siteSectionGroupId));
  },

  async updateSiteSectionGroup(request) {
    const { body, params } = request;
    const { context, result } = await changeStructure(request, (open) =>
      changeGroup(open, params.siteSectionGroupId, body),
    );
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
    const { context, result } = await changeStructure(request, (open) =>
      joinGroup(open, params.siteSectionGroupId, body.sectionId),
    );
    return viewGroup(request, context, result);
  },

  async removeSectionFromGroup(request) {
    const { siteSectionGroupId, siteSectionId } = request.params;
    await changeStructure(request, (open) => leaveGroup(open, siteSectionGroupId, siteSectionId));
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

import type { SiteSectionGroupCreate, SiteSectionGroupUpdate } from '#api/generated/types.gen.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import {
  addGroup,
  deleteGroup,
  moveToEnd,
  requireGroup,
  requireSection,
  updateGroup,
} from '../queries/sections.queries.ts';
import type { GroupRow } from '../queries/structure.queries.ts';
import { type OpenSite, recordPart } from './open-site.ts';

/** Changes of section groups, with the site locked. */

/** What a new group requires before the site is locked. */
export function validateNewGroup({ sections = [] }: SiteSectionGroupCreate): void {
  if (new Set(sections).size < sections.length)
    throw badValue('body.sections', 'must not contain duplicate items');
}

export async function createGroup(open: OpenSite, body: SiteSectionGroupCreate): Promise<GroupRow> {
  const { trx, site } = open;
  const { title, icon = null, sections: sectionIds = [] } = body;
  const group = await addGroup(trx, site.id, { title, icon, sectionIds });
  await recordPart(open, {
    action: 'createSiteSectionGroup',
    target: { kind: 'site-section-group', id: group.id },
    summary: `Added the group “${title}” to the site “${site.title}”.`,
    after: body,
  });
  return group;
}

export async function removeGroup(open: OpenSite, groupId: string): Promise<void> {
  const { trx, site } = open;
  const group = await requireGroup(trx, site.id, groupId);
  await deleteGroup(trx, group);
  await recordPart(open, {
    action: 'deleteSiteSectionGroup',
    target: { kind: 'site-section-group', id: group.id },
    summary: `Deleted the group “${group.title}” of the site “${site.title}”.`,
    before: group,
  });
}

export async function changeGroup(
  open: OpenSite,
  groupId: string,
  body: SiteSectionGroupUpdate,
): Promise<GroupRow> {
  const { trx, site } = open;
  const group = await requireGroup(trx, site.id, groupId);
  const changed = await updateGroup(trx, group.id, body);
  await recordPart(open, {
    action: 'updateSiteSectionGroup',
    target: { kind: 'site-section-group', id: group.id },
    summary: `Changed the group “${changed.title}” of the site “${site.title}”.`,
    before: group,
    after: body,
  });
  return changed;
}

/** Nothing changes where the section is in the group already. */
export async function joinGroup(open: OpenSite, groupId: string, sectionId: string): Promise<GroupRow> {
  const { trx, site } = open;
  const group = await requireGroup(trx, site.id, groupId);
  const section = await requireSection(trx, site.id, sectionId);
  if (section.group_id === group.id) return group;
  await moveToEnd(trx, section, group.id);
  await recordPart(open, {
    action: 'addSectionToGroup',
    target: { kind: 'site-section', id: section.id },
    summary: `Added the section “${section.title}” to the group “${group.title}”.`,
    before: { group: section.group_id },
    after: { group: group.id },
  });
  return group;
}

export async function leaveGroup(open: OpenSite, groupId: string, sectionId: string): Promise<void> {
  const { trx, site } = open;
  const group = await requireGroup(trx, site.id, groupId);
  const section = await requireSection(trx, site.id, sectionId);
  if (section.group_id !== group.id) throw notFound('site section in this group');
  await moveToEnd(trx, section, null);
  await recordPart(open, {
    action: 'removeSectionFromGroup',
    target: { kind: 'site-section', id: section.id },
    summary: `Removed the section “${section.title}” from the group “${group.title}”.`,
    before: { group: group.id },
    after: { group: null },
  });
}

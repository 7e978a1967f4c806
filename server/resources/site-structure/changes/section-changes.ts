import type { SiteSectionCreate, SiteSectionUpdate } from '#api/generated/types.gen.ts';
import { addBookRedirects } from '#server/sites/book-redirects.ts';
import { assertNotReserved } from '#server/sites/reserved-names.ts';
import {
  addSection,
  assertSectionPathFree,
  deleteSection,
  moveToEnd,
  requireGroup,
  requireSection,
  updateSection,
} from '../queries/sections.queries.ts';
import { requireVisibleSpace, type SectionRow, setDefaultInList } from '../queries/structure.queries.ts';
import { type OpenSite, recordPart } from './open-site.ts';
import { defaultSectionTitle, validateCondition, validatePath } from './structure-values.ts';

/** Changes of sections, with the site locked. */

export async function createSection(open: OpenSite, body: SiteSectionCreate): Promise<SectionRow> {
  const { trx, site, member } = open;
  const { icon = null, siteSectionGroupId: groupId } = body;
  const space = await requireVisibleSpace(trx, member, body.spaceId);
  const title = body.title ?? defaultSectionTitle(space.title);
  const group = groupId === undefined ? null : await requireGroup(trx, site.id, groupId);
  const added = await addSection(trx, site, { title, space });
  if (group) await moveToEnd(trx, added, group.id);
  const redirects = await addBookRedirects(trx, site.id, { spaceId: space.id, sectionId: added.id });
  const section = icon === null && !group ? added : await updateSection(trx, added.id, { icon });
  await recordPart(open, {
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
}

export async function removeSection(open: OpenSite, sectionId: string): Promise<void> {
  const { trx, site } = open;
  const section = await requireSection(trx, site.id, sectionId);
  await deleteSection(trx, section);
  await recordPart(open, {
    action: 'deleteSiteSection',
    target: { kind: 'site-section', id: section.id },
    summary: `Deleted the section “${section.title}” of the site “${site.title}”.`,
    before: section,
  });
}

/** What a change of a section requires before the site is locked. */
export function validateSectionUpdate(body: SiteSectionUpdate): void {
  validatePath(body.path);
  validateCondition(body.condition);
}

export async function changeSection(
  open: OpenSite,
  sectionId: string,
  body: SiteSectionUpdate,
): Promise<SectionRow> {
  const { trx, site } = open;
  const section = await requireSection(trx, site.id, sectionId);
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
  await recordPart(open, {
    action: 'updateSiteSection',
    target: { kind: 'site-section', id: section.id },
    summary: `Changed the section “${changed.title}” of the site “${site.title}”.`,
    before: section,
    after: body,
  });
  return changed;
}

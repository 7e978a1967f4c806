import type { SiteSection, SiteSectionGroup, SiteSpace, Space } from '#api/generated/types.gen.ts';
import { effectiveLevel, LEVEL } from '#server/access/roles.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { SiteContext } from '#server/sites/load-site.ts';
import { childUrl, publishedUrl } from '#server/sites/sites.rules.ts';
import { toSpaceView } from '../spaces/spaces.rules.ts';
import type { SiteSpaceRow } from './queries/site-spaces.queries.ts';
import type { GroupRow, SectionRow } from './queries/structure.queries.ts';

export function toSiteSpaceView(row: SiteSpaceRow, context: SiteContext): SiteSpace {
  const published = childUrl(sectionUrl(row, context), row);
  return {
    object: 'site-space',
    id: row.site_space_id,
    path: row.path,
    ...(row.section_id !== null && { section: row.section_id }),
    space: toEmbeddedSpace(row, context),
    title: row.title,
    default: row.is_default,
    ...(row.condition !== null && { condition: row.condition }),
    urls: { ...(published !== undefined && { published }) },
  };
}

/** Published URL of a site space's section, or of the flat site. */
function sectionUrl(row: SiteSpaceRow, { site, service }: SiteContext): string | undefined {
  const base = publishedUrl(site, service);
  if (row.section_path === null) return base;
  return childUrl(base, { path: row.section_path, is_default: row.section_is_default === true });
}

/**
 * Viewers of the site who cannot see the space get its title and emoji, as visitors do, and no permissions; the other
 * values are blank.
 */
function toEmbeddedSpace(row: SiteSpaceRow, { viewer, service }: SiteContext): Space {
  const level = viewer ? effectiveLevel(viewer.role, row) : LEVEL.guest;
  if (level >= LEVEL.read) return toSpaceView(row, level, service);
  const blank = {
    parent_id: null,
    git_sync: null,
    visitor_auth: null,
    revision_id: '',
    comments_open: 0,
    change_requests_total: 0,
    change_requests_open: 0,
    change_requests_draft: 0,
  };
  return toSpaceView({ ...row, ...blank }, level, service);
}

/** The columns of a section that its view shows. */
export type SectionFields = Pick<
  SectionRow,
  'id' | 'title' | 'description' | 'is_default' | 'path' | 'condition' | 'group_id' | 'icon'
>;

type SectionView<SiteSpaces> = Omit<SiteSection, 'siteSpaces'> & { siteSpaces: SiteSpaces };

/** `siteSpaces`: the views of its site spaces, or their JSON. */
export function toSiteSectionView<SiteSpaces>(
  section: SectionFields,
  siteSpaces: SiteSpaces,
  context: SiteContext,
): SectionView<SiteSpaces> {
  const published = childUrl(publishedUrl(context.site, context.service), section);
  return {
    object: 'site-section',
    id: section.id,
    title: section.title,
    ...(section.description !== null && { description: section.description }),
    default: section.is_default,
    path: section.path,
    ...(section.condition !== null && { condition: section.condition }),
    ...(section.group_id !== null && { sectionGroup: section.group_id }),
    ...(section.icon !== null && { icon: section.icon }),
    siteSpaces,
    urls: { ...(published !== undefined && { published }) },
  };
}

/** `siteSpaces` contains at least those of the sections. */
export function toSiteSectionViews(
  sections: readonly SectionFields[],
  siteSpaces: readonly SiteSpaceRow[],
  context: SiteContext,
): SiteSection[] {
  const bySection = groupBy(siteSpaces, (row) => row.section_id);
  return sections.map((section) =>
    toSiteSectionView(
      section,
      (bySection.get(section.id) ?? []).map((row) => toSiteSpaceView(row, context)),
      context,
    ),
  );
}

/** The columns of a group that its view shows. */
export type GroupFields = Pick<GroupRow, 'id' | 'title' | 'icon'>;

export function toSiteSectionGroupView<Section>(
  group: GroupFields,
  sections: Section[],
): Omit<SiteSectionGroup, 'sections'> & { sections: Section[] } {
  return {
    object: 'site-section-group',
    id: group.id,
    title: group.title,
    ...(group.icon !== null && { icon: group.icon }),
    sections,
  };
}

/** Groups and sections of a site, in any order. */
interface StructureRows {
  groups: readonly (GroupFields & { rank: string })[];
  sections: readonly (SectionFields & { rank: string })[];
}

/**
 * Groups and ungrouped sections in order, or the site spaces of a flat site.
 *
 * @param siteSpacesOf the site spaces of a section, or of the site (`''`)
 */
export function toSiteStructureView<SiteSpaces>(
  rows: StructureRows,
  siteSpacesOf: (sectionId: string) => SiteSpaces,
  context: SiteContext,
) {
  const isFlat = rows.sections.length === 0 && rows.groups.length === 0;
  if (isFlat) return { type: 'siteSpaces', structure: siteSpacesOf('') };
  const sections = rows.sections.toSorted(byRank);
  const views = sections.map((section) => toSiteSectionView(section, siteSpacesOf(section.id), context));
  const byGroup = groupBy(views, (section) => section.sectionGroup);
  const topLevel = [
    ...rows.groups.map((group) => ({
      ...group,
      view: toSiteSectionGroupView(group, byGroup.get(group.id) ?? []),
    })),
    ...sections.map((section, index) => ({
      ...section,
      view: section.group_id === null && views[index],
    })),
  ];
  return { type: 'sections', structure: topLevel.toSorted(byRank).flatMap(({ view }) => view || []) };
}

function byRank(a: { rank: string; id: string }, b: { rank: string; id: string }): number {
  return compare(a.rank, b.rank) || compare(a.id, b.id);
}

/** By bytes, like the database sorts ranks. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

import type { FastifyRequest } from 'fastify';
import type { SiteSection, SiteSectionGroup, SiteSpace } from '#api/generated/types.gen.ts';
import { grantHolderOf } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import type { SiteContext } from '#server/sites/load-site.ts';
import {
  findSiteSpace,
  listSiteSpaces,
  listSiteSpacesOfSection,
  type SiteSpaceKey,
} from './queries/site-spaces.queries.ts';
import { type GroupRow, listSections, type SectionRow } from './queries/structure.queries.ts';
import {
  toSiteSectionGroupView,
  toSiteSectionView,
  toSiteSectionViews,
  toSiteSpaceView,
} from './structure.rules.ts';

/** Responses of changes: the changed item with what it contains. */

type ViewRequest = Pick<FastifyRequest, 'db' | 'actor'>;

export async function viewSiteSpace(
  { db, actor }: ViewRequest,
  context: SiteContext,
  key: SiteSpaceKey,
): Promise<SiteSpace> {
  const row = await findSiteSpace(db, grantHolderOf(actor), key);
  // The space may have been deleted concurrently.
  if (!row) throw notFound('site space');
  return toSiteSpaceView(row, context);
}

export async function viewSection(
  { db, actor }: ViewRequest,
  context: SiteContext,
  section: SectionRow,
): Promise<SiteSection> {
  const siteSpaces = await listSiteSpacesOfSection(db, grantHolderOf(actor), section);
  return toSiteSectionView(
    section,
    siteSpaces.map((row) => toSiteSpaceView(row, context)),
    context,
  );
}

export async function viewGroup(
  { db, actor }: ViewRequest,
  context: SiteContext,
  group: GroupRow,
): Promise<SiteSectionGroup> {
  const sections = await listSections(db, context.site.id, { groupIds: [group.id] });
  const ids = sections.map((section) => section.id);
  const siteSpaces = await listSiteSpaces(db, grantHolderOf(actor), context.site.id, ids);
  return toSiteSectionGroupView(group, toSiteSectionViews(sections, siteSpaces, context));
}

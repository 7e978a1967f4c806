import type { Transaction } from 'kysely';
import type { SiteSpaceCreate, SiteSpaceUpdate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { addBookRedirects } from '#server/sites/book-redirects.ts';
import { assertNotReserved } from '#server/sites/reserved-names.ts';
import { requireSection } from '../queries/sections.queries.ts';
import {
  assertPathFree,
  assertSpaceFree,
  deleteSiteSpace,
  insertSiteSpace,
  requireSiteSpace,
  type SiteSpaceEntry,
  updateSiteSpace,
} from '../queries/site-spaces.queries.ts';
import {
  findDefaultSectionId,
  requireVisibleSpace,
  type VisibleSpace,
} from '../queries/structure.queries.ts';
import { type OpenSite, recordPart } from './open-site.ts';
import { validateCondition, validatePath } from './structure-values.ts';

/** Changes of site spaces, with the site locked. */

export async function createSiteSpace(open: OpenSite, body: SiteSpaceCreate): Promise<SiteSpaceEntry> {
  const { trx, site, member } = open;
  const { spaceId, sectionId } = body;
  const section = sectionId === undefined ? null : await requireSection(trx, site.id, sectionId);
  const list = {
    site_id: site.id,
    section_id: section?.id ?? (await findDefaultSectionId(trx, site.id)),
  };
  const space = await requireVisibleSpace(trx, member, spaceId);
  const entry = await insertSiteSpace(trx, list, space);
  const redirects = await addBookRedirects(trx, site.id, { spaceId, sectionId: entry.section_id });
  await recordPart(open, {
    action: 'createSiteSpace',
    target: { kind: 'site-space', id: entry.id },
    summary: `Added the space “${space.title}” to the site “${site.title}”.`,
    after: {
      space: space.id,
      section: entry.section_id,
      path: entry.path,
      ...(redirects.made > 0 && { redirects: redirects.made }),
    },
  });
  return entry;
}

export async function removeSiteSpace(open: OpenSite, siteSpaceId: string): Promise<void> {
  const { trx, site } = open;
  const entry = await requireSiteSpace(trx, site.id, siteSpaceId);
  await deleteSiteSpace(trx, entry);
  await recordPart(open, {
    action: 'deleteSiteSpace',
    target: { kind: 'site-space', id: entry.id },
    summary: `Removed the space “${entry.title}” from the site “${site.title}”.`,
    before: {
      space: entry.space_id,
      section: entry.section_id,
      path: entry.path,
      condition: entry.condition,
    },
  });
}

/** What a change of a site space requires before the site is locked. */
export function validateSiteSpaceUpdate(body: SiteSpaceUpdate): void {
  validatePath(body.path);
  validateCondition(body.condition);
}

export async function changeSiteSpace(
  open: OpenSite,
  siteSpaceId: string,
  body: SiteSpaceUpdate,
): Promise<SiteSpaceEntry> {
  const { trx, site, member } = open;
  const entry = await requireSiteSpace(trx, site.id, siteSpaceId);
  assertNotReserved('body.path', body.path, entry.path);
  const { spaceId, ...change } = body;
  if (change.path !== undefined) await assertPathFree(trx, entry, change.path);
  const isOther = spaceId !== undefined && spaceId !== entry.space_id;
  const space = isOther ? await requireFreeSpace(trx, member, entry, spaceId) : undefined;
  const changed = { ...change, ...(space && { space_id: space.id }) };
  const updated = await updateSiteSpace(trx, entry.id, changed);
  const place = space && { spaceId: space.id, sectionId: entry.section_id };
  const redirects = place && (await addBookRedirects(trx, site.id, place));
  await recordPart(open, {
    action: 'updateSiteSpace',
    target: { kind: 'site-space', id: entry.id },
    summary: `Changed the space “${entry.title}” of the site “${site.title}”.`,
    before: {
      path: entry.path,
      condition: entry.condition,
      ...(space && { spaceId: entry.space_id }),
    },
    after: { ...body, ...(redirects && redirects.made > 0 && { redirects: redirects.made }) },
  });
  return updated;
}

/** A space that may take the place of that of a site space. */
async function requireFreeSpace(
  trx: Transaction<Database>,
  member: Membership,
  entry: Row<'site_spaces'>,
  spaceId: string,
): Promise<VisibleSpace> {
  const space = await requireVisibleSpace(trx, member, spaceId);
  await assertSpaceFree(trx, entry, space.id);
  return space;
}

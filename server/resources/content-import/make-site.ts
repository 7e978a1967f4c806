import type { Transaction } from 'kysely';
import type { ImportedSite, ImportedSpace } from '#api/generated/types.gen.ts';
import type { Actor, Membership } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { addBookRedirects, type SkippedRedirect } from '#server/sites/book-redirects.ts';
import { pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';
import { canChangeSites } from '#server/sites/sites.rules.ts';
import {
  addGroup,
  addSection,
  moveToEnd,
  updateSection,
} from '../site-structure/queries/sections.queries.ts';
import { insertSiteSpace } from '../site-structure/queries/site-spaces.queries.ts';
import { insertSite } from '../sites/sites.queries.ts';
import type { OutlineSection, SiteOutline } from './site-outline.ts';

interface SiteMaking {
  actor: Actor;
  viewer: Membership;
  /** The spaces that were made, by the folder of their book. */
  spaces: ReadonlyMap<string, ImportedSpace>;
}

/** Makes a site with the redirects of its books, which nobody has published yet. Without the permission it is only named, with the reason. */
export async function makeSite(
  trx: Transaction<Database>,
  outline: SiteOutline,
  { actor, viewer, spaces }: SiteMaking,
): Promise<{ site: ImportedSite; skipped: SkippedRedirect[] }> {
  const title = [...outline.title].slice(0, 100).join('');
  if (!canChangeSites(viewer))
    return {
      skipped: [],
      site: { title, reason: 'You need the role "create" or higher in this organization to create sites.' },
    };
  const { organizationId } = viewer;
  const siteId = await insertSite(trx, { organizationId, title, type: 'basic', visibility: 'public' });
  const groups = new Map<string, string>();
  const paths: string[] = [];
  for (const section of outline.sections) {
    const added = await makeSection(trx, { id: siteId, title }, section, { spaces, paths });
    if (!added || section.group === undefined) continue;
    const present = groups.get(section.group);
    if (present !== undefined) await moveToEnd(trx, added, present);
    else {
      const fields = { title: section.group, icon: null, sectionIds: [added.id] };
      groups.set(section.group, (await addGroup(trx, siteId, fields)).id);
    }
  }
  if (hasConditions(outline))
    // Without it, conditions would not be asked.
    await trx.updateTable('sites').set({ adaptive_content: true }).where('id', '=', siteId).execute();
  const { made, skipped } = await addBookRedirects(trx, siteId);
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'createSite',
    targetKind: 'site',
    targetId: siteId,
    summary: `Created the site “${title}” of an import.`,
    after: { title, ...(made > 0 && { redirects: made }) },
  });
  return { site: { site: siteId, title }, skipped };
}

function hasConditions({ sections }: SiteOutline): boolean {
  return sections.some(
    ({ condition, spaces }) =>
      condition !== undefined || spaces.some((space) => space.condition !== undefined),
  );
}

async function makeSection(
  trx: Transaction<Database>,
  site: { id: string; title: string },
  section: OutlineSection,
  { spaces, paths }: { spaces: SiteMaking['spaces']; paths: string[] },
) {
  const entries = section.spaces.flatMap(({ root, ...entry }) => {
    const made = spaces.get(root);
    return made ? [{ ...entry, space: { id: made.space, title: made.title } }] : [];
  });
  const [first] = entries;
  if (!first) return undefined;
  const added = await addSection(trx, site, { title: section.title, space: first.space });
  const path = uniqueName(pathFromTitle(section.path ?? section.title, 'section'), paths);
  paths.push(path);
  const { condition = null, description = null, icon = null } = section;
  const updated = await updateSection(trx, added.id, { path, condition, description, icon });
  for (const { space } of entries.slice(1))
    await insertSiteSpace(trx, { site_id: site.id, section_id: added.id }, space);
  const siblings: string[] = [];
  for (const { space, path: wanted, condition: spaceCondition = null } of entries) {
    const spacePath = uniqueName(pathFromTitle(wanted ?? space.title, 'space'), siblings);
    siblings.push(spacePath);
    await trx
      .updateTable('site_spaces')
      .set({ path: spacePath, condition: spaceCondition })
      .where('section_id', '=', added.id)
      .where('space_id', '=', space.id)
      .execute();
  }
  return updated;
}

import type { Kysely, Transaction } from 'kysely';
import { drawingOf } from '#api/icons.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { DEFAULT_EMOJI } from '#server/content/pages/default-emoji.ts';
import { visitorLine, visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { SiteTree, TreeSection, TreeSiteSpace } from './site-tree.ts';

/** The latest tree of each site; weights are numbers of items. */
const trees = new WeightedCache<SiteTree>(200_000);

/** The tree that was loaded last, which may be out of date. */
export function lastTree(siteId: string): SiteTree | undefined {
  return trees.get(siteId);
}

/** The tree of a site at least as new as `version`. */
export async function loadSiteTree(db: Kysely<Database>, siteId: string, version: string): Promise<SiteTree> {
  const cachedTree = trees.get(siteId);
  if (cachedTree?.version === version) return cachedTree;
  // One snapshot, so that the tree is exactly that of its version.
  const tree = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readSiteTree(trx, siteId));
  const items = tree.sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length + 1, 1);
  trees.set(siteId, tree, items);
  return tree;
}

/** The tree of a site as a transaction sees it. */
export async function readSiteTree(trx: Transaction<Database>, siteId: string): Promise<SiteTree> {
  const site = await trx
    .selectFrom('sites')
    .select(['structure_version', 'title'])
    .where('id', '=', siteId)
    .executeTakeFirst();
  const sections = await selectSections(trx, siteId).execute();
  const siteSpaces = await selectSiteSpaces(trx, siteId).execute();
  return buildTree(siteId, site?.structure_version ?? '', sections, siteSpaces);
}

function selectSections(db: Kysely<Database>, siteId: string) {
  return (
    db
      .selectFrom('site_sections as section')
      .leftJoin('site_section_groups as holder', 'holder.id', 'section.group_id')
      .where('section.site_id', '=', siteId)
      .select(['section.id', 'section.title', 'section.path', 'section.condition', 'section.is_default'])
      .select(['section.icon', 'section.description'])
      .select(['holder.id as group_id', 'holder.title as group_title', 'holder.icon as group_icon'])
      // Groups and sections beside them share one order.
      .orderBy((column) => column.fn.coalesce('holder.rank', 'section.rank'))
      .orderBy((column) => column.fn.coalesce('holder.id', 'section.id'))
      .orderBy('section.rank')
      .orderBy('section.id')
  );
}

function selectSiteSpaces(db: Kysely<Database>, siteId: string) {
  return db
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .where('site_spaces.site_id', '=', siteId)
    .where('spaces.deleted_at', 'is', null)
    .select(['site_spaces.id', 'site_spaces.section_id', 'site_spaces.space_id', 'site_spaces.path'])
    .select(['site_spaces.condition', 'site_spaces.is_default', 'spaces.title'])
    .select(['spaces.emoji', 'spaces.icon'])
    .orderBy('site_spaces.rank')
    .orderBy('site_spaces.id');
}

type SectionRow = Awaited<ReturnType<ReturnType<typeof selectSections>['execute']>>[number];
type SiteSpaceRow = Awaited<ReturnType<ReturnType<typeof selectSiteSpaces>['execute']>>[number];

function buildTree(
  siteId: string,
  version: string,
  rows: readonly SectionRow[],
  siteSpaceRows: readonly SiteSpaceRow[],
): SiteTree {
  const bySection = new Map<string | null, SiteSpaceRow[]>();
  for (const row of siteSpaceRows) {
    const list = bySection.get(row.section_id);
    if (list) list.push(row);
    else bySection.set(row.section_id, [row]);
  }
  const siteSpacesOf = (id: string | null) => withDefault((bySection.get(id) ?? []).map(toSiteSpace));
  const sections = rows.map((row): TreeSection => ({
    id: row.id,
    title: visitorTitle(row.title),
    icon: row.icon,
    description: row.description === null ? null : visitorLine(row.description),
    path: row.path,
    isDefault: row.is_default,
    isNamed: true,
    condition: row.condition,
    group:
      row.group_id === null
        ? null
        : { id: row.group_id, title: visitorTitle(row.group_title ?? ''), icon: row.group_icon },
    siteSpaces: siteSpacesOf(row.id),
  }));
  const flat: TreeSection = {
    id: siteId,
    title: '',
    icon: null,
    description: null,
    path: '',
    isDefault: true,
    isNamed: false,
    condition: null,
    group: null,
    siteSpaces: siteSpacesOf(null),
  };
  const hasConditions =
    rows.some(({ condition }) => condition !== null) ||
    siteSpaceRows.some(({ condition }) => condition !== null);
  return { version, sections: rows.length === 0 ? [flat] : withDefault(sections), hasConditions };
}

function toSiteSpace(row: SiteSpaceRow): TreeSiteSpace {
  return {
    id: row.id,
    spaceId: row.space_id,
    title: visitorTitle(row.title),
    emoji: row.emoji === DEFAULT_EMOJI || isDrawable(row.icon) ? '' : row.emoji,
    icon: row.icon,
    path: row.path,
    isDefault: row.is_default,
    condition: row.condition,
  };
}

/** Whether readers see an icon of a space, which is in place of its emoji. */
function isDrawable(icon: string): boolean {
  return icon.startsWith('https://') || drawingOf(icon) !== undefined;
}

/** A list whose default belongs to a deleted space has its first item as the default. */
function withDefault<Item extends { isDefault: boolean }>(items: readonly Item[]): Item[] {
  const hasDefault = items.some(({ isDefault }) => isDefault);
  return items.map((item, index) => (hasDefault || index > 0 ? item : { ...item, isDefault: true }));
}

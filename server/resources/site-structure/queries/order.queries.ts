/**
 * The ordered lists of a site. Assigning ranks requires the site's lock. A move reads the neighbors of its target, not
 * the whole list. Site spaces of deleted spaces keep their rank in case they are restored.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { insertItem, notAdjacentError, type RankedItem } from './ranks.ts';

/** Groups and ungrouped sections of a site, sections of a group, or site spaces of a section. */
export type StructureList =
  | { of: 'site'; siteId: string }
  | { of: 'group'; siteId: string; groupId: string }
  | { of: 'section'; siteId: string; sectionId: string | null };

/** The list of the section's group, or of the site where it has none. */
export function sectionList(siteId: string, groupId: string | null): StructureList {
  return groupId === null ? { of: 'site', siteId } : { of: 'group', siteId, groupId };
}

/** Entries of the list; with neither, the end. */
export interface Neighbors {
  before?: RankedItem | undefined;
  after?: RankedItem | undefined;
}

/** Where an item goes: between two entries of a list; without one at its start or end. */
export interface Gap {
  low: RankedItem | undefined;
  high: RankedItem | undefined;
}

/** The gap for `movedId` between its neighbors. 400 where two neighbors are not adjacent. */
export async function findGap(
  db: Kysely<Database>,
  list: StructureList,
  movedId: string,
  { before, after }: Neighbors,
): Promise<Gap> {
  if (!after) return { low: await findEntry(db, { list, movedId, below: before?.rank }), high: before };
  const high = await findEntry(db, { list, movedId, above: after.rank });
  if (!before || before.id === high?.id) return { low: after, high };
  const next = hasHiddenEntries(list)
    ? await findEntry(db, { list, movedId, above: after.rank, isVisible: true })
    : undefined;
  if (next?.id !== before.id) throw notAdjacentError();
  return { low: after, high };
}

/** The rank for `movedId` in its gap; rebalances the list where keys grew too long. 400 where there is no gap. */
export async function rankBetween(
  trx: Transaction<Database>,
  list: StructureList,
  movedId: string,
  neighbors: Neighbors,
): Promise<string> {
  const rank = rankIn(await findGap(trx, list, movedId, neighbors));
  if (rank.length <= MAX_RANK_LENGTH) return rank;
  const { before, after } = neighbors;
  const placement = after ? { after: after.id } : { before: before?.id };
  const rebalanced = insertItem(await listEntries(trx, list), movedId, placement);
  await updateRanks(trx, list, rebalanced.renumbered);
  return rebalanced.rank;
}

/** A rank between those of a gap's ends; each use of the same gap makes it longer. */
export function rankIn({ low, high }: Gap): string {
  return generateKeyBetween(low?.rank ?? null, high?.rank ?? null);
}

/**
 * SQL condition: the neighbors are still where they were read, with nothing else between them. For an update of the
 * moved item with the site locked.
 */
export function isStillGap(
  list: StructureList,
  movedId: string,
  gap: Gap,
  { before, after }: Neighbors,
): RawBuilder<boolean> {
  const entryChecks = [before, after].flatMap((item) =>
    item ? [hasEntry(list, sql`id = ${item.id} and rank = ${item.rank}`)] : [],
  );
  const isTaken = hasEntry(list, sql`${isBetween(gap)} and id <> ${movedId}`);
  // Hidden entries may be between two named ones; visible ones may not.
  const isSeparated =
    before && after && hasHiddenEntries(list)
      ? [
          sql`not ${hasEntry(list, sql`${isBetween({ low: after, high: before })} and id <> ${movedId} and ${IS_VISIBLE}`)}`,
        ]
      : [];
  return sql<boolean>`(${sql.join([...entryChecks, sql`not ${isTaken}`, ...isSeparated], sql` and `)})`;
}

function isBetween({ low, high }: Gap): RawBuilder<unknown> {
  return sql`${low ? sql`rank > ${low.rank}` : sql`true`} and ${high ? sql`rank < ${high.rank}` : sql`true`}`;
}

/** SQL condition on a row of one of the list's tables. */
export function isInList(table: StructureTable, list: StructureList): RawBuilder<boolean> {
  const { isIn } = tablesOf(list).find((each) => each.table === table) ?? { isIn: sql`false` };
  return sql<boolean>`site_id = ${list.siteId} and ${isIn}`;
}

function hasEntry(list: StructureList, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  const parts = tablesOf(list).map(
    ({ table }) =>
      sql`exists (select from ${sql.table(table)} where ${isInList(table, list)} and ${condition})`,
  );
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** `count` consecutive ranks at the position of an entry. */
export async function ranksReplacing(
  trx: Transaction<Database>,
  list: StructureList,
  entry: RankedItem,
  count: number,
): Promise<string[]> {
  const all = await listEntries(trx, list);
  const index = all.findIndex(({ id }) => id === entry.id);
  return generateNKeysBetween(all[index - 1]?.rank, all[index + 1]?.rank, count);
}

/** Rebalances a list where one of the new ranks is too long. */
export async function rebalanceIfNeeded(
  trx: Transaction<Database>,
  list: StructureList,
  ranks: readonly string[],
): Promise<void> {
  if (ranks.every((rank) => rank.length <= MAX_RANK_LENGTH)) return;
  const items = await listEntries(trx, list);
  const fresh = generateNKeysBetween(null, null, items.length);
  await updateRanks(
    trx,
    list,
    items.map(({ id }, index) => ({ id, rank: fresh[index] ?? '' })),
  );
}

async function updateRanks(
  trx: Transaction<Database>,
  list: StructureList,
  items: RankedItem[],
): Promise<void> {
  const ids = items.map((item) => item.id);
  const ranks = items.map((item) => item.rank);
  for (const { table } of tablesOf(list)) {
    await sql`
      update ${sql.table(table)} entry set rank = fresh.rank
      from unnest(${ids}::text[], ${ranks}::text[]) as fresh(id, rank)
      where entry.id = fresh.id`.execute(trx);
  }
}

/** Filter, direction and limit of a read. */
interface Selection {
  condition: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  limit: RawBuilder<unknown>;
}

/** The next entry above a rank, or the previous one: the last one without a rank. Ignores the moved entry. */
interface EntrySearch {
  list: StructureList;
  movedId: string;
  above?: string | undefined;
  below?: string | undefined;
  isVisible?: boolean;
}

async function findEntry(
  db: Kysely<Database>,
  { list, movedId, above, below, isVisible }: EntrySearch,
): Promise<RankedItem | undefined> {
  const conditions = [
    ...(above === undefined ? [] : [sql`rank > ${above}`]),
    ...(below === undefined ? [] : [sql`rank < ${below}`]),
    sql`id <> ${movedId}`,
    ...(isVisible ? [IS_VISIBLE] : []),
  ];
  const { rows } = await selectEntries(list, {
    condition: sql.join(conditions, sql` and `),
    direction: above === undefined ? sql`desc` : sql`asc`,
    limit: sql`1`,
  }).execute(db);
  return rows[0];
}

/** Site spaces of deleted spaces are hidden, so they do not count as neighbors. */
const hasHiddenEntries = (list: StructureList): boolean => list.of === 'section';

const IS_VISIBLE = sql`exists (select from spaces where spaces.id = space_id and spaces.deleted_at is null)`;

const ALL: Selection = { condition: sql`true`, direction: sql`asc`, limit: sql`all` };

async function listEntries(db: Kysely<Database>, list: StructureList): Promise<RankedItem[]> {
  return (await selectEntries(list, ALL).execute(db)).rows;
}

function selectEntries(
  list: StructureList,
  { condition, direction, limit }: Selection,
): RawBuilder<RankedItem> {
  const parts = tablesOf(list).map(({ table, container, isIn }) => {
    // Sorting by the container too lets the index serve lists whose container is null.
    const order = container
      ? sql`${sql.ref(container)} ${direction}, rank ${direction}`
      : sql`rank ${direction}`;
    return sql`(
      select id, rank from ${sql.table(table)}
      where site_id = ${list.siteId} and ${isIn} and ${condition} order by ${order} limit ${limit})`;
  });
  return sql<RankedItem>`
    select id, rank from (${sql.join(parts, sql` union all `)}) entries
    order by rank ${direction} limit ${limit}`;
}

export type StructureTable = 'site_sections' | 'site_section_groups' | 'site_spaces';

interface ListTable {
  table: StructureTable;
  container?: string;
  isIn: RawBuilder<unknown>;
}

function tablesOf(list: StructureList): ListTable[] {
  if (list.of === 'section') {
    const isIn = list.sectionId === null ? sql`section_id is null` : sql`section_id = ${list.sectionId}`;
    return [{ table: 'site_spaces', container: 'section_id', isIn }];
  }
  const isIn = list.of === 'group' ? sql`group_id = ${list.groupId}` : sql`group_id is null`;
  const sections: ListTable = { table: 'site_sections', container: 'group_id', isIn };
  return list.of === 'group' ? [sections] : [sections, { table: 'site_section_groups', isIn: sql`true` }];
}

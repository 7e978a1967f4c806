import { type CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { auditedChange, type AuditRow, auditRow, type NamedAuditEntry } from '#server/audit/audit.ts';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';
import { prepareShapes } from '#server/database/engine/prepare-query.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import {
  changeSite,
  changeSiteAtOnce,
  type SiteChangeResult,
  type SiteChanger,
  type SiteRequest,
} from '#server/sites/load-site.ts';
import {
  findGap,
  type Gap,
  isInList,
  isStillGap,
  type Neighbors,
  rankBetween,
  rankIn,
  replaceIds,
  shapeOfList,
  type StructureList,
  type StructureTable,
} from './queries/order.queries.ts';
import type { RankedItem } from './queries/ranks.ts';

/** A move of which all is known except the rank. */
export interface PlannedMove<Table extends StructureTable> {
  table: Table;
  item: { id: string };
  from: StructureList;
  to: StructureList;
  neighbors: Neighbors;
  /** Changed with the rank. */
  columns: Readonly<Record<string, unknown>>;
  /** Changes other rows first, with the site locked; returns further columns. */
  prepare?: (trx: Transaction<Database>) => Promise<Readonly<Record<string, unknown>>>;
  entry: NamedAuditEntry;
}

/** Plans a move, with or without the site locked. */
export type PlanMove<Table extends StructureTable> = (
  db: Kysely<Database>,
  site: SiteChanger['site'],
) => Promise<PlannedMove<Table>>;

/**
 * Makes a move. Most are planned without the lock and then written by one statement that repeats what the plan relies on
 * (decision 123); the others take the lock first.
 */
export async function moveOnSite<Table extends StructureTable>(
  request: SiteRequest,
  plan: PlanMove<Table>,
): Promise<SiteChangeResult<Row<Table>>> {
  const { db, params } = request;
  const site = { id: params.siteId, organization_id: params.organizationId };
  const quick = await changeSiteAtOnce(request, async () => {
    const move = await plan(db, site);
    const gap = await findGap(db, move.to, move.item.id, move.neighbors);
    const rank = rankIn(gap);
    if (move.prepare || rank.length > MAX_RANK_LENGTH) return undefined;
    const columns = { ...move.columns, rank };
    // The row is of the planned table.
    return prepareWrite(db, { ...move, columns, gap, row: auditRow(move.entry) }) as CompiledQuery<
      Row<Table>
    >;
  });
  return quick ?? changeSite(request, async (trx, locked) => moveWithLock(trx, await plan(trx, locked)));
}

/** Requires the site's lock. */
export async function moveWithLock<Table extends StructureTable>(
  trx: Transaction<Database>,
  move: PlannedMove<Table>,
): Promise<Row<Table>> {
  const prepared = await move.prepare?.(trx);
  const rank = await rankBetween(trx, move.to, move.item.id, move.neighbors);
  const columns = { ...move.columns, ...prepared, rank };
  const { rows } = await write(move, columns, sql`true`, auditRow(move.entry)).execute(trx);
  afterCommit(trx, () => invalidateCounts(move.entry.organizationId));
  const [row] = rows;
  if (!row) throw new Error(`${move.item.id} has disappeared from a locked site.`);
  return row;
}

/** One statement that moves the item, where it is still in its list and the condition holds, and writes the audit entry. */
function write<Table extends StructureTable>(
  { table, item, from }: Pick<PlannedMove<Table>, 'table' | 'item' | 'from'>,
  columns: Readonly<Record<string, unknown>>,
  condition: RawBuilder<unknown>,
  row: AuditRow,
): RawBuilder<Row<Table>> {
  const changes = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const update = sql<Row<Table>>`
    update ${sql.table(table)} set ${sql.join(changes)}
    where id = ${item.id} and ${isInList(table, from)} and ${condition}
    returning *`;
  return auditedChange(row, update);
}

/** The write of a move without the lock, and its assumptions. */
type Write = Pick<PlannedMove<StructureTable>, 'table' | 'item' | 'from' | 'to' | 'neighbors' | 'columns'> & {
  gap: Gap;
  row: AuditRow;
};

type Replace = <Value>(value: Value) => Value;

const replaceItem = (item: RankedItem | undefined, replace: Replace): RankedItem | undefined =>
  item && { id: replace(item.id), rank: replace(item.rank) };

/** Only the ranks of a gap are values: its entries may be others by then. */
const replaceRank = (item: RankedItem | undefined, replace: Replace): RankedItem | undefined =>
  item && { id: item.id, rank: replace(item.rank) };

const replaceMembers = <Members extends object>(members: Members, replace: Replace): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, replace(value)])) as Members;

const prepareWrite = prepareShapes<Write, Row<StructureTable>>(
  ({ table, from, to, neighbors: { before, after }, gap: { low, high }, columns }) =>
    JSON.stringify([
      table,
      shapeOfList(from),
      shapeOfList(to),
      [before, after, low, high].map((item) => item !== undefined),
      Object.keys(columns),
    ]),
  ({ table, item, from, to, neighbors, gap, columns, row }, replace) => ({
    table,
    item: { id: replace(item.id) },
    from: replaceIds(from, replace),
    to: replaceIds(to, replace),
    neighbors: {
      before: replaceItem(neighbors.before, replace),
      after: replaceItem(neighbors.after, replace),
    },
    gap: { low: replaceRank(gap.low, replace), high: replaceRank(gap.high, replace) },
    columns: replaceMembers(columns, replace),
    row: replaceMembers(row, replace),
  }),
  (move) => write(move, move.columns, isStillGap(move.to, move.item.id, move.gap, move.neighbors), move.row),
);

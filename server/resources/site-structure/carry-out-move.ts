import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { auditedChange, type NamedAuditEntry } from '#server/audit/audit.ts';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';
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
import type { OpenSite } from './changes/open-site.ts';
import {
  findGap,
  isInList,
  isStillGap,
  type Neighbors,
  rankBetween,
  rankIn,
  type StructureList,
  type StructureTable,
} from './queries/order.queries.ts';

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
  changeOthers?: (trx: Transaction<Database>) => Promise<Readonly<Record<string, unknown>>>;
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
    if (move.changeOthers || rank.length > MAX_RANK_LENGTH) return undefined;
    const condition = isStillGap(move.to, move.item.id, gap, move.neighbors);
    return writeMove(move, { ...move.columns, rank }, condition);
  });
  return quick ?? changeSite(request, async (trx, locked) => moveWithLock(trx, await plan(trx, locked)));
}

/**
 * Requires the site's lock.
 *
 * @param record writes the audit entry; without it, the statement of the move does
 */
export async function moveWithLock<Table extends StructureTable>(
  trx: Transaction<Database>,
  move: PlannedMove<Table>,
  record?: OpenSite['record'],
): Promise<Row<Table>> {
  const otherColumns = await move.changeOthers?.(trx);
  const rank = await rankBetween(trx, move.to, move.item.id, move.neighbors);
  const columns = { ...move.columns, ...otherColumns, rank };
  const statement = (record ? updateOf : writeMove)(move, columns, sql`true`);
  const { rows } = await statement.execute(trx);
  await record?.(move.entry);
  afterCommit(trx, () => invalidateCounts(move.entry.organizationId));
  const [row] = rows;
  if (!row) throw new Error(`${move.item.id} has disappeared from a locked site.`);
  return row;
}

/** One statement that moves the item, where it is still in its list and the condition holds, and writes the audit entry. */
function writeMove<Table extends StructureTable>(
  move: PlannedMove<Table>,
  columns: Readonly<Record<string, unknown>>,
  condition: RawBuilder<unknown>,
): RawBuilder<Row<Table>> {
  return auditedChange(move.entry, updateOf(move, columns, condition));
}

function updateOf<Table extends StructureTable>(
  { table, item, from }: PlannedMove<Table>,
  columns: Readonly<Record<string, unknown>>,
  condition: RawBuilder<unknown>,
): RawBuilder<Row<Table>> {
  const changes = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql<Row<Table>>`
    update ${sql.table(table)} set ${sql.join(changes)}
    where id = ${item.id} and ${isInList(table, from)} and ${condition}
    returning *`;
}

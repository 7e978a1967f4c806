import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** Keys grow by a letter with about six moves into the same gap; beyond this the container is renumbered. */
export const MAX_RANK_LENGTH = 60;

/**
 * The ordered list that the spaces and collections of one parent share. Each row has a rank key; writing one requires
 * the parent's lock. Deleted spaces keep their rank in case they are restored.
 */

export interface Container {
  organizationId: string;
  parentId: string | null;
}

/** Locks the order of a container until the transaction ends; false where its collection does not exist. */
export async function lockContainer(trx: Transaction<Database>, container: Container): Promise<boolean> {
  // "no key update" blocks other moves, but not inserts that only check the foreign key.
  const row = await (container.parentId === null
    ? trx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', container.organizationId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : trx
        .selectFrom('collections')
        .select('id')
        .where('id', '=', container.parentId)
        .where('organization_id', '=', container.organizationId)
        .forNoKeyUpdate()
        .executeTakeFirst());
  return row !== undefined;
}

/** `exceptId`: the item being placed, where it is in the container already. */
export async function rankAtEnd(
  trx: Transaction<Database>,
  container: Container,
  exceptId = '',
): Promise<string> {
  return generateKeyBetween(await findEdgeRank(trx, container, exceptId, sql`true`, sql`desc`), null);
}

/** A rank and those that follow it at the end of a container. */
export function ranksFrom(rank: string, count: number): string[] {
  return [rank, ...generateNKeysBetween(rank, null, count - 1)];
}

/** A rank directly after `rank`, for the item `exceptId`. */
export async function rankAfter(
  trx: Transaction<Database>,
  container: Container,
  rank: string,
  exceptId: string,
): Promise<string> {
  const next = await findEdgeRank(trx, container, exceptId, sql`rank > ${rank}`, sql`asc`);
  return generateKeyBetween(rank, next);
}

/** A rank directly before `rank`, for the item `exceptId`. */
export async function rankBefore(
  trx: Transaction<Database>,
  container: Container,
  rank: string,
  exceptId: string,
): Promise<string> {
  const previous = await findEdgeRank(trx, container, exceptId, sql`rank < ${rank}`, sql`desc`);
  return generateKeyBetween(previous, rank);
}

export async function isRankTaken(
  trx: Transaction<Database>,
  container: Container,
  rank: string,
): Promise<boolean> {
  return (await findEdgeRank(trx, container, '', sql`rank = ${rank}`, sql`asc`)) !== null;
}

/** The first or last rank that matches the condition; null where there is none. */
async function findEdgeRank(
  trx: Transaction<Database>,
  container: Container,
  exceptId: string,
  condition: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
): Promise<string | null> {
  const here = sql`organization_id = ${container.organizationId} and ${inContainer(container)} and id <> ${exceptId}`;
  // Sorting by parent_id too lets the index serve the top level (parent_id is null).
  const order = sql`order by parent_id ${direction}, rank ${direction} limit 1`;
  const { rows } = await sql<{ rank: string }>`
    select rank from (
      (select rank from spaces where ${here} and deleted_at is null and ${condition} ${order})
      union all
      (select rank from collections where ${here} and ${condition} ${order})
    ) outermost order by rank ${direction} limit 1`.execute(trx);
  return rows[0]?.rank ?? null;
}

/**
 * Assigns short ranks to all items of a container, including deleted spaces, in their current order once `rank` is too
 * long.
 */
export async function rebalanceIfNeeded(
  trx: Transaction<Database>,
  container: Container,
  rank: string,
): Promise<void> {
  if (rank.length <= MAX_RANK_LENGTH) return;
  const here = sql`organization_id = ${container.organizationId} and ${inContainer(container)}`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, rank from spaces where ${here} union all select id, rank from collections where ${here}
    ) items order by rank, id`.execute(trx);
  const ids = rows.map((row) => row.id);
  const ranks = generateNKeysBetween(null, null, ids.length);
  for (const table of ['spaces', 'collections'] as const) {
    await sql`
      update ${sql.table(table)} item set rank = fresh.rank
      from unnest(${ids}::text[], ${ranks}::text[]) as fresh(id, rank)
      where item.id = fresh.id`.execute(trx);
  }
}

function inContainer(container: Container): RawBuilder<unknown> {
  return container.parentId === null ? sql`parent_id is null` : sql`parent_id = ${container.parentId}`;
}

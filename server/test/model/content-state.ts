import { type Kysely, sql } from 'kysely';
import { type AccessColumns, resolveAccess } from '#server/access/roles.ts';
import type { ContentKey } from '#server/content-tree/content-move.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** A row of the ordered tree; deleted spaces are left out. */
export interface StoredContent extends ContentKey, AccessColumns {
  parent_id: string | null;
  rank: string;
  default_level: number;
}

export async function loadContent(db: Kysely<Database>, organizationId: string): Promise<StoredContent[]> {
  const columns = sql`id, parent_id, rank, default_level, ancestor_path, grant_path, resolved_level`;
  const { rows } = await sql<StoredContent>`
    select 'space' as kind, ${columns} from spaces
    where organization_id = ${organizationId} and deleted_at is null
    union all
    select 'collection' as kind, ${columns} from collections where organization_id = ${organizationId}`.execute(
    db,
  );
  return rows;
}

/** Ordered ids by parent ('' is the top level). */
export function orderByParent(rows: readonly StoredContent[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const row of rows.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))) {
    (lists[row.parent_id ?? ''] ??= []).push(row.id);
  }
  return lists;
}

/** Invalid ranks: duplicates in a parent, and ranks that are too long. */
export function findRankProblems(rows: readonly StoredContent[]): string[] {
  const positions = rows.map((row) => `${row.parent_id ?? ''}/${row.rank}`);
  const twice = positions.filter((position, index) => positions.indexOf(position) !== index);
  return [...twice, ...rows.filter((row) => row.rank.length > 60).map((row) => row.rank)];
}

/** Derives the access columns from parents and default levels, by id; throws for cyclic parents. */
export function deriveAccess(rows: readonly StoredContent[]): Record<string, AccessColumns> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const derive = (row: StoredContent, depth = 0): AccessColumns => {
    if (depth > rows.length) throw new Error(`The parents of ${row.id} form a cycle.`);
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    if (row.parent_id !== null && !parent) throw new Error(`The parent of ${row.id} does not exist.`);
    return resolveAccess(row, parent ? derive(parent, depth + 1) : null);
  };
  return Object.fromEntries(rows.map((row) => [row.id, derive(row)]));
}

/** The stored access columns, by id. */
export function storedAccess(rows: readonly StoredContent[]): Record<string, AccessColumns> {
  return Object.fromEntries(
    rows.map(({ id, ancestor_path, grant_path, resolved_level }) => [
      id,
      { ancestor_path, grant_path, resolved_level },
    ]),
  );
}

import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { KeyValue } from '#server/lists/cursors.ts';

/** A column of the order. The columns together must be unique and never null. */
export interface SortKey {
  /** The column as in the query: `members.joined_at`. */
  column: string;
  direction: 'asc' | 'desc';
}

/** Which rows of a list are read: `size` rows that come after `keys`, or the first ones. */
export interface PagePosition {
  order: readonly SortKey[];
  keys: readonly KeyValue[] | undefined;
  size: number;
}

/** A query for the rows of one page, in order. */
export function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { order, keys, size }: PagePosition,
): SelectQueryBuilder<DB, TB, Row> {
  let paged = keys ? query.where(isAfter(order, keys)) : query;
  for (const { column, direction } of order) paged = paged.orderBy(sql.ref(column), direction);
  return paged.limit(size);
}

/** The end of a statement in `sql` for the rows of one page, behind the last of its conditions. */
export function pageTail({ order, keys, size }: PagePosition) {
  const after = keys ? sql`and ${isAfter(order, keys)}` : sql``;
  const columns = order.map(({ column, direction }) => sql`${sql.ref(column)} ${sql.raw(direction)}`);
  return sql`${after} order by ${sql.join(columns)} limit ${size}`;
}

/** Rows after a position. One tuple comparison if all columns have the same direction, because an index serves that. */
function isAfter(order: readonly SortKey[], keys: readonly KeyValue[]) {
  const columns = order.map(({ column }) => sql.ref(column));
  if (order.every(({ direction }) => direction === order[0]?.direction)) {
    const sign = sql.raw(order[0]?.direction === 'desc' ? '<' : '>');
    return sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(keys)})`;
  }
  const ways = order.map(({ direction }, index) => {
    const sign = sql.raw(direction === 'desc' ? '<' : '>');
    const equal = columns.slice(0, index).map((column, keyIndex) => sql`${column} = ${keys[keyIndex]}`);
    return sql`(${sql.join([...equal, sql`${columns[index]} ${sign} ${keys[index]}`], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

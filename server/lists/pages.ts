import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { prepareQuery } from '#server/database/engine/prepare-query.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { KeyValue } from '#server/lists/cursors.ts';

/** A column of the order. The columns together must be unique and never null. */
export interface SortKey {
  /** The column as in the query: `members.joined_at`. */
  column: string;
  direction: 'asc' | 'desc';
}

/** Which rows of a list are read: `size` rows that come after `keys`, or the first ones. */
interface PagePosition {
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

/** A list whose statements are prepared: `readPage` reads its pages instead of building a query for each. */
export class PreparedPage<Row> {
  readonly read: (position: PagePosition) => Promise<Row[]>;

  constructor(read: (position: PagePosition) => Promise<Row[]>) {
    this.read = read;
  }
}

/** Texts and numbers are values of the statement, everything else decides what it looks like. */
type FilterValue = string | number | boolean | undefined;

/**
 * Prepares a list that is read so often that building its statement counts (`prepareQuery`): once for each combination of
 * filters and order, for first and for later pages. `build` may only pass on the texts and numbers of its filter.
 */
export function preparePages<
  Filter extends { readonly [Name in keyof Filter]: FilterValue },
  DB,
  TB extends keyof DB,
  Row,
>(
  build: (db: Kysely<Database>, filter: Filter) => SelectQueryBuilder<DB, TB, Row>,
): (db: Kysely<Database>, filter: Filter) => PreparedPage<Row> {
  const prepared = new Map<string, PreparedRead<Row>>();
  return (db, filter) => {
    const entries = Object.entries<FilterValue>(filter);
    const values = entries.filter((entry): entry is [string, string | number] => isValue(entry[1]));
    const filterShape = entries.map(([name, value]) => (isValue(value) ? name : [name, value]));
    return new PreparedPage(({ order, keys, size }) => {
      const shape = JSON.stringify([filterShape, order, keys?.length]);
      let read = prepared.get(shape);
      if (!read) {
        read = prepareQuery((database, preparedSize: number, ...given: KeyValue[]) => {
          const namedValues = Object.fromEntries(values.map(([name], index) => [name, given[index]]));
          const after = keys && given.slice(values.length);
          return pageOf(build(database, { ...filter, ...namedValues }), {
            order,
            keys: after,
            size: preparedSize,
          });
        });
        prepared.set(shape, read);
      }
      return read(db, size, ...values.map(([, value]) => value), ...(keys ?? []));
    });
  };
}

type PreparedRead<Row> = (db: Kysely<Database>, size: number, ...values: KeyValue[]) => Promise<Row[]>;

function isValue(value: FilterValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

import type { FastifyRequest } from 'fastify';
import { type SelectQueryBuilder, sql } from 'kysely';
import { CountCache } from '#server/lists/count-cache.ts';
import type { CursorPosition, KeyValue } from '#server/lists/cursors.ts';
import { pageOf, type PagePosition, type SortKey } from '#server/lists/pages.ts';

/** A count with its noun: `countOf(1, 'space')` → "1 space", `countOf(2, 'reply', 'replies')` → "2 replies". */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

/** The default page size. */
export const DEFAULT_LIMIT = 50;

const totalsCache = new CountCache<number>();

/** The sort keys of a row, in the order of the plan. */
type KeysOf<Row> = (row: Row) => readonly KeyValue[];

/** Everything that determines which rows a list has, for its cursor and its cached total. */
export interface ListScope {
  operation: string;
  /** The organization whose changes invalidate the total. Without it, the total is counted every time. */
  organizationId?: string;
  /** Parent ids, filters and, if visibility depends on it, the caller. */
  filters: readonly unknown[];
}

/**
 * Orders and limits a subquery that has the columns of the order: it finds all rows that the page can
 * contain. The rest of the query then reads those rows alone, regardless of the planner's estimates for its
 * filters.
 */
export type CutToPage = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
) => SelectQueryBuilder<DB, TB, Row>;

/** Reads the rows of a page, in order. */
interface PageReader<Row> {
  readRows: (position: PagePosition) => Promise<Row[]>;
}

/** How a list is read. `Row` is what the query selects. */
export interface ListPlan<DB, TB extends keyof DB, Row> {
  scope: ListScope;
  /**
   * The filtered query, without order and limit; or a function of how a part of it is cut to the page; or what reads the
   * rows of a page in statements of its own, which needs `keysOf`.
   */
  query:
    | SelectQueryBuilder<DB, TB, Row>
    | ((cutToPage: CutToPage) => SelectQueryBuilder<DB, TB, Row>)
    | PageReader<Row>;
  /** The order; an index should cover the filter and these columns in this order. */
  order: readonly SortKey[];
  /** The sort keys of a row that already contains them; without it they are selected a second time. */
  keysOf?: KeysOf<Row>;
  /** Counts all matching rows. Called only if there is more than one page. */
  count: () => Promise<number>;
}

/** One page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Of all pages together. */
  count: number;
  /** The cursor of the next page; absent on the last one. */
  next?: { page: string };
}

/** A page as a response. */
export interface ListEnvelope<Item> {
  count: number;
  items: Item[];
  next?: { page: string };
}

/** Normalizes text for search: lower case, without accents. `search_key` does the same in the database. */
export function toSearchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** A `like` pattern that finds a text anywhere in a search key; wildcards in the text are escaped. */
export function containsPattern(text: string): string {
  return `%${toSearchKey(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** The query parameters of every list. */
export interface ListQuery {
  /** A cursor; absent for the first page. */
  page?: string;
  limit?: number;
}

/** The columns with the sort keys of a row. */
type Keyed<Row> = Row & { [key: `page_key_${number}`]: KeyValue };

/**
 * Reads one page by keyset pagination: concurrent inserts and deletes neither repeat nor hide rows. The total is
 * counted on the first page only (a short first page is its own total) and then stored in the signed cursor.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  request: Pick<FastifyRequest, 'cursors'> & { query: ListQuery },
  plan: ListPlan<DB, TB, Row>,
): Promise<Page<Row>> {
  const { page, limit = DEFAULT_LIMIT } = request.query;
  const scope = scopeText(plan);
  const start = page === undefined ? undefined : request.cursors.decode(scope, page);
  const { rows, more, lastKeys } = await fetchRows(plan, start, limit);
  const count = start?.count ?? (more ? await countAll(plan, scope) : rows.length);
  if (!more || !lastKeys) return { rows, count };
  return { rows, count, next: { page: request.cursors.encode(scope, { keys: lastKeys, count }) } };
}

/** Counts the rows of a query, which must have no order and groups: the simplest `count` of a list. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`count(*)::int`.as('total'));
  const { total } = await counted.$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

export function toEnvelope<Row, Item>(page: Page<Row>, view: (row: Row) => Item): ListEnvelope<Item> {
  return {
    count: page.count,
    items: page.rows.map(view),
    ...(page.next ? { next: page.next } : {}),
  };
}

/** The rows of a page, whether there are more, and the sort keys of the last row. */
async function fetchRows<DB, TB extends keyof DB, Row>(
  plan: ListPlan<DB, TB, Row>,
  start: CursorPosition | undefined,
  limit: number,
): Promise<{ rows: Row[]; more: boolean; lastKeys: readonly KeyValue[] | undefined }> {
  const { order, keysOf } = plan;
  // One more row than the page shows whether there is another page.
  const position = { order, keys: start?.keys, size: limit + 1 };
  if ('readRows' in plan.query) {
    if (!keysOf) throw new Error(`The list ${plan.scope.operation} needs keysOf.`);
    return toSlice(await plan.query.readRows(position), limit, keysOf);
  }
  const cutToPage: CutToPage = (part) => pageOf(part, position);
  const query = typeof plan.query === 'function' ? plan.query(cutToPage) : plan.query;
  if (keysOf) return toSlice(await cutToPage(query).execute(), limit, keysOf);
  const keyed = query
    .select(order.map(({ column }, index) => sql<KeyValue>`${sql.ref(column)}`.as(`page_key_${index}`)))
    .$castTo<Keyed<Row>>();
  return toSlice(await cutToPage(keyed).execute(), limit, (row: Keyed<Row>) =>
    order.map((_, index) => row[`page_key_${index}`]).filter((key) => key !== undefined),
  );
}

function toSlice<Row>(found: Row[], limit: number, keysOf: KeysOf<Row>) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, more: found.length > limit, lastKeys: last && keysOf(last) };
}

function countAll<DB, TB extends keyof DB, Row>(plan: ListPlan<DB, TB, Row>, scope: string): Promise<number> {
  const { organizationId } = plan.scope;
  return organizationId === undefined ? plan.count() : totalsCache.get(organizationId, scope, plan.count);
}

function scopeText({ scope, order }: { scope: ListScope; order: readonly SortKey[] }): string {
  const columns = order.map(({ column, direction }) => `${column} ${direction}`);
  return JSON.stringify([scope.operation, scope.organizationId, scope.filters, columns]);
}

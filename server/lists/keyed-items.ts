import type { FastifyRequest } from 'fastify';
import { DEFAULT_LIMIT, type ListEnvelope, type ListQuery } from './lists.ts';

/** `key` is unique and defines the order. */
export interface KeyedItem {
  key: string;
}

export function compareKeys(a: KeyedItem, b: KeyedItem): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/**
 * Keyset pagination of an in-memory list: concurrent changes neither repeat nor skip items. `items` must be sorted by
 * key; `scope` identifies the list.
 */
export function paginateItems<Item extends KeyedItem>(
  { cursors, query }: Pick<FastifyRequest, 'cursors'> & { query: ListQuery },
  scope: readonly unknown[],
  items: readonly Item[],
): ListEnvelope<Item> {
  const { page, limit = DEFAULT_LIMIT } = query;
  const name = JSON.stringify(scope);
  const after = page === undefined ? undefined : String(cursors.decode(name, page).keys[0]);
  const rest = after === undefined ? items : items.filter(({ key }) => key > after);
  const visible = rest.slice(0, limit);
  const last = visible.at(-1);
  return {
    count: items.length,
    items: visible,
    ...(last && rest.length > visible.length
      ? { next: { page: cursors.encode(name, { keys: [last.key], count: items.length }) } }
      : {}),
  };
}

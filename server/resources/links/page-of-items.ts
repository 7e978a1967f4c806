import type { FastifyRequest } from 'fastify';
import { DEFAULT_LIMIT, type ListEnvelope, type ListQuery } from '#server/lists.ts';

/** Something with a key by which it is sorted and which nothing else in the list has. */
export interface KeyedItem {
  key: string;
}

/** Sorts items by their keys, the same way everywhere. */
export function byKey(a: KeyedItem, b: KeyedItem): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/**
 * One page of a list that is made in memory, by keyset: an item whose neighbours come or go meanwhile is neither repeated
 * nor skipped. `items` are sorted by key; `scope` says what decides which items there are.
 */
export function pageOfItems<Item extends KeyedItem>(
  { cursors, query }: Pick<FastifyRequest, 'cursors'> & { query: ListQuery },
  scope: readonly unknown[],
  items: readonly Item[],
): ListEnvelope<Item> {
  const { page, limit = DEFAULT_LIMIT } = query;
  const name = JSON.stringify(scope);
  const after = page === undefined ? undefined : String(cursors.read(name, page).keys[0]);
  const rest = after === undefined ? items : items.filter(({ key }) => key > after);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    count: items.length,
    items: shown,
    ...(last && rest.length > shown.length
      ? { next: { page: cursors.write(name, { keys: [last.key], count: items.length }) } }
      : {}),
  };
}

import { setOpen, type TreeState } from '#src/components/tree/tree-state.ts';
/** Filters a tree by text. */
import type { TreeItems } from '#src/components/tree/tree.tsx';
import { ancestorsOf, childrenOf, type OrderedTree } from '#src/lib/ordered-tree.ts';
import type { Store } from '#src/lib/store.ts';

/** Ids of the items whose text contains the query, ignoring case. */
export function matchingItems<Item>(
  { nodes }: OrderedTree<Item>,
  text: string,
  textOf: (item: Item) => string,
): string[] {
  const lowerText = text.toLocaleLowerCase();
  return [...nodes].flatMap(([id, item]) =>
    textOf(item).toLocaleLowerCase().includes(lowerText) ? [id] : [],
  );
}

/** Only matching items, with their ancestors and descendants. */
export function onlyMatching<Item>(
  tree: OrderedTree<Item>,
  items: TreeItems<Item>,
  matches: readonly string[],
): TreeItems<Item> {
  const visibleIds = new Set<string>();
  const showBelow = (id: string) => {
    if (visibleIds.has(id)) return;
    visibleIds.add(id);
    for (const child of childrenOf(tree, id)) showBelow(child);
  };
  for (const id of matches) showBelow(id);
  for (const id of matches) for (const above of ancestorsOf(tree, id)) visibleIds.add(above);
  return { ...items, childrenOf: (id) => items.childrenOf(id).filter((child) => visibleIds.has(child)) };
}

/** Opens the containers around items. */
export function openAncestors(
  state: Store<TreeState>,
  tree: OrderedTree<unknown>,
  ids: Iterable<string>,
): void {
  const above = new Set<string>();
  for (const id of ids) for (const container of ancestorsOf(tree, id)) above.add(container);
  state.set((current) => setOpen(current, above, true));
}

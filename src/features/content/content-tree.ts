/** Collections and spaces as a tree by ids. Plain values; nothing here knows the server or the screen. */
import type { ContentItem } from '#src/api/generated/types.gen.ts';

import { TOP } from '#src/lib/ordered-tree.ts';

export { TOP };

/** What the caller can see of the content of an organization. */
export interface ContentTree {
  readonly nodes: ReadonlyMap<string, ContentItem>;
  /** Ordered ids below each collection and below `TOP`. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
  /** Items shown at the top level because the collection that they are in cannot be seen. */
  readonly adrift: ReadonlySet<string>;
  /** Whether the caller may add, move and remove things at the top level. */
  readonly canArrangeTop: boolean;
}

/** Makes the tree of a list in the order of the server: parents before or after what is in them. */
export function readTree(items: readonly ContentItem[], canArrangeTop: boolean): ContentTree {
  const nodes = new Map(items.map((item) => [item.id, item]));
  const children = new Map<string, string[]>([[TOP, []]]);
  for (const { id, kind } of items) if (kind === 'collection') children.set(id, []);
  const parents = new Map<string, string>();
  const adrift = new Set<string>();
  for (const { id, parent = TOP } of items) {
    const siblings = children.get(parent);
    if (!siblings) adrift.add(id);
    else siblings.push(id);
    parents.set(id, siblings ? parent : TOP);
  }
  children.get(TOP)?.push(...adrift);
  return { nodes, children, parents, adrift, canArrangeTop };
}

/** The ids directly in a collection or at the top level, in order. */
export function childrenOf({ children }: ContentTree, parent: string): readonly string[] {
  return children.get(parent) ?? [];
}

/** Whether an item is another one, or anywhere in it. */
export function isWithin({ parents }: ContentTree, id: string, ancestor: string): boolean {
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = parents.get(at)) {
    if (at === ancestor) return true;
  }
  return false;
}

/** How much is in a collection, at any depth. */
export function countBelow(tree: ContentTree, id: string): { collections: number; spaces: number } {
  let collections = 0;
  let spaces = 0;
  for (const child of childrenOf(tree, id)) {
    if (tree.nodes.get(child)?.kind === 'collection') {
      const below = countBelow(tree, child);
      collections += 1 + below.collections;
      spaces += below.spaces;
    } else spaces += 1;
  }
  return { collections, spaces };
}

/** Where an item stands: its parent and its neighbours, null at the ends. */
export interface Place {
  readonly parent: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/** The place of an item, or null when the tree does not hold it. */
export function placeOf(tree: ContentTree, id: string): Place | null {
  const parent = tree.parents.get(id);
  if (parent === undefined) return null;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(id);
  return { parent, previous: siblings[at - 1] ?? null, next: siblings[at + 1] ?? null };
}

/** Titles of the collections around an item, the outermost first. */
export function wayTo({ parents, nodes }: ContentTree, id: string): string[] {
  const way: string[] = [];
  for (let at = parents.get(id); at !== undefined && at !== TOP; at = parents.get(at)) {
    way.unshift(nodes.get(at)?.title ?? '');
  }
  return way;
}

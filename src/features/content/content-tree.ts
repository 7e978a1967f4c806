/** Collections and spaces as an ordered tree. */
import type { ContentItem } from '#api/generated/types.gen.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import {
  ancestorsOf,
  childrenOf,
  TOP,
  type OrderedTree,
  createMoves,
  targetId,
} from '#src/lib/ordered-tree.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';

/** The content of an organization that the user can see. */
export interface ContentTree extends OrderedTree<ContentItem> {
  /** Items shown at the top level because their collection is not visible. */
  readonly detached: ReadonlySet<string>;
  /** Whether the user may add, move and delete items at the top level. */
  readonly canEditTopLevel: boolean;
}

/** Builds the tree from the server's list, in its order; parents may come after their children. */
export function buildTree(items: readonly ContentItem[], canArrangeTop: boolean): ContentTree {
  const nodes = new Map(items.map((item) => [item.id, item]));
  const children = new Map<string, string[]>([[TOP, []]]);
  for (const { id, kind } of items) if (kind === 'collection') children.set(id, []);
  const parents = new Map<string, string>();
  const detached = new Set<string>();
  for (const { id, parent = TOP } of items) {
    const siblings = children.get(parent);
    if (!siblings) detached.add(id);
    else siblings.push(id);
    parents.set(id, siblings ? parent : TOP);
  }
  children.get(TOP)?.push(...detached);
  const tree = { nodes, children, parents, detached, canEditTopLevel: canArrangeTop };
  for (const id of children.get(TOP) ?? []) withSums(tree, id);
  return tree;
}

/** The item, a collection with what the spaces in it say: the last update, and the sums of their counts. */
function withSums(
  tree: { nodes: Map<string, ContentItem>; children: ReadonlyMap<string, string[]> },
  id: string,
) {
  const item = tree.nodes.get(id);
  if (item?.kind !== 'collection') return item;
  const below = (tree.children.get(id) ?? []).flatMap((child) => withSums(tree, child) ?? []);
  const updatedAt = maxOf(below.flatMap((child) => child.updatedAt ?? []));
  const changeRequestsOpen = sumOf(below.flatMap((child) => child.changeRequestsOpen ?? []));
  const brokenLinks = sumOf(below.flatMap((child) => child.brokenLinks ?? []));
  const summed: ContentItem = {
    ...item,
    ...(updatedAt !== undefined && { updatedAt }),
    ...(changeRequestsOpen !== undefined && { changeRequestsOpen }),
    ...(brokenLinks !== undefined && { brokenLinks }),
  };
  tree.nodes.set(id, summed);
  return summed;
}

/** Undefined without values. */
const sumOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value);

/** Undefined without values. */
const maxOf = (times: readonly string[]): string | undefined =>
  times.length === 0 ? undefined : times.reduce((latest, time) => (time > latest ? time : latest));

/** Number of descendants of a collection. */
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

/** Titles of an item's ancestors, outermost first. */
export function ancestorTitlesOf(tree: ContentTree, id: string): string[] {
  return ancestorsOf(tree, id)
    .map((above) => tree.nodes.get(above)?.title ?? '')
    .toReversed();
}

/** The title of an item, for searching. */
export const titleOf = ({ title }: ContentItem): string => title;

/** Why the user may not change the order in a parent, or null. */
export function arrangeDenial(tree: ContentTree, parent: string): string | null {
  if (parent === TOP) return tree.canEditTopLevel ? null : permissionReasons.creator;
  const collection = tree.nodes.get(parent);
  if (!collection) return 'This collection no longer exists.';
  return collection.canEdit ? null : `Requires the Creator role or higher on “${collection.title}”.`;
}

/** Why an item can't be moved anywhere, as a sentence, or null. */
export function moveDenial(tree: ContentTree, id: string): string | null {
  const item = tree.nodes.get(id);
  if (!item) return 'This item no longer exists.';
  if (tree.detached.has(id)) return `“${item.title}” is in a collection you can’t see.`;
  if (!item.canEdit) return `Requires the Creator role or higher on “${item.title}”.`;
  return arrangeDenial(tree, tree.parents.get(id) ?? TOP);
}

/** Possible parents in order; those that deny the item are disabled. The top level is empty. */
export function parentOptions(tree: ContentTree, takes: (parent: string) => boolean): SelectOption<string>[] {
  const options: SelectOption<string>[] = [];
  const visit = (parent: string) => {
    const title = tree.nodes.get(parent)?.title ?? '';
    const label = parent === TOP ? 'Top level' : [...ancestorTitlesOf(tree, parent), title].join(' › ');
    options.push({ value: parent, label, disabled: !takes(parent) });
    for (const id of childrenOf(tree, parent)) if (tree.nodes.get(id)?.kind === 'collection') visit(id);
  };
  visit(TOP);
  return options;
}

export const contentMoves = createMoves<ContentTree>({
  messages: {
    itemGone: 'This item no longer exists.',
    targetGone: 'The target no longer exists.',
    holdsNothing: 'Spaces can’t contain other content.',
    insideItself: 'A collection can’t be moved into itself.',
  },
  check(tree, move, parent) {
    const isNamed = !('into' in move) && tree.detached.has(targetId(move));
    return (
      moveDenial(tree, move.id) ??
      (isNamed ? 'The target is in a collection you can’t see.' : arrangeDenial(tree, parent))
    );
  },
});

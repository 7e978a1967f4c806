/** Moves of collections and spaces: by the name of a neighbour or a container, never by a number. */
import type { ContentMove, ContentNeighbor } from '#src/api/generated/types.gen.ts';
import { needs } from '#src/components/permission/reasons.ts';
import { childrenOf, isWithin, TOP, type ContentTree, type Place } from './content-tree.ts';

/** Where something goes; `into` means the end of a collection or of `TOP`. */
export type Target = { readonly before: string } | { readonly after: string } | { readonly into: string };

/** One thing, and where it goes. */
export type Move = { readonly id: string } & Target;

/** The id that a target names. */
export function anchorOf(target: Target): string {
  if ('before' in target) return target.before;
  return 'after' in target ? target.after : target.into;
}

/** The parent that a target is in, or undefined when it names something unknown. */
export function parentOf(tree: ContentTree, target: Target): string | undefined {
  if ('into' in target) return tree.children.has(target.into) ? target.into : undefined;
  return tree.parents.get(anchorOf(target));
}

/** Why the caller may not arrange what is in a parent, or null. */
export function arrangingRefusal(tree: ContentTree, parent: string): string | null {
  if (parent === TOP) return tree.canArrangeTop ? null : needs.creator;
  const collection = tree.nodes.get(parent);
  if (!collection) return 'The collection is no longer there.';
  return collection.canEdit ? null : `You need the role “Creator” or higher on “${collection.title}”.`;
}

/** Why an item cannot be moved anywhere, as a sentence, or null when it can. */
export function movingRefusal(tree: ContentTree, id: string): string | null {
  const item = tree.nodes.get(id);
  if (!item) return 'The item is no longer there.';
  if (tree.adrift.has(id)) return `“${item.title}” is in a collection that you cannot see.`;
  if (!item.canEdit) return `You need the role “Creator” or higher on “${item.title}”.`;
  return arrangingRefusal(tree, tree.parents.get(id) ?? TOP);
}

/** Why a move is not possible, as a sentence for the user, or null when it is. */
export function checkMove(tree: ContentTree, move: Move): string | null {
  const refusal = movingRefusal(tree, move.id);
  if (refusal !== null) return refusal;
  const anchor = anchorOf(move);
  if (anchor === move.id) return 'An item cannot be placed relative to itself.';
  if ('into' in move && tree.nodes.get(anchor)?.kind === 'space') return 'A space holds no other content.';
  if (!('into' in move) && tree.adrift.has(anchor))
    return 'The place is in a collection that you cannot see.';
  const parent = parentOf(tree, move);
  if (parent === undefined) return 'The place is no longer there.';
  if (isWithin(tree, parent, move.id)) return 'A collection cannot be placed inside itself.';
  return arrangingRefusal(tree, parent);
}

/** The tree after a move; the same reference when the move is refused or changes nothing. */
export function applyMove(tree: ContentTree, move: Move): ContentTree {
  const parent = parentOf(tree, move);
  const from = tree.parents.get(move.id);
  if (checkMove(tree, move) !== null || parent === undefined || from === undefined) return tree;
  const list = childrenOf(tree, parent).filter((id) => id !== move.id);
  const beside = list.indexOf(anchorOf(move));
  // What stands adrift at the end of the top level is not part of its order.
  const end = list.findLastIndex((id) => !tree.adrift.has(id)) + 1;
  list.splice('into' in move ? end : 'before' in move ? beside : beside + 1, 0, move.id);
  const before = childrenOf(tree, from);
  if (from === parent && before.every((id, index) => id === list[index])) return tree;
  const left = before.filter((id) => id !== move.id);
  const children = new Map(tree.children).set(from, left).set(parent, list);
  return { ...tree, children, parents: new Map(tree.parents).set(move.id, parent) };
}

/** Several items that move as one: the first goes to the target, each other one directly after it. */
export function moveSequence(ids: readonly string[], target: Target): Move[] {
  return ids.map((id, index) => {
    const previous = ids[index - 1];
    return previous === undefined ? { id, ...target } : { id, after: previous };
  });
}

/** Why a sequence is not possible, or null. Checks each move on what the ones before it leave. */
export function checkMoves(tree: ContentTree, ids: readonly string[], target: Target): string | null {
  if (ids.includes(anchorOf(target))) return 'An item cannot be placed relative to itself.';
  let current = tree;
  for (const move of moveSequence(ids, target)) {
    const reason = checkMove(current, move);
    if (reason !== null) return reason;
    current = applyMove(current, move);
  }
  return null;
}

/** The items go one place up or down among their siblings; null at the ends. */
export function nudgeTarget(tree: ContentTree, ids: readonly string[], direction: 1 | -1): Target | null {
  const parent = tree.parents.get(ids[0] ?? '');
  if (parent === undefined || ids.some((id) => tree.parents.get(id) !== parent)) return null;
  const siblings = childrenOf(tree, parent);
  const at = ids.map((id) => siblings.indexOf(id));
  const neighbour = direction === -1 ? siblings[Math.min(...at) - 1] : siblings[Math.max(...at) + 1];
  if (neighbour === undefined) return null;
  return direction === -1 ? { before: neighbour } : { after: neighbour };
}

/** What brings an item back to a place of the past, by a neighbour that is still there. */
export function moveBack(tree: ContentTree, id: string, { parent, previous, next }: Place): Move {
  const isThere = (neighbour: string | null): neighbour is string =>
    neighbour !== null && tree.parents.get(neighbour) === parent && !tree.adrift.has(neighbour);
  if (isThere(previous)) return { id, after: previous };
  return isThere(next) ? { id, before: next } : { id, into: parent };
}

function referenceTo(tree: ContentTree, id: string): ContentNeighbor {
  return tree.nodes.get(id)?.kind === 'collection'
    ? { type: 'collection', collection: id }
    : { type: 'space', space: id };
}

/** The body of the request that carries out a move. */
export function moveBody(tree: ContentTree, move: Move): ContentMove {
  const parent = parentOf(tree, move) ?? TOP;
  const place = { parent: parent === TOP ? null : parent };
  if ('into' in move) return place;
  const neighbour = referenceTo(tree, anchorOf(move));
  return { ...place, position: 'before' in move ? { before: neighbour } : { after: neighbour } };
}

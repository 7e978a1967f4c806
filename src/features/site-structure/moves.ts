/**
 * Moves: the one value that every gesture makes (drag, keyboard, "Move to…").
 *
 * `applyMove` is pure, total and idempotent. What it refuses it leaves as it is: the same
 * reference comes back, so a pending move whose target is gone simply drops out of the picture.
 */
import { childrenOf, isFlat, TOP, withNode, type SiteStructure, type StructureNode } from './structure.ts';
import { pathsBelow, uniquePath } from './site-path.ts';

/** Where to: directly before or after another item, or at the end of a container (`TOP` = top level). */
export type Target = { readonly before: string } | { readonly after: string } | { readonly into: string };

/** One item and where it goes. No index and no order number ever leave the browser. */
export type Move = { readonly id: string } & Target;

/** A container, and the index in its list without the moved item. */
export interface Slot {
  readonly parent: string;
  readonly index: number;
}

/** The id that a target names (`TOP` is possible for `into`). */
export function anchorOf(target: Target): string {
  if ('before' in target) return target.before;
  return 'after' in target ? target.after : target.into;
}

/** The slot that a move names, or null when it names something unknown. */
export function slotOf(structure: SiteStructure, move: Move): Slot | null {
  if ('into' in move) {
    const list = structure.children.get(move.into);
    if (!list) return null;
    const inside = structure.parents.get(move.id) === move.into;
    return { parent: move.into, index: inside ? list.length - 1 : list.length };
  }
  const anchor = anchorOf(move);
  const parent = structure.parents.get(anchor);
  if (parent === undefined || anchor === move.id) return null;
  const list = childrenOf(structure, parent);
  const at = list.indexOf(anchor);
  const own = structure.parents.get(move.id) === parent ? list.indexOf(move.id) : -1;
  const index = at - (own !== -1 && own < at ? 1 : 0);
  return { parent, index: 'before' in move ? index : index + 1 };
}

function quoted(node: StructureNode): string {
  return `“${node.title}”`;
}

function containerRefusal(structure: SiteStructure, node: StructureNode, parent: string): string | null {
  const container = structure.nodes.get(parent);
  if (node.kind === 'group') {
    if (parent === TOP) return null;
    return container?.kind === 'group'
      ? 'A group cannot be placed inside another group.'
      : 'Groups stay at the top level.';
  }
  if (node.kind === 'section') {
    if (parent === TOP || container?.kind === 'group') return null;
    return 'A section cannot be placed inside another section.';
  }
  if (container?.kind === 'section') return null;
  if (parent === TOP && isFlat(structure)) return null;
  return 'A site space needs a section.';
}

function leavingRefusal(structure: SiteStructure, node: StructureNode, parent: string): string | null {
  if (node.kind !== 'site-space') return null;
  const from = structure.parents.get(node.id) ?? TOP;
  if (from === parent) return null;
  const source = structure.nodes.get(from);
  if (source && childrenOf(structure, from).length === 1) {
    return `${quoted(node)} is the only site space of ${quoted(source)}, and a section needs one.`;
  }
  for (const id of childrenOf(structure, parent)) {
    const twin = structure.nodes.get(id);
    if (twin?.kind === 'site-space' && twin.spaceId === node.spaceId) {
      return `The space ${quoted(node)} is already in this section.`;
    }
  }
  return null;
}

/** Why a move is not possible, as a sentence for the user, or null when it is. */
export function checkMove(structure: SiteStructure, move: Move): string | null {
  const node = structure.nodes.get(move.id);
  if (!node) return 'The item is no longer in the structure.';
  const anchor = anchorOf(move);
  if (anchor === move.id) return 'An item cannot be placed relative to itself.';
  const target = structure.nodes.get(anchor);
  if (anchor !== TOP && !target) return 'The place is no longer in the structure.';
  if ('into' in move && target?.kind === 'site-space') return 'A site space holds nothing.';
  const slot = slotOf(structure, move);
  if (!slot) return 'The place is no longer in the structure.';
  return containerRefusal(structure, node, slot.parent) ?? leavingRefusal(structure, node, slot.parent);
}

/** What moves with a site space into another container: a free path, and the default flags of both. */
function withSettledSiteSpace(structure: SiteStructure, id: string, from: string, at: number): SiteStructure {
  const node = structure.nodes.get(id);
  if (node?.kind !== 'site-space') return structure;
  const parent = structure.parents.get(id) ?? TOP;
  const path = uniquePath(node.path, pathsBelow(structure, parent, id));
  const moved = { ...node, path, isDefault: false };
  const settled = withNode(structure, moved);
  if (!node.isDefault) return settled;
  const left = childrenOf(structure, from);
  const heir = structure.nodes.get(left[at] ?? left[at - 1] ?? '');
  return heir?.kind === 'site-space' ? withNode(settled, { ...heir, isDefault: true }) : settled;
}

/** The structure after a move; the same reference when the move is refused or changes nothing. */
export function applyMove(structure: SiteStructure, move: Move): SiteStructure {
  if (checkMove(structure, move) !== null) return structure;
  const slot = slotOf(structure, move);
  const from = structure.parents.get(move.id);
  if (!slot || from === undefined) return structure;
  const before = childrenOf(structure, from);
  const at = before.indexOf(move.id);
  const children = new Map(structure.children);
  if (from === slot.parent) {
    if (at === slot.index) return structure;
    const list = before.filter((id) => id !== move.id);
    list.splice(slot.index, 0, move.id);
    children.set(from, list);
    return { ...structure, children };
  }
  const list = [...childrenOf(structure, slot.parent)];
  list.splice(slot.index, 0, move.id);
  children
    .set(
      from,
      before.filter((id) => id !== move.id),
    )
    .set(slot.parent, list);
  const parents = new Map(structure.parents).set(move.id, slot.parent);
  return withSettledSiteSpace({ ...structure, children, parents }, move.id, from, at);
}

/**
 * Several items that move as one: the first goes to the target, each other one directly after it.
 * `ids` must be in the order in which they shall stand.
 */
export function moveSequence(ids: readonly string[], target: Target): Move[] {
  return ids.map((id, index) => {
    const previous = ids[index - 1];
    return previous === undefined ? { id, ...target } : { id, after: previous };
  });
}

/** Why a sequence is not possible, or null. Checks each move on what the ones before it leave. */
export function checkMoves(structure: SiteStructure, ids: readonly string[], target: Target): string | null {
  if (ids.includes(anchorOf(target))) return 'An item cannot be placed relative to itself.';
  let current = structure;
  for (const move of moveSequence(ids, target)) {
    const reason = checkMove(current, move);
    if (reason !== null) return reason;
    current = applyMove(current, move);
  }
  return null;
}

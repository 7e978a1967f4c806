import { childrenOf, positionOf, TOP, type Position } from '#src/lib/ordered-tree.ts';
import { describeItems, kindLabel, nameOf, itemRemovedMessage } from '../labels.ts';
import { deleteStep } from '../steps.ts';
import { subtreeOf, withoutNode, type SiteStructure, type Subtree } from '../structure.ts';
import type { Change, SiteChangeKind } from './change.ts';
import { ungroupKind, type UngroupChange } from './ungroup.ts';

/** `subtree` and the position are as the user saw them. */
export interface RemoveChange {
  readonly type: 'remove';
  readonly subtree: Subtree;
  readonly position: Position;
}

function removal(structure: SiteStructure, id: string): (RemoveChange | UngroupChange)[] {
  const subtree = subtreeOf(structure, id);
  const position = positionOf(structure, id);
  if (!subtree || !position) return [];
  if (subtree.node.kind !== 'group') return [{ type: 'remove', subtree, position }];
  const sections = subtree.children.flatMap((child) => removal(structure, child.node.id));
  return [...sections, { type: 'ungroup', group: subtree.node, position }];
}

const withoutPart = (structure: SiteStructure, part: RemoveChange | UngroupChange): SiteStructure =>
  part.type === 'ungroup' ? ungroupKind.apply(structure, part) : withoutNode(structure, part.subtree.node.id);

/** Removes items with their content. */
export function remove(structure: SiteStructure, ids: readonly string[]): Change | null {
  let current = structure;
  const changes = ids.flatMap((id) => {
    const removed = removal(current, id);
    current = removed.reduce(withoutPart, current);
    return removed;
  });
  const [only] = changes;
  if (changes.length <= 1) return only ?? null;
  const [id] = ids;
  const group = ids.length === 1 && id !== undefined ? structure.nodes.get(id) : undefined;
  const name = group
    ? `Removed group “${group.title}” with its sections`
    : `Removed ${describeItems(structure, ids)}`;
  return { type: 'batch', name, changes };
}

/**
 * The items that remain to be removed after an attempt that failed or whose outcome is unknown; null if there
 * are none. Items added since are not removed.
 */
export function remainingRemoval(structure: SiteStructure, change: Change): Change | null {
  switch (change.type) {
    case 'remove':
      return structure.nodes.has(change.subtree.node.id) ? change : null;
    case 'ungroup':
      return structure.nodes.has(change.group.id) ? change : null;
    case 'batch': {
      const changes = change.changes.flatMap((part) => remainingRemoval(structure, part) ?? []);
      return changes.length > 0 ? { ...change, changes } : null;
    }
    default:
      return change;
  }
}

/** The topmost items that a change removes. */
export function removedBy(change: Change): string[] {
  if (change.type === 'remove') return [change.subtree.node.id];
  return change.type === 'batch' ? change.changes.flatMap(removedBy) : [];
}

function idsBelow(subtree: Subtree): string[] {
  return subtree.children.flatMap((child) => [child.node.id, ...idsBelow(child)]);
}

/** Removes a section or site space with its content. */
export const removeKind: SiteChangeKind<RemoveChange> = {
  check(structure, { subtree, position }, isPast) {
    const { node } = subtree;
    if (!structure.nodes.has(node.id)) return itemRemovedMessage;
    const subtreeIds = new Set(idsBelow(subtree));
    const added = childrenOf(structure, node.id).find((id) => !subtreeIds.has(id));
    if (isPast && added !== undefined)
      return `${nameOf(structure, added)} was added to “${node.title}” in the meantime.`;
    const isLast = node.kind === 'site-space' && childrenOf(structure, position.parent).length === 1;
    return isLast && position.parent !== TOP
      ? `“${node.title}” is the section’s only site space, and a section needs one.`
      : null;
  },
  plan(structure, { subtree }) {
    const { id, kind } = subtree.node;
    return structure.nodes.has(id) ? [deleteStep(kind, id)] : [];
  },
  apply: (structure, { subtree }) => withoutNode(structure, subtree.node.id),
  invert(before, { subtree, position }) {
    const { id } = subtree.node;
    return {
      type: 'add',
      subtree: subtreeOf(before, id) ?? subtree,
      position: positionOf(before, id) ?? position,
    };
  },
  describe: (_structure, { subtree: { node } }) => `Removed ${kindLabel(node.kind)} “${node.title}”`,
};

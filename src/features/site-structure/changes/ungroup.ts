import { childrenOf, positionOf, type Position } from '#src/lib/ordered-tree.ts';
import { deleteStep } from '../steps.ts';
import { withoutNode, type GroupNode, type SiteStructure } from '../structure.ts';
import type { SiteChangeKind } from './change.ts';

export interface UngroupChange {
  readonly type: 'ungroup';
  readonly group: GroupNode;
  readonly position: Position;
}

/** Dissolves a group; its sections take its position. */
export function ungroup(structure: SiteStructure, id: string): UngroupChange | null {
  const group = structure.nodes.get(id);
  const position = positionOf(structure, id);
  return group?.kind === 'group' && position ? { type: 'ungroup', group, position } : null;
}

export const ungroupKind: SiteChangeKind<UngroupChange> = {
  check: (structure, { group }) =>
    structure.nodes.has(group.id) ? null : 'The group was removed in the meantime.',
  plan: (structure, { group }) => (structure.nodes.has(group.id) ? [deleteStep('group', group.id)] : []),
  apply: (structure, { group }) => withoutNode(structure, group.id),
  invert: (before, { group, position }) => ({
    type: 'group',
    group,
    members: childrenOf(before, group.id),
    position: positionOf(before, group.id) ?? position,
  }),
  describe: (_structure, { group }) => `Ungrouped “${group.title}”`,
};

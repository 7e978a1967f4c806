import { childrenOf, positionOf, type Position } from '#src/lib/ordered-tree.ts';
import { deleteStep } from '../steps.ts';
import { withoutNode, type GroupNode, type SiteStructure } from '../structure.ts';
import type { SiteChangeKind } from './change.ts';

export interface UngroupChange {
  readonly type: 'ungroup';
  readonly group: GroupNode;
  readonly place: Position;
}

/** Dissolves a group; its sections take its position. */
export function ungroup(structure: SiteStructure, id: string): UngroupChange | null {
  const group = structure.nodes.get(id);
  const place = positionOf(structure, id);
  return group?.kind === 'group' && place ? { type: 'ungroup', group, place } : null;
}

export const ungroupKind: SiteChangeKind<UngroupChange> = {
  check: (structure, { group }) =>
    structure.nodes.has(group.id) ? null : 'The group was removed in the meantime.',
  plan: (structure, { group }) => (structure.nodes.has(group.id) ? [deleteStep('group', group.id)] : []),
  apply: (structure, { group }) => withoutNode(structure, group.id),
  invert: (before, { group, place }) => ({
    type: 'group',
    group,
    members: childrenOf(before, group.id),
    place: positionOf(before, group.id) ?? place,
  }),
  describe: (_structure, { group }) => `Ungrouped “${group.title}”`,
};

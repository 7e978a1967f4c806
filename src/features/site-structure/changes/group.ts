import { applySteps, provisionalId, combine } from '#src/components/tree-editor/changes.ts';
import { childrenOf, positionOf, targetAt, TOP, type Position } from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { createGroupStep, type SiteStep } from '../steps.ts';
import type { GroupNode, SiteStructure } from '../structure.ts';
import type { SiteChangeKind } from './change.ts';
import { planMove, type Capabilities } from './move.ts';
import { revertOrder } from './revert.ts';
import { ungroupKind, type UngroupChange } from './ungroup.ts';

export interface GroupChange {
  readonly type: 'group';
  readonly group: GroupNode;
  readonly members: readonly string[];
  readonly position: Position;
}

/** A new group of these sections at the position of the first one; at the end without sections. */
export function groupSections(
  structure: SiteStructure,
  sections: readonly string[],
  fields: { title: string; icon: string | null },
): GroupChange {
  const top = childrenOf(structure, TOP);
  const first = sections[0];
  const parent = first === undefined ? undefined : structure.parents.get(first);
  const remains = (id: string) => !sections.includes(id);
  // Sections in a group: the new group follows that group. Sections at the top level: it replaces the first one.
  const at =
    parent === undefined ? top.length : parent === TOP ? top.indexOf(first ?? '') : top.indexOf(parent) + 1;
  const previous = top.slice(0, at).findLast(remains) ?? null;
  const next = top.slice(at).find(remains) ?? null;
  const group = { kind: 'group' as const, id: provisionalId(), ...fields };
  return { type: 'group', group, members: sections, position: { parent: TOP, previous, next } };
}

/** With these capabilities a plan keeps all ids, as pending changes require. */
const KEEPS_IDS: Capabilities = { groupReferences: true, crossSectionMoves: 'move' };

function stepsFor(structure: SiteStructure, change: GroupChange, capabilities: Capabilities): SiteStep[] {
  const { group, position } = change;
  if (structure.nodes.has(group.id)) return [];
  const members = change.members.filter((id) => structure.nodes.get(id)?.kind === 'section');
  const create = createGroupStep(group, members);
  const created = create.apply(structure);
  return [create, ...planMove(created, { id: group.id, ...targetAt(created, position) }, capabilities)];
}

const applyGroup = (structure: SiteStructure, change: GroupChange): SiteStructure =>
  applySteps(structure, stepsFor(structure, change, KEEPS_IDS));

export const groupKind: SiteChangeKind<GroupChange> = {
  check: (structure, { members }) =>
    members.every((id) => structure.nodes.has(id))
      ? null
      : 'A section of the group was removed in the meantime.',
  plan: stepsFor,
  apply: applyGroup,
  invert(before, change) {
    const { group } = change;
    const after = applyGroup(before, change);
    const position = positionOf(after, group.id) ?? change.position;
    const ungroup: UngroupChange = { type: 'ungroup', group, position };
    return combine([ungroup, ...revertOrder(ungroupKind.apply(after, ungroup), before)]);
  },
  describe(_structure, { group, members }) {
    if (members.length === 0) return `Added group “${group.title}”`;
    return `Grouped ${members.length === 1 ? 'a section' : formatCount(members.length, 'section')} as “${group.title}”`;
  },
};

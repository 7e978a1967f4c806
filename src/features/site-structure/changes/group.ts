import { applySteps, provisionalId, together } from '#src/components/tree-editor/changes.ts';
import { childrenOf, positionOf, targetAt, TOP, type Position } from '#src/lib/ordered-tree.ts';
import { createGroupStep, type SiteStep } from '../steps.ts';
import type { GroupNode, SiteStructure } from '../structure.ts';
import type { SiteChangeKind } from './change.ts';
import { planMove, type Capabilities } from './move.ts';
import { ungroupKind, type UngroupChange } from './ungroup.ts';
import { orderBack } from './way-back.ts';

export interface GroupChange {
  readonly type: 'group';
  readonly group: GroupNode;
  readonly members: readonly string[];
  readonly place: Position;
}

/** A new group of these sections at the position of the first one; at the end without sections. */
export function groupSections(
  structure: SiteStructure,
  sections: readonly string[],
  fields: { title: string; icon: string | null },
): GroupChange {
  const top = childrenOf(structure, TOP);
  const first = sections[0];
  const holder = first === undefined ? undefined : structure.parents.get(first);
  const stays = (id: string) => !sections.includes(id);
  // Sections in a group: the new group follows that group. Sections at the top level: it replaces the first one.
  const at =
    holder === undefined ? top.length : holder === TOP ? top.indexOf(first ?? '') : top.indexOf(holder) + 1;
  const previous = top.slice(0, at).findLast(stays) ?? null;
  const next = top.slice(at).find(stays) ?? null;
  const group = { kind: 'group' as const, id: provisionalId(), ...fields };
  return { type: 'group', group, members: sections, place: { parent: TOP, previous, next } };
}

/** With these capabilities a plan keeps all ids, as pending changes require. */
const KEEPS_IDS: Capabilities = { groupReferences: true, crossSectionMoves: true };

function stepsFor(structure: SiteStructure, change: GroupChange, capabilities: Capabilities): SiteStep[] {
  const { group, place } = change;
  if (structure.nodes.has(group.id)) return [];
  const members = change.members.filter((id) => structure.nodes.get(id)?.kind === 'section');
  const create = createGroupStep(group, members);
  const created = create.apply(structure);
  return [create, ...planMove(created, { id: group.id, ...targetAt(created, place) }, capabilities)];
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
    const place = positionOf(after, group.id) ?? change.place;
    const ungroup: UngroupChange = { type: 'ungroup', group, place };
    return together([ungroup, ...orderBack(ungroupKind.apply(after, ungroup), before)]);
  },
  describe(_structure, { group, members }) {
    if (members.length === 0) return `Added group “${group.title}”`;
    return `Grouped ${members.length === 1 ? 'a section' : `${members.length} sections`} as “${group.title}”`;
  },
};

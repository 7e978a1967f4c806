import { combine } from '#src/components/tree-editor/changes.ts';
import { describeItems, nameOf, itemRemovedMessage } from '../labels.ts';
import { updateStep } from '../steps.ts';
import { fieldsOf, type NodeFields, type SiteStructure, type StructureNode } from '../structure.ts';
import type { Change, SiteChangeKind } from './change.ts';

export interface EditChange {
  readonly type: 'edit';
  readonly id: string;
  readonly from: NodeFields;
  readonly to: NodeFields;
}

/** The fields whose values differ from the node's. */
function differingFields(node: StructureNode, fields: NodeFields): string[] {
  const now = new Map<string, unknown>(Object.entries(node));
  return Object.entries(fields).flatMap(([name, value]) => (now.get(name) === value ? [] : [name]));
}

const pick = (names: readonly string[], values: object): NodeFields => {
  const valuesById = new Map(Object.entries(values));
  return Object.fromEntries(names.map((name) => [name, valuesById.get(name)]));
};

/** Changes title, path, icon, description or condition; null if nothing differs. */
export function edit(node: StructureNode, fields: NodeFields): EditChange | null {
  const names = differingFields(node, fields);
  if (names.length === 0) return null;
  return { type: 'edit', id: node.id, from: pick(names, node), to: pick(names, fields) };
}

/** Sets one condition for sections and site spaces; null if nothing differs. Groups have none. */
export function setCondition(
  structure: SiteStructure,
  ids: readonly string[],
  condition: string | null,
): Change | null {
  const changes = ids.flatMap((id) => {
    const node = structure.nodes.get(id);
    return (node && node.kind !== 'group' && edit(node, { condition })) || [];
  });
  const changed = changes.map(({ id }) => id);
  return changes.length === 0
    ? null
    : combine(changes, `Changed the condition of ${describeItems(structure, changed)}`);
}

function stepsFor(structure: SiteStructure, { id, to }: EditChange) {
  const node = structure.nodes.get(id);
  return node && differingFields(node, to).length > 0 ? [updateStep(node.kind, id, to)] : [];
}

export const editKind: SiteChangeKind<EditChange> = {
  check(structure, { id, from }, isPast) {
    const node = structure.nodes.get(id);
    if (!node) return itemRemovedMessage;
    if (!isPast) return null;
    const now = new Map(Object.entries(fieldsOf(node)));
    const changed = Object.entries(from).find(([name, value]) => now.get(name) !== value);
    return changed ? `The ${changed[0]} of “${node.title}” was changed in the meantime.` : null;
  },
  plan: stepsFor,
  apply: (structure, change) =>
    stepsFor(structure, change).reduce((current, step) => step.apply(current), structure),
  invert: (_before, { type, id, from, to }) => ({ type, id, from: to, to: from }),
  describe(structure, { id, from, to }) {
    if (to.title !== undefined)
      return `Renamed ${from.title === undefined ? nameOf(structure, id) : `“${from.title}”`} to “${to.title}”`;
    const names = Object.keys(to);
    const what = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    return `Changed the ${what} of ${nameOf(structure, id)}`;
  },
};

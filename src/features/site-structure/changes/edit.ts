import { describeItems, nameOf, itemRemovedMessage } from '../labels.ts';
import { pathClash } from '../move-rules.ts';
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

/** Sets the same field of several items, those without it excepted; null if nothing differs. */
function setField(
  structure: SiteStructure,
  ids: readonly string[],
  what: string,
  fieldsFor: (node: StructureNode) => NodeFields | null,
): Change | null {
  const changes = ids.flatMap((id) => {
    const node = structure.nodes.get(id);
    const fields = node && fieldsFor(node);
    return (fields && edit(node, fields)) || [];
  });
  const [only] = changes;
  if (changes.length <= 1) return only ?? null;
  const changed = changes.map(({ id }) => id);
  const name = `Changed the ${what} of ${describeItems(structure, changed)}`;
  return { type: 'batch', name, changes, stopsAtRefusal: true };
}

/** Sets one condition for sections and site spaces. Groups have none. */
export const setCondition = (structure: SiteStructure, ids: readonly string[], condition: string | null) =>
  setField(structure, ids, 'condition', ({ kind }) => (kind === 'group' ? null : { condition }));

/** Sets one icon for groups and sections. Site spaces have that of their space. */
export const setIcon = (structure: SiteStructure, ids: readonly string[], icon: string | null) =>
  setField(structure, ids, 'icon', ({ kind }) => (kind === 'site-space' ? null : { icon }));

/** Sets the language of site spaces: a path that names one. */
export const setLanguage = (structure: SiteStructure, ids: readonly string[], language: string) =>
  setField(structure, ids, 'language', ({ kind }) => (kind === 'site-space' ? { path: language } : null));

/** Why site spaces can't all have this language, as a sentence, or null. */
export function languageDenial(structure: SiteStructure, ids: readonly string[], language: string) {
  const sections = new Set<string>();
  for (const id of ids) {
    const parent = structure.parents.get(id) ?? '';
    const section = structure.nodes.has(parent) ? nameOf(structure, parent) : 'this site';
    if (sections.has(parent)) return `Two of the items are in ${section}. It has a language once.`;
    sections.add(parent);
    const clash = pathClash(structure, id, language);
    if (clash !== null) return `“${clash}” has this language in ${section}.`;
  }
  return null;
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

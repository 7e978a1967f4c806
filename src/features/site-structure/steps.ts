/**
 * Steps: one call to the server each, as plain data, and what each does to the structure.
 *
 * Ids in steps may stand for things that do not exist yet (`as`); the runner replaces them by the
 * ids that the server gave.
 */
import { applyMove } from './moves.ts';
import {
  childrenOf,
  TOP,
  withChildren,
  withNode,
  withoutSubtree,
  withSubtree,
  type SiteStructure,
  type StructureNode,
} from './structure.ts';

/** What of a node can be edited; absent members stay as they are, null removes. */
export interface Facts {
  readonly title?: string;
  readonly path?: string;
  readonly icon?: string | null;
  readonly description?: string | null;
  readonly condition?: string | null;
}

/** The facts of a node that its kind has. A site space's title is its space's, and not edited here. */
export function factsOf(node: StructureNode): Facts {
  if (node.kind === 'group') return { title: node.title, icon: node.icon };
  if (node.kind === 'site-space') return { path: node.path, condition: node.condition };
  const { title, path, icon, description, condition } = node;
  return { title, path, icon, description, condition };
}

/** The one neighbour that a move names, or the end of the container, which needs no name. */
export type Anchor =
  | { readonly side: 'before' | 'after'; readonly id: string; readonly kind: StructureNode['kind'] }
  | { readonly side: 'end' };

/** One call. `op` says which operation; see `step-requests.ts` for the bodies. */
export type Step =
  | {
      readonly op: 'move';
      readonly kind: StructureNode['kind'];
      readonly id: string;
      readonly anchor: Anchor;
    }
  | { readonly op: 'join'; readonly id: string; readonly group: string }
  | { readonly op: 'leave'; readonly id: string; readonly group: string }
  | {
      readonly op: 'update';
      readonly kind: StructureNode['kind'];
      readonly id: string;
      readonly facts: Facts;
    }
  | {
      readonly op: 'default';
      readonly kind: 'section' | 'site-space';
      readonly id: string;
      readonly owner: string;
    }
  | {
      readonly op: 'create-section';
      readonly as: string;
      readonly firstAs: string;
      readonly spaceId: string;
      readonly title: string;
    }
  | {
      readonly op: 'create-site-space';
      readonly as: string;
      readonly spaceId: string;
      readonly owner: string;
    }
  | {
      readonly op: 'create-group';
      readonly as: string;
      readonly title: string;
      readonly icon: string | null;
      readonly members: readonly string[];
    }
  | { readonly op: 'delete'; readonly kind: StructureNode['kind']; readonly id: string };

/** The longest title that a new section may be created with; a longer one is set afterwards. */
export const LONGEST_NEW_SECTION_TITLE = 64;

/** The siblings among which a section or site space is the default: all sections, or its own list. */
function rivalsOf(structure: SiteStructure, node: StructureNode): StructureNode[] {
  if (node.kind === 'section')
    return [...structure.nodes.values()].filter((other) => other.kind === 'section');
  const list = childrenOf(structure, structure.parents.get(node.id) ?? TOP);
  return list.flatMap((id) => structure.nodes.get(id) ?? []);
}

/** The structure with this section or site space as the only default among its rivals. */
export function withDefault(structure: SiteStructure, id: string): SiteStructure {
  const node = structure.nodes.get(id);
  if (!node || node.kind === 'group') return structure;
  const nodes = new Map(structure.nodes);
  let changed = false;
  for (const rival of rivalsOf(structure, node)) {
    if (rival.kind === 'group' || rival.isDefault === (rival.id === id)) continue;
    nodes.set(rival.id, { ...rival, isDefault: rival.id === id });
    changed = true;
  }
  return changed ? { ...structure, nodes } : structure;
}

/** The id that is the default now among the rivals of this node, or null. */
export function currentDefault(structure: SiteStructure, id: string): string | null {
  const node = structure.nodes.get(id);
  if (!node) return null;
  const rival = rivalsOf(structure, node).find((other) => other.kind !== 'group' && other.isDefault);
  return rival?.id ?? null;
}

/** Sections in published order, through groups. */
export function sectionsInOrder(structure: SiteStructure): string[] {
  return childrenOf(structure, TOP).flatMap((id) => {
    const kind = structure.nodes.get(id)?.kind;
    if (kind === 'group') return childrenOf(structure, id);
    return kind === 'section' ? [id] : [];
  });
}

function withoutGroup(structure: SiteStructure, id: string): SiteStructure {
  const members = childrenOf(structure, id);
  const list = childrenOf(structure, TOP).flatMap((child) => (child === id ? members : [child]));
  const parents = new Map(structure.parents);
  for (const member of members) parents.set(member, TOP);
  return withoutSubtree(
    withChildren({ ...withChildren(structure, id, []), parents }, TOP, [...list, id]),
    id,
  );
}

function without(structure: SiteStructure, id: string): SiteStructure {
  const node = structure.nodes.get(id);
  if (!node) return structure;
  if (node.kind === 'group') return withoutGroup(structure, id);
  const order =
    node.kind === 'section' ? sectionsInOrder(structure) : rivalsOf(structure, node).map((each) => each.id);
  const heir = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1];
  const rest = withoutSubtree(structure, id);
  return node.isDefault && heir !== undefined ? withDefault(rest, heir) : rest;
}

function withCreated(structure: SiteStructure, step: Extract<Step, { as: string }>): SiteStructure {
  if (structure.nodes.has(step.as)) return structure;
  const end = childrenOf(structure, TOP).length;
  if (step.op === 'create-group') {
    const node: StructureNode = { kind: 'group', id: step.as, title: step.title, icon: step.icon };
    const group = withSubtree(structure, { node, children: [] }, TOP, end);
    return step.members.reduce((current, id) => applyMove(current, { id, into: step.as }), group);
  }
  const siteSpace = (id: string, isDefault: boolean): StructureNode => ({
    kind: 'site-space',
    id,
    title: '',
    path: '',
    condition: null,
    isDefault,
    spaceId: step.spaceId,
    emoji: '',
    publishedUrl: null,
  });
  if (step.op === 'create-site-space') {
    const list = childrenOf(structure, step.owner);
    const node = siteSpace(step.as, list.length === 0);
    return withSubtree(structure, { node, children: [] }, step.owner, list.length);
  }
  const node: StructureNode = {
    kind: 'section',
    id: step.as,
    title: step.title,
    path: '',
    icon: null,
    description: null,
    condition: null,
    isDefault: sectionsInOrder(structure).length === 0,
    publishedUrl: null,
  };
  const first = { node: siteSpace(step.firstAs, true), children: [] };
  return withSubtree(structure, { node, children: [first] }, TOP, end);
}

/** What a step does to the structure, as the server would do it. Total: unknown ids change nothing. */
export function applyStep(structure: SiteStructure, step: Step): SiteStructure {
  switch (step.op) {
    case 'move': {
      const { id, anchor } = step;
      const parent = structure.parents.get(id);
      if (parent === undefined) return structure;
      if (anchor.side === 'end') return applyMove(structure, { id, into: parent });
      const { side } = anchor;
      return applyMove(structure, side === 'before' ? { id, before: anchor.id } : { id, after: anchor.id });
    }
    case 'join':
      return applyMove(structure, { id: step.id, into: step.group });
    case 'leave':
      return applyMove(structure, { id: step.id, into: TOP });
    case 'update': {
      const node = structure.nodes.get(step.id);
      return node ? withNode(structure, { ...node, ...step.facts }) : structure;
    }
    case 'default':
      return withDefault(structure, step.id);
    case 'delete':
      return without(structure, step.id);
    default:
      return withCreated(structure, step);
  }
}

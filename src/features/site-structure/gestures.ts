/** From what the user asks for to the change that does it. Pure; null where there is nothing to do. */
import { applyChange, movesChange, type Change } from './changes.ts';
import { applyMove, checkMoves, moveSequence, type Target } from './moves.ts';
import { movesToOrder, sortedChildren, type SortKey } from './order.ts';
import { currentDefault, type Facts } from './steps.ts';
import {
  childrenOf,
  placeOf,
  subtreeOf,
  TOP,
  type SiteStructure,
  type StructureNode,
  type Subtree,
} from './structure.ts';
import { describeItems } from './words.ts';

let serial = 0;

/** An id for what the server has yet to create. */
export function provisionalId(): string {
  serial += 1;
  return `new:${serial}`;
}

/** The items go to the target, in the given order; null when that changes nothing or is not possible. */
export function moveTo(structure: SiteStructure, ids: readonly string[], target: Target): Change | null {
  if (checkMoves(structure, ids, target) !== null) return null;
  const moves = moveSequence(ids, target);
  if (moves.reduce(applyMove, structure) === structure) return null;
  return movesChange(structure, moves, `Moved ${describeItems(structure, ids)}`);
}

/** The items go one place up or down among their siblings; the outermost stay. */
export function nudge(structure: SiteStructure, ids: readonly string[], direction: 1 | -1): Change | null {
  const [first] = ids;
  const parent = first === undefined ? undefined : structure.parents.get(first);
  if (parent === undefined || ids.some((id) => structure.parents.get(id) !== parent)) return null;
  const siblings = childrenOf(structure, parent);
  const at = ids.map((id) => siblings.indexOf(id));
  const neighbour = direction === -1 ? siblings[Math.min(...at) - 1] : siblings[Math.max(...at) + 1];
  if (neighbour === undefined) return null;
  return moveTo(structure, ids, direction === -1 ? { before: neighbour } : { after: neighbour });
}

/** Another text, path, icon, description or condition; null when nothing differs. */
export function edit(node: StructureNode, facts: Facts): Change | null {
  const now = new Map<string, string | null | undefined>(Object.entries(node));
  const differing = Object.entries(facts).filter(([name, value]) => now.get(name) !== value);
  if (differing.length === 0) return null;
  const from: Facts = Object.fromEntries(differing.map(([name]) => [name, now.get(name)]));
  return { type: 'edit', id: node.id, from, to: Object.fromEntries(differing) };
}

/** The section or site space becomes the default. */
export function makeDefault(structure: SiteStructure, id: string): Change {
  return { type: 'default', from: currentDefault(structure, id), to: id };
}

/** A new section for a space, at the end of a group or of the top level. */
export function addSection(
  structure: SiteStructure,
  {
    title,
    space,
    parent,
  }: { title: string; space: { id: string; title: string; emoji: string }; parent: string },
): Extract<Change, { type: 'add' }> {
  const facts = { path: '', condition: null, publishedUrl: null };
  const first: StructureNode = {
    kind: 'site-space',
    id: provisionalId(),
    title: space.title,
    spaceId: space.id,
    emoji: space.emoji,
    isDefault: true,
    ...facts,
  };
  const node: StructureNode = {
    kind: 'section',
    id: provisionalId(),
    title,
    icon: null,
    description: null,
    isDefault: false,
    ...facts,
  };
  return addition(structure, { node, children: [{ node: first, children: [] }] }, parent);
}

/** A site space for a space, at the end of a section or of a flat site. */
export function addSiteSpace(
  structure: SiteStructure,
  { space, parent }: { space: { id: string; title: string; emoji: string }; parent: string },
): Extract<Change, { type: 'add' }> {
  const node: StructureNode = {
    kind: 'site-space',
    id: provisionalId(),
    title: space.title,
    spaceId: space.id,
    emoji: space.emoji,
    path: '',
    condition: null,
    isDefault: false,
    publishedUrl: null,
  };
  return addition(structure, { node, children: [] }, parent);
}

function addition(
  structure: SiteStructure,
  subtree: Subtree,
  parent: string,
): Extract<Change, { type: 'add' }> {
  const previous = childrenOf(structure, parent).at(-1) ?? null;
  return { type: 'add', subtree, place: { parent, previous, next: null } };
}

/** A new group of the given sections, where the first of them is, or at the end when there are none. */
export function groupSections(
  structure: SiteStructure,
  sections: readonly string[],
  facts: { title: string; icon: string | null },
): Extract<Change, { type: 'group' }> {
  const top = childrenOf(structure, TOP);
  const first = sections[0];
  const holder = first === undefined ? undefined : structure.parents.get(first);
  const stays = (id: string) => !sections.includes(id);
  // From inside a group the new one goes after it; from the top level it takes the place of its first section.
  const at =
    holder === undefined ? top.length : holder === TOP ? top.indexOf(first ?? '') : top.indexOf(holder) + 1;
  const previous = top.slice(0, at).findLast(stays) ?? null;
  const next = top.slice(at).find(stays) ?? null;
  const group = { kind: 'group' as const, id: provisionalId(), ...facts };
  return { type: 'group', group, members: sections, place: { parent: TOP, previous, next } };
}

/** A group is dissolved; its sections stay in its place. */
export function ungroup(structure: SiteStructure, id: string): Change | null {
  const group = structure.nodes.get(id);
  const place = placeOf(structure, id);
  return group?.kind === 'group' && place ? { type: 'ungroup', group, place } : null;
}

function removal(structure: SiteStructure, id: string): Change[] {
  const subtree = subtreeOf(structure, id);
  const place = placeOf(structure, id);
  if (!subtree || !place) return [];
  if (subtree.node.kind !== 'group') return [{ type: 'remove', subtree, place }];
  const sections = subtree.children.flatMap((child) => removal(structure, child.node.id));
  return [...sections, { type: 'ungroup', group: subtree.node, place }];
}

/** The items are removed with everything in them. */
export function remove(structure: SiteStructure, ids: readonly string[]): Change | null {
  let current = structure;
  const changes = ids.flatMap((id) => {
    const parts: Change[] = [];
    for (const part of removal(current, id)) {
      parts.push(part);
      current = applyChange(current, part);
    }
    return parts;
  });
  const [only] = changes;
  if (changes.length <= 1) return only ?? null;
  const [id] = ids;
  const group = ids.length === 1 && id !== undefined ? structure.nodes.get(id) : undefined;
  const name = group
    ? `Removed the group “${group.title}” with its sections`
    : `Removed ${describeItems(structure, ids)}`;
  return { type: 'batch', name, changes };
}

/**
 * What is left to do of a removal after an attempt that failed on its way, or whose outcome is not known. Null where nothing
 * is left. What has been added since is not part of it.
 */
export function restOfRemoval(structure: SiteStructure, change: Change): Change | null {
  switch (change.type) {
    case 'remove':
      return structure.nodes.has(change.subtree.node.id) ? change : null;
    case 'ungroup':
      return structure.nodes.has(change.group.id) ? change : null;
    case 'batch': {
      const changes = change.changes.flatMap((part) => restOfRemoval(structure, part) ?? []);
      return changes.length > 0 ? { ...change, changes } : null;
    }
    default:
      return change;
  }
}

/** The items directly below `parent` in the order of their titles or paths. */
export function sortLevel(structure: SiteStructure, parent: string, key: SortKey): Change | null {
  const moves = movesToOrder(structure, parent, sortedChildren(structure, parent, key));
  const node = structure.nodes.get(parent);
  const what = node ? `“${node.title}”` : 'the top level';
  const name = `Sorted ${what} by ${key}`;
  const change = movesChange(structure, moves, name);
  return change?.type === 'batch' || change === null ? change : { type: 'batch', name, changes: [change] };
}

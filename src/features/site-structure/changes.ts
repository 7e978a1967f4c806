/**
 * Changes: everything that the editor can do to a structure, as plain data.
 *
 * A change says what was and what shall be, so that its opposite can be made from it and refused
 * when somebody else has changed the same thing in between. What a change does is what its calls
 * do: `applyChange` folds the planned calls over the structure, and the editor shows just that.
 */
import { applyMove, slotOf, type Move, type Target } from './moves.ts';
import { movesBetween } from './order.ts';
import { copyIdOf, planMove, type Abilities } from './plan-move.ts';
import { planAdd, wrapsSiteSpaces } from './plan-add.ts';
import { applyStep, currentDefault, factsOf, withDefault, type Facts, type Step } from './steps.ts';
import {
  childrenOf,
  placeOf,
  subtreeOf,
  TOP,
  withSubtree,
  type GroupNode,
  type Place,
  type SiteStructure,
  type Subtree,
} from './structure.ts';

/** One thing to do. A `batch` is one gesture of several parts, done and undone as one. */
export type Change =
  | { readonly type: 'move'; readonly id: string; readonly target: Target; readonly from: Place }
  | { readonly type: 'edit'; readonly id: string; readonly from: Facts; readonly to: Facts }
  | { readonly type: 'default'; readonly from: string | null; readonly to: string }
  | { readonly type: 'add'; readonly subtree: Subtree; readonly place: Place }
  | { readonly type: 'remove'; readonly subtree: Subtree; readonly place: Place }
  | {
      readonly type: 'group';
      readonly group: GroupNode;
      readonly members: readonly string[];
      readonly place: Place;
    }
  | { readonly type: 'ungroup'; readonly group: GroupNode; readonly place: Place }
  | { readonly type: 'batch'; readonly name: string; readonly changes: readonly Change[] };

/** The target that a recorded place stands for today: its first neighbour that is still there. */
export function targetOf(structure: SiteStructure, place: Place): Target {
  const isThere = (id: string | null) => id !== null && structure.parents.get(id) === place.parent;
  if (place.previous !== null && isThere(place.previous)) return { after: place.previous };
  if (place.next !== null && isThere(place.next)) return { before: place.next };
  return { into: place.parent };
}

/** A move of the shown structure as a change; null when the item is unknown. */
export function moveChange(structure: SiteStructure, move: Move): Change | null {
  const from = placeOf(structure, move.id);
  const { id, ...target } = move;
  return from && { type: 'move', id, target, from };
}

/** Several moves as one change: a single one stays itself. */
export function movesChange(structure: SiteStructure, moves: readonly Move[], name: string): Change | null {
  let current = structure;
  const changes = moves.flatMap((move) => {
    const change = moveChange(current, move);
    current = applyMove(current, move);
    return change ? [change] : [];
  });
  if (changes.length === 1) return changes[0] ?? null;
  return changes.length === 0 ? null : { type: 'batch', name, changes };
}

function planGroup(
  structure: SiteStructure,
  change: Extract<Change, { type: 'group' }>,
  abilities: Abilities,
): Step[] {
  const { group, place } = change;
  if (structure.nodes.has(group.id)) return [];
  const members = change.members.filter((id) => structure.nodes.get(id)?.kind === 'section');
  const create: Step = { op: 'create-group', as: group.id, title: group.title, icon: group.icon, members };
  const created = applyStep(structure, create);
  return [create, ...planMove(created, { id: group.id, ...targetOf(created, place) }, abilities)];
}

function planEdit(structure: SiteStructure, change: Extract<Change, { type: 'edit' }>): Step[] {
  const node = structure.nodes.get(change.id);
  if (!node) return [];
  const now = new Map<string, unknown>(Object.entries(node));
  const differs = Object.entries(change.to).some(([name, value]) => now.get(name) !== value);
  return differs ? [{ op: 'update', kind: node.kind, id: node.id, facts: change.to }] : [];
}

function planDefault(structure: SiteStructure, id: string): Step[] {
  const node = structure.nodes.get(id);
  if (!node || node.kind === 'group' || currentDefault(structure, id) === id) return [];
  const owner = node.kind === 'section' ? TOP : (structure.parents.get(id) ?? TOP);
  return [{ op: 'default', kind: node.kind, id, owner }];
}

function planBatch(structure: SiteStructure, changes: readonly Change[], abilities: Abilities): Step[] {
  let current = structure;
  return changes.flatMap((change) => {
    const steps = planChange(current, change, abilities);
    current = steps.reduce(applyStep, current);
    return steps;
  });
}

/** The calls for a change in the given structure; none when there is nothing (left) to do. */
export function planChange(structure: SiteStructure, change: Change, abilities: Abilities): Step[] {
  switch (change.type) {
    case 'move':
      return planMove(structure, { id: change.id, ...change.target }, abilities);
    case 'edit':
      return planEdit(structure, change);
    case 'default':
      return planDefault(structure, change.to);
    case 'add':
      return planAdd(
        structure,
        change.subtree,
        targetOf(structure, change.place),
        change.place.parent,
        abilities,
      );
    case 'remove': {
      const { id, kind } = change.subtree.node;
      return structure.nodes.has(id) ? [{ op: 'delete', kind, id }] : [];
    }
    case 'group':
      return planGroup(structure, change, abilities);
    case 'ungroup':
      return structure.nodes.has(change.group.id)
        ? [{ op: 'delete', kind: 'group', id: change.group.id }]
        : [];
    case 'batch':
      return planBatch(structure, change.changes, abilities);
  }
}

/** Abilities under which a plan keeps all ids, as the picture of a pending change wants it. */
const SHOWN: Abilities = { groupReferences: true, crossSectionMoves: true };

function withAdded(structure: SiteStructure, change: Extract<Change, { type: 'add' }>): SiteStructure {
  const { node } = change.subtree;
  const slot = slotOf(structure, { id: node.id, ...targetOf(structure, change.place) });
  if (structure.nodes.has(node.id) || !slot || wrapsSiteSpaces(structure, node)) return structure;
  const added = withSubtree(structure, change.subtree, slot.parent, slot.index);
  return node.kind !== 'group' && node.isDefault ? withDefault(added, node.id) : added;
}

/** The structure with a change in it, as it will be when the server has done it. Idempotent. */
export function applyChange(structure: SiteStructure, change: Change): SiteStructure {
  if (change.type === 'move') return applyMove(structure, { id: change.id, ...change.target });
  if (change.type === 'batch') return change.changes.reduce(applyChange, structure);
  if (change.type === 'add') return withAdded(structure, change);
  return planChange(structure, change, SHOWN).reduce(applyStep, structure);
}

/** The change that brings `after` back to the order of `before`. */
function rearrange(after: SiteStructure, before: SiteStructure): Change[] {
  const change = movesChange(after, movesBetween(after, before), 'rearrange');
  return change ? [change] : [];
}

/** Edits and defaults that give the nodes of `before` back the facts that differ in `after`. */
function factsBack(after: SiteStructure, before: SiteStructure): Change[] {
  const edits: Change[] = [];
  const defaults: Change[] = [];
  for (const node of before.nodes.values()) {
    const now = after.nodes.get(node.id);
    if (!now || now === node) continue;
    const was = factsOf(node);
    const is = new Map(Object.entries(factsOf(now)));
    const differing = Object.entries(was).filter(([name, value]) => is.get(name) !== value);
    if (differing.length > 0) {
      const from = Object.fromEntries(differing.map(([name]) => [name, is.get(name)]));
      edits.push({ type: 'edit', id: node.id, from, to: Object.fromEntries(differing) });
    }
    if (node.kind !== 'group' && node.isDefault && now.kind !== 'group' && !now.isDefault) {
      defaults.push({ type: 'default', from: currentDefault(after, node.id), to: node.id });
    }
  }
  return [...edits, ...defaults];
}

/**
 * What leads from `after` back to `before`: order, facts, defaults, and the removal of what is new.
 * What `before` holds and `after` does not is not made again.
 */
export function changesBack(after: SiteStructure, before: SiteStructure): Change {
  const order = rearrange(after, before);
  const ordered = order.reduce(applyChange, after);
  const added = [...after.nodes.keys()].filter(
    (id) =>
      !before.nodes.has(id) &&
      (after.parents.get(id) === TOP || before.nodes.has(after.parents.get(id) ?? '')),
  );
  const removals = added.flatMap((id): Change[] => {
    const subtree = subtreeOf(ordered, id);
    const place = placeOf(ordered, id);
    if (!subtree || !place) return [];
    const { node } = subtree;
    return [
      node.kind === 'group' ? { type: 'ungroup', group: node, place } : { type: 'remove', subtree, place },
    ];
  });
  return together([...order, ...factsBack(ordered, before), ...removals]);
}

function together(changes: readonly Change[]): Change {
  const [only] = changes;
  return changes.length === 1 && only ? only : { type: 'batch', name: 'together', changes };
}

function invertMove(before: SiteStructure, change: Extract<Change, { type: 'move' }>): Change {
  const after = applyChange(before, change);
  const was = placeOf(before, change.id) ?? change.from;
  const back: Change = {
    type: 'move',
    id: change.id,
    target: targetOf(after, was),
    from: placeOf(after, change.id) ?? change.from,
  };
  return together([back, ...factsBack(applyChange(after, back), before)]);
}

function invertBatch(before: SiteStructure, changes: readonly Change[], name: string): Change {
  let current = before;
  const opposites = changes.map((change) => {
    const opposite = invertChange(current, change);
    current = applyChange(current, change);
    return opposite;
  });
  return { type: 'batch', name, changes: opposites.toReversed() };
}

/** The change that takes `change` back, given the structure in which it is about to be made. */
export function invertChange(before: SiteStructure, change: Change): Change {
  switch (change.type) {
    case 'move':
      return invertMove(before, change);
    case 'edit':
      return { type: 'edit', id: change.id, from: change.to, to: change.from };
    case 'default':
      return {
        type: 'default',
        from: change.to,
        to: currentDefault(before, change.to) ?? change.from ?? change.to,
      };
    case 'add':
      return { type: 'remove', subtree: change.subtree, place: change.place };
    case 'remove': {
      const { id } = change.subtree.node;
      const subtree = subtreeOf(before, id) ?? change.subtree;
      return { type: 'add', subtree, place: placeOf(before, id) ?? change.place };
    }
    case 'group': {
      const after = applyChange(before, change);
      const ungroup: Change = {
        type: 'ungroup',
        group: change.group,
        place: placeOf(after, change.group.id) ?? change.place,
      };
      return together([ungroup, ...rearrange(applyChange(after, ungroup), before)]);
    }
    case 'ungroup': {
      const { group } = change;
      const place = placeOf(before, group.id) ?? change.place;
      return { type: 'group', group, members: childrenOf(before, group.id), place };
    }
    case 'batch':
      return invertBatch(before, change.changes, change.name);
  }
}

/** The change with provisional or replaced ids exchanged for the ids that the server knows. */
export function withIds(change: Change, ids: ReadonlyMap<string, string>): Change {
  if (ids.size === 0) return change;
  const latest = (id: string): string => {
    const next = ids.get(id);
    return next === undefined ? id : latest(next);
  };
  const exchanged: Change = JSON.parse(JSON.stringify(change), (_name, value: unknown) =>
    typeof value === 'string' ? latest(value) : value,
  );
  return exchanged;
}

/** Ids that stand in for another one after a unit: a copy takes the place of what it was made from. */
export function replacedIds(
  created: ReadonlyMap<string, string>,
  known: Iterable<string>,
): Map<string, string> {
  const replaced = new Map(created);
  for (const id of known) {
    const copy = created.get(copyIdOf(id));
    if (copy !== undefined) replaced.set(id, copy);
  }
  return replaced;
}

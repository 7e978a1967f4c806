/**
 * Moves of items, and the requests for them.
 *
 * Each request names one neighbor: with two, it would fail if someone else moved one of them at the same time. The
 * neighbor of the drop target is used if the API can name it. At the top level it often can't, because positions of
 * sections and groups name sections only. Then the other neighbor is named, or groups are moved around a section,
 * whichever takes fewer requests; see decision 021.
 */
import {
  applySteps,
  createMoveTo,
  invertMove,
  isInPosition,
  type MoveChange,
  movesChange,
  combine,
  toMove,
} from '#src/components/tree-editor/changes.ts';
import { childrenOf, targetId, TOP, type Move } from '#src/lib/ordered-tree.ts';
import { movesToOrder } from '#src/lib/reorder.ts';
import { describeItems, describeMoved, nameOf, itemRemovedMessage } from '../labels.ts';
import { applyMove, checkMove, siteMoves } from '../move-rules.ts';
import {
  createSiteSpaceStep,
  deleteStep,
  joinStep,
  leaveStep,
  moveStep,
  moveToEndStep,
  sortStep,
  updateStep,
  type SiteStep,
} from '../steps.ts';
import {
  sortedChildren,
  type SiteSpaceNode,
  type SiteStructure,
  type SortKey,
  type StructureNode,
} from '../structure.ts';
import type { Change, SingleChange, SiteChangeKind } from './change.ts';
import { revertFields } from './revert.ts';

export const moveTo = createMoveTo<SiteStructure>(
  siteMoves,
  (structure, ids) => `Moved ${describeItems(structure, ids)}`,
);

/** Sorts the children of `parent` by title or path, as one change. */
export function sortLevel(structure: SiteStructure, parent: string, key: SortKey): Change | null {
  const moves = movesToOrder(structure, parent, sortedChildren(structure, parent, key));
  const what = structure.nodes.has(parent) ? nameOf(structure, parent) : 'the top level';
  const name = `Sorted ${what} by ${key}`;
  const change = movesChange(structure, moves, name, applyMove);
  return change?.type === 'move' ? { type: 'batch', name, changes: [change] } : change;
}

/** The features of a server beyond the documented requests. */
export interface Capabilities {
  /** The position of a group can name another group. */
  readonly groupReferences: boolean;
  /** How a site space moves to the section of a neighbor: by its own move, by sorting the structure, or not at all. */
  readonly crossSectionMoves: 'move' | 'sort' | null;
}

/** Capabilities of a server without extensions. */
export const DOCUMENTED_ONLY: Capabilities = { groupReferences: false, crossSectionMoves: null };

/** Whether the position of the moved item can name this item. */
type CanName = (id: string) => boolean;

function kindOf(structure: SiteStructure, id: string): StructureNode['kind'] {
  return structure.nodes.get(id)?.kind ?? 'section';
}

function moveBeside(
  structure: SiteStructure,
  id: string,
  side: 'before' | 'after',
  neighbor: string,
): SiteStep {
  return moveStep(kindOf(structure, id), id, side, { id: neighbor, kind: kindOf(structure, neighbor) });
}

/** One request, if a direct neighbor can be named; else null. */
function moveBesideNeighbor(
  structure: SiteStructure,
  wanted: readonly string[],
  move: Move,
  canName: CanName,
): SiteStep | null {
  const at = wanted.indexOf(move.id);
  const previous = wanted[at - 1];
  const next = wanted[at + 1];
  const dropTarget = targetId(move);
  const byNext = next !== undefined && canName(next);
  const byPrevious = previous !== undefined && canName(previous);
  if (byNext && (!byPrevious || dropTarget === next)) return moveBeside(structure, move.id, 'before', next);
  if (byPrevious) return moveBeside(structure, move.id, 'after', previous);
  return null;
}

/** Moves a site space beside one of another section; null if there is none. */
function sortBesideNeighbor(after: SiteStructure, to: string, move: Move): SiteStep | null {
  const siblingIds = childrenOf(after, to);
  const at = siblingIds.indexOf(move.id);
  const [previous, next] = [siblingIds[at - 1], siblingIds[at + 1]];
  if (previous === undefined) return next === undefined ? null : sortStep(move.id, 'before', next);
  return targetId(move) === next && next !== undefined
    ? sortStep(move.id, 'before', next)
    : sortStep(move.id, 'after', previous);
}

/** Moves the crossed groups around the section instead; only if there are no sections among them. */
function moveCrossedGroups(
  structure: SiteStructure,
  wanted: readonly string[],
  id: string,
): SiteStep[] | null {
  if (kindOf(structure, id) !== 'section') return null;
  const current = childrenOf(structure, TOP);
  const from = current.indexOf(id);
  const to = wanted.indexOf(id);
  const crossed = from < to ? current.slice(from + 1, to + 1) : current.slice(to, from).toReversed();
  if (crossed.some((other) => kindOf(structure, other) !== 'group')) return null;
  return crossed.map((other) => moveBeside(structure, other, from < to ? 'before' : 'after', id));
}

/** Moves the item next to the nearest section, then the groups between them. */
function moveViaSection(
  structure: SiteStructure,
  wanted: readonly string[],
  id: string,
  side: 'before' | 'after',
): SiteStep[] | null {
  const at = wanted.indexOf(id);
  const nearestFirst = side === 'after' ? wanted.slice(0, at).toReversed() : wanted.slice(at + 1);
  const distance = nearestFirst.findIndex((other) => kindOf(structure, other) === 'section');
  const anchor = nearestFirst[distance];
  if (anchor === undefined) return null;
  return [id, ...nearestFirst.slice(0, distance)].map((each) => moveBeside(structure, each, side, anchor));
}

/** Works without neighbors: moves the item and all that follow it to the end, one by one. */
function moveAllToEnd(structure: SiteStructure, wanted: readonly string[], id: string): SiteStep[] {
  return wanted.slice(wanted.indexOf(id)).map((each) => moveToEndStep(kindOf(structure, each), each));
}

function planOrder(
  structure: SiteStructure,
  parent: string,
  wanted: readonly string[],
  move: Move,
  capabilities: Capabilities,
): SiteStep[] {
  // A site space from another section isn't in the list yet, so there is always something to do.
  const isThere = structure.parents.get(move.id) === parent;
  if (isThere && childrenOf(structure, parent).every((id, index) => id === wanted[index])) return [];
  const byName = kindOf(structure, move.id) === 'group' && capabilities.groupReferences;
  const canName: CanName = (id) => kindOf(structure, id) !== 'group' || byName;
  const single = moveBesideNeighbor(structure, wanted, move, canName);
  if (single) return [single];
  const plans = [
    moveCrossedGroups(structure, wanted, move.id),
    moveViaSection(structure, wanted, move.id, 'after'),
    moveViaSection(structure, wanted, move.id, 'before'),
    moveAllToEnd(structure, wanted, move.id),
  ];
  return plans
    .flatMap((plan) => (plan ? [plan] : []))
    .reduce((best, plan) => (plan.length < best.length ? plan : best));
}

function groupSteps(node: StructureNode, from: string, to: string): SiteStep[] {
  if (node.kind !== 'section' || from === to) return [];
  return [to === TOP ? leaveStep(node.id, from) : joinStep(node.id, to)];
}

/**
 * Moves a site space to another section on servers without such moves: creates a second one with the same path,
 * condition and position, then removes the first, so that the space is always on the site. The new one has a new
 * id, `copyIdOf` until it is known.
 */
function recreateInNewParent(
  structure: SiteStructure,
  after: SiteStructure,
  node: SiteSpaceNode,
  move: Move,
): SiteStep[] {
  const owner = after.parents.get(node.id) ?? TOP;
  const copy = copyIdOf(node.id);
  const { condition } = node;
  const path = after.nodes.get(node.id);
  const siblingIds = childrenOf(after, owner).map((id) => (id === node.id ? copy : id));
  const create = createSiteSpaceStep(copy, node.spaceId, owner);
  const update = updateStep('site-space', copy, {
    path: path?.kind === 'site-space' ? path.path : node.path,
    ...(condition !== null && { condition }),
  });
  const created = create.apply(structure);
  const moves = planOrder(created, owner, siblingIds, { ...move, id: copy }, DOCUMENTED_ONLY);
  return [create, update, ...moves, deleteStep('site-space', node.id)];
}

/** The provisional id of a site space recreated in another section. */
export function copyIdOf(id: string): string {
  return `copy:${id}`;
}

/** The site spaces that steps create again, by title. */
export function recreatedBy(structure: SiteStructure, steps: readonly SiteStep[]): string[] {
  const created = new Set(steps.map(({ creates }) => creates?.id));
  return [...structure.nodes.values()]
    .filter(({ id }) => created.has(copyIdOf(id)))
    .map(({ title }) => title);
}

/**
 * The requests for a move, in order; none if it is denied or changes nothing. If one fails, the previous ones are
 * reverted.
 */
export function planMove(structure: SiteStructure, move: Move, capabilities: Capabilities): SiteStep[] {
  const after = applyMove(structure, move);
  const node = structure.nodes.get(move.id);
  if (after === structure || !node) return [];
  const from = structure.parents.get(move.id) ?? TOP;
  const to = after.parents.get(move.id) ?? TOP;
  if (node.kind === 'site-space' && from !== to && capabilities.crossSectionMoves !== 'move') {
    const beside = capabilities.crossSectionMoves === 'sort' ? sortBesideNeighbor(after, to, move) : null;
    return beside ? [beside] : recreateInNewParent(structure, after, node, move);
  }
  const joinSteps = groupSteps(node, from, to);
  const current = applySteps(structure, joinSteps);
  return [...joinSteps, ...planOrder(current, to, childrenOf(after, to), move, capabilities)];
}

export const moveKind: SiteChangeKind<MoveChange> = {
  check(structure, change, isPast) {
    const { id, from } = change;
    if (!structure.nodes.has(id)) return itemRemovedMessage;
    if (isPast && !isInPosition(structure, id, from))
      return `${nameOf(structure, id)} was moved in the meantime.`;
    return checkMove(structure, toMove(structure, change));
  },
  plan: (structure, change, capabilities) => planMove(structure, toMove(structure, change), capabilities),
  apply: (structure, change) => applyMove(structure, toMove(structure, change)),
  invert(before, change) {
    const after = applyMove(before, toMove(before, change));
    const back = invertMove(before, after, change);
    return combine<SingleChange>([back, ...revertFields(applyMove(after, toMove(after, back)), before)]);
  },
  describe: (structure, { id, target }) => describeMoved(structure, [id], target),
};

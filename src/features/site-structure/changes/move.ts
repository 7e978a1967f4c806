/**
 * Moves: from where items are to go to the calls that make it true.
 *
 * Each call names one neighbour: one reference cannot contradict itself when someone else moves
 * the other neighbour at the same time. The neighbour that the gesture named is taken where the
 * interface can name it. At the top level it often cannot: positions of sections and groups name
 * sections only. Then the other neighbour is named, or groups are moved around a section that can
 * be named, whichever takes fewer calls; see docs/decisions for the reasons.
 */
import {
  applySteps,
  createMoveChanges,
  invertMove,
  isInPosition,
  type MoveChange,
  movesChange,
  together,
  toMove,
} from '#src/components/tree-editor/changes.ts';
import { childrenOf, targetId, TOP, type Move } from '#src/lib/ordered-tree.ts';
import { movesToOrder } from '#src/lib/reorder.ts';
import { itemRemovedMessage } from '#src/lib/shared-labels.ts';
import { describeItems, describeMoved, nameOf } from '../labels.ts';
import { applyMove, checkMove, siteMoves } from '../move-rules.ts';
import {
  createSiteSpaceStep,
  deleteStep,
  joinStep,
  leaveStep,
  moveStep,
  moveToEndStep,
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
import { fieldsBack } from './way-back.ts';

export const { moveTo, moveByOne } = createMoveChanges<SiteStructure>(
  siteMoves,
  (structure, ids) => `Moved ${describeItems(structure, ids)}`,
);

/** The items directly below `parent` in the order of their titles or paths, as one change. */
export function sortLevel(structure: SiteStructure, parent: string, key: SortKey): Change | null {
  const moves = movesToOrder(structure, parent, sortedChildren(structure, parent, key), applyMove);
  const what = structure.nodes.has(parent) ? nameOf(structure, parent) : 'the top level';
  const name = `Sorted ${what} by ${key}`;
  const change = movesChange(structure, moves, name, applyMove);
  return change?.type === 'move' ? { type: 'batch', name, changes: [change] } : change;
}

/** What the server understands beyond the documented bodies. */
export interface Capabilities {
  /** A group's position may name another group. */
  readonly groupReferences: boolean;
  /** A site space joins the section of the neighbour that its position names. */
  readonly crossSectionMoves: boolean;
}

/** What every documented server understands. */
export const DOCUMENTED_ONLY: Capabilities = { groupReferences: false, crossSectionMoves: false };

/** Tells whether the position of the moved item may name this one. */
type CanName = (id: string) => boolean;

function kindOf(structure: SiteStructure, id: string): StructureNode['kind'] {
  return structure.nodes.get(id)?.kind ?? 'section';
}

function beside(structure: SiteStructure, id: string, side: 'before' | 'after', neighbour: string): SiteStep {
  return moveStep(kindOf(structure, id), id, side, { id: neighbour, kind: kindOf(structure, neighbour) });
}

/** The one call that suffices where a direct neighbour can be named, else null. */
function besideNeighbour(
  structure: SiteStructure,
  wanted: readonly string[],
  move: Move,
  canName: CanName,
): SiteStep | null {
  const at = wanted.indexOf(move.id);
  const previous = wanted[at - 1];
  const next = wanted[at + 1];
  const gesture = targetId(move);
  const byNext = next !== undefined && canName(next);
  const byPrevious = previous !== undefined && canName(previous);
  if (byNext && (!byPrevious || gesture === next)) return beside(structure, move.id, 'before', next);
  if (byPrevious) return beside(structure, move.id, 'after', previous);
  return null;
}

/** Groups pass over the moved section itself: possible where it crosses nothing but groups. */
function aroundItself(structure: SiteStructure, wanted: readonly string[], id: string): SiteStep[] | null {
  if (kindOf(structure, id) !== 'section') return null;
  const current = childrenOf(structure, TOP);
  const from = current.indexOf(id);
  const to = wanted.indexOf(id);
  const crossed = from < to ? current.slice(from + 1, to + 1) : current.slice(to, from).toReversed();
  if (crossed.some((other) => kindOf(structure, other) !== 'group')) return null;
  return crossed.map((other) => beside(structure, other, from < to ? 'before' : 'after', id));
}

/** The item goes beside the nearest section, then the groups in between pass over to their side. */
function aroundSection(
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
  return [id, ...nearestFirst.slice(0, distance)].map((each) => beside(structure, each, side, anchor));
}

/** The last resort needs no name at all: the item and all that follow it go to the end, one by one. */
function toTheEnd(structure: SiteStructure, wanted: readonly string[], id: string): SiteStep[] {
  return wanted.slice(wanted.indexOf(id)).map((each) => moveToEndStep(kindOf(structure, each), each));
}

function planOrder(
  structure: SiteStructure,
  parent: string,
  wanted: readonly string[],
  move: Move,
  capabilities: Capabilities,
): SiteStep[] {
  // A site space that changes its section is not in the list yet: then there is always something to do.
  const isThere = structure.parents.get(move.id) === parent;
  if (isThere && childrenOf(structure, parent).every((id, index) => id === wanted[index])) return [];
  const byName = kindOf(structure, move.id) === 'group' && capabilities.groupReferences;
  const canName: CanName = (id) => kindOf(structure, id) !== 'group' || byName;
  const single = besideNeighbour(structure, wanted, move, canName);
  if (single) return [single];
  const ways = [
    aroundItself(structure, wanted, move.id),
    aroundSection(structure, wanted, move.id, 'after'),
    aroundSection(structure, wanted, move.id, 'before'),
    toTheEnd(structure, wanted, move.id),
  ];
  return ways
    .flatMap((way) => (way ? [way] : []))
    .reduce((best, way) => (way.length < best.length ? way : best));
}

function crossing(node: StructureNode, from: string, to: string): SiteStep[] {
  if (node.kind !== 'section' || from === to) return [];
  return [to === TOP ? leaveStep(node.id, from) : joinStep(node.id, to)];
}

/**
 * A site space to another section of a server that cannot move it there: a second link is made,
 * given the path, the condition and the place, and only then is the first one removed, so that the
 * space is never missing from the site. The link gets a new id, known as `copyIdOf` until then.
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
  const wanted = childrenOf(after, owner).map((id) => (id === node.id ? copy : id));
  const create = createSiteSpaceStep(copy, node.spaceId, owner);
  const update = updateStep('site-space', copy, {
    path: path?.kind === 'site-space' ? path.path : node.path,
    ...(condition !== null && { condition }),
  });
  const created = create.apply(structure);
  const place = planOrder(created, owner, wanted, { ...move, id: copy }, DOCUMENTED_ONLY);
  return [create, update, ...place, deleteStep('site-space', node.id)];
}

/** The provisional id of a site space that is made anew in another section. */
export function copyIdOf(id: string): string {
  return `copy:${id}`;
}

/**
 * The calls for a move, in order; none when the move is refused or changes nothing. Several calls
 * are one unit: all of them or, by compensation, none.
 */
export function planMove(structure: SiteStructure, move: Move, capabilities: Capabilities): SiteStep[] {
  const after = applyMove(structure, move);
  const node = structure.nodes.get(move.id);
  if (after === structure || !node) return [];
  const from = structure.parents.get(move.id) ?? TOP;
  const to = after.parents.get(move.id) ?? TOP;
  if (node.kind === 'site-space' && from !== to && !capabilities.crossSectionMoves) {
    return recreateInNewParent(structure, after, node, move);
  }
  const joined = crossing(node, from, to);
  const current = applySteps(structure, joined);
  return [...joined, ...planOrder(current, to, childrenOf(after, to), move, capabilities)];
}

/** Moves an item. */
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
    return together<SingleChange>([back, ...fieldsBack(applyMove(after, toMove(after, back)), before)]);
  },
  describe: (structure, { id, target }) => describeMoved(structure, [id], target),
};

/**
 * From a move to the calls that make it true.
 *
 * Each call names one neighbour: one reference cannot contradict itself when somebody else moves
 * the other neighbour at the same time. The neighbour that the gesture named is taken where the
 * interface can name it. At the top level it often cannot: positions of sections and groups name
 * sections only. Then the other neighbour is named, or groups are moved around a section that can
 * be named, whichever takes fewer calls; see docs/decisions for the reasons.
 */
import { anchorOf, applyMove, type Move } from './moves.ts';
import { applyStep, type Anchor, type Step } from './steps.ts';
import { childrenOf, TOP, type SiteSpaceNode, type SiteStructure, type StructureNode } from './structure.ts';

/** What the server understands beyond the documented bodies. */
export interface Abilities {
  /** A group's position may name another group. */
  readonly groupReferences: boolean;
  /** A site space joins the section of the neighbour that its position names. */
  readonly crossSectionMoves: boolean;
}

/** What every documented server understands. */
export const DOCUMENTED_ONLY: Abilities = { groupReferences: false, crossSectionMoves: false };

/** Tells whether the position of the moved item may name this one. */
type CanName = (id: string) => boolean;

function kindOf(structure: SiteStructure, id: string): StructureNode['kind'] | undefined {
  return structure.nodes.get(id)?.kind;
}

function moveStep(structure: SiteStructure, id: string, side: 'before' | 'after', anchor: string): Step {
  const kind = kindOf(structure, id) ?? 'section';
  return { op: 'move', kind, id, anchor: { side, id: anchor, kind: kindOf(structure, anchor) ?? 'section' } };
}

function endStep(structure: SiteStructure, id: string): Step {
  const anchor: Anchor = { side: 'end' };
  return { op: 'move', kind: kindOf(structure, id) ?? 'section', id, anchor };
}

/** The one call that suffices where a direct neighbour can be named, else null. */
function besideNeighbour(
  structure: SiteStructure,
  wanted: readonly string[],
  move: Move,
  canName: CanName,
): Step | null {
  const at = wanted.indexOf(move.id);
  const previous = wanted[at - 1];
  const next = wanted[at + 1];
  const gesture = anchorOf(move);
  const byNext = next !== undefined && canName(next);
  const byPrevious = previous !== undefined && canName(previous);
  if (byNext && (!byPrevious || gesture === next)) return moveStep(structure, move.id, 'before', next);
  if (byPrevious) return moveStep(structure, move.id, 'after', previous);
  return null;
}

/** Groups pass over the moved section itself: possible where it crosses nothing but groups. */
function aroundItself(structure: SiteStructure, wanted: readonly string[], id: string): Step[] | null {
  if (kindOf(structure, id) !== 'section') return null;
  const current = childrenOf(structure, TOP);
  const from = current.indexOf(id);
  const to = wanted.indexOf(id);
  const crossed = from < to ? current.slice(from + 1, to + 1) : current.slice(to, from).toReversed();
  if (crossed.some((other) => kindOf(structure, other) !== 'group')) return null;
  return crossed.map((other) => moveStep(structure, other, from < to ? 'before' : 'after', id));
}

/** The item goes beside the nearest section, then the groups in between pass over to their side. */
function aroundSection(
  structure: SiteStructure,
  wanted: readonly string[],
  id: string,
  side: 'before' | 'after',
): Step[] | null {
  const at = wanted.indexOf(id);
  const nearestFirst = side === 'after' ? wanted.slice(0, at).toReversed() : wanted.slice(at + 1);
  const distance = nearestFirst.findIndex((other) => kindOf(structure, other) === 'section');
  const anchor = nearestFirst[distance];
  if (anchor === undefined) return null;
  return [id, ...nearestFirst.slice(0, distance)].map((each) => moveStep(structure, each, side, anchor));
}

/** The last resort needs no name at all: the item and all that follow it go to the end, one by one. */
function toTheEnd(structure: SiteStructure, wanted: readonly string[], id: string): Step[] {
  return wanted.slice(wanted.indexOf(id)).map((each) => endStep(structure, each));
}

function planOrder(
  structure: SiteStructure,
  parent: string,
  wanted: readonly string[],
  move: Move,
  abilities: Abilities,
): Step[] {
  // A site space that changes its section is not in the list yet: then there is always something to do.
  const isThere = structure.parents.get(move.id) === parent;
  if (isThere && childrenOf(structure, parent).every((id, index) => id === wanted[index])) return [];
  const byName = kindOf(structure, move.id) === 'group' && abilities.groupReferences;
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

function crossing(node: StructureNode, from: string, to: string): Step[] {
  if (node.kind !== 'section' || from === to) return [];
  return to === TOP ? [{ op: 'leave', id: node.id, group: from }] : [{ op: 'join', id: node.id, group: to }];
}

/**
 * A site space to another section of a server that cannot move it there: a second link is made,
 * given the path, the condition and the place, and only then is the first one removed, so that the
 * space is never missing from the site. The link gets a new id, known as `copyIdOf` until then.
 */
function recreateElsewhere(
  structure: SiteStructure,
  after: SiteStructure,
  node: SiteSpaceNode,
  move: Move,
): Step[] {
  const owner = after.parents.get(node.id) ?? TOP;
  const copy = copyIdOf(node.id);
  const { condition } = node;
  const path = after.nodes.get(node.id);
  const wanted = childrenOf(after, owner).map((id) => (id === node.id ? copy : id));
  const create: Step = { op: 'create-site-space', as: copy, spaceId: node.spaceId, owner };
  const update: Step = {
    op: 'update',
    kind: 'site-space',
    id: copy,
    facts: {
      path: path?.kind === 'site-space' ? path.path : node.path,
      ...(condition !== null && { condition }),
    },
  };
  const created = applyStep(structure, create);
  const place = planOrder(created, owner, wanted, { ...move, id: copy }, DOCUMENTED_ONLY);
  return [create, update, ...place, { op: 'delete', kind: 'site-space', id: node.id }];
}

/** The provisional id of a site space that is made anew in another section. */
export function copyIdOf(id: string): string {
  return `copy:${id}`;
}

/**
 * The calls for a move, in order; none when the move is refused or changes nothing. Several calls
 * are one unit: all of them or, by compensation, none.
 */
export function planMove(structure: SiteStructure, move: Move, abilities: Abilities): Step[] {
  const after = applyMove(structure, move);
  const node = structure.nodes.get(move.id);
  if (after === structure || !node) return [];
  const from = structure.parents.get(move.id) ?? TOP;
  const to = after.parents.get(move.id) ?? TOP;
  if (node.kind === 'site-space' && from !== to && !abilities.crossSectionMoves) {
    return recreateElsewhere(structure, after, node, move);
  }
  const joined = crossing(node, from, to);
  const current = joined.reduce(applyStep, structure);
  return [...joined, ...planOrder(current, to, childrenOf(after, to), move, abilities)];
}

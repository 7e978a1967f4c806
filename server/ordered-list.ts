import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { badValue } from './errors.ts';

/** A member of a container, in its place. */
export interface RankedItem {
  id: string;
  rank: string;
}

/** Where something goes: before or after a neighbour, between two, or (neither) to the end. Ids of siblings. */
export interface Placement {
  before?: string | undefined;
  after?: string | undefined;
}

/** What a move writes: the item's rank, and new ranks for all siblings in the rare case that keys grew too long. */
export interface RankChange {
  rank: string;
  renumbered: RankedItem[];
}

/** Keys grow by one letter with about six moves into the same gap; past this the container is renumbered. */
export const LONGEST_RANK = 60;

/**
 * The rank that puts `movedId` at `placement` among `siblings`, which are in order and may contain the moved item. The
 * container's row must be locked. The caller has answered for references that do not exist or stand elsewhere; a
 * sibling that is not in the list throws. Throws 400 when the reference is the moved item itself or the two neighbours
 * do not stand next to each other in that order.
 */
export function placeItem(
  siblings: readonly RankedItem[],
  movedId: string,
  placement: Placement,
): RankChange {
  const others = siblings.filter(({ id }) => id !== movedId);
  const index = targetIndex(others, movedId, placement);
  const rank = generateKeyBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
  if (rank.length <= LONGEST_RANK) return { rank, renumbered: [] };
  const ranks = generateNKeysBetween(null, null, others.length + 1);
  const ordered = others.toSpliced(index, 0, { id: movedId, rank });
  const renumbered = ordered.map(({ id }, place) => ({ id, rank: ranks[place] ?? rank }));
  return {
    rank: ranks[index] ?? rank,
    renumbered: renumbered.filter(({ id }) => id !== movedId),
  };
}

function targetIndex(others: readonly RankedItem[], movedId: string, { before, after }: Placement): number {
  if (before === movedId) throw badValue('body.position.before', 'is the moved item itself');
  if (after === movedId) throw badValue('body.position.after', 'is the moved item itself');
  if (before === undefined && after === undefined) return others.length;
  const index = before === undefined ? indexOf(others, after) + 1 : indexOf(others, before);
  if (before !== undefined && after !== undefined && others[index - 1]?.id !== after) {
    throw badValue('body.position', 'names an item after which the other one does not follow');
  }
  return index;
}

function indexOf(items: readonly RankedItem[], wanted: string | undefined): number {
  const index = items.findIndex(({ id }) => id === wanted);
  if (index < 0) throw new Error(`The container does not hold ${wanted}.`);
  return index;
}

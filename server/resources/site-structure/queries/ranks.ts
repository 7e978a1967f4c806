/** Ranks of items in an ordered list; pure. */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type ApiError, badValue } from '#server/base/errors.ts';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';

/** An item of a container with its rank. */
export interface RankedItem {
  id: string;
  rank: string;
}

/** Where an item goes: before or after a sibling, between two, or (neither) to the end. */
export interface Placement {
  before?: string | undefined;
  after?: string | undefined;
}

/**
 * The write of a move: the item's rank, and new ranks for all siblings in the rare case that keys became too
 * long.
 */
export interface RankChange {
  rank: string;
  renumbered: RankedItem[];
}

/** 400 for neighbors in different lists, or with something between them. */
export function notAdjacentError(): ApiError {
  return badValue('body.position', 'must name two adjacent items in order');
}

/**
 * The rank that puts `movedId` at `placement` among `siblings`, which are in order and may contain the item. The
 * container's row must be locked. The caller has checked that the references exist in this container; an unknown
 * sibling throws. Throws 400 if the reference is the moved item, or the two neighbors are not adjacent in this order.
 */
export function insertItem(
  siblings: readonly RankedItem[],
  movedId: string,
  placement: Placement,
): RankChange {
  const others = siblings.filter(({ id }) => id !== movedId);
  const index = targetIndex(others, movedId, placement);
  const rank = generateKeyBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null);
  if (rank.length <= MAX_RANK_LENGTH) return { rank, renumbered: [] };
  const ranks = generateNKeysBetween(null, null, others.length + 1);
  const ordered = others.toSpliced(index, 0, { id: movedId, rank });
  const renumbered = ordered.map(({ id }, index) => ({ id, rank: ranks[index] ?? rank }));
  return {
    rank: ranks[index] ?? rank,
    renumbered: renumbered.filter(({ id }) => id !== movedId),
  };
}

function targetIndex(others: readonly RankedItem[], movedId: string, { before, after }: Placement): number {
  if (before === movedId) throw badValue('body.position.before', 'must not be the moved item');
  if (after === movedId) throw badValue('body.position.after', 'must not be the moved item');
  if (before === undefined && after === undefined) return others.length;
  const index = before === undefined ? indexOf(others, after) + 1 : indexOf(others, before);
  if (before !== undefined && after !== undefined && others[index - 1]?.id !== after) {
    throw notAdjacentError();
  }
  return index;
}

function indexOf(items: readonly RankedItem[], wantedId: string | undefined): number {
  const index = items.findIndex(({ id }) => id === wantedId);
  if (index < 0) throw new Error(`The container does not contain ${wantedId}.`);
  return index;
}

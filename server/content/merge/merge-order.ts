import { findMoved } from './longest-increasing.ts';

/** The order of the pages below one parent in the three versions; contains only pages of the merged tree. */
export interface Orders {
  base: readonly string[];
  space: readonly string[];
  request: readonly string[];
}

/**
 * The order of `siblingIds` below one parent. It starts with the space's order; pages that the change request added or
 * moved follow the page that they follow there. If both moved a page, the space wins; if both added pages at one
 * position, the space's come first. Pages that neither version has here come last.
 */
export function mergeOrder({ base, space, request }: Orders, siblingIds: readonly string[]): string[] {
  const isMember = new Set(siblingIds);
  const order = space.filter((id) => isMember.has(id));
  const wanted = request.filter((id) => isMember.has(id));
  const inRequest = new Set(wanted);
  const movedBySpace = findMoved(base, space);
  const movedByRequest = findMoved(base, request);
  const inSpace = new Set(order);
  wanted.forEach((id, position) => {
    const isPlacedByRequest = !inSpace.has(id) || (movedByRequest.has(id) && !movedBySpace.has(id));
    if (!isPlacedByRequest) return;
    const old = order.indexOf(id);
    if (old >= 0) order.splice(old, 1);
    const before = wanted[position - 1];
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    for (let next = order[place]; next !== undefined && !inRequest.has(next); next = order[place]) place += 1;
    order.splice(place, 0, id);
  });
  const placed = new Set(order);
  return [...order, ...siblingIds.filter((id) => !placed.has(id))];
}

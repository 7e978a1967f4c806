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
  const requested = request.filter((id) => isMember.has(id));
  const inRequest = new Set(requested);
  const movedBySpace = findMoved(base, space);
  const movedByRequest = findMoved(base, request);
  const inSpace = new Set(order);
  requested.forEach((id, position) => {
    const isPositionedByRequest = !inSpace.has(id) || (movedByRequest.has(id) && !movedBySpace.has(id));
    if (!isPositionedByRequest) return;
    const old = order.indexOf(id);
    if (old >= 0) order.splice(old, 1);
    const before = requested[position - 1];
    let target = before === undefined ? 0 : order.indexOf(before) + 1;
    for (let next = order[target]; next !== undefined && !inRequest.has(next); next = order[target])
      target += 1;
    order.splice(target, 0, id);
  });
  const result = new Set(order);
  return [...order, ...siblingIds.filter((id) => !result.has(id))];
}

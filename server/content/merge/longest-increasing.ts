/**
 * The positions of a longest strictly increasing subsequence of `values`, deterministic. If `values` are previous
 * positions, everything else was moved.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  /** By length: the position whose value ends the best subsequence of this length. */
  const ends: number[] = [];
  const previous: number[] = [];
  values.forEach((value, position) => {
    const length = lowerBound(ends, values, value);
    previous.push(ends[length - 1] ?? -1);
    ends[length] = position;
  });
  const chain: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) chain.push(at);
  return chain.toReversed();
}

/** The first length whose end is not below `value`; one more than the longest if all are. */
function lowerBound(ends: readonly number[], values: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which ids in `now` changed their order since `before`, among those in both. */
export function findMoved(before: readonly string[], now: readonly string[]): Set<string> {
  const previous = new Map(before.map((id, position) => [id, position]));
  const common = now.filter((id) => previous.has(id));
  const stayed = new Set(longestIncreasing(common.map((id) => previous.get(id) ?? 0)));
  return new Set(common.filter((_, position) => !stayed.has(position)));
}

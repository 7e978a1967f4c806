/** A move of one item beside another one. */
export interface OrderMove {
  id: string;
  side: 'before' | 'after';
  neighbor: string;
}

/** The fewest moves that bring a list of the same items into an order. Pure. */
export function movesToOrder(list: readonly string[], wanted: readonly string[]): OrderMove[] {
  const places = new Map(list.map((id, place) => [id, place]));
  const present = wanted.filter((id) => places.has(id));
  const staying = longestIncreasing(present.map((id) => places.get(id) ?? 0));
  const current = [...list];
  return present.flatMap((id, index): OrderMove[] => {
    if (staying.has(index)) return [];
    current.splice(current.indexOf(id), 1);
    const previous = present[index - 1];
    const [first] = current;
    if (previous === undefined) {
      current.unshift(id);
      return first === undefined ? [] : [{ id, side: 'before', neighbor: first }];
    }
    current.splice(current.indexOf(previous) + 1, 0, id);
    return [{ id, side: 'after', neighbor: previous }];
  });
}

/** The indexes of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): Set<number> {
  /** By length: the index where such a sequence ends with the least value. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    const found = ends.findIndex((end) => (values[end] ?? 0) >= value);
    const length = found === -1 ? ends.length : found;
    previous[index] = ends[length - 1];
    ends[length] = index;
  }
  const chosen = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) chosen.add(index);
  return chosen;
}

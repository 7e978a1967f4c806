/** From one order to another with as few moves as possible. */
import { applyMove, type Move } from './moves.ts';
import { childrenOf, TOP, type SiteStructure } from './structure.ts';

/** Indexes of one longest increasing run of `values`, which holds distinct numbers. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const back: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const tail = values[tails[middle] ?? 0] ?? 0;
      if (tail < value) low = middle + 1;
      else high = middle;
    }
    back[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = back[index] ?? -1) kept.add(index);
  return kept;
}

/** The members of `wanted` that can stay where they are while the others move around them. */
function fixedPoints(current: readonly string[], wanted: readonly string[]): Set<string> {
  const rank = new Map(current.map((id, index) => [id, index]));
  const common = wanted.filter((id) => rank.has(id));
  const kept = longestIncreasing(common.map((id) => rank.get(id) ?? 0));
  return new Set(common.filter((_, index) => kept.has(index)));
}

/** The moves that bring the list below `parent` into the wanted order; wanted items may come from elsewhere. */
export function movesToOrder(structure: SiteStructure, parent: string, wanted: readonly string[]): Move[] {
  const fixed = fixedPoints(childrenOf(structure, parent), wanted);
  const moves: Move[] = [];
  let current = structure;
  let previous: string | null = null;
  for (const id of wanted) {
    if (!fixed.has(id)) {
      const first = childrenOf(current, parent).find((child) => child !== id);
      const move: Move =
        previous !== null
          ? { id, after: previous }
          : first !== undefined
            ? { id, before: first }
            : { id, into: parent };
      moves.push(move);
      current = applyMove(current, move);
    }
    previous = id;
  }
  return moves;
}

/**
 * The moves that make `from` ordered like `to`. Both hold the same ids; what only one of them
 * holds is left alone.
 */
export function movesBetween(from: SiteStructure, to: SiteStructure): Move[] {
  const moves: Move[] = [];
  let current = from;
  for (const parent of [TOP, ...to.nodes.keys()]) {
    if (!current.children.has(parent)) continue;
    const wanted = childrenOf(to, parent).filter((id) => current.nodes.has(id));
    for (const move of movesToOrder(current, parent, wanted)) {
      moves.push(move);
      current = applyMove(current, move);
    }
  }
  return moves;
}

/** By what a level can be sorted. */
export type SortKey = 'title' | 'path';

/** The ids below `parent` sorted by title or path, as people sort: case ignored, numbers by value. */
export function sortedChildren(structure: SiteStructure, parent: string, key: SortKey): string[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const textOf = (id: string) => {
    const node = structure.nodes.get(id);
    if (!node) return '';
    return key === 'path' && node.kind !== 'group' ? node.path : node.title;
  };
  return childrenOf(structure, parent).toSorted((a, b) => collator.compare(textOf(a), textOf(b)));
}

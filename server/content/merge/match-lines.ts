import { longestIncreasing } from './longest-increasing.ts';

interface Range {
  before: [start: number, end: number];
  after: [start: number, end: number];
}

/** How often each entry is searched on average. A text can be written so that each round finds a single anchor. */
const MAX_ROUNDS = 8;
/** How many entries are searched at least: short texts may take more rounds. */
const MIN_SEARCHED = 100_000;

/**
 * Which entries of a sequence are still there: for each of `before` its position in `after`, or -1. Entries that occur once
 * in both are anchors; what adjoins them stays with them. Nothing is compared with everything else, so that texts of any
 * length are matched quickly.
 */
export function matchLines(before: readonly string[], after: readonly string[]): number[] {
  const matches = Array.from(before, () => -1);
  const ranges: Range[] = [{ before: [0, before.length], after: [0, after.length] }];
  let searchable = Math.max(MIN_SEARCHED, MAX_ROUNDS * (before.length + after.length));
  // Grows while it is read: what is between anchors is matched after them.
  for (const range of ranges) {
    const rest = matchEnds(before, after, range, matches);
    searchable -= lengthOf(rest.before) + lengthOf(rest.after);
    if (searchable < 0) continue;
    const anchors = findAnchors(before, after, rest);
    if (anchors.length === 0) continue;
    let [line, other] = [rest.before[0], rest.after[0]];
    for (const [anchor, position] of [...anchors, [rest.before[1], rest.after[1]] as const]) {
      if (anchor < rest.before[1]) matches[anchor] = position;
      ranges.push({ before: [line, anchor], after: [other, position] });
      [line, other] = [anchor + 1, position + 1];
    }
  }
  return matches;
}

const lengthOf = ([start, end]: Range['before']): number => end - start;

/** Matches equal entries at both ends; returns what is between them. */
function matchEnds(
  before: readonly string[],
  after: readonly string[],
  { before: [start, end], after: [otherStart, otherEnd] }: Range,
  matches: number[],
): Range {
  while (start < end && otherStart < otherEnd && before[start] === after[otherStart]) {
    matches[start] = otherStart;
    start += 1;
    otherStart += 1;
  }
  while (end > start && otherEnd > otherStart && before[end - 1] === after[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
    matches[end] = otherEnd;
  }
  return { before: [start, end], after: [otherStart, otherEnd] };
}

/** The entries that occur once in both, as many as are in the same order. */
function findAnchors(
  before: readonly string[],
  after: readonly string[],
  range: Range,
): (readonly [line: number, position: number])[] {
  const positions = uniqueEntries(after, range.after);
  const common = [...uniqueEntries(before, range.before)].flatMap(([text, line]) => {
    const position = positions.get(text);
    return position === undefined ? [] : [[line, position] as const];
  });
  return longestIncreasing(common.map(([, position]) => position)).flatMap((index) => {
    const anchor = common[index];
    return anchor ? [anchor] : [];
  });
}

/** The position of each entry that occurs once, in order. */
function uniqueEntries(lines: readonly string[], [start, end]: Range['before']): Map<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? '';
    if (positions.has(text)) repeated.add(text);
    else positions.set(text, line);
  }
  for (const text of repeated) positions.delete(text);
  return positions;
}

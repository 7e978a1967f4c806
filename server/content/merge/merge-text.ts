import { diff3MergeRegions } from 'node-diff3';
import { longestIncreasing } from './longest-increasing.ts';

/**
 * The maximum cost of comparing between two anchors: lines times lines. Beyond it the whole hunk counts as one change.
 * Only texts with thousands of equal lines come near.
 */
const MAX_COMPARISONS = 4_000_000;

type Lines = string[];

/** The same hunk of the three versions. */
interface Hunk {
  base: Lines;
  ours: Lines;
  theirs: Lines;
}

/**
 * Three-way merge of a text, line by line. Undefined if both sides changed the same or adjoining lines differently.
 * Every added line is in the result, and only lines that a side removed are missing.
 */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  if (base === ours) return theirs;
  const whole = { base: base.split('\n'), ours: ours.split('\n'), theirs: theirs.split('\n') };
  const merged: Lines = [];
  for (const hunk of splitAtAnchors(whole)) {
    const lines = mergeHunk(hunk);
    if (!lines) return undefined;
    for (const line of lines) merged.push(line);
  }
  return merged.join('\n');
}

function mergeHunk({ base, ours, theirs }: Hunk): Lines | undefined {
  if (isEqual(base, theirs) || isEqual(ours, theirs)) return ours;
  if (isEqual(base, ours)) return theirs;
  const longest = Math.max(ours.length, theirs.length);
  if (base.length * longest > MAX_COMPARISONS) return undefined;
  const merged: Lines = [];
  for (const region of diff3MergeRegions(ours, base, theirs)) {
    const lines = region.stable
      ? region.bufferContent
      : mergeRegion({ base: region.oContent, ours: region.aContent, theirs: region.bContent });
    if (!lines) return undefined;
    for (const line of lines) merged.push(line);
  }
  return merged;
}

function mergeRegion({ base, ours, theirs }: Hunk): Lines | undefined {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return ours;
  return isEqual(base, ours) ? theirs : undefined;
}

/**
 * Splits the three versions at lines that occur once in each of them in the same order: the hunks between them are
 * compared separately, which keeps long texts cheap.
 */
function splitAtAnchors({ base, ours, theirs }: Hunk): Hunk[] {
  const inOurs = positionsOfUnique(ours);
  const inTheirs = positionsOfUnique(theirs);
  const common = [...positionsOfUnique(base)].flatMap(([line, atBase]) => {
    const atOurs = inOurs.get(line);
    const atTheirs = inTheirs.get(line);
    return atOurs === undefined || atTheirs === undefined ? [] : [{ atBase, atOurs, atTheirs }];
  });
  const inOrder = keepIncreasing(
    keepIncreasing(common, ({ atOurs }) => atOurs),
    ({ atTheirs }) => atTheirs,
  );
  const hunks: Hunk[] = [];
  let from = { atBase: 0, atOurs: 0, atTheirs: 0 };
  const cut = (to: typeof from) => {
    hunks.push({
      base: base.slice(from.atBase, to.atBase),
      ours: ours.slice(from.atOurs, to.atOurs),
      theirs: theirs.slice(from.atTheirs, to.atTheirs),
    });
    from = to;
  };
  for (const anchor of inOrder) {
    cut(anchor);
    cut({ atBase: anchor.atBase + 1, atOurs: anchor.atOurs + 1, atTheirs: anchor.atTheirs + 1 });
  }
  cut({ atBase: base.length, atOurs: ours.length, atTheirs: theirs.length });
  return hunks;
}

function keepIncreasing<Item>(items: Item[], read: (item: Item) => number): Item[] {
  const increasing = new Set(longestIncreasing(items.map(read)));
  return items.filter((_, position) => increasing.has(position));
}

/** Lines that occur once in a text, with their positions, in order. */
function positionsOfUnique(lines: Lines): Map<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach((line, position) => {
    if (positions.has(line)) repeated.add(line);
    else positions.set(line, position);
  });
  for (const line of repeated) positions.delete(line);
  return positions;
}

function isEqual(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, position) => line === b[position]);
}

import { diffLines, type LineChange } from './diff-lines.ts';

export type Lines = readonly string[];

/** The same part of three versions. */
export interface Parts {
  base: Lines;
  ours: Lines;
  theirs: Lines;
}

/** What of a region counts: nobody or both changed it alike (`same`), one side did, or both did differently. */
type RegionState = 'same' | 'ours' | 'theirs' | 'conflict';

/** A part of three versions, and where it is in each. */
export interface Region extends Parts {
  state: RegionState;
  at: Record<keyof Parts, number>;
}

/** The changes of a side that are still to be cut out, and how far its lines are behind those of the base. */
class Side {
  readonly #changes: readonly LineChange[];
  #next = 0;
  shift = 0;

  constructor(base: Lines, lines: Lines) {
    this.#changes = diffLines(base, lines);
  }

  get start(): number {
    return this.#changes[this.#next]?.start ?? Infinity;
  }

  /** Passes a change that begins at a line or before it; returns where it ends. */
  pass(until: number): number | undefined {
    const change = this.#changes[this.#next];
    if (!change || change.start > until) return undefined;
    this.#next += 1;
    this.shift += change.sideLength - change.length;
    return change.start + change.length;
  }
}

/** Cuts three versions where neither side has a change. Changes that touch are in one region. */
export function cutRegions({ base, ours, theirs }: Parts): Region[] {
  const sides = [new Side(base, ours), new Side(base, theirs)] as const;
  const regions: Region[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const cut = (end: number) => {
    const to = { base: end, ours: end + sides[0].shift, theirs: end + sides[1].shift };
    const parts = {
      base: base.slice(at.base, to.base),
      ours: ours.slice(at.ours, to.ours),
      theirs: theirs.slice(at.theirs, to.theirs),
    };
    regions.push({ ...parts, at, state: stateOf(parts) });
    at = to;
  };
  for (;;) {
    const start = Math.min(sides[0].start, sides[1].start, base.length);
    if (start > at.base) cut(start);
    let end = start;
    let isChanged = false;
    for (;;) {
      const passed = sides[0].pass(end) ?? sides[1].pass(end);
      if (passed === undefined) break;
      isChanged = true;
      end = Math.max(end, passed);
    }
    if (!isChanged) return regions;
    cut(end);
  }
}

function stateOf({ base, ours, theirs }: Parts): RegionState {
  if (isEqual(base, ours)) return isEqual(base, theirs) ? 'same' : 'theirs';
  if (isEqual(base, theirs)) return 'ours';
  return isEqual(ours, theirs) ? 'ours' : 'conflict';
}

export function isEqual(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, position) => line === b[position]);
}

/** A change of a text: `length` lines from `start` on became `sideLength` lines from `sideStart` on. */
export interface LineChange {
  start: number;
  length: number;
  sideStart: number;
  sideLength: number;
}

type Lines = readonly string[];

/**
 * The changes from one list of lines to another, in order and never adjoining: the fewest lines (E. W. Myers, "An O(ND)
 * Difference Algorithm", 1986, in linear space), each change as low in the text as its lines allow. Which of several
 * shortest ways is taken follows `git`, so that what it merges is merged here.
 */
export function diffLines(base: Lines, side: Lines): LineChange[] {
  const isKept = { base: base.map(() => false), side: side.map(() => false) };
  const rest = markEnds({ base, side, isKept }, { base: [0, base.length], side: [0, side.length] });
  markComparable({ base, side, isKept }, rest);
  const removed = changedRuns(isKept.base);
  const added = changedRuns(isKept.side);
  lower(base, removed, added);
  lower(side, added, removed);
  return toChanges(removed, added);
}

/** Marks the lines of a longest common subsequence of those that can be compared. */
function markComparable({ base, side, isKept }: Compared, box: Box): void {
  const inBase = comparableLines(base, box.base, side);
  const inSide = comparableLines(side, box.side, base);
  const comparable = {
    base: inBase.map((at) => base[at] ?? ''),
    side: inSide.map((at) => side[at] ?? ''),
    isKept: { base: inBase.map(() => false), side: inSide.map(() => false) },
  };
  markKept(comparable, { base: [0, inBase.length], side: [0, inSide.length] });
  for (const [index, at] of inBase.entries()) isKept.base[at] = comparable.isKept.base[index] ?? false;
  for (const [index, at] of inSide.entries()) isKept.side[at] = comparable.isKept.side[index] ?? false;
}

/** A line is frequent if the other text has it so often, or about as often as the root of the number of lines. */
const MAX_FREQUENCY = 1024;
/** How far around a frequent line is looked, in lines. */
const NEIGHBORS = 100;
/** A frequent line is left out where the lines around it that the other text has not are more than so many times the frequent ones. */
const ABSENT_PER_FREQUENT = 3;

/**
 * The positions of the lines of a range that the other text has, without those that it has often (an empty line) where
 * nearly all around are lines that it has not: matching these would align what has nothing in common.
 */
function comparableLines(lines: Lines, [start, end]: Box['base'], others: Lines): number[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  const frequent = Math.min(powerAboveRoot(lines.length), MAX_FREQUENCY);
  const countAt = (at: number): number => counts.get(lines[at] ?? '') ?? 0;
  /** Counts the lines up to the next one that the other text has, but not often. The line itself is one of these. */
  const lookAround = (from: number, step: 1 | -1) => {
    let [absent, often] = [0, 1];
    for (let at = from + step; at >= start && at < end && Math.abs(at - from) <= NEIGHBORS; at += step) {
      const count = countAt(at);
      if (count === 0) absent += 1;
      else if (count >= frequent) often += 1;
      else break;
    }
    return { absent, often };
  };
  const isNoise = (at: number): boolean => {
    const [above, below] = [lookAround(at, -1), lookAround(at, 1)];
    if (above.absent === 0 || below.absent === 0) return false;
    return above.absent + below.absent > ABSENT_PER_FREQUENT * (above.often + below.often);
  };
  const positions: number[] = [];
  for (let at = start; at < end; at += 1) {
    const count = countAt(at);
    if (count > 0 && (count < frequent || !isNoise(at))) positions.push(at);
  }
  return positions;
}

/** The power of two near the root of a length: 2 for 1 to 3, 4 for 4 to 15, 8 for 16 to 63. */
function powerAboveRoot(length: number): number {
  let power = 1;
  for (let rest = length; rest > 0; rest >>= 2) power *= 2;
  return power;
}

interface Compared {
  base: Lines;
  side: Lines;
  isKept: { base: boolean[]; side: boolean[] };
}

interface Box {
  base: readonly [start: number, end: number];
  side: readonly [start: number, end: number];
}

/** Marks the lines of a longest common subsequence. */
function markKept(compared: Compared, whole: Box): void {
  const boxes = [whole];
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const rest = markEnds(compared, box);
    const { base, side } = rest;
    if (base[0] === base[1] || side[0] === side[1]) continue;
    const [x, y] = findMiddle(compared, rest);
    boxes.push({ base: [x, base[1]], side: [y, side[1]] }, { base: [base[0], x], side: [side[0], y] });
  }
}

/** Marks equal lines at both ends; returns what is between them. */
function markEnds({ base, side, isKept }: Compared, box: Box): Box {
  let [start, end] = box.base;
  let [sideStart, sideEnd] = box.side;
  const keep = (at: number, sideAt: number) => {
    isKept.base[at] = true;
    isKept.side[sideAt] = true;
  };
  while (start < end && sideStart < sideEnd && base[start] === side[sideStart]) {
    keep(start, sideStart);
    start += 1;
    sideStart += 1;
  }
  while (start < end && sideStart < sideEnd && base[end - 1] === side[sideEnd - 1]) {
    end -= 1;
    sideEnd -= 1;
    keep(end, sideEnd);
  }
  return { base: [start, end], side: [sideStart, sideEnd] };
}

/** The furthest positions in `base` by diagonal (position in `base` minus that in `side`). */
type Frontier = Map<number, number>;

/** A point on a shortest path through the box, where the search from its start meets that from its end. */
function findMiddle(compared: Compared, box: Box): [x: number, y: number] {
  const [first, last] = [box.base[0] - box.side[0], box.base[1] - box.side[1]];
  const forward: Frontier = new Map([[first - 1, box.base[0] - 1]]);
  const backward: Frontier = new Map([[last + 1, box.base[1] + 1]]);
  const isOdd = (first - last) % 2 !== 0;
  for (let cost = 0; ; cost += 1) {
    const met =
      advance(compared, box, { frontier: forward, from: first, cost, other: isOdd ? backward : undefined }) ??
      retreat(compared, box, { frontier: backward, from: last, cost, other: isOdd ? undefined : forward });
    if (met) return met;
  }
}

interface Step {
  frontier: Frontier;
  /** The diagonal that the search began on. */
  from: number;
  cost: number;
  /** The other search, if the two can meet in this step. */
  other: Frontier | undefined;
}

/** The diagonals of a step that cross the box, from the last one on. */
function diagonals({ base, side }: Box, { from, cost }: Step): number[] {
  const [lowest, highest] = [base[0] - side[1], base[1] - side[0]];
  const found: number[] = [];
  for (let diagonal = from + cost; diagonal >= from - cost; diagonal -= 2)
    if (diagonal >= lowest && diagonal <= highest) found.push(diagonal);
  return found;
}

function advance({ base, side }: Compared, box: Box, step: Step): [number, number] | undefined {
  const { frontier, other } = step;
  for (const diagonal of diagonals(box, step)) {
    const right = frontier.get(diagonal - 1);
    const down = frontier.get(diagonal + 1);
    let x = Math.max(right === undefined ? -1 : right + 1, down ?? -1);
    while (x < box.base[1] && x - diagonal < box.side[1] && base[x] === side[x - diagonal]) x += 1;
    frontier.set(diagonal, x);
    const met = other?.get(diagonal);
    if (met !== undefined && met <= x) return [x, x - diagonal];
  }
  return undefined;
}

function retreat({ base, side }: Compared, box: Box, step: Step): [number, number] | undefined {
  const { frontier, other } = step;
  for (const diagonal of diagonals(box, step)) {
    const up = frontier.get(diagonal - 1);
    const left = frontier.get(diagonal + 1);
    let x = Math.min(up ?? Infinity, left === undefined ? Infinity : left - 1);
    while (x > box.base[0] && x - diagonal > box.side[0] && base[x - 1] === side[x - diagonal - 1]) x -= 1;
    frontier.set(diagonal, x);
    const met = other?.get(diagonal);
    if (met !== undefined && x <= met) return [x, x - diagonal];
  }
  return undefined;
}

/** How many changed lines stand before each kept line, and after the last one. */
function changedRuns(isKept: readonly boolean[]): number[] {
  const runs = [0];
  for (const kept of isKept) {
    if (kept) runs.push(0);
    else runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  return runs;
}

/**
 * Lowers each run of changed lines of a text: a run whose first line equals the line after it can as well begin one line
 * later. Runs that meet become one. A run that can stand at a run of the other text does, at the lowest.
 */
function lower(lines: Lines, runs: number[], others: readonly number[]): void {
  let start = 0;
  for (let at = 0; at < runs.length; at += 1) {
    if (runs[at] === 0) {
      start += 1;
      continue;
    }
    const run = new Run(lines, runs, { at, start });
    let meeting: number;
    let length: number;
    do {
      length = run.length;
      while (run.rise()) continue;
      meeting = (others[run.at] ?? 0) > 0 ? run.at : -1;
      while (run.sink()) if ((others[run.at] ?? 0) > 0) meeting = run.at;
    } while (run.length !== length);
    if (meeting >= 0) run.riseTo(meeting);
    at = run.at;
    start = run.start + run.length + 1;
  }
}

/** A run of changed lines that moves over the kept ones beside it. */
class Run {
  readonly #lines: Lines;
  readonly #runs: number[];
  at: number;
  start: number;

  constructor(lines: Lines, runs: number[], { at, start }: { at: number; start: number }) {
    this.#lines = lines;
    this.#runs = runs;
    this.at = at;
    this.start = start;
  }

  get length(): number {
    return this.#runs[this.at] ?? 0;
  }

  rise(): boolean {
    const last = this.#lines[this.start + this.length - 1];
    if (this.at === 0 || this.#lines[this.start - 1] !== last) return false;
    this.start -= 1 + (this.#runs[this.at - 1] ?? 0);
    this.#moveTo(this.at - 1);
    return true;
  }

  riseTo(at: number): void {
    while (this.at > at) this.rise();
  }

  sink(): boolean {
    const next = this.start + this.length;
    if (this.at === this.#runs.length - 1 || this.#lines[next] !== this.#lines[this.start]) return false;
    this.start += 1;
    this.#moveTo(this.at + 1);
    return true;
  }

  #moveTo(at: number): void {
    this.#runs[at] = (this.#runs[at] ?? 0) + this.length;
    this.#runs[this.at] = 0;
    this.at = at;
  }
}

function toChanges(removed: readonly number[], added: readonly number[]): LineChange[] {
  let [start, sideStart] = [0, 0];
  return removed.flatMap((length, at) => {
    const change = { start, length, sideStart, sideLength: added[at] ?? 0 };
    start += length + 1;
    sideStart += change.sideLength + 1;
    return length + change.sideLength === 0 ? [] : [change];
  });
}

import { diffIndices } from 'node-diff3';

/** Lines `from` to `to` of a text, to be replaced by other lines. */
export interface LineHunk {
  /** First line, from 0. */
  from: number;
  /** Line after the last one; equal to `from` for an insertion. */
  to: number;
  lines: readonly string[];
}

/** Above this many lines times lines, what changed counts as one hunk. Only large rewrites come near. */
const maxComparisons = 4_000_000;

/** Number of equal lines at the start of both. */
export function commonStart(a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length);
  let count = 0;
  while (count < shorter && a[count] === b[count]) count += 1;
  return count;
}

/** Number of equal lines at the end of both, apart from the first `start` ones. */
export function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  const shorter = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < shorter && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/** The changes that make `after` of `before`, in order; they neither overlap nor touch. */
export function lineHunks(before: readonly string[], after: readonly string[]): LineHunk[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const old = before.slice(start, before.length - end);
  const next = after.slice(start, after.length - end);
  if (old.length === 0 && next.length === 0) return [];
  if (old.length * next.length > maxComparisons || old.length === 0 || next.length === 0)
    return [{ from: start, to: start + old.length, lines: next }];
  return diffIndices(old, next).map((hunk): LineHunk => {
    // The package types numbers and lines as unknown.
    const [at, length]: number[] = hunk.buffer1;
    const from = start + (at ?? 0);
    return { from, to: from + (length ?? 0), lines: hunk.buffer2Content };
  });
}

/** A replaced range of characters. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The changes of characters that make `after` of `before`, in order: of each range of lines only what differs. */
export function textChanges(before: string, after: string): TextChange[] {
  const lines = before.split('\n');
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  const at = (line: number): number => starts[line] ?? before.length;
  return lineHunks(lines, after.split('\n')).map((hunk) => {
    const whole = wholeLines(hunk);
    const { from, to, insert } = changeBetween(before.slice(whole.from, whole.to), whole.insert);
    return { from: whole.from + from, to: whole.from + to, insert };
  });

  function wholeLines(hunk: LineHunk): TextChange {
    if (hunk.to < lines.length)
      return { from: at(hunk.from), to: at(hunk.to), insert: hunk.lines.map((line) => `${line}\n`).join('') };
    if (hunk.from === 0) return { from: 0, to: before.length, insert: hunk.lines.join('\n') };
    const end = hunk.from === lines.length ? before.length : at(hunk.from) - 1;
    return { from: end, to: before.length, insert: hunk.lines.map((line) => `\n${line}`).join('') };
  }
}

/** The one change that makes a text of another, as small as possible. */
export function changeBetween(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** Where a position is after changes; within a replaced range, at its end. */
export function movePosition(position: number, changes: readonly TextChange[]): number {
  let shift = 0;
  for (const { from, to, insert } of changes) {
    if (position <= from) break;
    if (position < to) return from + shift + insert.length;
    shift += insert.length - (to - from);
  }
  return position + shift;
}

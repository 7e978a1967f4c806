import { diffLines } from 'diff';
import { compareWords, likeness, type WordRun } from './words.ts';

/** A line of the source view. Line numbers count from 1; one side has none where the line is not in it. */
export interface LineChange {
  kind: 'same' | 'added' | 'removed' | 'edited';
  baseLine?: number;
  nextLine?: number;
  /** The line without its end; of an edited line the new one. */
  text: string;
  /** The old line of an edited one. */
  baseText?: string;
  /** What differs within an edited line. */
  words?: WordRun[];
}

const LONGEST_MS = 3000;
const ALIKE = 0.5;

/** What differs between two texts, line by line, and word by word where a line was edited. */
export function compareLines(base: string, next: string): LineChange[] {
  const found = diffLines(base, next, { timeout: LONGEST_MS });
  const runs = found ?? [
    { value: base, removed: true, added: false },
    { value: next, removed: false, added: true },
  ];
  const lines: LineChange[] = [];
  let baseLine = 0;
  let nextLine = 0;
  let waiting: LineChange[] = [];
  for (const { value, added, removed } of runs) {
    const texts = linesOf(value);
    if (removed) {
      waiting = texts.map((text) => ({ kind: 'removed', baseLine: (baseLine += 1), text }));
      continue;
    }
    if (added) {
      const fresh = texts.map((text): LineChange => ({ kind: 'added', nextLine: (nextLine += 1), text }));
      lines.push(...pairLines(waiting, fresh));
    } else {
      lines.push(...waiting);
      for (const text of texts) {
        lines.push({ kind: 'same', baseLine: (baseLine += 1), nextLine: (nextLine += 1), text });
      }
    }
    waiting = [];
  }
  return [...lines, ...waiting];
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Replaced lines side by side: the first with the first, as long as they are alike. */
function pairLines(removed: LineChange[], added: LineChange[]): LineChange[] {
  const pairs = Math.min(removed.length, added.length);
  const lines: LineChange[] = [];
  const left: LineChange[] = [];
  const right: LineChange[] = [];
  const flush = (): void => {
    lines.push(...left.splice(0), ...right.splice(0));
  };
  for (let index = 0; index < pairs; index += 1) {
    const old = removed[index];
    const fresh = added[index];
    if (!old || !fresh) continue;
    if (likeness(old.text, fresh.text) < ALIKE) {
      left.push(old);
      right.push(fresh);
      continue;
    }
    flush();
    const words = compareWords(old.text, fresh.text);
    lines.push({ ...fresh, kind: 'edited', baseLine: old.baseLine, baseText: old.text, words });
  }
  left.push(...removed.slice(pairs));
  right.push(...added.slice(pairs));
  flush();
  return lines;
}

/** A stretch of lines or blocks that is shown, or one that is folded away because nothing near it changed. */
export interface Stretch<Change> {
  folded: boolean;
  lines: Change[];
}

/** Folds away what is unchanged and further than `context` lines or blocks from a change. */
export function foldUnchanged<Change extends { kind: string }>(
  changes: readonly Change[],
  context = 3,
): Stretch<Change>[] {
  const isNear = changes.map(() => false);
  changes.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const stretches: Stretch<Change>[] = [];
  changes.forEach((change, index) => {
    const folded = isNear[index] !== true;
    const last = stretches.at(-1);
    if (last?.folded === folded) last.lines.push(change);
    else stretches.push({ folded, lines: [change] });
  });
  return stretches;
}

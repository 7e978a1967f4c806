import { diffLines } from 'diff';
import { compareWords, similarity, type WordRun } from './word-diff.ts';

/** A line of the source diff. Line numbers start at 1; omitted on a side that does not have the line. */
export interface LineChange {
  kind: 'same' | 'added' | 'removed' | 'edited';
  baseLine?: number;
  nextLine?: number;
  /** Without line ending; the new text of an edited line. */
  text: string;
  /** Old text of an edited line. */
  baseText?: string;
  /** Word diff of an edited line. */
  words?: WordRun[];
}

const TIMEOUT_MS = 3000;
const MIN_SIMILARITY = 0.5;

/** Line diff of two texts, with a word diff of edited lines. */
export function compareLines(base: string, next: string): LineChange[] {
  const changes = diffLines(base, next, { timeout: TIMEOUT_MS });
  const runs = changes ?? [
    { value: base, removed: true, added: false },
    { value: next, removed: false, added: true },
  ];
  const lines: LineChange[] = [];
  let baseLine = 0;
  let nextLine = 0;
  let pendingRemoved: LineChange[] = [];
  for (const { value, added, removed } of runs) {
    const texts = linesOf(value);
    if (removed) {
      pendingRemoved = texts.map((text) => ({ kind: 'removed', baseLine: (baseLine += 1), text }));
      continue;
    }
    if (added) {
      const addedLines = texts.map((text): LineChange => ({
        kind: 'added',
        nextLine: (nextLine += 1),
        text,
      }));
      lines.push(...pairLines(pendingRemoved, addedLines));
    } else {
      lines.push(...pendingRemoved);
      for (const text of texts) {
        lines.push({ kind: 'same', baseLine: (baseLine += 1), nextLine: (nextLine += 1), text });
      }
    }
    pendingRemoved = [];
  }
  return [...lines, ...pendingRemoved];
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Pairs replaced lines in order while they are similar enough. */
function pairLines(removed: LineChange[], added: LineChange[]): LineChange[] {
  const pairs = Math.min(removed.length, added.length);
  const lines: LineChange[] = [];
  const removals: LineChange[] = [];
  const right: LineChange[] = [];
  const flush = (): void => {
    lines.push(...removals.splice(0), ...right.splice(0));
  };
  for (let index = 0; index < pairs; index += 1) {
    const removedLine = removed[index];
    const addedLine = added[index];
    if (!removedLine || !addedLine) continue;
    if (similarity(removedLine.text, addedLine.text) < MIN_SIMILARITY) {
      removals.push(removedLine);
      right.push(addedLine);
      continue;
    }
    flush();
    const words = compareWords(removedLine.text, addedLine.text);
    lines.push({
      ...addedLine,
      kind: 'edited',
      baseLine: removedLine.baseLine,
      baseText: removedLine.text,
      words,
    });
  }
  removals.push(...removed.slice(pairs));
  right.push(...added.slice(pairs));
  flush();
  return lines;
}

/** A run of lines or blocks that is shown, or folded because nothing near it changed. */
export interface Hunk<Change> {
  folded: boolean;
  lines: Change[];
}

/**
 * Folds unchanged lines or blocks more than `context` away from a change.
 *
 * @param isShown whether an unchanged one is not folded either
 */
export function foldUnchanged<Change extends { kind: string }>(
  changes: readonly Change[],
  isShown?: (change: Change) => boolean,
  context = 3,
): Hunk<Change>[] {
  const isNear = changes.map(() => false);
  changes.forEach((change, index) => {
    if (change.kind !== 'same' || isShown?.(change))
      isNear.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const hunks: Hunk<Change>[] = [];
  changes.forEach((change, index) => {
    const folded = isNear[index] !== true;
    const last = hunks.at(-1);
    if (last?.folded === folded) last.lines.push(change);
    else hunks.push({ folded, lines: [change] });
  });
  return hunks;
}

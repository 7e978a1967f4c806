import { diffWordsWithSpace } from 'diff';

/** A run of words of both texts or of only one. */
export interface WordRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Above this, the texts are shown as replaced. */
const MAX_EDITS = 4000;
/** Timeout in milliseconds for one pair of blocks. */
const TIMEOUT_MS = 200;

/**
 * Word diff of two texts. Runs without `removed` give the new text, runs without `added` the old one. Texts with too
 * little in common count as replaced.
 */
export function compareWords(base: string, next: string): WordRun[] {
  const changes = diffWordsWithSpace(base, next, { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS });
  if (!changes) return replaced(base, next);
  const runs = changes.map(({ value, added, removed }): WordRun => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
  });
  return textOf(runs, 'removed') === next && textOf(runs, 'added') === base ? runs : replaced(base, next);
}

function replaced(base: string, next: string): WordRun[] {
  const runs: WordRun[] = [
    { kind: 'removed', text: base },
    { kind: 'added', text: next },
  ];
  return runs.filter(({ text }) => text !== '');
}

/** The text of all runs except those of one kind. */
export function textOf(runs: readonly WordRun[], without: 'added' | 'removed'): string {
  return runs
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');
}

/** Similarity of two texts by shared words, from 0 to 1, ignoring order. */
export function similarity(a: string, b: string): number {
  const words = countWords(a);
  let shared = 0;
  let total = 0;
  for (const [word, count] of countWords(b)) {
    shared += Math.min(count, words.get(word) ?? 0);
    total += count;
  }
  for (const count of words.values()) total += count;
  return total === 0 ? 1 : (2 * shared) / total;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

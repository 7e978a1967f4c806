import { structuredPatch } from 'diff';

/** One line of a difference. */
export interface DifferenceLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Its number in the older text; null for a line that is new. */
  before: number | null;
  /** Its number in the newer text; null for a line that is gone. */
  after: number | null;
}

/** Where two texts differ, with three lines around. */
export interface TextDifference {
  hunks: DifferenceLine[][];
  added: number;
  removed: number;
}

/** Compares two texts line by line; null when that takes longer than `timeout` milliseconds. */
export function differenceOfTexts(before: string, after: string, timeout: number): TextDifference | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout });
  if (!patch) return null;
  let added = 0;
  let removed = 0;
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => {
    let old = oldStart;
    let now = newStart;
    return lines
      .filter((line) => !line.startsWith('\\'))
      .map((line): DifferenceLine => {
        const text = line.slice(1);
        if (line.startsWith('+')) {
          added += 1;
          return { kind: 'added', text, before: null, after: now++ };
        }
        if (line.startsWith('-')) {
          removed += 1;
          return { kind: 'removed', text, before: old++, after: null };
        }
        return { kind: 'same', text, before: old++, after: now++ };
      });
  });
  return { hunks, added, removed };
}

import { structuredPatch } from 'diff';

export interface DifferenceLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line number in the old text; null for added lines. */
  before: number | null;
  /** Line number in the new text; null for removed lines. */
  after: number | null;
}

/** Line diff with three lines of context. */
export interface TextDifference {
  hunks: DifferenceLine[][];
  added: number;
  removed: number;
}

/** Line diff of two texts; null on timeout (in milliseconds). */
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

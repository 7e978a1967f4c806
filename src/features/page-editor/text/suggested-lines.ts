/** The changes of a text as suggestions: lines, and what replaces them. */
import { type LineHunk, lineHunks } from '#src/lib/compare/line-hunks.ts';

/** Lines of a page, from 1, both included, and their replacement; empty to remove them. */
export interface SuggestedLines {
  startLine: number;
  endLine: number;
  text: string;
}

interface Group {
  from: number;
  to: number;
  hunks: LineHunk[];
}

const isBlank = (line: string | undefined): boolean => line?.trim() === '';

/** The first line of an item, heading, row, quote, fence or tag: it continues no paragraph. */
const beginsBlock = (line: string): boolean => /^\s*(?:[-*+>|]|\d+[.)]\s|#{1,6}\s|`{3}|~{3}|\{%)/.test(line);

const carriageReturn = (line: string | undefined): string => (line?.endsWith('\r') ? '\r' : '');

/**
 * What makes one text of another: one suggestion for the changed lines of a paragraph. Added lines stand with the words
 * before them, as blank lines can't be found again once the text has changed.
 */
export function suggestedLines(before: string, after: string): SuggestedLines[] {
  const lines = before.split('\n');
  const groups: Group[] = [];
  for (const hunk of lineHunks(lines, after.split('\n'))) {
    const group = withWords(lines, hunk);
    const previous = groups.at(-1);
    if (previous && isOneParagraph(lines, previous, group)) {
      previous.to = Math.max(previous.to, group.to);
      previous.hunks.push(...group.hunks);
    } else groups.push(group);
  }
  return groups.map((group) => ({
    startLine: group.from + 1,
    endLine: group.to,
    text: replacementOf(lines, group),
  }));
}

/** Lines added after a blank one that end with such a one, as if added before it. */
function nextToWords(lines: readonly string[], hunk: LineHunk): LineHunk {
  if (hunk.from !== hunk.to) return hunk;
  let at = hunk.from;
  let added = [...hunk.lines];
  while (at > 0 && isBlank(lines[at - 1]) && added.at(-1) === lines[at - 1]) {
    at -= 1;
    added = [...added.slice(-1), ...added.slice(0, -1)];
  }
  return { from: at, to: at, lines: added };
}

function withWords(lines: readonly string[], given: LineHunk): Group {
  const hunk = nextToWords(lines, given);
  let { from, to } = hunk;
  if (lines.slice(from, to).every(isBlank)) {
    while (from > 0 && isBlank(lines[from - 1])) from -= 1;
    if (from > 0) from -= 1;
    else {
      while (to < lines.length && isBlank(lines[to])) to += 1;
      to = Math.min(to + 1, lines.length);
    }
  }
  return { from, to, hunks: [hunk] };
}

function isOneParagraph(lines: readonly string[], { to }: Group, { from }: Group): boolean {
  return from < to || lines.slice(to, from + 1).every((line) => !isBlank(line) && !beginsBlock(line));
}

/** The last line break of a replacement ends its last line, so that an empty one has two. */
function replacementOf(lines: readonly string[], { from, to, hunks }: Group): string {
  const replaced: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    replaced.push(...lines.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  replaced.push(...lines.slice(at, to));
  const text = replaced.map((line) => line.replace(/\r$/, '')).join('\n');
  return text + (replaced.length > 0 && (text === '' || text.endsWith('\n')) ? '\n' : '');
}

/** A text with suggestions in it, and those that are. Of two that replace the same line, the first given is. */
export function withSuggestions<Suggestion extends SuggestedLines>(
  text: string,
  suggestions: readonly Suggestion[],
): { text: string; shown: Suggestion[] } {
  const lines = text.split('\n');
  const shown: Suggestion[] = [];
  for (const one of suggestions) {
    const isApart = shown.every((other) => one.startLine > other.endLine || other.startLine > one.endLine);
    if (isApart) shown.push(one);
  }
  // From the end, so that the numbers of earlier lines stay.
  for (const { startLine, endLine, text: replacement } of shown.toSorted(
    (a, b) => b.startLine - a.startLine,
  )) {
    const end = carriageReturn(lines[startLine - 1]);
    const replaced = replacement.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
    lines.splice(
      startLine - 1,
      endLine - startLine + 1,
      ...(replacement === '' ? [] : replaced.map((line) => line + end)),
    );
  }
  return { text: lines.join('\n'), shown };
}

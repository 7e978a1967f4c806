/** An opening tag, or one that goes on in the next line. */
const condition = /\{%[-+~]?\s*(?:if(?!\w)|$)/i;
const tags = /\{%[-+~]?\s*(?:end)?if(?!\w)/gi;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The lines, from 0, that conditions begin in: visitors decide what is shown of them. Code has none. */
export function conditionLines(text: string): number[] {
  return linesOutsideCode(text)
    .filter(({ content }) => condition.test(content))
    .map(({ line }) => line);
}

/** A condition that no visitor sees as meant, by its line from 0. */
export interface BrokenCondition {
  line: number;
  kind: 'unclosed' | 'unopened' | 'rows' | 'heading' | 'target' | 'crossing';
}

interface Tag {
  line: number;
  /** The text of the line before the tag. */
  before: string;
}

const row = /^\s*\|/;
const heading = /^ {0,3}#{1,6}\s/;
const linkTarget = /^ {0,3}\[[^\]^][^\]]*\]:\s/;

/**
 * The conditions without an end, which hide the rest of the text, the ends without a beginning, and the conditions around
 * parts of an element, which nobody sees: the server shows whole elements, or words of a line.
 */
export function brokenConditions(text: string): BrokenCondition[] {
  const broken: BrokenCondition[] = [];
  const open: Tag[] = [];
  const all = text.split('\n');
  for (const { line, content } of linesOutsideCode(text)) {
    for (const { 0: tag, index } of content.matchAll(tags)) {
      const before = content.slice(0, index);
      if (!/endif$/i.test(tag)) open.push({ line, before });
      else {
        const start = open.pop();
        const kind = start ? partialKind(all, start, line) : 'unopened';
        if (kind) broken.push({ line: start?.line ?? line, kind });
      }
    }
  }
  return [...broken, ...open.map(({ line }): BrokenCondition => ({ line, kind: 'unclosed' }))];
}

/** What a condition has a part of; undefined where it has whole elements, or words. */
function partialKind(
  lines: readonly string[],
  { line, before }: Tag,
  end: number,
): BrokenCondition['kind'] | undefined {
  if (heading.test(before)) return 'heading';
  const content = lines.slice(line + 1, end);
  const isAlone = before.trim() === '' && end > line;
  if (isAlone && row.test(lines[line - 1] ?? '') && content.some((each) => row.test(each))) return 'rows';
  if (content.some((each) => linkTarget.test(each))) return 'target';
  const isInWords = !/^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*)*$/.test(before);
  return isInWords && content.some((each) => each.trim() === '') ? 'crossing' : undefined;
}

function linesOutsideCode(text: string): { line: number; content: string }[] {
  if (!text.includes('{%')) return [];
  const lines: { line: number; content: string }[] = [];
  let open = '';
  text.split('\n').forEach((content, line) => {
    const [, marker = ''] = fence.exec(content) ?? [];
    if (marker !== '' && (open === '' || marker.startsWith(open))) open = open === '' ? marker : '';
    else if (open === '' && content.includes('{%')) lines.push({ line, content: withoutCode(content) });
  });
  return lines;
}

/** Text in backticks stays literal. */
const withoutCode = (content: string): string =>
  content.replaceAll(/(`+)[^`]+\1/g, (code) => ' '.repeat(code.length));

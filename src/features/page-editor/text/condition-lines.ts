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
  kind: 'unclosed' | 'unopened';
}

/** The conditions without an end, which hide the rest of the text, and the ends without a beginning. */
export function brokenConditions(text: string): BrokenCondition[] {
  const broken: BrokenCondition[] = [];
  const open: number[] = [];
  for (const { line, content } of linesOutsideCode(text)) {
    for (const [tag] of content.matchAll(tags)) {
      if (!/endif$/i.test(tag)) open.push(line);
      else if (open.pop() === undefined) broken.push({ line, kind: 'unopened' });
    }
  }
  return [...broken, ...open.map((line): BrokenCondition => ({ line, kind: 'unclosed' }))];
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

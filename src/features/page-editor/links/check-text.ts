import { headingAnchor } from '#api/heading-anchors.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { brokenConditions } from '../text/condition-lines.ts';
import { headingsOf } from '../text/headings.ts';
import { linksInLine } from './link-targets.ts';

/** Something in a text that readers may stumble over. */
export interface TextProblem {
  /** From 0. */
  line: number;
  message: string;
}

/** Above this many characters, a line of code has to be scrolled sideways on most screens. */
const maxCodeLength = 120;
const conditionProblems = {
  unclosed: 'Condition without an end, which hides the rest of the text from all visitors',
  unopened: 'End of a condition without its beginning',
  rows: 'Condition around rows of a table, which hides them from all visitors; put it around the table',
  heading: 'Condition in a heading, which hides its words from all visitors; put it around the heading',
  target: 'Condition around the target of links, which hides it from all visitors',
  crossing: 'Condition that begins within a paragraph and ends after it, which hides it from all visitors',
} as const;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Checks a text for skipped levels of headings, headings of the same name, pictures without alt text, links to what is
 * not there, long lines of code, and conditions without beginning or end.
 *
 * @param problemOf what is wrong with an address
 * @returns in the order of the lines
 */
export function checkText(
  text: string,
  problemOf: (address: string, isPicture: boolean) => string | undefined,
): TextProblem[] {
  const problems: TextProblem[] = headingProblems(text);
  problems.push(
    ...brokenConditions(text).map(({ line, kind }) => ({ line, message: conditionProblems[kind] })),
  );
  let open = '';
  text.split('\n').forEach((content, line) => {
    const [, marker = ''] = fence.exec(content) ?? [];
    if (marker !== '' && (open === '' || marker.startsWith(open))) {
      open = open === '' ? marker : '';
      return;
    }
    if (open !== '') {
      if (content.length > maxCodeLength)
        problems.push({ line, message: `Line of code with ${content.length} characters` });
      return;
    }
    if (content.includes('](')) problems.push(...linkProblems(content, line, problemOf));
  });
  return problems.toSorted((a, b) => a.line - b.line);
}

/** Levels that leave one out, and names that an earlier heading has. The title of the page has the first level. */
function headingProblems(text: string): TextProblem[] {
  let previous = 1;
  const lines = new Map<string, number>();
  return headingsOf(text).flatMap(({ level, line, title }) => {
    const anchor = headingAnchor(title);
    const twin = lines.get(anchor);
    if (twin === undefined) lines.set(anchor, line);
    const isSkipped = level > previous + 1;
    const skipped = `Heading ${level} follows heading ${previous}`;
    previous = level;
    return [
      ...(isSkipped ? [{ line, message: skipped }] : []),
      ...(twin === undefined ? [] : [{ line, message: `Same heading as in line ${formatNumber(twin + 1)}` }]),
    ];
  });
}

function linkProblems(
  content: string,
  line: number,
  problemOf: (address: string, isPicture: boolean) => string | undefined,
): TextProblem[] {
  // Text in backticks stays literal.
  const plain = content.replaceAll(/`[^`]*`/g, (code) => ' '.repeat(code.length));
  return linksInLine(plain).flatMap(({ address, isPicture, from }) => {
    const problem = problemOf(address, isPicture);
    const hasNoAlt = isPicture && /!\[\s*\]\(\s*<?$/.test(plain.slice(0, from));
    return [
      ...(problem === undefined ? [] : [{ line, message: `${problem}: ${address}` }]),
      ...(hasNoAlt ? [{ line, message: 'Picture without alt text' }] : []),
    ];
  });
}

/** An opening tag, or one that goes on in the next line. */
const condition = /\{%[-+~]?\s*(?:if(?!\w)|$)/i;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The lines, from 0, that conditions begin in; published sites leave them out. Code shows conditions and has none. */
export function conditionLines(text: string): number[] {
  if (!text.includes('{%')) return [];
  const lines: number[] = [];
  let open = '';
  text.split('\n').forEach((content, line) => {
    const [, marker = ''] = fence.exec(content) ?? [];
    if (marker !== '' && (open === '' || marker.startsWith(open))) open = open === '' ? marker : '';
    else if (open === '' && content.includes('{%') && condition.test(withoutCode(content))) lines.push(line);
  });
  return lines;
}

/** Text in backticks stays literal. */
const withoutCode = (content: string): string =>
  content.replaceAll(/(`+)[^`]+\1/g, (code) => ' '.repeat(code.length));

import { Lexer } from 'yaml';

/** What the lexer puts in front of the text of a scalar, which may look like anything. */
const SCALAR = '\u001F';

/**
 * How deeply the collections of a YAML text are nested at most, without building any of them. The parser calls itself
 * for every level, and what comes of that on a full stack depends on where it happens: nothing that is nested more than
 * documents are must reach it.
 */
export function nestingOf(text: string): number {
  const indents: number[] = [];
  let deepest = 0;
  let flow = 0;
  let onLine = 0;
  let isLineStart = true;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (isLineStart && !token.endsWith('\n')) openIndent(indents, /^ */.exec(token)?.[0].length ?? 0);
    isLineStart = token.endsWith('\n');
    if (isLineStart) onLine = 0;
    if (!isScalar && (token === '[' || token === '{')) flow += 1;
    else if (!isScalar && (token === ']' || token === '}')) flow = Math.max(0, flow - 1);
    // `- - -` and `? ? ?` open a collection each.
    else if (!isScalar && (token === '-' || token === '?')) onLine += 1;
    isScalar = token === SCALAR;
    deepest = Math.max(deepest, flow + onLine + indents.length);
  }
  return deepest;
}

function openIndent(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? -1) > indent) indents.pop();
  if (indent > (indents.at(-1) ?? 0)) indents.push(indent);
}

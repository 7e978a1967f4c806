import type { CodeToken, CodeTokenKind } from '#api/generated/types.gen.ts';
import { highlightCode, piecesOf } from './highlight.ts';

/** The classes that have a color in the style sheet of published pages (`reader.css`), which a test compares. */
export const KIND_OF_CLASS: Readonly<Record<string, CodeTokenKind>> = {
  ...{ keyword: 'keyword', literal: 'keyword', 'selector-tag': 'keyword', name: 'keyword' },
  ...{ string: 'string', regexp: 'string', addition: 'string' },
  ...{ number: 'number', symbol: 'number', variable: 'number', deletion: 'number' },
  ...{ title: 'name', attr: 'name', attribute: 'name', built_in: 'name', type: 'name' },
  ...{ comment: 'comment', quote: 'comment', meta: 'comment' },
};

/**
 * The parts of code that published pages color, none of which goes over the end of a line; none where the language is
 * not known or the code is too long.
 */
export function findCodeTokens(code: string, language: string): CodeToken[] {
  const html = highlightCode(code, language.toLowerCase());
  if (html === undefined) return [];
  const tokens: CodeToken[] = [];
  const open: (CodeTokenKind | undefined)[] = [];
  let at = 0;
  for (const { piece, classes } of piecesOf(html)) {
    // A part without a color has that of the part around it.
    if (classes !== undefined) open.push(kindOf(classes) ?? open.at(-1));
    else if (piece === '</span>') open.pop();
    else {
      const start = at;
      at += lengthOf(piece);
      const kind = open.at(-1);
      const last = tokens.at(-1);
      if (kind === undefined || piece === '\n') continue;
      if (last?.end === start && last.kind === kind) last.end = at;
      else tokens.push({ start, end: at, kind });
    }
  }
  return tokens;
}

const kindOf = (classes: string): CodeTokenKind | undefined =>
  classes
    .split(' ')
    .map((name) => KIND_OF_CLASS[name.replace('hljs-', '')])
    .find((kind) => kind !== undefined);

/** The number of characters of a text in HTML. */
const lengthOf = (html: string): number => html.replaceAll(/&(?:#\w+|\w+);/g, ' ').length;

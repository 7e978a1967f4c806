import type { Token } from 'marked';
import { isShort, lexText } from '../markdown/markdown-tokens.ts';

const CODE_ELEMENT = /<(pre|code)(?=[\s>])[^>]*>[^]*?<\/\1\s*>/gi;

/**
 * What the parser takes for text in a Markdown text, and not for code. `findCode` may take for code what the parser does
 * not. Undefined for a text that takes the parser too long here: others wait for it.
 */
export function textOutsideCode(markdown: string): string | undefined {
  if (!isShort(markdown)) return undefined;
  let text = '';
  const visit = (token: Token): void => {
    if (token.type === 'code' || token.type === 'codespan') return;
    if ('tokens' in token && token.tokens && token.tokens.length > 0) token.tokens.forEach(visit);
    else if (token.type === 'list') for (const item of token['items']) visit(item);
    else if (token.type === 'table') {
      for (const cell of [...token['header'], ...token['rows'].flat()]) cell.tokens.forEach(visit);
    } else text += token.raw;
  };
  lexText(markdown).forEach(visit);
  return text.replaceAll(CODE_ELEMENT, '');
}

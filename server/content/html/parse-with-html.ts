import type { Token } from 'marked';
import { type ParsedText, parseText } from '../links/parse-document.ts';
import { lexText } from '../markdown/markdown-tokens.ts';
import { renderTextHtml } from './render-text.ts';

/** Parses a text and renders its HTML. Both use the same tokens. */
export function parseWithHtml(markdown: string): ParsedText & { html: string } {
  let tokens: Token[] | undefined;
  const lex = () => (tokens ??= lexText(markdown));
  return { ...parseText(markdown, lex), html: JSON.stringify(renderTextHtml(markdown, lex)) };
}

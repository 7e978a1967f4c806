import { type ParsedText, parseText } from '../links/parse-document.ts';
import { renderTextHtml } from './render-text.ts';

/** Parses a text and renders its HTML. */
export function parseWithHtml(markdown: string): ParsedText & { html: string } {
  return { ...parseText(markdown), html: JSON.stringify(renderTextHtml(markdown)) };
}

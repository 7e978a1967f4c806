import type { Token } from 'marked';
import { marked, MAX_NESTING, plainText } from '../markdown/markdown-tokens.ts';

/** A run of text with one style. */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  strike?: boolean;
  link?: string;
}

/** An image among text. */
export interface InlineImage {
  href: string;
  alt: string;
}

/** Cells of an HTML table, apart from each other once their tags are left out. */
export function separateCells(html: string): string {
  return html.replaceAll(/<\/t[dh]>\s*(?=<t[dh][\s>])/gi, ' | ').replaceAll(/<\/tr>/gi, '\n');
}

/** Removes HTML tags; an unclosed tag stays as text. Linear time: it is not searched again from each `<`. */
export function stripTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replaceAll(/<[^>]*>/g, '') + html.slice(end);
}

/** The runs of inline tokens in order; images are passed to `onImage` instead. */
export function toRuns(
  tokens: readonly Token[] | undefined,
  onImage: (image: InlineImage) => void,
  style: Omit<Run, 'text'> = {},
  depth = 0,
): Run[] {
  const inside = (inner: readonly Token[], more: Omit<Run, 'text'>) =>
    toRuns(inner, onImage, { ...style, ...more }, depth + 1);
  return marked(tokens).flatMap((token): Run[] => {
    if (depth > MAX_NESTING) return [{ ...style, text: token.raw }];
    switch (token.type) {
      case 'strong':
        return inside(token.tokens, { bold: true });
      case 'em':
        return inside(token.tokens, { italic: true });
      case 'del':
        return inside(token.tokens, { strike: true });
      case 'codespan':
        return [{ ...style, code: true, text: plainText(token.text) }];
      case 'link':
        return inside(token.tokens, { link: token.href });
      case 'image':
        onImage({ href: token.href, alt: plainText(token.text) });
        return [];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'checkbox':
        return [{ ...style, text: token.checked ? '[x] ' : '[ ] ' }];
      case 'text':
        if (token.tokens) return inside(token.tokens, {});
        return [{ ...style, text: plainText(token.text).replaceAll('\n', ' ') }];
      case 'html':
        return [{ ...style, text: stripTags(token.text) }];
      default:
        return [{ ...style, text: 'text' in token ? plainText(token.text) : token.raw }];
    }
  });
}

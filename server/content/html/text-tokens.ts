import type { Token } from 'marked';
import { ALERT } from '../documents/read-markdown.ts';
import { headingTitle } from '../links/parse-document.ts';
import type { TaggedBlock } from '../markdown/block-tags.ts';

const MAX_SHORT_TEXT = 300;

/** The plain text of a short content. */
export function shortText(blocks: readonly TaggedBlock[]): string {
  const tokens = blocks.flatMap((block) => ('token' in block ? [block.token] : []));
  return tokens.length > MAX_SHORT_TOKENS ? '…' : headingTitle(tokens).slice(0, MAX_SHORT_TEXT);
}

const MAX_SHORT_TOKENS = 20;

export function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

/** In a list with blank lines between its items, texts are paragraphs. */
export function toParagraph(token: Token): Token {
  if (token.type !== 'text') return token;
  const { raw, text = '', tokens = [] } = token;
  return { type: 'paragraph', raw, text: String(text), tokens };
}

/** Inline tokens without the marker that makes a quote a callout, and the line break after it. */
export function withoutAlert(tokens: readonly Token[]): Token[] {
  const [first, ...others] = tokens;
  if (!first) return [];
  if (first.type !== 'text') return [...tokens];
  const text = first.raw.replace(ALERT, '');
  const start: Token[] = text === '' ? [] : [{ type: 'text', raw: text, text, escaped: false }];
  const rest = start.length === 0 && others[0]?.type === 'br' ? others.slice(1) : others;
  return [...start, ...rest];
}

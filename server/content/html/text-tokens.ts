import type { Token } from 'marked';
import { headingTitle } from '../links/parse-document.ts';
import type { TaggedBlock } from '../markdown/block-tags.ts';
import { decodeEntities } from '../markdown/entities.ts';

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

/** Inline tokens without the line that makes a quote a callout. */
export function withoutAlert(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    (token) => token.type === 'br' || (token.type === 'text' && token.raw.includes('\n')),
  );
  const token = tokens[at];
  if (!token) return [];
  const text = token.type === 'br' ? '' : token.raw.slice(token.raw.indexOf('\n') + 1);
  const start: Token[] = text === '' ? [] : [{ type: 'text', raw: text, text, escaped: false }];
  return [...start, ...tokens.slice(at + 1)];
}

/** The plain text of tokens, roughly: enough to see its direction. */
export const textOfTokens = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('');

/** Tokens with each escaped tag as the code that it is. */
export function joinEscapedTags(tokens: readonly Token[]): readonly Token[] {
  const isTag = (at: number): boolean =>
    tokens[at]?.raw === '\\{' &&
    tokens[at + 1]?.type === 'text' &&
    tokens[at + 1]?.raw.startsWith('%') === true;
  if (!tokens.some((_, at) => isTag(at))) return tokens;
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (!token || !next || !isTag(at)) {
      if (token) joined.push(token);
      continue;
    }
    const closing = tokens[at + 2];
    const isClosedBehind = next.raw.endsWith('%') && closing?.raw === '\\}';
    const [inside = '%'] = isClosedBehind ? [next.raw] : (/^%[^{}\n]*\}/.exec(next.raw) ?? []);
    const raw = `{${inside}${isClosedBehind ? '}' : ''}`;
    joined.push({ type: 'codespan', raw, text: decodeEntities(raw) });
    const rest = next.raw.slice(inside.length);
    if (rest !== '') joined.push({ type: 'text', raw: rest, text: rest, escaped: false });
    at += isClosedBehind ? 2 : 1;
  }
  return joined;
}

const EXPRESSION = /^<code\b[^<>]*\bclass\s*=\s*["']expression["'][^<>]*>$/i;
const CODE_END = /^<\/code\s*>$/i;

/** Tokens with each expression as one piece of HTML. */
export function joinExpressions(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ type, raw }) => type === 'html' && EXPRESSION.test(raw))) return tokens;
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const end = tokens[index + 2];
    const isExpression =
      token?.type === 'html' && EXPRESSION.test(token.raw) && CODE_END.test(end?.raw ?? '');
    if (token && !isExpression) joined.push(token);
    if (!isExpression) continue;
    const raw = textOfTokens(tokens.slice(index, index + 3));
    joined.push({ type: 'html', raw, text: raw, pre: false, block: false });
    index += 2;
  }
  return joined;
}

import { Lexer, type MarkedToken, type Token } from 'marked';

/** Deeper nesting than any reader follows; what is nested deeper is taken as text. */
export const MAX_NESTING = 40;

/** The longest text, and the longest paragraph in one, that are parsed beside everything else that the server does. */
const MAX_SHORT_TEXT_LENGTH = 8000;
const MAX_SHORT_PARAGRAPH_LENGTH = 2000;

/**
 * Whether parsing a text cannot take long. The parser needs time by the square of a paragraph (2,000 characters of
 * `a_`: 14 ms; 16,000: 900), and up to 10 ms for a thousand characters of blocks.
 */
export function isShort(markdown: string): boolean {
  if (markdown.length > MAX_SHORT_TEXT_LENGTH) return false;
  return markdown.split('\n\n').every(({ length }) => length <= MAX_SHORT_PARAGRAPH_LENGTH);
}

/**
 * The blocks of a markdown text (GitHub flavour). A text that is nested so deeply that no parser follows it is one
 * paragraph with the text as it stands.
 */
export function parseBlocks(markdown: string): MarkedToken[] {
  try {
    return marked(Lexer.lex(markdown, { gfm: true }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const text = { type: 'text', raw: markdown, text: markdown } as const;
    return [{ type: 'paragraph', raw: markdown, text: markdown, tokens: [text] }];
  }
}

/** Tokens as the closed set that the parser makes without extensions, of which there are none here. */
export function marked(tokens: readonly Token[] | undefined): MarkedToken[] {
  return (tokens ?? []).filter(isMarkedToken);
}

function isMarkedToken(token: Token): token is MarkedToken {
  return token.type !== 'generic';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text as readers see it: without the few character references that writers need in markdown. */
export function plainText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}

/** The text of inline tokens without any markup. */
export function textOf(tokens: readonly Token[] | undefined): string {
  return marked(tokens)
    .map((token) => {
      if (token.type === 'br') return '\n';
      if ('tokens' in token && token.tokens && token.tokens.length > 0) return textOf(token.tokens);
      return 'text' in token ? plainText(token.text) : '';
    })
    .join('');
}

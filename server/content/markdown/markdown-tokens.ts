import { nameToEmoji } from 'gemoji';
import { Lexer, Marked, type MarkedToken, type Token, type TokenizerAndRendererExtension } from 'marked';
import { readTagAt } from '#api/blocks/tag-syntax.ts';
import { footnoteLabel } from './inline-tag.ts';
import { separateTags } from './separate-tags.ts';

/** The maximum nesting; deeper content becomes plain text. */
export const MAX_NESTING = 40;

/** Limits up to which a text is parsed in the server process. */
const MAX_SHORT_TEXT_LENGTH = 8000;
const MAX_SHORT_PARAGRAPH_LENGTH = 2000;
const MAX_SHORT_CODE_LENGTH = 2000;

/**
 * Whether a text parses quickly. The parser takes quadratic time for a paragraph (2,000 characters of `a_`: 14 ms;
 * 16,000: 900), and up to 10 ms for a thousand characters of blocks.
 */
export function isShort(markdown: string): boolean {
  if (markdown.length > MAX_SHORT_TEXT_LENGTH) return false;
  return markdown.split('\n\n').every(({ length }) => length <= MAX_SHORT_PARAGRAPH_LENGTH);
}

/**
 * Whether a text is parsed and highlighted quickly. Highlighting takes quadratic time for a block of code,
 * with or without blank lines (2,000 characters of Java: up to 27 ms; 8,000: 210).
 */
export function rendersQuickly(markdown: string): boolean {
  const [, ...afterFences] = markdown.split(/```|~~~/);
  return isShort(markdown) && afterFences.every(({ length }) => length <= MAX_SHORT_CODE_LENGTH);
}

/**
 * The blocks of a GitHub-flavored Markdown text. A text that is nested too deeply for the parser becomes one paragraph.
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

/**
 * Where a block may interrupt the paragraph at the start of a text. Behind the paragraph nothing can, and to look there for
 * each of many paragraphs would take quadratic time.
 */
function findInParagraph(text: string, pattern: RegExp): number | undefined {
  const end = text.search(/\n[ \t]*\n/);
  return pattern.exec(end === -1 ? text : text.slice(0, end + 1))?.index;
}

/** A formula in TeX between `$$`: on separate lines, or in a paragraph. */
const MATHS: TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'block',
    start: (text) => findInParagraph(text, /\n {0,3}\$\$[^\S\n]*\n/),
    tokenizer: (text) =>
      toMaths(/^ {0,3}\$\$[^\S\n]*\n([\s\S]{1,4000}?)\n {0,3}\$\$[^\S\n]*(?:\n+|$)/.exec(text)),
  },
  {
    name: 'math',
    level: 'inline',
    start: (text) => text.indexOf('$$'),
    tokenizer: (text) => toMaths(/^\$\$((?:\\[^\n]|[^$\\]){1,4000})\$\$/.exec(text)),
  },
];

function toMaths(match: RegExpExecArray | null) {
  const [raw, text = ''] = match ?? [];
  return raw === undefined || text.trim() === '' ? undefined : { type: 'math', raw, text: text.trim() };
}

/** A tag among text. One with signs of code is text, as it may contain the start of code. */
const TAGS: TokenizerAndRendererExtension = {
  name: 'tag',
  level: 'inline',
  start: (text) => text.indexOf('{%'),
  tokenizer(text) {
    const read = text.startsWith('{%') ? readTagAt(text, 0) : undefined;
    const raw = text.slice(0, read?.end ?? 0);
    return read && !/[`<]/.test(raw) ? { type: 'tag', raw, text: '', tag: read.tag } : undefined;
  },
};

const LABEL = String.raw`\[\^([\p{L}\p{N}_-]{1,100})\]`;
const NOTE = new RegExp(
  String.raw`^ {0,3}${LABEL}:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^)[^\n]*\S[^\n]*)*)(?:\n+|$)`,
  'u',
);
const NOTE_REF = new RegExp(`^${LABEL}(?!:)`, 'u');
const NOTE_START = new RegExp(`^ {0,3}${LABEL}:`, 'gmu');

/** Notes: `[^1]` in a text, and `[^1]: …` as a block. */
const NOTES: TokenizerAndRendererExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    start: (text) => findInParagraph(text, /\n {0,3}\[\^/),
    tokenizer(text) {
      const [raw, label, content = ''] = NOTE.exec(text) ?? [];
      if (raw === undefined) return undefined;
      const written = content.replaceAll(/\n[ \t]+/g, '\n');
      return { type: 'footnote', raw, label, text: written, tokens: this.lexer.inlineTokens(written) };
    },
  },
  {
    name: 'footnoteRef',
    level: 'inline',
    start: (text) => text.indexOf('[^'),
    tokenizer(text) {
      const [raw, label] = NOTE_REF.exec(text) ?? [];
      return raw === undefined ? undefined : { type: 'footnoteRef', raw, label, text: '' };
    },
  },
];

const EMOJI = /:([a-z\d_+-]{1,50}):/;

/** Emoji by their names on GitHub. */
const EMOJIS: TokenizerAndRendererExtension = {
  name: 'emoji',
  level: 'inline',
  start: (text) => EMOJI.exec(text)?.index,
  tokenizer(text) {
    const match = text.startsWith(':') ? EMOJI.exec(text) : null;
    const [raw = '', name = ''] = match?.index === 0 ? match : [];
    const emoji = Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
    return emoji === undefined ? undefined : { type: 'text', raw, text: emoji, escaped: false };
  },
};

const extendedLexer = new Marked({ gfm: true, extensions: [...MATHS, TAGS, ...NOTES, EMOJIS] });

/**
 * The tokens of a text as published: with formulas (type `math`), and with the tags of blocks as separate
 * paragraphs (`groupBlockTags`). Throws RangeError for a text that is nested too deeply.
 */
export function lexText(markdown: string): Token[] {
  return lexSeparated(separateTags(markdown).text);
}

/** The tokens of a text whose tags stand alone already. */
export function lexSeparated(separated: string): Token[] {
  const hasNotes = separated.includes('[^');
  const isExtended =
    hasNotes || separated.includes('$$') || separated.includes('{%') || EMOJI.test(separated);
  if (!isExtended) return Lexer.lex(separated, { gfm: true });
  const tokens = extendedLexer.lexer(separated);
  if (hasNotes) showStrayReferences(tokens, separated);
  return tokens;
}

/** References to notes that the text does not have are text. */
function showStrayReferences(tokens: Token[], text: string): void {
  const labels = new Set(Array.from(text.matchAll(NOTE_START), ([, label]) => label));
  void extendedLexer.walkTokens(tokens, (token) => {
    if (token.type !== 'footnoteRef' || labels.has(footnoteLabel(token))) return;
    Object.assign(token, { type: 'text', text: token.raw, escaped: false });
  });
}

/** Narrows tokens to the closed set that the parser creates without extensions. */
export function marked(tokens: readonly Token[] | undefined): MarkedToken[] {
  return (tokens ?? []).filter(isMarkedToken);
}

/** Whether the parser creates a token without extensions. */
export function isMarkedToken(token: Token): token is MarkedToken {
  return token.type !== 'generic';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Decodes the few character references that Markdown needs. */
export function plainText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}

/** The plain text of inline tokens. */
export function textOf(tokens: readonly Token[] | undefined): string {
  return marked(tokens)
    .map((token) => {
      if (token.type === 'br') return '\n';
      if ('tokens' in token && token.tokens && token.tokens.length > 0) return textOf(token.tokens);
      return 'text' in token ? plainText(token.text) : '';
    })
    .join('');
}

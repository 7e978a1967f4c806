import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { HeadingAnchors } from '#api/heading-anchors.ts';
import { groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { splitHeadingIds } from '../markdown/heading-ids.ts';
import { footnoteLabel } from '../markdown/inline-tag.ts';
import { lexSeparated, marked, MAX_NESTING, textOf } from '../markdown/markdown-tokens.ts';
import { createExpandable, fitBlocks } from './fit-blocks.ts';
import { block, codeBlock, fieldsOf, joinTexts, paragraph, text, voidBlock } from './nodes.ts';
import { createImage, readHtml } from './read-html.ts';
import { readInline } from './read-inline.ts';
import { readTag } from './read-tags.ts';
import { createTable } from './table.ts';

/** Hint styles of GitHub's alerts. */
export const HINT_STYLES: Readonly<Record<string, string>> = {
  NOTE: 'info',
  TIP: 'success',
  IMPORTANT: 'info',
  WARNING: 'warning',
  CAUTION: 'danger',
  INFO: 'info',
  SUCCESS: 'success',
  DANGER: 'danger',
};
/** The start of a quote that is a hint, with its kind. */
export const ALERT =
  /^\[!(?<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO|SUCCESS|DANGER)\][-+]?[^\S\n]*(?<title>[^\n]*)\n?/i;

/** The place of a block beside its content: its key and lines. */
export type Place = { key: string; id: string; lines?: [number, number] };

/** Reads the Markdown of a page as the blocks of a document. */
export class BlockReader {
  readonly #anchors = new HeadingAnchors();
  readonly #placeOf: (first: Token, last?: Token) => Place | undefined;

  /** `placeOf`: the key and the lines of blocks that have some. */
  constructor(placeOf: (first: Token, last?: Token) => Place | undefined = () => undefined) {
    this.#placeOf = placeOf;
  }

  read(tokens: readonly Token[], depth = 0): DocumentNode[] {
    if (depth > MAX_NESTING) return [paragraph([text(tokens.map(({ raw }) => raw).join(''))])];
    return this.readGrouped(groupBlockTags(tokens), depth);
  }

  /** Blocks, with what is between the tags of `details` in one. */
  readGrouped(blocks: readonly TaggedBlock[], depth: number): DocumentNode[] {
    const ends = matchDetails(blocks);
    const read = (start: number, end: number, level: number): DocumentNode[] => {
      const nodes: DocumentNode[] = [];
      for (let index = start; index < end; index += 1) {
        const current = blocks[index];
        const close = ends.get(index);
        if (!current) continue;
        if (close === undefined || !('token' in current) || level > MAX_NESTING) {
          nodes.push(...this.#readOne(current, level));
          continue;
        }
        const [title, start0] = splitDetails(current.token.raw);
        const body = [...this.#parse(start0, level + 1), ...read(index + 1, close, level + 1)];
        nodes.push({ ...createExpandable(title, body), ...this.#placeOf(current.token) });
        index = close;
      }
      return nodes;
    };
    return read(0, blocks.length, depth);
  }

  #readOne(current: TaggedBlock, depth: number): DocumentNode[] {
    if ('token' in current) return placed(this.#block(current.token, depth), this.#placeOf(current.token));
    const [first, last] = current.tokens;
    const place = this.#placeOf(first, last);
    return placed(
      readTag(current, (inner) => this.readGrouped(inner, depth + 1)),
      place,
    );
  }

  /** Blocks of a text inside another block. */
  #parse(markdown: string, depth: number): DocumentNode[] {
    return markdown.trim() === '' ? [] : this.read(lexSafely(markdown), depth);
  }

  #block(token: Token, depth: number): DocumentNode[] {
    if (token.type === 'math' && 'text' in token) return [voidBlock('math', { formula: String(token.text) })];
    if (token.type === 'footnote') return [readNote(token)];
    const [known] = marked([token]);
    return known ? this.#known(known, depth) : [];
  }

  #known(token: MarkedToken, depth: number): DocumentNode[] {
    switch (token.type) {
      case 'heading':
        return [this.#heading(token)];
      case 'paragraph':
        return readParagraph(token);
      case 'text':
        return [paragraph(readInline(token.tokens ?? [token]))];
      case 'list':
        return [this.#list(token, depth)];
      case 'code':
        return [readCode(token)];
      case 'table':
        return [readTable(token)];
      case 'blockquote':
        return [this.#quote(token, depth)];
      case 'hr':
        return [voidBlock('divider', {})];
      case 'html':
        return this.#html(token.text, depth);
      case 'space':
      case 'def':
      case 'checkbox':
        return [];
      default:
        return [paragraph(readInline([token]))];
    }
  }

  #heading({ depth, tokens: written }: Tokens.Heading): DocumentNode {
    const { tokens, ids } = splitHeadingIds(written);
    const { anchor } = this.#anchors.next(textOf(tokens), ids);
    const level = Math.min(depth, 3);
    const data = depth > 3 ? { level: depth } : {};
    return { ...block(`heading-${level}`, data, readInline(tokens)), meta: { id: anchor } };
  }

  #list({ items, ordered, start }: Tokens.List, depth: number): DocumentNode {
    const nodes = items.map((item) => {
      const content = fitBlocks(this.read(item.tokens, depth + 1), 'list-item');
      return block('list-item', item.task ? { checked: item.checked ?? false } : {}, content);
    });
    if (!ordered) return block(items.some(({ task }) => task) ? 'list-tasks' : 'list-unordered', {}, nodes);
    return block('list-ordered', typeof start === 'number' && start !== 1 ? { start } : {}, nodes);
  }

  #quote(token: Tokens.Blockquote, depth: number): DocumentNode {
    const { kind, title = '' } = ALERT.exec(token.text)?.groups ?? {};
    if (kind === undefined)
      return block('blockquote', {}, fitBlocks(this.read(token.tokens, depth + 1), 'blockquote'));
    const titled = title.trim() === '' ? '' : `**${title.trim()}**\n\n`;
    const inner = this.#parse(titled + token.text.replace(ALERT, ''), depth + 1);
    return block('hint', { style: HINT_STYLES[kind.toUpperCase()] ?? 'info' }, fitBlocks(inner, 'hint'));
  }

  #html(html: string, depth: number): DocumentNode[] {
    const end = html.toLowerCase().lastIndexOf('</details');
    if (!isDetails(html) || end < 0) return readHtml(html);
    const [title, body] = splitDetails(html.slice(0, end));
    return [createExpandable(title, this.#parse(body, depth + 1))];
  }
}

/** The tokens of a text; one that is nested too deeply is a paragraph. */
export function lexSafely(separated: string): Token[] {
  try {
    return lexSeparated(separated);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const inner = { type: 'text', raw: separated, text: separated } as const;
    return [{ type: 'paragraph', raw: separated, text: separated, tokens: [inner] }];
  }
}

/** The first block is at the place of all that are made of the same source. */
function placed([first, ...others]: DocumentNode[], place: Place | undefined): DocumentNode[] {
  return first ? [{ ...first, ...place }, ...others] : [];
}

/** A paragraph; a picture or formula that stands alone is a block. */
function readParagraph({ tokens }: Tokens.Paragraph): DocumentNode[] {
  const nodes = readInline(tokens);
  const visibleNodes = nodes.filter(
    (node) => node.object !== 'text' || node.leaves?.some((leaf) => leaf.text.trim() !== ''),
  );
  const [only, ...others] = visibleNodes;
  if (!only || others.length > 0) return [paragraph(nodes)];
  const data = fieldsOf(only.data);
  if (only.type === 'inline-math') return [voidBlock('math', { formula: data.formula })];
  if (only.type !== 'inline-image') return [paragraph(nodes)];
  const { caption = '', ...image } = data;
  return [block('images', {}, [createImage(image, escapeCaption(String(caption)))])];
}

/** A note below a text: its label, its text, and its source. */
function readNote(token: Token): DocumentNode {
  const source = token.raw.trim();
  const label = `[^${footnoteLabel(token)}]: `;
  const inner = 'tokens' in token && token.tokens ? readInline(token.tokens) : [];
  return { ...paragraph(joinTexts([text(label), ...inner])), source };
}

/** A title is plain text, where the caption of a figure has marks. */
const escapeCaption = (title: string): string => title.replaceAll(/[\\`*_[\]<>~$&]/g, '\\$&');

function readCode({ text: code, lang = '' }: Tokens.Code): DocumentNode {
  const syntax = decodeEntities(lang.trim());
  if (syntax.toLowerCase() === 'math') return voidBlock('math', { formula: code });
  return codeBlock(code, syntax === '' ? {} : { syntax });
}

function readTable({ header, rows }: Tokens.Table): DocumentNode {
  const columns = header.map(({ tokens, align }) => ({
    title: textOf(tokens),
    type: 'text',
    align,
  }));
  return createTable(
    columns,
    rows.map((row) => row.map(({ tokens }) => ({ nodes: readInline(tokens) }))),
  );
}

const isDetails = (html: string): boolean => /^\s*<details\b/i.test(html);

/** The title of a `details` element, and what follows it. */
function splitDetails(html: string): [DocumentNode[], string] {
  const lower = html.toLowerCase();
  const start = lower.indexOf('<summary');
  const inner = start < 0 ? 0 : lower.indexOf('>', start) + 1;
  const end = inner === 0 ? -1 : lower.indexOf('</summary', inner);
  if (end < 0) return [[text('')], html.slice(lower.indexOf('>') + 1)];
  const after = lower.indexOf('>', end);
  return [readInline(Lexer.lexInline(html.slice(inner, end).trim())), after < 0 ? '' : html.slice(after + 1)];
}

/** The index of the block that closes a `details` element, by that of the one that opens it. */
function matchDetails(blocks: readonly TaggedBlock[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, current] of blocks.entries()) {
    if (!('token' in current) || current.token.type !== 'html') continue;
    const html = current.token.raw.toLowerCase();
    const isOpened = isDetails(html);
    const isClosed = html.includes('</details');
    if (isOpened && !isClosed) open.push(index);
    if (isOpened || !isClosed) continue;
    const start = open.pop();
    if (start !== undefined) ends.set(start, index);
  }
  return ends;
}

import type { Token, Tokens } from 'marked';
import type { SpecificationUse } from '#api/blocks/block.ts';
import { signature } from '#api/blocks/openapi.ts';
import { HeadingAnchors, nameExpandables } from '#api/heading-anchors.ts';
import type { DocumentLink, DocumentSection } from '#server/database/tables/stored-texts.ts';
import { groupBlockTags, type TaggedBlock } from '../markdown/block-tags.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { splitHeadingIds } from '../markdown/heading-ids.ts';
import { isAnnotation } from '../markdown/inline-tag.ts';
import { lexText } from '../markdown/markdown-tokens.ts';
import { documentIdOf } from '../pages/storage.ts';
import { findIncludes } from '../visitor-text/include-tags.ts';
import { markConditions, splitMarks, withoutMarks } from '../visitor-text/marked-conditions.ts';
import { visitorText } from '../visitor-text/visitor-text.ts';

const TAG = /<(a|img)\b([^<>]*)>/gi;
const URL_ATTRIBUTE = /(?:^|\s)(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The URLs of links and images in HTML; comments have none. */
function parseHtmlLinks(html: string): { href: string; image: boolean }[] {
  if (html.startsWith('<!--')) return [];
  return [...html.matchAll(TAG)].flatMap(([, tag = '', attributes = '']) => {
    const image = tag.toLowerCase() === 'img';
    const urlAttribute = [...attributes.matchAll(URL_ATTRIBUTE)].find(
      ([, name = '']) => name.toLowerCase() === (image ? 'src' : 'href'),
    );
    if (!urlAttribute) return [];
    return [{ href: decodeEntities(urlAttribute[2] ?? urlAttribute[3] ?? urlAttribute[4] ?? ''), image }];
  });
}

const ID = /<[a-z][a-z\d]*\s[^<>]*?\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The ids of elements in HTML. */
function parseHtmlIds(html: string): string[] {
  if (html.startsWith('<!--') || !/\b(?:id|name)\s*=/i.test(html)) return [];
  return [...html.matchAll(ID)].map(([, double, single]) => double ?? single ?? '');
}

function stripTags(html: string): string {
  return html.startsWith('<!--') ? '' : decodeEntities(html.replace(/<[^<>]*>/g, ' '));
}

/** The parts of a text that links and search need. */
export interface ParsedDocument {
  links: DocumentLink[];
  /** The anchors of all headings, in order. */
  anchors: string[];
  sections: DocumentSection[];
}

/** Only this many characters of a text are searchable. */
const MAX_SEARCHABLE_LENGTH = 500_000;

/** Only this many links of a text are followed: of a hundred thousand, storing and judging them takes 0.4 s at once. */
const MAX_LINKS = 25_000;

/**
 * Parses Markdown: its links and images (except in code), its headings and the plain text below each. A text that is
 * nested too deeply for the parser is plain text.
 */
export function parseDocument(
  markdown: string,
  lex: () => readonly Token[] = () => lexText(markdown),
): ParsedDocument {
  try {
    const reader = new DocumentParser();
    reader.parse(lex());
    return withIncludes(markdown, reader.finish());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const body = markdown.slice(0, MAX_SEARCHABLE_LENGTH).replace(/\s+/g, ' ').trim();
    return { links: [], anchors: [], sections: [{ title: '', body }] };
  }
}

/** Adds the reusable contents that a text includes to its links. */
function withIncludes(markdown: string, parsed: ParsedDocument): ParsedDocument {
  const includes = findIncludes(markdown).map(({ address }): DocumentLink => ({
    href: address,
    include: true,
  }));
  return includes.length === 0 ? parsed : { ...parsed, links: [...includes, ...parsed.links] };
}

/** The title of a heading from its tokens, as plain text; its anchor is made from it. */
export function headingTitle(tokens: readonly Token[]): string {
  const reader = new DocumentParser();
  reader.parse(tokens);
  return reader.title();
}

/** A text with its id and the parsed result as JSON. */
export interface ParsedText {
  id: string;
  markdown: string;
  parsed: string;
  /** Its HTML as JSON; left out where it was not rendered. */
  html?: string;
}

/** Parses a text; the result is stored in the database unchanged. `lex` returns its tokens where others need them too. */
export function parseText(markdown: string, lex?: () => readonly Token[]): ParsedText {
  const parsed = parseDocument(markdown, lex);
  const visitorSections = parseVisitorSections(markdown);
  return { id: documentIdOf(markdown), markdown, parsed: JSON.stringify({ ...parsed, visitorSections }) };
}

/**
 * The sections of a text without its conditions; null where it has none. Their anchors are counted over the whole text,
 * as on the page.
 */
function parseVisitorSections(markdown: string): DocumentSection[] | null {
  const text = visitorText(markdown);
  if (text === markdown) return null;
  const marked = markConditions(withoutMarks(markdown));
  if (!marked) return parseDocument(text).sections;
  try {
    const reader = new DocumentParser({ hasMarks: true });
    reader.parse(lexText(marked.markdown));
    if (reader.branchCount === marked.guards.length) return reader.finish().sections;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return parseDocument(text).sections;
}

interface OpenSection extends Omit<DocumentSection, 'body'> {
  parts: string[];
  /** Whether it is in a condition, for visitors. */
  isHidden?: boolean;
  /** The section that goes on in it behind a condition. */
  continues?: OpenSection;
}

class DocumentParser {
  readonly #links: DocumentLink[] = [];
  readonly #anchors = new HeadingAnchors();
  readonly #sections: OpenSection[] = [{ title: '', parts: [] }];
  readonly #hasMarks: boolean;
  #openBranches = 0;
  #branchCount = 0;
  #isInHeading = false;
  /** Whether headings are texts. */
  #isFlat = false;
  /** Names of places beside headings. */
  readonly #places: string[] = [];

  constructor({ hasMarks = false } = {}) {
    this.#hasMarks = hasMarks;
  }

  /** How many branches of conditions were found whole and in order; undefined where one was not. */
  get branchCount(): number | undefined {
    return this.#openBranches === 0 && !Number.isNaN(this.#branchCount) ? this.#branchCount : undefined;
  }

  parse(tokens: readonly Token[]): void {
    for (const block of groupBlockTags(tokens)) this.#parseBlock(block);
  }

  #parseBlock(block: TaggedBlock): void {
    if ('token' in block) return this.#parseToken(block.token);
    const { tag, block: declared, values, blocks } = block;
    if (tag.isEnd) return this.#write(' ');
    // Texts of the content, which is read below, are left out of the lines.
    const use = { name: tag.name, values, text: '', hasContent: false, id: '', parentId: '', position: 0 };
    const place = declared.place?.(values);
    if (place !== undefined) this.#places.push(this.#anchors.take(`~${place}`));
    const lines = declared.lines(use);
    for (const { text = '' } of lines) this.#write(`${text} `);
    const first = this.#links.length;
    const isFlat = this.#isFlat;
    this.#isFlat ||= declared.isContentHidden === true || declared.holds === 'source';
    for (const inner of blocks) this.#parseBlock(inner);
    this.#isFlat = isFlat;
    const written = new Set(this.#links.slice(first).map(({ href }) => href));
    for (const { href } of lines) if (href !== undefined && !written.has(href)) this.#addLink(href, false);
    for (const specification of declared.uses?.(values) ?? []) this.#addUse(specification);
    return this.#write(' ');
  }

  finish(): ParsedDocument {
    let remainingLength = MAX_SEARCHABLE_LENGTH;
    for (const { continues, parts } of this.#sections) continues?.parts.push(...parts);
    const sections = this.#sections
      .filter(({ isHidden, continues }) => isHidden !== true && !continues)
      .map(({ parts, isHidden: _isHidden, continues: _continues, ...section }) => {
        const body = parts.join('').replace(/\s+/g, ' ').trim().slice(0, remainingLength);
        remainingLength -= body.length;
        return { ...section, body };
      })
      .filter(({ anchor, body }) => anchor !== undefined || body !== '');
    return {
      links: this.#links.slice(0, MAX_LINKS),
      anchors: [...sections.flatMap(({ anchor }) => (anchor === undefined ? [] : [anchor])), ...this.#places],
      sections,
    };
  }

  /** The text written so far, as one line. */
  title(): string {
    return (this.#sections.at(-1)?.parts ?? []).join('').replace(/\s+/g, ' ').trim();
  }

  #parseToken(token: Token): void {
    if (isTable(token)) {
      for (const cell of [...token.header, ...token.rows.flat()]) {
        this.parse(cell.tokens);
        this.#write(' ');
      }
    } else if (isList(token)) {
      for (const item of token.items) this.parse(item.tokens);
    } else if (token.type === 'heading' && !this.#isFlat) this.#openSection(token);
    else if (token.type === 'link' || token.type === 'image') this.#parseLink(token);
    else if (token.type === 'html') this.#parseHtml(token);
    else if (token.type === 'tag') this.#write(' ');
    else if (token.type === 'space' || token.type === 'def' || token.type === 'br') this.#write(' ');
    else if ('tokens' in token && token.tokens) {
      this.parse(token.tokens);
      if (BLOCKS.has(token.type)) this.#write(' ');
    } else if (token.type === 'text') this.#write(decodeEntities(token.text));
    else if ('text' in token) this.#write(BLOCKS.has(token.type) ? `${token.text} ` : token.text);
  }

  #openSection(token: Token): void {
    const outer = this.#sections.at(-1);
    const section: OpenSection = {
      title: '',
      anchor: '',
      parts: [],
      ...(this.#openBranches > 0 && { isHidden: true }),
    };
    this.#sections.push(section);
    const first = this.#links.length;
    this.#isInHeading = true;
    const { tokens, ids, mark } = splitHeadingIds('tokens' in token ? (token.tokens ?? []) : []);
    this.parse(tokens);
    this.#isInHeading = false;
    section.title = this.title();
    section.parts = [];
    const { anchor, aliases } = this.#anchors.next(section.title, ids, mark);
    section.anchor = anchor;
    this.#places.push(...aliases);
    // A link in a heading belongs to that heading, whose anchor is only known now.
    for (const link of this.#links.slice(first)) link.at = section.anchor;
    outer?.parts.push(' ');
  }

  #parseLink(token: Token): void {
    if ('href' in token) this.#addLink(decodeEntities(token.href), token.type === 'image');
    if ('tokens' in token && token.tokens) this.parse(token.tokens);
    else if ('text' in token) this.#write(token.text);
  }

  #parseHtml(token: Token): void {
    if (!('text' in token)) return;
    for (const { href, image } of parseHtmlLinks(token.text)) this.#addLink(href, image);
    for (const id of parseHtmlIds(nameExpandables(token.text)))
      if (this.#anchors.takeAlias(id)) this.#places.push(id);
    this.#write(stripTags(token.text));
  }

  #addLink(href: string, image: boolean): void {
    if (isAnnotation(href)) return;
    // An inline image has no target.
    if (image && href.startsWith('data:')) return;
    const at = this.#sections.at(-1)?.anchor;
    this.#links.push({ href, ...(image && { image }), ...(at !== undefined && { at }) });
  }

  #addUse(specification: SpecificationUse): void {
    const { spec, method = '', path, schema } = specification;
    const at = this.#sections.at(-1)?.anchor;
    const href = `${spec} ${schema ?? signature({ method, path: path ?? '' })}`.trim();
    this.#links.push({ href, specification, ...(at !== undefined && { at }) });
  }

  #write(text: string): void {
    for (const piece of (this.#hasMarks ? splitMarks(text) : undefined) ?? [text]) {
      if (typeof piece === 'string') this.#sections.at(-1)?.parts.push(piece);
      else if ('guard' in piece) this.#mark(piece.guard);
    }
  }

  #mark(guard: number | 'end'): void {
    const isBeginning = guard !== 'end';
    // A lost mark, or one in a heading: what belongs to it would be taken for text of every visitor.
    if (this.#isInHeading || (isBeginning && guard !== this.#branchCount)) this.#branchCount = Number.NaN;
    if (isBeginning) this.#branchCount += 1;
    this.#openBranches += isBeginning ? 1 : -1;
    if (isBeginning && this.#openBranches === 1)
      this.#sections.push({ title: '', parts: [' '], isHidden: true });
    if (!isBeginning && this.#openBranches === 0) {
      const continues = this.#sections.findLast((section) => section.isHidden !== true && !section.continues);
      if (continues) this.#sections.push({ title: '', parts: [' '], continues });
    }
  }
}

const BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'blockquote',
  'code',
  'text',
  'list_item',
  'checkbox',
  'math',
  'footnote',
]);

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

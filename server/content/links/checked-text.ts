import type { Token, Tokens } from 'marked';
import type { StoredTextCheck, StoredTextProblem } from '#server/database/tables/stored-texts.ts';
import { decodeEntities } from '../markdown/entities.ts';
import { lexSeparated } from '../markdown/markdown-tokens.ts';
import { separateTags } from '../markdown/separate-tags.ts';
import { readBranches } from '../visitor-text/marked-conditions.ts';
import { conditionsOf } from '../visitor-text/visitor-text.ts';
import { parseDocument } from './parse-document.ts';

/** Increase this when checking a text gives another result. */
export const TEXT_CHECK_VERSION = 1;

const MAX_PROBLEMS = 100;
const MAX_LINKS = 1000;
const MAX_FILES = 20_000;
const MAX_TEXT_LENGTH = 200;

/** Checks a Markdown text. One that is nested too deeply for the parser has no problems that its structure could have. */
export function checkText(markdown: string): StoredTextCheck {
  const lines = new Lines(markdown);
  const conditions = conditionsOf(markdown);
  const dead = conditions
    .filter((condition) => condition.problem !== undefined || !readBranches(condition))
    .map(({ start }): StoredTextProblem => {
      const line = lines.at(start);
      return { kind: 'dead-condition', line, text: shorten(lines.textOf(line)) };
    });
  const expressions = conditions.flatMap(({ tags }) =>
    tags.flatMap(({ expression, start }) =>
      expression === undefined ? [] : [{ line: lines.at(start), text: shorten(expression) }],
    ),
  );
  const { links, problems } = readStructure(markdown, lines);
  return {
    problems: [...dead, ...problems].toSorted((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS),
    links,
    conditions: expressions.slice(0, MAX_PROBLEMS),
    files: namedFiles(markdown),
  };
}

const shorten = (text: string): string =>
  text
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Surrogate}/u, '');

function readStructure(markdown: string, lines: Lines): Pick<StoredTextCheck, 'links' | 'problems'> {
  try {
    const separated = separateTags(markdown);
    const tokens = lexSeparated(separated.text);
    const reader = new ProblemReader(separated.text, separated.lines);
    reader.read(tokens);
    return { problems: reader.problems, links: listLinks(markdown, tokens, lines) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problems: [], links: [] };
  }
}

/** Addresses of the web that a text links to, or shows pictures from. */
function listLinks(markdown: string, tokens: readonly Token[], lines: Lines): StoredTextCheck['links'] {
  const links = new Map<string, StoredTextCheck['links'][number]>();
  let from = 0;
  for (const { href } of parseDocument(markdown, () => tokens).links) {
    if (!/^https?:\/\//i.test(href) || links.has(href)) continue;
    const next = markdown.indexOf(href, from);
    const at = next < 0 ? markdown.indexOf(href) : next;
    if (next >= 0) from = next;
    links.set(href, { line: lines.at(Math.max(0, at)), text: href });
    if (links.size === MAX_LINKS) break;
  }
  return [...links.values()];
}

const FILE_ID = /\/files\/([\w-]{1,100})/g;
const BETWEEN_NAMES = /[\s"'`()<>/\\=]/;
const FILE_NAME = /.\.[a-z\d]{1,8}$/is;
/** Names of files are shorter. */
const MAX_NAME_LENGTH = 209;

/** A file that is named anywhere, also in code, is no unused one. */
export function namedFiles(markdown: string): string[] {
  const files = new Set<string>();
  for (const [, id = ''] of markdown.matchAll(FILE_ID)) files.add(id);
  for (const part of markdown.split(BETWEEN_NAMES)) {
    // `photo.png?x` names the file as well as a name with a question mark in it would.
    for (const name of new Set([part, ...part.split(/[?#]/)]))
      if (name.length <= MAX_NAME_LENGTH && FILE_NAME.test(name)) files.add(decodeName(name));
  }
  return [...files].slice(0, MAX_FILES);
}

/** The name as the list of files has it. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The lines of a text. */
class Lines {
  readonly #text: string;
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#ends.push(at);
  }

  /** The line, from 1, of a place. */
  at(place: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? Infinity) < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  textOf(line: number): string {
    return this.#text.slice((this.#ends[line - 2] ?? -1) + 1, this.#ends[line - 1]);
  }
}

const PICTURE = /<img\b([^<>]*)>/gi;
const ALT = /(?:^|\s)alt\s*(?:=|\s|\/|$)/i;
const SOURCE = /(?:^|\s)src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Finds headings and pictures with their lines: tokens know their own text, and are looked for in that of the outer one. */
class ProblemReader {
  readonly problems: StoredTextProblem[] = [];
  readonly #text: string;
  readonly #lines: Lines;
  readonly #sourceLines: readonly number[] | undefined;
  /** The title of the page is the first heading. */
  #level = 1;

  constructor(text: string, sourceLines: readonly number[] | undefined) {
    this.#text = text;
    this.#lines = new Lines(text);
    this.#sourceLines = sourceLines;
  }

  /** Outermost tokens are the text, one after the other. */
  read(tokens: readonly Token[]): void {
    let start = 0;
    for (const token of tokens) {
      this.#readToken(token, start, start + token.raw.length);
      start += token.raw.length;
    }
  }

  /** Inner ones miss the marks of lists and quotes, so that only their first line is looked for, up to the end of the outermost. */
  #readInner(tokens: readonly Token[], start: number, end: number): void {
    const outer = this.#text.slice(start, end);
    let from = 0;
    for (const token of tokens) {
      const [first = ''] = token.raw.trimStart().split('\n', 1);
      const found = first === '' ? -1 : outer.indexOf(first, from);
      this.#readToken(token, start + Math.max(from, found), end);
      if (found >= 0) from = found + first.length;
    }
  }

  #readToken(token: Token, start: number, end: number): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    if (token.type === 'heading' && 'depth' in token)
      this.#readHeading(Number(token.depth), token.raw, start);
    if (token.type === 'image' && 'text' in token && token.text.trim() === '')
      this.#add('missing-alt-text', start, 'href' in token ? decodeEntities(token.href) : '');
    if (token.type === 'html') this.#readHtml(token.raw, start);
    if (isTable(token)) {
      const cells = [...token.header, ...token.rows.flat()];
      this.#readInner(
        cells.flatMap(({ tokens }) => tokens),
        start,
        end,
      );
    } else if (isList(token)) this.#readInner(token.items, start, end);
    else if ('tokens' in token && token.tokens) this.#readInner(token.tokens, start, end);
  }

  #readHeading(depth: number, raw: string, start: number): void {
    if (depth > this.#level + 1) this.#add('heading-order', start, raw);
    this.#level = depth;
  }

  #readHtml(raw: string, start: number): void {
    if (raw.startsWith('<!--')) return;
    for (const { 1: attributes = '', index } of raw.matchAll(PICTURE)) {
      if (ALT.test(attributes)) continue;
      const [, double, single, plain] = SOURCE.exec(attributes) ?? [];
      this.#add('missing-alt-text', start + index, double ?? single ?? plain ?? '');
    }
  }

  #add(kind: StoredTextProblem['kind'], start: number, text: string): void {
    const line = this.#lines.at(start);
    this.problems.push({ kind, line: this.#sourceLines?.[line - 1] ?? line, text: shorten(text) });
  }
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

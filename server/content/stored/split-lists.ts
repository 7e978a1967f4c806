import { createHash } from 'node:crypto';
import { pageJson } from '../pages/page-json.ts';
import type { StoredFileRef, StoredPage } from '../pages/storage.ts';

const MAX_PART_LENGTH = 262_144;
const PART_ID_LENGTH = 22;
/** One of so many pages or files begins a part, always the same ones, so that insertions leave other parts as they are. */
const PAGES_PER_PART = 64;
const FILES_PER_PART = 256;

/** A piece of the JSON of a list, by its hash. */
export class ListPart {
  readonly text: string;
  #id: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get id(): string {
    this.#id ??= createHash('sha256').update(this.text).digest('base64url').slice(0, PART_ID_LENGTH);
    return this.#id;
  }
}

const [begin, end] = [new ListPart('['), new ListPart(']')];

/**
 * The JSON of a tree, cut before some pages; `pages` is the last member of each. The pieces of frozen pages are remembered,
 * so that a save writes and hashes what it changes.
 */
export function splitPages(pages: readonly StoredPage[]): ListPart[] {
  const parts: ListPart[] = [];
  let pieces = [begin];
  let length = 1;
  pages.forEach((page, at) => {
    const [first = begin, ...rest] = piecesOf(page, at);
    if (beginsPart(page.id, PAGES_PER_PART) || length > MAX_PART_LENGTH) {
      parts.push(joinPieces(pieces));
      [pieces, length] = [[], 0];
    }
    const last = rest.at(-1);
    if (last === undefined) {
      pieces.push(first);
      length += first.text.length;
    } else {
      parts.push(joinPieces([...pieces, first]), ...rest.slice(0, -1));
      [pieces, length] = [[last], last.text.length];
    }
  });
  return [...parts, joinPieces([...pieces, end])];
}

/** Of frozen pages that are the first of their list, and of others. */
const remembered = [new WeakMap<StoredPage, ListPart[]>(), new WeakMap<StoredPage, ListPart[]>()] as const;

/** The JSON of a page with those below, cut before some of these. It begins with what parts it from the page before. */
function piecesOf(page: StoredPage, at: number): ListPart[] {
  const pieceCache = remembered[at === 0 ? 0 : 1];
  const cachedPieces = pieceCache.get(page);
  if (cachedPieces) return cachedPieces;
  const texts = new PartTexts(PAGES_PER_PART);
  const write = (written: StoredPage): void => {
    texts.add(`${pageJson(written).slice(0, -1)},"pages":[`);
    written.pages.forEach((below, index) => {
      texts.begin(below.id, index);
      write(below);
    });
    texts.add(']}');
  };
  if (at > 0) texts.add(',');
  write(page);
  const pieces = texts.end().map((text) => new ListPart(text));
  if (Object.isFrozen(page)) pieceCache.set(page, pieces);
  return pieces;
}

/** Parts by their second piece; the first may be the beginning of any list. */
const joined = new WeakMap<ListPart, { pieces: readonly ListPart[]; part: ListPart }>();

function joinPieces(pieces: readonly ListPart[]): ListPart {
  const [first = end, second] = pieces;
  if (second === undefined) return first;
  const before = joined.get(second);
  if (before?.pieces.length === pieces.length && pieces.every((piece, at) => piece === before.pieces[at]))
    return before.part;
  const part = new ListPart(pieces.map(({ text }) => text).join(''));
  joined.set(second, { pieces, part });
  return part;
}

export function splitFiles(files: readonly StoredFileRef[]): ListPart[] {
  const texts = new PartTexts(FILES_PER_PART);
  texts.add('[');
  files.forEach((file, at) => {
    texts.begin(file.id, at);
    texts.add(JSON.stringify(file));
  });
  texts.add(']');
  return texts.end().map((text) => new ListPart(text));
}

const beginsPart = (id: string, itemsPerPart: number): boolean => hashNumber(id) % itemsPerPart === 0;

/** The texts of the parts of a list while it is written. */
class PartTexts {
  readonly #itemsPerPart: number;
  readonly #texts: string[] = [];
  #text = '';

  constructor(itemsPerPart: number) {
    this.#itemsPerPart = itemsPerPart;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Begins an item of a list, and with some ids a part. */
  begin(id: string, at: number): void {
    if (beginsPart(id, this.#itemsPerPart) || this.#text.length > MAX_PART_LENGTH) {
      this.#texts.push(this.#text);
      this.#text = '';
    }
    if (at > 0) this.#text += ',';
  }

  end(): string[] {
    return [...this.#texts, this.#text];
  }
}

/** FNV-1a: spread evenly, and the same in each version. */
function hashNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/** The blocks of a whole text. After a change only the edited lines are read again, and those that they can reach. */
import type { ChangeSet, Text } from '@codemirror/state';
import { blockOf, isBlockName } from '#api/blocks/index.ts';
import { type BlockLine, isSameState, type LineTag, readLine, startState } from './block-lines.ts';

/** What stands between two tags. Lines are counted from 0. */
export interface Container {
  tag: LineTag;
  /** The line of its tag, and that of its end tag; the line of its last content where it has none. */
  from: number;
  to: number;
  hasEnd: boolean;
  /** Its number among the parts that the container around it consists of; 0 if it is no part. */
  part: number;
  /** The number of containers around it. */
  depth: number;
  /** The container around it, by its place among all; -1 for none. */
  parent: number;
}

/** Whether the lines of a tag are drawn as one, and its content is not written here. */
export function isDrawnWhole({ tag, depth, hasEnd }: Container): boolean {
  if (depth >= maxDepth) return true;
  if (tag.name === 'details' || isCondition(tag.name)) return false;
  const { isContentHidden, holds, end } = blockOf(tag.name);
  if (!isBlockName(tag.name)) return !hasEnd;
  return isContentHidden === true || holds === 'source' || (end === 'optional' && !hasEnd);
}

export const isCondition = (name: string): boolean => /^(?:if|elif|elsif|elseif|else)$/.test(name);

/** Whether a container holds parts only, between which nothing is written. */
const holdsParts = (name: string): boolean => isBlockName(name) && blockOf(name).holds === 'parts';

/** Deeper containers are drawn as a whole. */
const maxDepth = 3;

/** More containers in one another are no containers. */
const maxOpen = 50;

/** The lines that a change made it read, and whether there were tags in them. */
interface ReadLines {
  first: number;
  last: number;
  isTagChanged: boolean;
}

/** The lines of a text, or of its beginning, with the containers in them. */
interface Blocks {
  lines: readonly BlockLine[];
  containers: readonly Container[];
  /** The outermost containers that are drawn whole, in their order. */
  drawn: readonly Container[];
}

function blocksOf(lines: readonly BlockLine[], containers: readonly Container[]): Blocks {
  const drawn: Container[] = [];
  for (const one of containers) if (isDrawnWhole(one) && one.from > (drawn.at(-1)?.to ?? -1)) drawn.push(one);
  return { lines, containers, drawn };
}

export class TextStructure {
  readonly doc: Text;
  /** The lines that were read for the last change. */
  readonly read: ReadLines;
  /** Of all lines, or of those at the beginning as long as nobody has asked for others. */
  #blocks: Blocks;
  #isWords = false;

  private constructor(doc: Text, blocks: Blocks, read?: ReadLines) {
    this.doc = doc;
    this.#blocks = blocks;
    this.read = read ?? { first: 0, last: doc.lines - 1, isTagChanged: true };
  }

  static of(doc: Text): TextStructure {
    return new TextStructure(doc, readAll(doc));
  }

  /** Reads about so many lines; the others once they are asked for. */
  static begin(doc: Text, count: number): TextStructure {
    if (doc.lines <= 2 * count) return TextStructure.of(doc);
    let isApart = false;
    const texts = doc.iterLines(1, 2 * count + 1);
    const lines = readLines(texts, 0, startState, (index, line) => {
      isApart = index >= count && line.kind === 'blank';
      return isApart;
    });
    const containers = findContainers(lines);
    // What comes later may end a block that is not at its end yet.
    const isOpen = ({ tag, from, to, hasEnd }: Container) =>
      !hasEnd && from === to && !(isBlockName(tag.name) && blockOf(tag.name).end === 'optional');
    if (!isApart || containers.some(isOpen)) return TextStructure.of(doc);
    return new TextStructure(doc, blocksOf(lines, containers));
  }

  get lines(): readonly BlockLine[] {
    return this.#upTo(this.doc.lines).lines;
  }

  /** In the order of their tags. */
  get containers(): readonly Container[] {
    return this.#upTo(this.doc.lines).containers;
  }

  /** How many lines, from the first one on, are read. */
  get readCount(): number {
    return this.#blocks.lines.length;
  }

  /** The blocks of the lines before this one, at least. */
  #upTo(end: number): Blocks {
    if (end > this.readCount && this.readCount < this.doc.lines) this.#blocks = readAll(this.doc);
    return this.#blocks;
  }

  /** The text of a cell: words only, whatever they begin with. */
  static words(doc: Text): TextStructure {
    const lines = Array.from({ length: doc.lines }, (): BlockLine => ({ ...wordsLine }));
    const structure = new TextStructure(doc, blocksOf(lines, []));
    structure.#isWords = true;
    return structure;
  }

  /** The blocks of the changed text. */
  change(changes: ChangeSet, doc: Text): TextStructure {
    if (this.#isWords) return TextStructure.words(doc);
    let [from, oldEnd, end] = [Infinity, 0, 0];
    changes.iterChangedRanges((_fromA, toA, fromB, toB) => {
      from = Math.min(from, doc.lineAt(fromB).number - 1);
      oldEnd = this.doc.lineAt(toA).number;
      end = doc.lineAt(toB).number;
    });
    if (end === 0) return this;
    const shift = end - oldEnd;
    // The line before it may be a heading, or the head of a table, because of it.
    const start = Math.max(0, from - 1);
    const texts = doc.iterLines(start + 1);
    const before = this.lines;
    const read = readLines(texts, start, before[start - 1]?.after ?? startState, (index, line) => {
      const old = before[index - shift];
      return index >= end - 1 && old !== undefined && isSameState(old.after, line.after);
    });
    const stop = start + read.length - shift;
    const lines = before.slice(0, start).concat(read, before.slice(stop));
    const isTagChanged = hasTags(before.slice(start, stop)) || hasTags(read);
    const containers = isTagChanged ? findContainers(lines) : this.#shifted(stop, shift);
    const range = { first: start, last: start + read.length - 1 };
    return new TextStructure(doc, blocksOf(lines, containers), { ...range, isTagChanged });
  }

  /** The containers after lines without tags came or went. */
  #shifted(stop: number, shift: number): readonly Container[] {
    if (shift === 0 || this.containers.length === 0) return this.containers;
    return this.containers.map((one) => ({
      ...one,
      from: one.from >= stop ? one.from + shift : one.from,
      // Without an end tag, one goes on to the line before the next part.
      to: one.to >= stop - 1 ? one.to + shift : one.to,
    }));
  }

  /** The number of a position's line, from 0. */
  lineAt(position: number): number {
    return this.doc.lineAt(position).number - 1;
  }

  /** The line; undefined before the first and after the last one. */
  findLine(index: number): BlockLine | undefined {
    return this.#upTo(Math.min(index + 1, this.doc.lines)).lines[index];
  }

  lineOf(index: number): BlockLine {
    const line = this.findLine(index);
    if (!line) throw new Error(`There is no line ${index}.`);
    return line;
  }

  textOf(index: number): string {
    return this.doc.line(index + 1).text;
  }

  /** Where a line begins and ends. */
  startOf(index: number): number {
    return this.doc.line(index + 1).from;
  }

  endOf(index: number): number {
    return this.doc.line(index + 1).to;
  }

  /** Where what is written in a line begins and ends. */
  contentOf(index: number): { from: number; to: number } {
    const { from, to } = this.doc.line(index + 1);
    const { mark, end } = this.lineOf(index);
    return { from: Math.min(from + mark, to), to: Math.max(from + mark, to - end) };
  }

  /** The containers whose tag is before a line, from the innermost one that may have it outwards. */
  *#outwards(index: number): Generator<Container> {
    const { containers } = this.#upTo(Math.min(index, this.doc.lines));
    let [low, high] = [0, containers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((containers[middle]?.from ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    for (let one = containers[low - 1]; one; one = containers[one.parent]) yield one;
  }

  /** The containers around a line, the outermost first. A line of a tag is not in its own container. */
  around(index: number): Container[] {
    return [...this.#outwards(index)]
      .filter(({ to, hasEnd }) => (hasEnd ? index < to : index <= to))
      .toReversed();
  }

  /** The container that a line's tag opens or closes. */
  containerOf(index: number): Container | undefined {
    if (this.lineOf(index).tags.length === 0) return undefined;
    const [next] = this.#outwards(index + 1);
    if (next?.from === index) {
      let opened = next;
      // The outermost of those that begin in the line.
      for (const one of this.#outwards(index + 1)) if (one.from === index) opened = one;
      return opened;
    }
    for (const one of this.#outwards(index)) if (one.hasEnd && one.to === index) return one;
    return undefined;
  }

  /** The outermost container that is drawn whole and has this line. */
  drawnWhole(index: number): Container | undefined {
    const { drawn } = this.#upTo(Math.min(index + 1, this.doc.lines));
    let [low, high] = [0, drawn.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const one = drawn[middle];
      if (one && one.from <= index && index <= one.to) return one;
      if (one && one.to < index) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Whether the caret can stand in a line. */
  isWritten(index: number): boolean {
    const { kind } = this.lineOf(index);
    if (this.drawnWhole(index)) return false;
    return kind === 'blank' ? this.isEmptyParagraph(index) : written.has(kind);
  }

  /**
   * Whether a blank line is a paragraph without text. The other ones are the distance between two blocks: what was typed
   * there would belong to the block before or after it.
   */
  isEmptyParagraph(index: number): boolean {
    const { kind, quote } = this.lineOf(index);
    if (kind !== 'blank') return false;
    const isBlank = (at: number) => {
      const line = this.findLine(at);
      return line?.kind === 'blank' && line.quote === quote;
    };
    const before = this.findLine(index - 1);
    const after = this.findLine(index + 1);
    const isAloneIn = (line: BlockLine | undefined, isEnd: boolean) =>
      line === undefined ||
      (line.kind === 'tag' &&
        line.tags.at(-1)?.isEnd === isEnd &&
        !holdsParts(line.tags.at(-1)?.name ?? '')) ||
      (line.kind === 'blank' && line.quote !== quote);
    const isFreeBefore =
      isBlank(index - 1) || isAloneIn(before, false) || (after === undefined && !isText(before));
    return isFreeBefore && (isBlank(index + 1) || isAloneIn(after, true));
  }

  /** The next line that the caret can stand in; undefined at the edge of the text. */
  nextWritten(index: number, step: 1 | -1): number | undefined {
    for (let at = index + step; at >= 0 && at < this.doc.lines; at += step) if (this.isWritten(at)) return at;
    return undefined;
  }
}

const wordsLine: BlockLine = {
  ...{ kind: 'text', mark: 0, end: 0, level: 0, quote: 0, sign: '', tags: [] },
  after: startState,
};

const written: ReadonlySet<BlockLine['kind']> = new Set([
  'text',
  'heading',
  'item',
  'code',
  'summary',
  'source',
]);

const isText = (line: BlockLine | undefined): boolean =>
  line !== undefined && (written.has(line.kind) || line.kind === 'table' || line.kind === 'html-table');

function readAll(doc: Text): Blocks {
  // All lines at once: to step through them takes as long as to read them.
  const lines = readLines(doc.toJSON().values(), 0, startState, () => false);
  return blocksOf(lines, findContainers(lines));
}

const hasTags = (lines: readonly BlockLine[]): boolean => lines.some(({ tags }) => tags.length > 0);

/** Reads lines from one on, until one that is the last to be read. */
function readLines(
  texts: Iterator<string>,
  start: number,
  before: BlockLine['after'],
  isLast: (index: number, line: BlockLine) => boolean,
): BlockLine[] {
  const lines: BlockLine[] = [];
  let state = before;
  let { value, done } = texts.next();
  while (done !== true) {
    const text = value;
    ({ value, done } = texts.next());
    const line = readLine(text, state, done === true ? undefined : value);
    lines.push(line);
    if (isLast(start + lines.length - 1, line)) break;
    state = line.after;
  }
  return lines;
}

interface OpenTag {
  tag: LineTag;
  from: number;
  place: number;
}

const isPartOf = (name: string, around: string): boolean =>
  isBlockName(name) && blockOf(name).parent === around;

/** Pairs of tags, as readers pair them: a part ends with the next one, a tag without its counterpart stands alone. */
function findContainers(lines: readonly BlockLine[]): Container[] {
  const closed: (Omit<Container, 'part' | 'depth' | 'parent'> & { place: number; isPart: boolean })[] = [];
  const open: OpenTag[] = [];
  let place = 0;
  const close = (at: number, to: number, hasEnd: boolean) => {
    const [outer] = open.splice(at);
    if (!outer) return;
    const around = open.at(-1);
    const isPart = around !== undefined && isPartOf(outer.tag.name, around.tag.name);
    closed.push({
      tag: outer.tag,
      from: outer.from,
      to,
      hasEnd,
      isPart,
      place: outer.place,
    });
  };
  lines.forEach(({ tags }, index) => {
    for (const tag of tags) {
      if (isCondition(tag.name) && tag.name !== 'if') continue;
      if (tag.isEnd) {
        const at = open.findLastIndex((one) => one.tag.name === tag.name);
        if (at === -1) continue;
        // Parts and tags in it that have no end.
        while (open.length > at + 1) closeInner(index - 1);
        close(at, index, true);
        continue;
      }
      const parent = isBlockName(tag.name) ? blockOf(tag.name).parent : undefined;
      if (parent !== undefined) {
        const at = open.findLastIndex((one) => one.tag.name === tag.name || one.tag.name === parent);
        if (open[at]?.tag.name === tag.name) close(at, index - 1, false);
        if (open.findLastIndex((one) => one.tag.name === parent) === -1) continue;
      }
      if (open.length < maxOpen) open.push({ tag, from: index, place: (place += 1) });
    }
  });
  while (open.length > 0) closeInner(lines.length - 1);
  function closeInner(end: number): void {
    const last = open.at(-1);
    if (!last) return;
    const parent = isBlockName(last.tag.name) ? blockOf(last.tag.name).parent : undefined;
    const isOpenPart = parent !== undefined && open.at(-2)?.tag.name === parent && end < lines.length - 1;
    close(open.length - 1, isOpenPart ? end : last.from, false);
  }
  const sorted = closed.toSorted((a, b) => a.place - b.place);
  const stack: { to: number; place: number }[] = [];
  const partCounts = new Map<number, number>();
  return sorted.map(({ place: _place, isPart, ...one }, index) => {
    while (stack.length > 0 && (stack.at(-1)?.to ?? 0) < one.from) stack.pop();
    const parent = stack.at(-1)?.place ?? -1;
    const part = isPart ? (partCounts.get(parent) ?? 0) + 1 : 0;
    if (isPart) partCounts.set(parent, part);
    const container = { ...one, part, depth: stack.length, parent };
    if (one.to > one.from) stack.push({ to: one.to, place: index });
    return container;
  });
}

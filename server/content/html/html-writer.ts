import { isBlockName } from '#api/blocks/index.ts';
import type {
  TextBranch,
  TextGap,
  TextLabel,
  TextPart,
  TextSlot,
} from '#server/database/tables/stored-texts.ts';
import { splitMarks } from '../visitor-text/marked-conditions.ts';
import { escapeHtml } from './escape.ts';

/** Elements whose children are of certain kinds; anything else closes them, as a browser would not do it well. */
const STRICT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'picture']);
/** The parents of elements that need one of certain kinds. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['thead', 'tbody', 'tfoot'],
  th: ['tr'],
  td: ['tr'],
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  summary: ['details'],
  figcaption: ['figure'],
  source: ['picture'],
};
/** Elements that an element of the same family closes if it is still open. */
const SIBLINGS: Readonly<Record<string, readonly string[]>> = {
  thead: ['thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  tbody: ['thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  tfoot: ['thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  tr: ['tr', 'th', 'td', 'caption'],
  th: ['th', 'td'],
  td: ['th', 'td'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
};
/** Elements that no block can be in. */
const CLOSED_BY_BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** More elements of raw HTML in one another are left out; their content stays. */
const MAX_OPEN = 60;

interface OpenElement {
  name: string;
  /** Whether it was opened by raw HTML: such elements end with the element around them. */
  isRaw: boolean;
}

/** What is written like a tag; without an end, up to the end of its line. */
const LEFT_TAG = /\{%(?:[-~]?\s*(?:end)?(@?[a-z][\w-]*))?[^{}\n]*\}?/gi;

/** A branch of a condition whose content is no sequence of whole elements. */
export class UnfitConditionError extends Error {
  readonly guard: number;

  constructor(guard: number) {
    super('The content of a condition has to consist of whole elements.');
    this.guard = guard;
  }
}

interface OpenBranch {
  branch: TextBranch;
  outer: TextPart[];
  /** The innermost element that it is in, and the number of elements. */
  element: OpenElement | undefined;
  depth: number;
}

interface WriterOptions {
  isInLink?: boolean;
  takeId?: (id: string) => boolean;
}

/** The start of an element: attributes as HTML beginning with a blank, and gaps. */
export type StartTag = readonly (string | TextGap | TextLabel)[];

/**
 * Writes elements that are always balanced. Elements of raw HTML may be opened and closed in any order: they stay within
 * the element that they were opened in, and get only children that a browser leaves there.
 */
export class HtmlWriter {
  readonly parts: TextPart[] = [];
  /** The addresses of the reusable contents that marks stand for; undefined for texts without marks. */
  includes: readonly string[] | undefined;
  /** Whether each of them is in an element of its own. */
  framesIncludes = false;
  /** Where is written: the parts of the page, or of a branch. */
  #current = this.parts;
  readonly #open: OpenElement[] = [];
  readonly #branches: OpenBranch[] = [];
  #branchCount = 0;
  readonly #isInLink: boolean;
  #outermost = 0;
  /** Whether the name of an icon, which stands for it as text, is left out. */
  #isInIcon = false;

  /** Whether a place may have this id. */
  readonly takeId: (id: string) => boolean;

  /** `isInLink`: whether what is written goes into a link. */
  constructor({ isInLink = false, takeId = () => false }: WriterOptions = {}) {
    this.#isInLink = isInLink;
    this.takeId = takeId;
  }

  /** The number of elements that are in no other. */
  get outermost(): number {
    return this.#outermost;
  }

  /** The innermost branch that is being written; undefined outside of conditions. */
  get guard(): number | undefined {
    return this.#branches.at(-1)?.branch.guard;
  }

  /** How many branches were begun. */
  get branchCount(): number {
    return this.#branchCount;
  }

  /** Writes text that is escaped already. Marks in it begin and end branches. */
  text(html: string): void {
    if (this.#isInIcon) return;
    for (const piece of (this.includes ? splitMarks(html) : undefined) ?? [html]) {
      if (typeof piece !== 'string') {
        if ('guard' in piece) this.#mark(piece.guard);
        else this.#include(this.includes?.[piece.include]);
      } else {
        if (piece.trim() !== '') this.#leaveStrict();
        this.#writeText(piece);
      }
    }
  }

  /** Of tags that no block was made of, those of blocks are left out; the rest is shown as the code that it is. */
  #writeText(html: string): void {
    if (!html.includes('{%') || this.isInside('code') || this.isInside('pre')) return this.#write(html);
    let done = 0;
    for (const { 0: tag, 1: name = '', index } of html.matchAll(LEFT_TAG)) {
      this.#write(html.slice(done, index));
      if (!tag.endsWith('%}') || !isBlockName(name.toLowerCase()))
        this.element('code', [], () => this.#write(tag));
      done = index + tag.length;
    }
    this.#write(html.slice(done));
  }

  /** A reusable content has blocks, so that it is only where blocks may be. */
  #include(address: string | undefined): void {
    if (address === undefined || this.isInside('p') || this.isInside('a')) return;
    this.#endBlocks();
    const push = () => void this.#current.push({ include: address });
    if (this.framesIncludes) this.element('div', [], push, true);
    else push();
  }

  #mark(guard: number | 'end'): void {
    if (guard !== 'end') {
      // One before it was lost: what is in it would be shown to everybody.
      if (guard !== this.#branchCount) throw new UnfitConditionError(this.#branchCount);
      const branch: TextBranch = { guard, parts: [] };
      const element = this.#open.at(-1);
      this.#branches.push({ branch, outer: this.#current, element, depth: this.#open.length });
      this.#current.push(branch);
      this.#current = branch.parts;
      this.#branchCount += 1;
      return;
    }
    const last = this.#branches.pop();
    if (!last || last.depth !== this.#open.length || last.element !== this.#open.at(-1))
      throw new UnfitConditionError(last?.branch.guard ?? this.#branchCount - 1);
    this.#current = last.outer;
  }

  /** An element with `content`, which has it for itself: what it leaves open is closed. */
  element(name: string, start: StartTag, content: () => void, isBlock = false): void {
    if (isBlock) this.#endBlocks();
    else this.#leaveStrict();
    this.#start(name, start);
    const depth = this.#open.push({ name, isRaw: false });
    content();
    this.#closeTo(depth - 1);
  }

  /** An element without content. */
  empty(name: string, start: StartTag = [], isBlock = false): void {
    if (isBlock) this.#endBlocks();
    else this.#leaveStrict();
    this.#start(name, start);
  }

  /** An icon of raw HTML, whose text up to its end tag, or to the next element, is its name. */
  icon(value: string): void {
    this.slot({ slot: 'icon', value, fallback: [] }, false);
    this.#isInIcon = true;
  }

  /** Whether an element with this name is open. */
  isInside(name: string): boolean {
    return (name === 'a' && this.#isInLink) || this.#open.some((element) => element.name === name);
  }

  /** Opens an element of raw HTML where it may be; else it is left out. Void elements end at once. */
  openRaw(name: string, start: StartTag, { isBlock, isVoid }: { isBlock: boolean; isVoid: boolean }): void {
    for (const sibling of [SIBLINGS[name] ?? []]) this.#closeSiblings(sibling);
    if (name === 'tr' && this.#top() === 'table') this.openRaw('tbody', [], { isBlock: true, isVoid: false });
    const parents = PARENTS[name];
    if (parents) {
      if (!parents.includes(this.#top() ?? '')) return;
    } else {
      if (!(name === 'img' && this.#top() === 'picture')) this.#leaveStrict();
      if (isBlock) this.#endBlocks();
    }
    if (this.#open.length >= MAX_OPEN && !isVoid) return;
    this.#start(name, start);
    if (!isVoid) this.#open.push({ name, isRaw: true });
  }

  /** Closes an element of raw HTML and what is open in it; nothing if there is none. */
  closeRaw(name: string): void {
    if (name === 'i') this.#isInIcon = false;
    const index = this.#findRaw((element) => element.name === name);
    if (index !== undefined) this.#closeTo(index);
  }

  /** Closes everything. */
  end(): void {
    if (this.guard !== undefined) throw new UnfitConditionError(this.guard);
    this.#closeTo(0);
  }

  #top(): string | undefined {
    const top = this.#open.at(-1);
    return top?.isRaw === true ? top.name : undefined;
  }

  /** The innermost raw element of a kind, within the innermost other element. */
  #findRaw(isWanted: (element: OpenElement) => boolean): number | undefined {
    for (let index = this.#open.length - 1; index >= 0; index -= 1) {
      const element = this.#open[index];
      if (!element?.isRaw) return undefined;
      if (isWanted(element)) return index;
    }
    return undefined;
  }

  #closeSiblings(names: readonly string[]): void {
    let first: number | undefined;
    for (let index = this.#open.length - 1; index >= 0; index -= 1) {
      const element = this.#open[index];
      // A table or list within a cell or an item has separate rows and items.
      if (!element?.isRaw || element.name === 'table' || ['ul', 'ol', 'dl'].includes(element.name)) break;
      if (names.includes(element.name)) first = index;
    }
    if (first !== undefined) this.#closeTo(first);
  }

  #leaveStrict(): void {
    while (STRICT.has(this.#top() ?? '')) this.#closeTo(this.#open.length - 1);
  }

  #endBlocks(): void {
    this.#leaveStrict();
    for (;;) {
      const index = this.#findRaw(({ name }) => CLOSED_BY_BLOCKS.has(name));
      if (index === undefined) return;
      this.#closeTo(index);
      this.#leaveStrict();
    }
  }

  #start(name: string, start: StartTag): void {
    this.#isInIcon = false;
    if (this.#open.length === 0) this.#outermost += 1;
    this.#write(`<${name}`);
    for (const part of start) {
      if (typeof part === 'string') this.#write(part);
      else this.#current.push(part);
    }
    this.#write('>');
  }

  #closeTo(depth: number): void {
    this.#isInIcon = false;
    const branch = this.#branches.at(-1);
    if (branch && branch.depth > depth) throw new UnfitConditionError(branch.branch.guard);
    while (this.#open.length > depth) this.#write(`</${this.#open.pop()?.name ?? ''}>`);
  }

  #write(html: string): void {
    const parts = this.#current;
    const last = parts.length - 1;
    const previous = parts[last];
    if (typeof previous === 'string') parts[last] = previous + html;
    else if (html !== '') parts.push(html);
  }

  /** Puts a label where text is. */
  label(label: TextLabel): void {
    this.#leaveStrict();
    this.#current.push(label);
  }

  /** Puts a place where text or a block is. */
  slot(slot: TextSlot, isBlock: boolean): void {
    if (isBlock) this.#endBlocks();
    else this.#leaveStrict();
    if (isBlock && this.#open.length === 0) this.#outermost += 1;
    this.#current.push(slot);
  }
}

/** An attribute with a plain text. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}

/** A text that people read in an attribute. Nothing in it can be shown as code, so that tags are left out. */
export function description(name: 'alt' | 'title', text: string): string {
  return attribute(name, text.replaceAll(/\{%[^{}]*%\}|\{%|%\}/g, '').trim());
}

/** The target of a link or image, and its position in the Markdown. */
export interface LinkTarget {
  start: number;
  end: number;
  /** Without angle brackets or quotes; in HTML and in blocks also without entities. */
  target: string;
  isImage: boolean;
  /** Where it is: in Markdown, in an attribute of HTML, or in one of a block (`{% file src="…" %}`). */
  syntax: 'markdown' | 'html' | 'block';
}

/**
 * Finds the targets of all links and images in Markdown, in order, except in code: of Markdown itself, of attributes of
 * HTML and of block tags (`{% file src="…" %}`). Runs in linear time.
 */
export function findTargets(markdown: string): LinkTarget[] {
  const targets: LinkTarget[] = [];
  for (const { start, end } of proseRanges(markdown)) new LinkScanner(markdown, start, end, targets).run();
  return targets;
}

/** Replaces targets in a text; `change` returns undefined for a target that stays. */
export function replaceTargets(
  markdown: string,
  targets: readonly LinkTarget[],
  change: (target: string, link: LinkTarget) => string | undefined,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const link of targets) {
    const { start, end, target } = link;
    const changed = change(target, link);
    if (changed === undefined) continue;
    parts.push(markdown.slice(at, start), changed);
    at = end;
  }
  return parts.join('') + markdown.slice(at);
}

/**
 * Replaces addresses in a text; `change` gets each as its reader does, and returns undefined for one that stays. What it
 * returns is percent-encoded where the syntax of the link needs it.
 */
export function replaceLinks(
  markdown: string,
  change: (address: string, link: LinkTarget) => string | undefined,
): string {
  return replaceTargets(markdown, findTargets(markdown), (_target, link) => {
    const changed = change(addressOf(link), link);
    return changed === undefined ? undefined : writeAddress(changed, link, markdown);
  });
}

/** The address that a target means, without escapes and entities. */
export function addressOf({ target, syntax }: LinkTarget): string {
  if (syntax !== 'markdown') return target;
  return decodeEntities(target.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
}

/** An address in the syntax of the target that it replaces. */
function writeAddress(address: string, { start, syntax }: LinkTarget, markdown: string): string {
  if (syntax === 'block') return address.replaceAll('"', '%22').replaceAll("'", '%27');
  const isWrapped = markdown[start] === '<';
  const unsafe = syntax === 'html' ? /[\n"'<>`]/g : isWrapped ? /[\n<>\\]/g : /[\s<>\\()"'`*[\]]/g;
  const encoded = address.replaceAll(unsafe, encodeSign);
  // A bare value of HTML ends at a blank.
  const isBare = syntax === 'html' && !/["']/.test(markdown[start - 1] ?? '');
  const written = (isBare ? encoded.replaceAll(/\s/g, encodeSign) : encoded).replaceAll(
    /&(?=#?\w+;)/g,
    '&amp;',
  );
  return syntax === 'markdown' && isWrapped ? `<${written}>` : written;
}

/** The first address of a list of sources (`srcset`). Names of files are also written with their blanks. */
export function firstSource(list: string): string {
  const [listed = ''] = list.trim().split(/,\s/, 1);
  const first = listed.endsWith(',') ? listed.slice(0, -1) : listed;
  const blank = Math.max(first.lastIndexOf(' '), first.lastIndexOf('\n'), first.lastIndexOf('\t'));
  const isDescribed = blank > 0 && /^\d[\d.]*[wx]$/.test(first.slice(blank + 1));
  return isDescribed ? first.slice(0, blank).trimEnd() : first;
}

/** A sign of one byte, or a blank of another script. */
const encodeSign = (sign: string): string =>
  /[\0-\x7f]/.test(sign)
    ? `%${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(sign);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities that addresses have; others stay. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** The ranges of a text outside fenced code. */
function proseRanges(markdown: string): { start: number; end: number }[] {
  const ranges = [];
  let fence: string | undefined;
  let start = 0;
  for (let at = 0; at < markdown.length;) {
    const next = markdown.indexOf('\n', at);
    const end = next === -1 ? markdown.length : next + 1;
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(markdown.slice(at, Math.min(end, at + 200)))?.[1];
    if (fence === undefined && opening !== undefined) {
      ranges.push({ start, end: at });
      fence = opening;
    } else if (fence !== undefined && opening?.startsWith(fence)) {
      fence = undefined;
      start = end;
    }
    at = end;
  }
  if (fence === undefined) ranges.push({ start, end: markdown.length });
  return ranges;
}

const HTML_TAG = /<([a-z][\w-]*)(?=[\s/>])/giy;
const BLOCK_TAG = /\{%[ \t]*(@?[a-z][\w/-]*)(?=\s)/giy;
/** With its value in double quotes, in single quotes or bare. */
const ATTRIBUTE = /\s*\/?\s*([a-z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`%{}]+)))?/giy;
const IMAGE_TAGS = new Set(['img', 'source', 'image', 'picture']);
/** Attributes that hold targets, by tag. */
const HTML_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  a: /^href$/i,
  img: /^(?:src|srcset)$/i,
  source: /^(?:src|srcset)$/i,
  video: /^(?:src|poster)$/i,
  audio: /^src$/i,
  embed: /^src$/i,
  object: /^data$/i,
  iframe: /^src$/i,
  image: /^(?:href|src)$/i,
};
/** Blank, then the path in quotes. */
const INCLUDED = /\s+(?:"([^"\n]*)"|'([^'\n]*)')/y;
const BLOCK_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  '*': /^(?:src|url|page|href)$/i,
};

/** Scans one range of prose. */
class LinkScanner {
  readonly #text: string;
  readonly #end: number;
  readonly #found: LinkTarget[];
  /** Positions of open brackets. */
  readonly #open: number[] = [];
  /** Positions of backtick runs by length, the last one first. */
  readonly #ticks = new Map<number, number[]>();
  #at: number;

  constructor(text: string, start: number, end: number, found: LinkTarget[]) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#found = found;
    for (const { 0: run, index } of text.slice(start, end).matchAll(/`+/g)) {
      const positions = this.#ticks.get(run.length) ?? [];
      positions.push(start + index);
      this.#ticks.set(run.length, positions);
    }
    for (const places of this.#ticks.values()) places.reverse();
  }

  run(): void {
    while (this.#at < this.#end) this.#step();
  }

  #step(): void {
    switch (this.#text[this.#at]) {
      case '\\':
        this.#at += 2;
        return;
      case '`':
        this.#skipCode();
        return;
      case '[':
        this.#open.push(this.#at);
        break;
      case ']':
        this.#close();
        return;
      case '<':
        this.#readMarkup(HTML_TAG, HTML_ATTRIBUTES);
        return;
      case '{':
        this.#readMarkup(BLOCK_TAG, BLOCK_ATTRIBUTES);
        return;
      default:
    }
    this.#at += 1;
  }

  /** Reads the attributes of a tag; whatever is none is text. */
  #readMarkup(tag: RegExp, names: Readonly<Record<string, RegExp>>): void {
    if (this.#text.startsWith('<!--', this.#at)) {
      const end = this.#text.indexOf('-->', this.#at + 4);
      this.#at = end === -1 || end > this.#end ? this.#at + 4 : end + 3;
      return;
    }
    tag.lastIndex = this.#at;
    const [opening, name = ''] = tag.exec(this.#text) ?? [];
    this.#at += opening?.length ?? 1;
    if (opening === undefined) return;
    const wanted = names[name.toLowerCase()] ?? names['*'];
    if (tag === BLOCK_TAG && name.toLowerCase() === 'include') this.#readInclude();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const attribute = ATTRIBUTE.exec(this.#text);
      if (!attribute || ATTRIBUTE.lastIndex > this.#end) return;
      this.#at = ATTRIBUTE.lastIndex;
      if (wanted?.test(attribute[1] ?? '')) {
        const syntax = tag === BLOCK_TAG ? 'block' : 'html';
        this.#addAttribute(attribute, { name: name.toLowerCase(), syntax });
      }
    }
  }

  /** `{% include "path" %}` names it without an attribute. */
  #readInclude(): void {
    INCLUDED.lastIndex = this.#at;
    const [all, double, single] = INCLUDED.exec(this.#text) ?? [];
    const target = double ?? single ?? '';
    if (all === undefined || INCLUDED.lastIndex > this.#end) return;
    this.#at = INCLUDED.lastIndex;
    const end = this.#at - 1;
    if (target === '') return;
    this.#found.push({ start: end - target.length, end, target, isImage: false, syntax: 'block' });
  }

  #addAttribute(
    [all, attribute = '', quoted, single, bare]: RegExpExecArray,
    { name, syntax }: { name: string; syntax: LinkTarget['syntax'] },
  ): void {
    const value = quoted ?? single ?? bare ?? '';
    const isQuoted = bare === undefined;
    const leading = value.length - value.trimStart().length;
    const start = this.#at - value.length - (isQuoted ? 1 : 0) + leading;
    const written = attribute.toLowerCase() === 'srcset' ? firstSource(value) : value.trim();
    if (written === '' || all === '') return;
    const isImage = IMAGE_TAGS.has(name) || attribute === 'poster';
    this.#found.push({
      start,
      end: start + written.length,
      target: decodeEntities(written),
      isImage,
      syntax,
    });
  }

  /** Skips a code span, or the backticks if nothing closes them. */
  #skipCode(): void {
    let length = 1;
    while (this.#text[this.#at + length] === '`') length += 1;
    const positions = this.#ticks.get(length) ?? [];
    while ((positions.at(-1) ?? Infinity) <= this.#at) positions.pop();
    this.#at = (positions.at(-1) ?? this.#at) + length;
  }

  #close(): void {
    const opening = this.#open.pop();
    const next = this.#text[this.#at + 1];
    this.#at += 1;
    if (opening === undefined || (next !== '(' && next !== ':')) return;
    // `[^a]:` begins a footnote.
    if (next === ':' && (this.#text[opening + 1] === '^' || !this.#isAtLineStart(opening))) return;
    this.#at += 1;
    while (this.#text[this.#at] === ' ') this.#at += 1;
    this.#parseTarget(this.#text[opening - 1] === '!');
  }

  #isAtLineStart(position: number): boolean {
    const before = this.#text.slice(Math.max(0, position - 4), position);
    return /(^|\n) {0,3}$/.test(before) && (position < 4 || before.includes('\n'));
  }

  #parseTarget(isImage: boolean): void {
    const start = this.#at;
    const isWrapped = this.#text[start] === '<';
    let depth = 0;
    for (; this.#at < this.#end; this.#at += 1) {
      const sign = this.#text[this.#at] ?? '';
      if (sign === '\n' || (isWrapped ? sign === '>' : /\s/.test(sign))) break;
      if (sign === '(') depth += 1;
      if (sign === ')' && !isWrapped && (depth -= 1) < 0) break;
    }
    if (isWrapped && this.#text[this.#at] === '>') this.#at += 1;
    const label = this.#text.slice(start, this.#at);
    const target = isWrapped ? label.slice(1, -1) : label;
    if (target !== '') this.#found.push({ start, end: this.#at, target, isImage, syntax: 'markdown' });
  }
}

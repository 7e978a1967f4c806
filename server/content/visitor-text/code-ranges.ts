import { InlineCode, type CodeRange } from './inline-code.ts';
import { columnsOf, isBlockTag, type Line, mayBeginTag, readLine } from './text-line.ts';

/**
 * The code of a Markdown text, in order: blocks between fences, indented blocks, spans, `<pre>` and `<code>`.
 * It looks at each line once, unlike the parser, which takes quadratic time for some paragraphs. Ranges that
 * can't be decided in this way are not sure.
 */
export function findCode(text: string): CodeRange[] {
  return new CodeFinder(text).find();
}

const LIST_MARKER = /^([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const FENCE = /^(`{3,})[^`]*$|^(~{3,})/;
/** A fence behind any containers. */
const ANY_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*(?:`{3,}|~{3,})/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const HEADING = /^#{1,6}(?:\s|$)/;
/** A line of a table below its header, and others that look like it. */
const DELIMITERS = /^[\s|:>-]*-[\s|:>-]*$/;
const MATHS = /^ {0,3}\$\$[^\S\n]*$/;
const CONTINUATION = /^[ \t]*(?:\p{L}|`(?!``)|\{%)/u;
/** Blocks of HTML that blank lines don't end. */
const LONG_HTML = /^<(?:(pre|script|style|textarea)(?=[\s>]|$)|(!--|\?|!\[CDATA\[|!))/i;
const HTML_ENDS: Readonly<Record<string, string>> = { '!--': '-->', '?': '?>', '![cdata[': ']]>', '!': '>' };
const HTML_BLOCK =
  /^<(?:\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)|[!?])/i;

interface Fence {
  run: string;
  /** Of the quotes that it is in. */
  depth: number;
  /** The columns that lines of the list item have before their text; 0 outside of lists. */
  offset: number;
  start: number;
}

class CodeFinder {
  readonly #text: string;
  readonly #ranges: CodeRange[] = [];
  readonly #inline: InlineCode;
  #fence: Fence | undefined;
  /** The columns of the text of open list items, by the depth of quotes. */
  #offsets: number[][] = [[]];
  #depth = 0;
  /** The kind of the previous line. */
  #previous: 'break' | 'blank' | 'code' | 'text' | 'html' = 'break';
  #chunk: { start: number; end: number; isSure: boolean; isHtml: boolean } | undefined;
  /** Where something began that may be code to the end of its paragraph. */
  #unsureFrom: number | undefined;
  /** Whether a formula is open: one on separate lines, or a possible one. */
  #maths: 'none' | 'block' | 'unclear' = 'none';
  #isInTable = false;
  /** Whether a list item has a tab behind its marker, so that its columns are not known. */
  #hasTabs = false;
  /** From here, nothing is known. */
  #lostAt: number | undefined;
  /** The end of a block of HTML that blank lines don't end. */
  #htmlEnd: { end: number } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#inline = new InlineCode(text);
  }

  find(): CodeRange[] {
    let line: Line | undefined = this.#lineAt(0);
    while (line && this.#lostAt === undefined) {
      const next: number | undefined = this.#nextStart(line.end);
      const following: Line | undefined = next === undefined ? undefined : this.#lineAt(next);
      this.#addLine(line, following);
      line = following;
    }
    this.#flush();
    this.#endParagraph(this.#lostAt ?? this.#text.length);
    if (this.#lostAt !== undefined) this.#add(this.#lostAt, this.#text.length, false);
    else if (this.#fence) this.#add(this.#fence.start, this.#text.length, true);
    return this.#ranges.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  #add(start: number, end: number, isSure: boolean): void {
    if (end > start) this.#ranges.push({ start, end, isSure });
  }

  #nextStart(end: number): number | undefined {
    if (end >= this.#text.length) return undefined;
    return this.#text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }

  #lineAt(start: number): Line {
    const end = Math.min(this.#inline.next('\n', start), this.#inline.next('\r', start));
    return readLine(this.#text, { start, end, isInQuotes: this.#depth > 0 });
  }

  #addLine(line: Line, following: Line | undefined): void {
    if (this.#htmlEnd) {
      if (line.start < this.#htmlEnd.end) return;
      this.#htmlEnd = undefined;
    }
    if (this.#fence && this.#addFenced(this.#fence, line)) return;
    if (this.#previous === 'html' && line.depth > this.#depth) {
      this.#unsureFrom ??= line.start;
      return;
    }
    if (line.depth !== this.#depth) this.#changeDepth(line);
    if (line.isBlank) {
      this.#break(line.start, 'blank');
      return;
    }
    this.#addText(line, following);
  }

  /** Whether the line belongs to the fence: in it, its end, or unclear. */
  #addFenced(fence: Fence, line: Line): boolean {
    if (line.depth < fence.depth) {
      if (fence.offset > 0 && !line.isBlank && this.#previous !== 'blank') return this.#lose(line);
      this.#endFence(fence, line.start);
      return false;
    }
    if (line.depth > fence.depth && fence.offset === 0) return true;
    if (line.isBlank) {
      this.#previous = 'blank';
      return true;
    }
    // Of marks of quotes, only those in the item are its text.
    const indent = line.depth > fence.depth ? line.marksAt : line.indent;
    if (indent < fence.offset) {
      if (this.#previous !== 'blank') return this.#lose(line);
      this.#endFence(fence, line.start);
      return false;
    }
    this.#previous = 'code';
    if (line.depth > fence.depth) return true;
    const content = line.text.trimStart();
    if (!content.startsWith(fence.run) || line.indent - fence.offset > 3) return true;
    const rest = content.slice(fence.run.length);
    if (rest.replace(/^[`~]+/, '').trim() !== '') return true;
    // Endings that the parser may see differently.
    if (!/^ *$/.test(rest.replaceAll(fence.run.charAt(0), ''))) return this.#lose(line);
    this.#endFence(fence, line.end);
    return true;
  }

  #endFence({ start }: Fence, end: number): void {
    this.#add(start, end, true);
    this.#fence = undefined;
    this.#previous = 'break';
  }

  #lose(line: Line): true {
    const from = this.#fence?.start ?? line.start;
    if (this.#fence) this.#add(from, line.start, true);
    this.#fence = undefined;
    this.#lostAt = line.start;
    return true;
  }

  #changeDepth({ depth, start, isBlank }: Line): void {
    this.#flush();
    const isDeeper = depth > this.#depth;
    while (this.#offsets.length <= depth) this.#offsets.push([]);
    this.#offsets.length = depth + 1;
    this.#depth = depth;
    if (isDeeper || isBlank || this.#previous === 'blank') this.#endParagraph(start);
    if (isDeeper) this.#previous = 'break';
    else if (this.#previous !== 'blank') this.#previous = 'text';
  }

  /** The next line begins a paragraph or another block. */
  #break(at: number, previous: 'break' | 'blank' | 'code'): void {
    this.#flush();
    this.#endParagraph(at);
    this.#previous = previous;
    this.#isInTable = false;
  }

  #endParagraph(at: number): void {
    if (this.#unsureFrom !== undefined) this.#add(this.#unsureFrom, at, false);
    this.#unsureFrom = undefined;
  }

  #addText(line: Line, following: Line | undefined): void {
    if (mayBeginTag(line)) {
      this.#lose(line);
      return;
    }
    if (this.#previous === 'html') {
      this.#addToHtml(line);
      return;
    }
    const offsets = (this.#offsets[line.depth] ??= []);
    const isFresh = this.#previous === 'blank' || this.#previous === 'break';
    if (this.#previous === 'blank') while ((offsets.at(-1) ?? 0) > line.indent) offsets.pop();
    const deepest = offsets.at(-1) ?? 0;
    if (this.#isIndentedCode(line, deepest, isFresh)) return;
    this.#readMaths(line);
    this.#addContent(line, { at: line.textStart, column: 0 }, following);
  }

  /** In a block of HTML, nothing else begins; where that is not clear, fences can't be followed. */
  #addToHtml(line: Line): void {
    const content = line.text.trimStart();
    const isInContainer = line.depth > 0 || (this.#offsets[0] ?? []).length > 0;
    if (isInContainer && LIST_MARKER.test(content)) this.#unsureFrom ??= line.start;
    if ((isInContainer || this.#unsureFrom !== undefined) && ANY_FENCE.test(content)) this.#lose(line);
    else this.#addParagraph(line, { content, at: line.end - content.length }, undefined);
  }

  #readMaths({ text, depth }: Line): void {
    if (!text.includes('$$') || this.#maths === 'unclear') return;
    const isAlone = MATHS.test(text) && depth === 0 && (this.#offsets[0] ?? []).length === 0;
    if (isAlone) this.#maths = this.#maths === 'none' ? 'block' : 'none';
    else if (text.split('$$').length % 2 === 0 || ANY_FENCE.test(text)) this.#maths = 'unclear';
  }

  #isIndentedCode({ indent, start, end }: Line, deepest: number, isFresh: boolean): boolean {
    if (indent < 4 || (!isFresh && this.#previous !== 'code')) return false;
    const isSure = indent >= deepest + 4 && this.#maths === 'none' && !this.#hasTabs;
    if (!isSure && this.#previous === 'blank') return false;
    this.#flush();
    this.#endParagraph(start);
    this.#add(start, end, isSure);
    if (isSure) this.#previous = 'code';
    return isSure;
  }

  /** The content of a line from `at`, behind the markers of list items. */
  #addContent(line: Line, from: { at: number; column: number }, following: Line | undefined): void {
    const offsets = (this.#offsets[line.depth] ??= []);
    let { at, column } = from;
    for (;;) {
      const rest = this.#text.slice(at, line.end);
      const indent = column + columnsOf(rest);
      const content = rest.trimStart();
      const contentAt = line.end - content.length;
      // Deeper than its container, a line goes on with its paragraph.
      const isDeep = column === 0 && indent - (offsets.at(-1) ?? 0) > 3;
      if (!isDeep && RULE.test(content)) return this.#break(line.end, 'break');
      const [marker, bullet = '', space = ''] = LIST_MARKER.exec(content) ?? [];
      if (marker === undefined || isDeep || offsets.length > 20) {
        this.#addLeaf(line, { content, at: contentAt, indent }, following);
        return;
      }
      this.#beginItem(line, bullet, content.trimEnd() === bullet);
      if (column === 0) while ((offsets.at(-1) ?? 0) > indent) offsets.pop();
      const width = columnsOf(space);
      if (space.includes('\t')) this.#hasTabs = true;
      const markerColumn = indent + bullet.length;
      offsets.push(markerColumn + (width >= 1 && width <= 4 ? width : 1));
      if (width > 4) {
        // Indented code in the item, or not.
        this.#add(contentAt, line.end, false);
        return;
      }
      at = contentAt + marker.length;
      column = markerColumn + width;
      if (at >= line.end) return;
    }
  }

  /** Few markers can interrupt a paragraph: behind another one, it may go on. */
  #beginItem({ start }: Line, bullet: string, isEmpty: boolean): void {
    const mayGoOn = this.#previous === 'text' && (isEmpty || /^\d/.test(bullet)) && !/^1[.)]$/.test(bullet);
    if (mayGoOn) this.#flush(true);
    const unsureFrom = mayGoOn ? this.#unsureFrom : undefined;
    this.#break(start, 'break');
    this.#unsureFrom = unsureFrom;
  }

  #addLeaf(
    line: Line,
    { content, at, indent }: { content: string; at: number; indent: number },
    following: Line | undefined,
  ): void {
    const offsets = (this.#offsets[line.depth] ??= []);
    const [, ticks, tildes] = FENCE.exec(content) ?? [];
    const run = ticks ?? tildes;
    if (run !== undefined) {
      while ((offsets.at(-1) ?? 0) > indent) offsets.pop();
      const offset = offsets.at(-1) ?? 0;
      if (indent - offset > 3 || this.#maths !== 'none' || (this.#hasTabs && indent > 0)) {
        this.#lose(line);
        return;
      }
      this.#break(line.start, 'code');
      this.#fence = { run, depth: line.depth, offset, start: line.end };
      return;
    }
    if (ANY_FENCE.test(content) && !content.startsWith('```')) {
      this.#lose(line);
      return;
    }
    const isDeep = indent - (offsets.at(-1) ?? 0) > 3;
    if (!isDeep && LONG_HTML.test(content) && this.#addHtml(line, content, at)) {
      return;
    }
    if (!isDeep && HEADING.test(content)) {
      this.#break(line.start, 'break');
      this.#addChunk(line, { at, isSure: true, isHtml: false });
      this.#break(line.end, 'break');
      return;
    }
    this.#addParagraph(line, { content, at }, following);
  }

  /** A block of HTML that ends with its tag or comment. False where it ends as others do. */
  #addHtml(line: Line, content: string, at: number): boolean {
    const [, element, mark = ''] = LONG_HTML.exec(content) ?? [];
    const name = element?.toLowerCase();
    const close = name === undefined ? (HTML_ENDS[mark.toLowerCase()] ?? '>') : `</${name}>`;
    const closeIndex = this.#inline.nextLower(close, at);
    const isAlone = line.depth === 0 && (this.#offsets[0] ?? []).length === 0;
    if (closeIndex > line.end && !isAlone) return false;
    this.#break(line.start, 'break');
    const end = Math.min(closeIndex, this.#text.length);
    if (closeIndex >= this.#text.length) {
      this.#lostAt = at;
      return true;
    }
    if (name === 'pre') this.#add(at, end, true);
    const lineEnd = end + (/[\r\n]/.exec(this.#text.slice(end))?.index ?? this.#text.length - end);
    // The text after it in its line is HTML, too.
    this.#inline.find({ start: end + close.length, end: lineEnd, isSure: false, isHtml: true }, this.#ranges);
    this.#htmlEnd = { end: lineEnd };
    return true;
  }

  #addParagraph(
    line: Line,
    { content, at }: { content: string; at: number },
    following: Line | undefined,
  ): void {
    const isContinued = this.#previous === 'text' || this.#previous === 'html';
    // A tag alone in a line begins a block of HTML, too, but not all that looks like one is one.
    const isUnclear = !HTML_BLOCK.test(content) && /^<[^<>]*>[ \t]*$/.test(content);
    const isHtml = this.#previous === 'html' || HTML_BLOCK.test(content) || isUnclear;
    const isDelimited = following !== undefined && !following.isBlank && DELIMITERS.test(following.text);
    if (DELIMITERS.test(content)) this.#isInTable = true;
    const isTable = this.#isInTable || isDelimited;
    const isDefinition = /^\[[^\]]*\]:/.test(content);
    const canContinue =
      isContinued &&
      !isTable &&
      line.depth === 0 &&
      this.#chunk?.isHtml === isHtml &&
      (isHtml || CONTINUATION.test(content)) &&
      !isBlockTag(line);
    if (canContinue && this.#chunk) this.#chunk.end = line.end;
    else {
      this.#flush(isContinued && !isTable);
      const isSure = !isDefinition && this.#maths === 'none' && this.#unsureFrom === undefined;
      this.#addChunk(line, { at, isSure, isHtml });
      if (isUnclear) this.#unsureFrom ??= at;
      // Not all that looks like a table is one.
      if (isTable) this.#flush(true, true);
    }
    this.#previous = isHtml ? 'html' : 'text';
    if (isBlockTag(line)) {
      // The parser takes it for a tag only where it sees no fence before.
      if (isHtml) this.#unsureFrom ??= line.start;
      else {
        this.#flush(true);
        this.#previous = 'text';
      }
    }
  }

  #addChunk(line: Line, { at, isSure, isHtml }: { at: number; isSure: boolean; isHtml: boolean }): void {
    this.#flush();
    this.#chunk = { start: at, end: line.end, isSure, isHtml };
  }

  /** Finds the code of the lines so far. `isContinued`: the paragraph may go on. */
  #flush(isContinued = false, isTable = false): void {
    const chunk = this.#chunk;
    if (!chunk) return;
    this.#chunk = undefined;
    const unsure = this.#inline.find({ ...chunk, isTable }, this.#ranges);
    if (unsure === undefined) return;
    if (unsure.isCertain || isContinued || this.#unsureFrom !== undefined) this.#unsureFrom ??= unsure.at;
  }
}

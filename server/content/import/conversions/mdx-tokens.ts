import { FenceTracker } from './fences.ts';

/** A piece of an MDX text. */
export type MdxToken =
  | { type: 'text'; text: string; line: number }
  | {
      type: 'open';
      name: string;
      attributes: Map<string, MdxValue>;
      isEmpty: boolean;
      raw: string;
      line: number;
    }
  | { type: 'close'; name: string; raw: string; line: number }
  | { type: 'expression'; source: string; raw: string; line: number }
  | { type: 'module'; source: string; line: number };

/** The value of an attribute: a text, or the source of an expression; `true` without a value. */
export type MdxValue = string | true | { expression: string };

const TAG = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
const ATTRIBUTE = /\s*([A-Za-z_:@][\w:.-]*)(\s*=\s*)?/y;
const MODULE =
  /^(?:import\s+(?:['"]|[\w*{][^'"]*\sfrom\s+['"]|[{*\w][\w*{}\s,$]*$)|export\s+(?:const|let|var|function|default|async|class|\{|\*))/;

/** Splits an MDX text; what is no tag and no expression is text, as are code and comments of HTML. Runs in linear time. */
export function tokenizeMdx(text: string): MdxToken[] {
  return new MdxTokenizer(text).run();
}

class MdxTokenizer {
  readonly #text: string;
  readonly #tokens: MdxToken[] = [];
  /** Brackets may be looked for in so many characters; an attack has nothing else. */
  #budget: number;
  #at = 0;
  #line = 0;
  #start = 0;
  /** Lengths of runs of backticks that nothing closes before a position. */
  readonly #unclosed = new Map<number, number>();

  constructor(text: string) {
    this.#text = text;
    this.#budget = text.length * 4 + 10_000;
  }

  run(): MdxToken[] {
    let isAfterBlank = true;
    while (this.#at < this.#text.length) {
      if (this.#at === 0 || this.#text[this.#at - 1] === '\n') {
        const line = this.#lineText(this.#at);
        if (this.#skipFence(line)) continue;
        if (isAfterBlank && MODULE.test(line)) {
          this.#readModule();
          continue;
        }
        isAfterBlank = /^\s*(?:<!--.*-->\s*)?$/.test(line);
      }
      this.#step();
    }
    this.#flush(this.#at);
    return this.#tokens;
  }

  #lineText(at: number): string {
    const end = this.#text.indexOf('\n', at);
    return this.#text.slice(at, end === -1 ? undefined : end);
  }

  /** Code between fences is text. */
  #skipFence(first: string): boolean {
    const fences = new FenceTracker();
    if (!/^[\s>\d.*+)-]*(?:```|~~~)/.test(first) || !fences.isCode(first)) return false;
    let line = first;
    do {
      this.#at = Math.min(this.#text.length, this.#at + line.length + 1);
      if (this.#at >= this.#text.length) return true;
      line = this.#lineText(this.#at);
    } while (fences.isCode(line) && fences.isOpen);
    this.#at = Math.min(this.#text.length, this.#at + line.length + 1);
    return true;
  }

  #step(): void {
    switch (this.#text[this.#at]) {
      case '\\':
        this.#at += 2;
        return;
      case '`':
        this.#skipCode();
        return;
      case '<':
        this.#readTag();
        return;
      case '{':
        this.#readExpression();
        return;
      default:
        this.#at += 1;
    }
  }

  #skipCode(): void {
    let length = 1;
    while (this.#text[this.#at + length] === '`') length += 1;
    const from = this.#at + length;
    this.#at = from;
    if ((this.#unclosed.get(length) ?? 0) > from) return;
    const paragraph = this.#text.indexOf('\n\n', from);
    const limit = paragraph === -1 ? this.#text.length : paragraph;
    const run = '`'.repeat(length);
    for (let close = this.#text.indexOf(run, from); close !== -1 && close < limit;) {
      let end = close + length;
      while (this.#text[end] === '`') end += 1;
      if (end - close === length) {
        this.#at = end;
        return;
      }
      close = this.#text.indexOf(run, end);
    }
    this.#unclosed.set(length, limit);
  }

  #readTag(): void {
    if (this.#text.startsWith('<!--', this.#at)) {
      const end = this.#text.indexOf('-->', this.#at);
      this.#at = end === -1 ? this.#text.length : end + 3;
      return;
    }
    TAG.lastIndex = this.#at;
    const [opening, slash = '', name = ''] = TAG.exec(this.#text) ?? [];
    const start = this.#at;
    this.#at += opening?.length ?? 1;
    if (opening === undefined) return;
    const attributes = this.#readAttributes();
    if (!attributes) {
      this.#at = start + 1;
      return;
    }
    const raw = this.#text.slice(start, this.#at);
    this.#flush(start);
    const line = this.#line;
    if (slash === '')
      this.#tokens.push({
        type: 'open',
        name,
        attributes: attributes.values,
        isEmpty: attributes.isEmpty,
        raw,
        line,
      });
    else this.#tokens.push({ type: 'close', name, raw, line });
    this.#end();
  }

  /** Undefined for what is no tag. */
  #readAttributes(): { values: Map<string, MdxValue>; isEmpty: boolean } | undefined {
    const values = new Map<string, MdxValue>();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const attribute = ATTRIBUTE.exec(this.#text);
      if (!attribute) {
        const [end] = /^\s*(?:\{\s*\.\.\.|\/?>)/.exec(this.#text.slice(this.#at, this.#at + 200)) ?? [];
        if (end === undefined) return undefined;
        if (!end.endsWith('...')) {
          this.#at += end.length;
          return { values, isEmpty: end.includes('/') };
        }
        // Spread attributes say nothing that can be known.
        const brace = this.#text.indexOf('{', this.#at);
        const close = this.#closingBrace(brace);
        if (close === undefined) return undefined;
        this.#at = close + 1;
        continue;
      }
      this.#at = ATTRIBUTE.lastIndex;
      const [, name = '', equals] = attribute;
      if (equals === undefined) {
        values.set(name, true);
        continue;
      }
      const value = this.#readValue();
      if (value === undefined) return undefined;
      values.set(name, value);
    }
  }

  #readValue(): MdxValue | undefined {
    const sign = this.#text[this.#at];
    if (sign === '"' || sign === "'") {
      const end = this.#spend(this.#text.indexOf(sign, this.#at + 1));
      if (end === undefined) return undefined;
      const value = this.#text.slice(this.#at + 1, end);
      this.#at = end + 1;
      return value;
    }
    if (sign === '{') {
      const end = this.#closingBrace(this.#at);
      if (end === undefined) return undefined;
      const expression = this.#text.slice(this.#at + 1, end);
      this.#at = end + 1;
      return { expression };
    }
    const [bare = ''] = /^[^\s"'<>=`{}]+/.exec(this.#text.slice(this.#at, this.#at + 500)) ?? [];
    this.#at += bare.length;
    return bare === '' ? undefined : bare.replace(/\/$/, '');
  }

  #spend(end: number): number | undefined {
    this.#budget -= (end === -1 ? this.#text.length : end) - this.#at;
    return end === -1 || this.#budget < 0 ? undefined : end;
  }

  /** The position of the brace that closes one; braces in strings do not count. */
  #closingBrace(start: number): number | undefined {
    let depth = 0;
    let quote = '';
    for (let at = start; at < this.#text.length; at += 1) {
      this.#budget -= 1;
      if (this.#budget < 0) return undefined;
      const sign = this.#text[at] ?? '';
      if (quote !== '') {
        if (sign === '\\') at += 1;
        else if (sign === quote || (sign === '\n' && quote !== '`')) quote = '';
      } else if (sign === '"' || sign === "'" || sign === '`') quote = sign;
      else if (this.#text.startsWith('/*', at)) {
        const end = this.#text.indexOf('*/', at + 2);
        if (end === -1) return undefined;
        this.#budget -= end - at;
        at = end + 1;
      } else if (sign === '{') depth += 1;
      else if (sign === '}' && (depth -= 1) === 0) return at;
    }
    return undefined;
  }

  #readExpression(): void {
    const start = this.#at;
    this.#at += 1;
    // Ids of headings, and blocks of this server.
    if (/^\{[#%:.]/.test(this.#text.slice(start, start + 2))) return;
    const end = this.#closingBrace(start);
    if (end === undefined) return;
    this.#flush(start);
    const raw = this.#text.slice(start, end + 1);
    this.#tokens.push({ type: 'expression', source: raw.slice(1, -1), raw, line: this.#line });
    this.#at = end + 1;
    this.#end();
  }

  /** Imports and exports go to an empty line where their brackets are closed. */
  #readModule(): void {
    const start = this.#at;
    this.#flush(start);
    let balance = 0;
    let lines = 0;
    while (this.#at < this.#text.length && lines < 2000) {
      const line = this.#lineText(this.#at);
      if (line.trim() === '' && balance <= 0) break;
      for (const sign of line.match(/[{}()[\]]/g) ?? []) balance += '{(['.includes(sign) ? 1 : -1;
      this.#at = Math.min(this.#text.length, this.#at + line.length + 1);
      lines += 1;
      const next = this.#lineText(this.#at);
      if (balance <= 0 && /['"`;})\]]\s*$/.test(line) && !/^\s*[.?:)\]}]/.test(next) && !MODULE.test(next))
        break;
    }
    this.#tokens.push({ type: 'module', source: this.#text.slice(start, this.#at), line: this.#line });
    this.#end();
  }

  /** Ends a text in front of a token. */
  #flush(end: number): void {
    if (end <= this.#start) return;
    const text = this.#text.slice(this.#start, end);
    this.#tokens.push({ type: 'text', text, line: this.#line });
    this.#countLines(text);
    this.#start = end;
  }

  #end(): void {
    this.#countLines(this.#text.slice(this.#start, this.#at));
    this.#start = this.#at;
  }

  #countLines(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }
}

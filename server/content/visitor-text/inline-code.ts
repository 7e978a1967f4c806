/** A part of a text that is code, or may be code to the parser. */
export interface CodeRange {
  start: number;
  end: number;
  /** Whether the parser takes it for code beyond doubt. */
  isSure: boolean;
}

/** Lines of one paragraph. */
interface Chunk {
  start: number;
  end: number;
  isSure: boolean;
  /** Whether it is a block of HTML, where backticks are text. */
  isHtml: boolean;
  /** Whether it is a row of a table, whose cells end before spans do. */
  isTable?: boolean;
}

/** Where code may begin that could not be followed. */
interface Unsure {
  at: number;
  /** False for a backtick without its counterpart, which matters only where the paragraph goes on. */
  isCertain: boolean;
}

const TAG = /<(\/?)([a-z][\w-]*)(?:\s[^<>]*)?>|<[a-z][a-z\d+.-]*:[^\s<>]*>/iy;
/** The rest of a link behind its text. */
const TARGET =
  /\]\([ \t]*(?:<[^<>`\n]*>|[^\s()"'`<>\\]*)(?:[ \t]+"[^"`\\\n]*"|[ \t]+'[^'`\\\n]*')?[ \t]*\)|\]\[[^[\]`\\]*\]/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The state of reading a paragraph. */
interface Reading {
  at: number;
  hasTilde: boolean;
  hasMark: boolean;
  hasMaths: boolean;
  brackets: number;
  /** Whether the word before may be an address, which may contain backticks. */
  isInUrl: boolean;
}

/** Finds the code among the text of paragraphs, each character once. */
export class InlineCode {
  readonly #text: string;
  #lower: string | undefined;
  readonly #known = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Where a text comes next; the length of the whole where it doesn't. Asked for ascending positions. */
  next(wanted: string, from: number): number {
    return this.#find(this.#text, wanted, from);
  }

  /** The same, ignoring case. */
  nextLower(wanted: string, from: number): number {
    // Character by character: some letters have more of them in lower case.
    this.#lower ??= this.#text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return this.#find(this.#lower, wanted, from);
  }

  #find(text: string, wanted: string, from: number): number {
    const cachedIndex = this.#known.get(wanted);
    if (cachedIndex !== undefined && cachedIndex >= from) return cachedIndex;
    const index = text.indexOf(wanted, from);
    const at = index < 0 ? text.length : index;
    this.#known.set(wanted, at);
    return at;
  }

  /** Adds the code of a paragraph; what begins at the result may be code, too. */
  find(chunk: Chunk, ranges: CodeRange[]): Unsure | undefined {
    const text = this.#text.slice(chunk.start, chunk.end);
    if (!/[`<]/.test(text)) return undefined;
    const reader = new ParagraphReader(text, chunk);
    const { found, unsureAt, unmatchedAt } = reader.read();
    for (const { start, end, isSure } of found) {
      ranges.push({ start: chunk.start + start, end: chunk.start + end, isSure });
    }
    if (unsureAt !== undefined) return { at: chunk.start + unsureAt, isCertain: true };
    return unmatchedAt === undefined ? undefined : { at: chunk.start + unmatchedAt, isCertain: false };
  }
}

class ParagraphReader {
  readonly #text: string;
  readonly #chunk: Chunk;
  readonly #found: CodeRange[] = [];
  /** The places of backticks by their number. */
  readonly #runs = new Map<number, number[]>();
  #unsureAt: number | undefined;
  #unmatchedAt: number | undefined;
  readonly #reading: Reading = {
    at: 0,
    hasTilde: false,
    hasMark: false,
    hasMaths: false,
    brackets: 0,
    isInUrl: false,
  };

  constructor(text: string, chunk: Chunk) {
    this.#text = text;
    this.#chunk = chunk;
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const places = this.#runs.get(run.length);
      if (places) places.push(index);
      else this.#runs.set(run.length, [index]);
    }
    // The last one first, so that those that have been passed are taken away from the end.
    for (const places of this.#runs.values()) places.reverse();
  }

  read(): { found: CodeRange[]; unsureAt: number | undefined; unmatchedAt: number | undefined } {
    const reading = this.#reading;
    while (reading.at < this.#text.length && this.#unsureAt === undefined) {
      const next = this.#readNext(this.#text.charAt(reading.at));
      if (next === undefined) this.#unsureAt = reading.at;
      else reading.at = next;
    }
    return { found: this.#found, unsureAt: this.#unsureAt, unmatchedAt: this.#unmatchedAt };
  }

  /** Where to go on; undefined where that is not clear. */
  #readNext(character: string): number | undefined {
    const reading = this.#reading;
    const { at } = reading;
    switch (character) {
      case '\\':
        return PUNCTUATION.test(this.#text.charAt(at + 1)) ? at + 2 : at + 1;
      case '`':
        return this.#readTicks();
      case '<':
        return this.#readTag();
      case '[':
        reading.brackets += 1;
        reading.hasMark = true;
        return at + 1;
      case ']':
        reading.brackets = Math.max(0, reading.brackets - 1);
        return this.#readTarget();
      case '~':
        reading.hasTilde = true;
        reading.hasMark = true;
        return at + 1;
      case '*':
      case '_':
        reading.hasMark = true;
        return at + 1;
      default:
        if (/\s/.test(character)) reading.isInUrl = false;
        else if (this.#text.startsWith('://', at) || /^www\./i.test(this.#text.slice(at, at + 4)))
          reading.isInUrl = true;
        else if (this.#text.startsWith('$$', at)) reading.hasMaths = true;
        return at + 1;
    }
  }

  #readTicks(): number | undefined {
    const { at } = this.#reading;
    let end = at;
    while (this.#text.charCodeAt(end) === 96) end += 1;
    if (this.#chunk.isHtml) return end;
    const places = this.#runs.get(end - at) ?? [];
    while ((places.at(-1) ?? Infinity) < end) places.pop();
    const close = places.at(-1);
    if (close === undefined) {
      this.#unmatchedAt ??= at;
      return end;
    }
    const content = this.#text.slice(end, close);
    if (!this.#chunk.isSure || this.#isUnclear(content, end - at)) return undefined;
    const after = close + (end - at);
    this.#found.push({ start: at, end: after, isSure: true });
    return after;
  }

  /** Whether the parser may find something else that begins before a span and ends in it. */
  #isUnclear(content: string, ticks: number): boolean {
    const { hasTilde, hasMark, hasMaths, brackets, isInUrl } = this.#reading;
    return (
      isInUrl ||
      hasMaths ||
      (hasTilde && content.includes('~')) ||
      (ticks > 1 && hasMark) ||
      (brackets > 0 && content.includes(']')) ||
      (this.#chunk.isTable === true && /(?<!\\)\|/.test(content))
    );
  }

  #readTag(): number | undefined {
    const { at } = this.#reading;
    if (this.#text.startsWith('<!--', at)) {
      const close = this.#text.indexOf('-->', at + 4);
      return close < 0 ? undefined : close + 3;
    }
    TAG.lastIndex = at;
    const [tag = '', slash, name = ''] = TAG.exec(this.#text) ?? [];
    if (tag === '') return /[a-z/!?]/i.test(this.#text.charAt(at + 1)) ? undefined : at + 1;
    if (tag.includes('`') || tag.includes('{%')) return undefined;
    const element = name.toLowerCase();
    const isCode = element === 'code' || (element === 'pre' && this.#chunk.isHtml);
    if (slash !== '' || !isCode) return element === 'pre' ? undefined : at + tag.length;
    const rest = this.#text.slice(at);
    const close = rest.search(element === 'code' ? /<\/code>/i : /<\/pre>/i);
    if (close < 0 || rest.slice(0, close).includes('`') || !this.#isSureTag(rest.slice(0, close))) {
      return undefined;
    }
    this.#found.push({ start: at, end: at + close, isSure: true });
    return at + close;
  }

  /** Whether the text of an element certainly stays in it. */
  #isSureTag(content: string): boolean {
    const { hasMaths, brackets, isInUrl } = this.#reading;
    const isCut = this.#chunk.isTable === true && /(?<!\\)\|/.test(content);
    return (
      this.#chunk.isSure &&
      !isCut &&
      !hasMaths &&
      !isInUrl &&
      !(brackets > 0 && content.includes(']')) &&
      !content.includes('<!--')
    );
  }

  #readTarget(): number | undefined {
    const { at } = this.#reading;
    const next = this.#text.charAt(at + 1);
    if (next !== '(' && next !== '[') return at + 1;
    TARGET.lastIndex = at;
    const [target] = TARGET.exec(this.#text) ?? [];
    return target === undefined ? undefined : at + target.length;
  }
}

import {
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { ITEM_TEXTS, type SiteText, type SiteTextItem, type SiteTextProblem } from './site-text.ts';

const MAX_PROBLEMS = 50;
const MAX_DEPTH = 10;
const ITEM_TYPES = ['section', 'section-group', 'space'] as const;
const ITEM_KEYS: ReadonlySet<string> = new Set([
  ...ITEM_TEXTS,
  'type',
  'default',
  'hidden',
  'draft',
  'children',
  'content',
]);
const LOCALIZED: ReadonlySet<string> = new Set(['localizedTitle', 'localizedDescription']);
const TOO_DEEP = 'The text is nested too deeply.';
/** The library compares each key of a map with all before it: of many, this takes minutes. */
export const PARSING = { uniqueKeys: false } as const;
/** Characters that no text of the database can have. */
const BROKEN = /[\0\p{Cs}]/u;
/** What the lexer puts before the text of a value. */
const VALUE_FOLLOWS = '\u001F';

export interface SiteTextOptions {
  /** Whether what a structure can't hold is a problem; otherwise it is passed over, as it stays in its file. */
  isStrict: boolean;
}

/** Reads the text of a site's structure; whatever is wrong is a problem with its line. */
export function readSiteText(text: string, { isStrict }: SiteTextOptions): SiteText {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', ...PARSING });
    return new SiteTextReader(document, { text, lines, isStrict }).read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { items: [], problems: [{ line: 1, message: TOO_DEEP }] };
  }
}

class SiteTextReader {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #text: string;
  readonly #isStrict: boolean;
  readonly #problems: SiteTextProblem[] = [];

  constructor(
    document: Document.Parsed,
    { text, lines, isStrict }: SiteTextOptions & { text: string; lines: LineCounter },
  ) {
    this.#document = document;
    this.#text = text;
    this.#lines = lines;
    this.#isStrict = isStrict;
  }

  read(): SiteText {
    const { errors, warnings, contents } = this.#document;
    for (const { code, message, pos } of [...errors, ...(this.#isStrict ? warnings : [])])
      this.#add(
        this.#lines.linePos(pos[0]).line,
        code === 'RESOURCE_EXHAUSTION'
          ? TOO_DEEP
          : `${message.split('\n', 1)[0]?.replace(/[.:]?( at line.*)?$/, '')}.`,
      );
    const repeated = this.#repeatedKeys();
    for (const key of repeated) this.#add(this.#lineOf(key), 'Map keys must be unique.');
    if (errors.length > 0 || repeated.length > 0) return { items: [], problems: this.#found() };
    if (this.#isStrict) this.#refuseComments();
    const site = this.#map(contents && isMap(contents) ? contents.get('site', true) : undefined);
    if (!site) {
      this.#add(1, 'The text needs “site:” with “structure:” in it.');
      return { items: [], problems: this.#found() };
    }
    this.#refuseOthers(this.#map(contents), new Set(['site']));
    this.#refuseOthers(site, new Set(['title', 'structure']));
    const title = this.#textOf(site, 'title');
    const items = this.#list(site, 'structure', '');
    const line = this.#lineOf(site.get('title', true));
    return { items, problems: this.#found(), ...(title !== undefined && { title: { text: title, line } }) };
  }

  #found(): SiteTextProblem[] {
    return this.#problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS);
  }

  #add(line: number, message: string): void {
    this.#problems.push({ line, message });
  }

  #lineOf(node: unknown): number {
    const { range }: { range?: readonly number[] } = Object(node);
    return range?.[0] === undefined ? 1 : this.#lines.linePos(range[0]).line;
  }

  #map(node: unknown): YAMLMap.Parsed | undefined {
    return isMap<ParsedNode, ParsedNode>(node) && 'range' in node ? (node as YAMLMap.Parsed) : undefined;
  }

  #repeatedKeys(): unknown[] {
    const repeated: unknown[] = [];
    visit(this.#document, {
      Map: (_, { items }) => {
        const values = new Set<unknown>();
        for (const { key } of items) {
          if (!isScalar(key)) continue;
          if (values.has(key.value)) repeated.push(key);
          values.add(key.value);
        }
      },
    });
    return repeated;
  }

  /** A structure has no place for them. */
  #refuseComments(): void {
    let line = 1;
    let isValue = false;
    for (const token of new Lexer().lex(this.#text)) {
      if (!isValue && CST.tokenType(token) === 'comment')
        this.#add(line, 'Comments aren’t kept with a structure. Remove it.');
      isValue = token === VALUE_FOLLOWS;
      line += token.split('\n').length - 1;
    }
  }

  #refuseOthers(map: YAMLMap.Parsed | undefined, known: ReadonlySet<string>): void {
    if (!this.#isStrict || !map) return;
    for (const { key } of map.items) {
      const name = isScalar(key) ? String(key.value) : 'this';
      if (known.has(name)) continue;
      const reason = LOCALIZED.has(name)
        ? `“${name}” isn’t kept: a language is a space of its own here.`
        : `“${name}” is no field here. Fields are ${[...known].join(', ')}.`;
      this.#add(this.#lineOf(key), reason);
    }
  }

  #list(map: YAMLMap.Parsed, name: string, place: string): SiteTextItem[] {
    const list: unknown = map.get(name, true);
    if (list === undefined || (isScalar(list) && list.value === null)) return [];
    if (!isSeq(list)) {
      this.#add(this.#lineOf(list), `“${name}” must be a list.`);
      return [];
    }
    if (place.split('.').length - 1 > MAX_DEPTH) {
      this.#add(this.#lineOf(list), 'The structure is nested too deeply.');
      return [];
    }
    return list.items.flatMap((entry, index) => this.#item(entry, `${place}${index}`) ?? []);
  }

  #item(entry: unknown, place: string): SiteTextItem | undefined {
    const line = this.#lineOf(entry);
    const map = this.#map(entry);
    if (!map) {
      this.#add(line, 'An item must have fields, “type” first.');
      return undefined;
    }
    const named = this.#textOf(map, 'type');
    const type = ITEM_TYPES.find((each) => each === named);
    if (!type) {
      this.#add(line, `The type must be ${ITEM_TYPES.slice(0, 2).join(', ')} or ${ITEM_TYPES[2]}.`);
      return undefined;
    }
    this.#refuseOthers(map, ITEM_KEYS);
    const texts = ITEM_TEXTS.flatMap((name) => {
      const value = this.#textOf(map, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const [isHidden, isDraft] = [this.#flagOf(map, 'hidden'), this.#flagOf(map, 'draft')];
    if (this.#isStrict && (isHidden || isDraft))
      this.#add(line, 'Nothing is hidden or a draft here. Use a condition.');
    return {
      type,
      line,
      place,
      ...Object.fromEntries(texts),
      isDefault: this.#flagOf(map, 'default'),
      isHidden: isHidden || isDraft,
      ...this.#content(map),
      children: this.#list(map, 'children', `${place}.`),
    };
  }

  #content(map: YAMLMap.Parsed): Pick<SiteTextItem, 'spaceId' | 'directory' | 'language'> {
    const node: unknown = map.get('content', true);
    const content = this.#map(node);
    if (!content) {
      if (node !== undefined && !(isScalar(node) && node.value === null))
        this.#add(this.#lineOf(node), '“content” must have fields.');
      return {};
    }
    this.#refuseOthers(content, new Set(['space', 'language']));
    const spaceId = this.#textOf(content, 'space');
    const directory = this.#textOf(content, 'directory');
    const language = this.#textOf(content, 'language');
    if (this.#isStrict && language !== undefined && (this.#textOf(map, 'path') ?? language) !== language)
      this.#add(this.#lineOf(content), 'A language is the path of its space here, such as fr.');
    return {
      ...(spaceId !== undefined && { spaceId }),
      ...(content.has('directory') && { directory: directory ?? null }),
      ...(language !== undefined && { language }),
    };
  }

  /** Undefined where it is missing or empty. Numbers and such are the text that is written. */
  #textOf(map: YAMLMap.Parsed, name: string): string | undefined {
    const node: unknown = map.get(name, true);
    if (node === undefined) return undefined;
    if (isAlias(node) || !isScalar(node)) {
      this.#add(this.#lineOf(node), `“${name}” must be a text.`);
      return undefined;
    }
    const { value, source } = node;
    if (value === null || value === '') return undefined;
    const text = typeof value === 'string' ? value : (source ?? String(value));
    if (!BROKEN.test(text)) return text;
    this.#add(this.#lineOf(node), `“${name}” has characters that can’t be stored, such as NUL.`);
    return undefined;
  }

  #flagOf(map: YAMLMap.Parsed, name: string): boolean {
    const node: unknown = map.get(name, true);
    if (node === undefined) return false;
    const value = isScalar(node) ? node.value : undefined;
    if (value === null || typeof value === 'boolean') return value === true;
    this.#add(this.#lineOf(node), `“${name}” must be true or false.`);
    return false;
  }
}

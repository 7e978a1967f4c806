/** A tag that opens or closes a block. */
export interface BlockTag {
  name: string;
  isEnd: boolean;
  attributes: ReadonlyMap<string, string>;
}

/** Longer tags are text. */
export const MAX_TAG_LENGTH = 20_000;
const MAX_ATTRIBUTES = 50;

const START = /\{%[-~]?\s*(end)?(@?[a-z][\w-]*(?:\/[\w.-]+)?)/iy;
const NAME = /\s*([^\s"'<>/=%{}]+)(\s*=\s*)?/y;
const VALUE = /"([^"]*)"|'([^']*)'|([^\s"'<>`=%]+)/y;
const END = /\s*[-~]?%\}/y;

/** Tags of conditions are no blocks: the server decides on them before a text is read. */
const CONDITION = /^(?:end)?(?:if|elif|elsif|elseif|else)$/i;

/** The tag that begins at a place of a text, with the place after it; undefined where there is none. */
export function readTagAt(text: string, start: number): { tag: BlockTag; end: number } | undefined {
  START.lastIndex = start;
  const [opening, end, name = ''] = START.exec(text) ?? [];
  if (opening === undefined || CONDITION.test(name)) return undefined;
  const attributes = new Map<string, string>();
  let at = start + opening.length;
  while (at - start <= MAX_TAG_LENGTH) {
    END.lastIndex = at;
    const [closing] = END.exec(text) ?? [];
    if (closing !== undefined) {
      const tag = { name: name.toLowerCase(), isEnd: end !== undefined, attributes };
      return { tag, end: at + closing.length };
    }
    NAME.lastIndex = at;
    const [whole, key = '', equals] = NAME.exec(text) ?? [];
    if (whole === undefined || attributes.size >= MAX_ATTRIBUTES) return undefined;
    at += whole.length;
    let value = '';
    if (equals !== undefined) {
      VALUE.lastIndex = at;
      const [written, double, single, bare] = VALUE.exec(text) ?? [];
      if (written === undefined) return undefined;
      at += written.length;
      value = double ?? single ?? bare ?? '';
    }
    if (!attributes.has(key)) attributes.set(key, value);
  }
  return undefined;
}

/** The tag that a text consists of; undefined for other texts. */
export function parseTag(text: string): BlockTag | undefined {
  if (!text.startsWith('{%')) return undefined;
  const read = readTagAt(text, 0);
  return read?.end === text.length ? read.tag : undefined;
}

/** The tags at the start and at the end of a line, and the text between them. */
export interface TagLine {
  lead: readonly string[];
  middle: string;
  trail: readonly string[];
}

/** A line with tags at its start or end; undefined for others. */
export function splitTagLine(line: string): TagLine | undefined {
  const text = line.trim();
  if (!text.includes('{%') || text.startsWith('|')) return undefined;
  const lead: string[] = [];
  let at = 0;
  for (let read = readTagAt(text, at); read; read = readTagAt(text, at)) {
    lead.push(text.slice(at, read.end));
    at = read.end + (/^\s*/.exec(text.slice(read.end))?.[0].length ?? 0);
  }
  const rest = text.slice(at);
  const trail = rest.endsWith('%}') ? trailingTags(rest) : [];
  if (lead.length === 0 && trail.length === 0) return undefined;
  const isSingle = lead.length === 1 && rest === '';
  // Signs of code in a tag may begin code that goes on behind it.
  if (!isSingle && [...lead, ...trail].some((tag) => /[`<]/.test(tag))) return undefined;
  const length = trail.reduce((sum, tag) => sum + tag.length, 0);
  const middle = rest.slice(0, rest.length - length).trim();
  return { lead, middle, trail: trail.map((tag) => tag.trim()) };
}

/** End tags at the end of a text, each with the blanks before it. */
function trailingTags(text: string): string[] {
  const tags: string[] = [];
  let rest = text;
  for (;;) {
    const start = rest.lastIndexOf('{%');
    const read = start < 0 ? undefined : readTagAt(rest, start);
    if (!read?.tag.isEnd || read.end !== rest.length) return tags;
    const before = rest.slice(0, start).trimEnd();
    // In code it is code.
    if (before.endsWith('`') || before.endsWith('\\')) return tags;
    tags.unshift(rest.slice(before.length));
    rest = before;
  }
}

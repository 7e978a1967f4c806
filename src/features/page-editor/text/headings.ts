import { HeadingAnchors } from '#api/heading-anchors.ts';

/** A heading of a Markdown text. */
export interface TextHeading {
  level: number;
  /** Without marks of emphasis and links. */
  title: string;
  /** The name in addresses, as readers see it. */
  anchor: string;
  /** Further names that lead to it. */
  aliases: readonly string[];
  /** From 0. */
  line: number;
}

/** `<a id="name"></a>` and `{#name}`. */
const authorsName = /<a\s[^<>]*\bid="([^"]*)"[^<>]*><\/a>|\{#([^\s{}]+)\}\s*$/g;
/** What stands in it for an icon is no word of a title. */
const icon = /<i\s[^<>]*\bclass=["']?fa-[^<>]*>[^<>]*<\/i\s*>/gi;
const headingLine = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
/** The first characters of these three; few lines have them. */
const candidate = /^ {0,3}[#`~=-]/;

/** The headings of a text. Lines of fenced code are none. */
export const headingsOf = (text: string): TextHeading[] => [...readHeadings(text)];

/** The heading that has a name in addresses. What is below it is not read. */
export function findHeading(text: string, anchor: string): TextHeading | undefined {
  for (const heading of readHeadings(text)) {
    if (heading.anchor === anchor || heading.aliases.includes(anchor)) return heading;
  }
  return undefined;
}

/** One by one: a search for a heading near the top needs few lines of a long text. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; ;) {
    const end = text.indexOf('\n', from);
    if (end === -1) return yield text.slice(from);
    yield text.slice(from, end);
    from = end + 1;
  }
}

function* readHeadings(text: string): Generator<TextHeading> {
  const anchors = new HeadingAnchors();
  let open = '';
  let index = -1;
  let before = '';
  const toHeading = (level: number, marked: string, line: number): TextHeading => {
    const names = Array.from(marked.matchAll(authorsName), ([, element, mark]) => ({ element, mark }));
    const ids = names.map(({ element, mark }) => element ?? mark ?? '');
    const title = plainTitle(marked.replaceAll(authorsName, '').replaceAll(icon, ''));
    const { anchor, aliases } = anchors.next(title, ids, names.at(-1)?.mark);
    return { level, title, anchor, aliases, line };
  };
  for (const line of linesOf(text)) {
    const above = before;
    before = line;
    index += 1;
    if (!candidate.test(line)) continue;
    const [, marker = ''] = fence.exec(line) ?? [];
    if (marker !== '') {
      if (open === '') open = marker;
      else if (marker.startsWith(open)) open = '';
      continue;
    }
    if (open !== '') continue;
    const [, marks, title] = headingLine.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      yield toHeading(marks.length, title, index);
      continue;
    }
    const [, rule] = underline.exec(line) ?? [];
    if (rule === undefined) continue;
    const underlined = above.trim();
    if (/^[\p{L}\p{N}*_`[]/u.test(underlined) && !/^([-*+]|\d+[.)]) /.test(underlined))
      yield toHeading(rule.startsWith('=') ? 1 : 2, underlined, index - 1);
  }
}

const plainTitle = (marked: string): string =>
  marked
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`~]|(?<!\w)_|_(?!\w)/g, '')
    .trim();

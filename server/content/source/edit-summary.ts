import { relativePath, resolveSourcePath, type SourcePaths } from '#api/source-paths.ts';
import type { StoredPage } from '../pages/storage.ts';
import { isDivider, plainTitle, readLink, readSummaryLines, type SummaryLine } from './summary-lines.ts';
import { escapeHeading } from './title-heading.ts';

/** An entry of a table of contents. */
interface Entry {
  /** The page, the target of a link, or a group. */
  key: string;
  /** 0 at the top of the book and below a group of the top. */
  level: number;
  isGroup: boolean;
  /** Whether it is at the top of the tree. */
  isTop: boolean;
  title: string;
  target?: string;
}

interface WrittenEntry extends Entry {
  line: string;
  /** The lines above it that are no entries of this tree. */
  above: string[];
}

/** The signs before an entry of a list. */
const BULLET = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)/;

/** A page as a table of contents names it. */
export interface SummaryPage extends Pick<StoredPage, 'id' | 'type' | 'title' | 'href'> {
  pages: readonly SummaryPage[];
}

/** Where the entries of a table of contents lead. */
export interface SummaryPlace {
  /** Its path within the book. */
  path: string;
  paths: SourcePaths;
  /** The path of a page's file; undefined for pages without one. */
  pathOf: (page: SummaryPage) => string | undefined;
  /** The keys of its entries that were in no tree when it was read. Without them, lines that lead nowhere stay. */
  missing?: readonly string[] | undefined;
}

/**
 * A table of contents that lists the pages of a tree. Lines of entries that stay are kept as they are, with what stands
 * between them; if all stay, so does the text.
 */
export function editSummary(text: string, pages: readonly SummaryPage[], place: SummaryPlace): string {
  const wanted = withoutUnnamed(listEntries(pages, place), text, place);
  const keys = new Set(wanted.map(({ key }) => key));
  const ignored = new Set((place.missing ?? []).filter((key) => !keys.has(key)));
  const { entries, rest, isAnyDeleted } = readEntries(text, place, ignored);
  const facts = ({ key, level, isTop, title }: Entry) => JSON.stringify([key, level, isTop, title]);
  if (
    !isAnyDeleted &&
    entries.length === wanted.length &&
    entries.every((entry, at) => facts(entry) === facts(wanted[at] ?? entry))
  ) {
    return text;
  }
  const end = text.includes('\r\n') ? '\r' : '';
  const byKey = new Map(entries.toReversed().map((entry) => [entry.key, entry]));
  const style = styleOf(entries);
  const lines: string[] = [];
  let isInGroup = false;
  let isInListedGroup = false;
  for (const entry of wanted) {
    const written = byKey.get(entry.key);
    const isSame = written && facts(written) === facts(entry);
    if (entry.isTop) isInListedGroup = entry.isGroup && isSame === true && !written.isGroup;
    // A divider would take it out of the group that it has gone into.
    const above = (written?.above ?? []).filter((line) => entry.isTop || !isDivider(line));
    lines.push(...above);
    // Without a divider, a page of the top would belong to the group above it.
    const leavesGroup = isInGroup && entry.isTop && !entry.isGroup;
    if (leavesGroup && !above.some(isDivider)) lines.push(end, `***${end}`, end);
    isInGroup = (entry.isGroup && !isInListedGroup) || (isInGroup && !entry.isTop);
    if (isSame) lines.push(written.line);
    else {
      if (entry.isGroup && lines.length > 0 && lines.at(-1)?.trim() !== '') lines.push(end);
      const level = entry.level + (isInListedGroup ? 1 : 0);
      lines.push(writeEntry({ ...entry, level }, style) + end);
      if (entry.isGroup) lines.push(end);
    }
  }
  // What stood above entries that are gone, but for empty lines.
  const left = entries.flatMap(({ key, above }) =>
    keys.has(key) ? [] : above.filter((line) => line.trim() !== ''),
  );
  return [...lines, ...left, ...rest].join('\n');
}

/** Without a readme at the beginning that the table of contents does not name: it is the first page nevertheless. */
function withoutUnnamed(wanted: Entry[], text: string, place: SummaryPlace): Entry[] {
  const [first, second] = wanted;
  const isReadme = first?.isTop === true && /^readme\.md$/i.test(first.target ?? '');
  if (text.trim() === '' || !isReadme || (second && !second.isTop)) return wanted;
  const isNamed = readWritten(text, place).some(({ entry }) => entry?.key === first.key);
  return isNamed ? wanted : wanted.slice(1);
}

/** A table of contents of a book that has none. */
export function writeSummary(pages: readonly SummaryPage[], place: SummaryPlace): string {
  return `# Table of contents\n\n${editSummary('', pages, place).trimStart()}\n`;
}

/** Tells entries apart that are alike: a table of contents may have a link, and a title of a group, several times. */
class Occurrences {
  readonly #counts = new Map<string, number>();

  /** The key of the next entry with this one; pages have one entry each. */
  keyOf(key: string): string {
    if (!key.startsWith('link:') && !key.startsWith('group:')) return key;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count === 1 ? key : `${key} (${count})`;
  }
}

function listEntries(pages: readonly SummaryPage[], place: SummaryPlace): Entry[] {
  const occurrences = new Occurrences();
  const visit = (page: SummaryPage, level: number, isTop: boolean): Entry[] => {
    const path = place.pathOf(page);
    const target =
      page.type === 'link' ? page.href : path === undefined ? undefined : relativePath(place.path, path);
    const isGroup = isTop && target === undefined;
    const key = occurrences.keyOf(
      page.type === 'link' ? `link:${page.href}` : target === undefined ? `group:${page.title}` : page.id,
    );
    const entry = { key, level, isGroup, isTop, title: page.title, ...(target !== undefined && { target }) };
    const below = page.pages.flatMap((child) => visit(child, isGroup ? 0 : level + 1, false));
    return [entry, ...below];
  };
  return pages.flatMap((page) => visit(page, 0, true));
}

interface WrittenSummary {
  entries: WrittenEntry[];
  /** The lines below the last entry. */
  rest: string[];
  isAnyDeleted: boolean;
}

/** `ignored`: keys of entries that are kept as text. Those of deleted pages are left out. */
function readEntries(text: string, place: SummaryPlace, ignored: ReadonlySet<string>): WrittenSummary {
  const entries: WrittenEntry[] = [];
  let isAnyDeleted = false;
  let above: string[] = [];
  let open: { indent: number; isListedGroup: boolean }[] = [];
  let isBelowHeading = false;
  const keys = new Set<string>();
  for (const { line, parsed, entry } of readWritten(text, place)) {
    if (parsed.kind === 'entry') {
      while ((open.at(-1)?.indent ?? -1) >= parsed.indent) open.pop();
    } else if (parsed.kind !== 'text') open = [];
    if (parsed.kind === 'group' || parsed.kind === 'divider') isBelowHeading = parsed.kind === 'group';
    const isOfTree = entry && !keys.has(entry.key) && !ignored.has(entry.key);
    const isMissing = entry?.key.startsWith(MISSING) === true;
    if (isMissing && isOfTree && place.missing) isAnyDeleted = true;
    else if (entry && isOfTree && !isMissing) {
      keys.add(entry.key);
      const isGroup = parsed.kind === 'group';
      const level = open.length - (open[0]?.isListedGroup === true ? 1 : 0);
      const isTop = parsed.kind !== 'entry' || (open.length === 0 && !isBelowHeading);
      entries.push({ ...entry, level, isGroup, isTop, line, above });
      above = [];
    } else above.push(line);
    if (parsed.kind === 'entry') {
      // At the top of the tree, a group in the list is the same as one with a heading.
      const isListedGroup = !isBelowHeading && open.length === 0 && entry?.key.startsWith('group:') === true;
      open.push({ indent: parsed.indent, isListedGroup });
    }
  }
  return { entries, rest: above, isAnyDeleted };
}

/** The keys of the entries of a table of contents that are not in a tree. */
export function missingEntries(
  text: string,
  pages: readonly SummaryPage[],
  place: Omit<SummaryPlace, 'missing'>,
): string[] {
  const keys = new Set(listEntries(pages, place).map(({ key }) => key));
  const written = readWritten(text, place).flatMap(({ entry }) => entry?.key ?? []);
  return [...new Set(written)].filter((key) => !keys.has(key));
}

interface WrittenLine {
  /** As it stands in the text. */
  line: string;
  parsed: SummaryLine;
  entry: Pick<Entry, 'key' | 'title' | 'target'> | undefined;
}

function readWritten(text: string, place: Pick<SummaryPlace, 'path' | 'paths'>): WrittenLine[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const occurrences = new Occurrences();
  return readSummaryLines(text).map((parsed, at) => {
    const entry =
      parsed.kind === 'group'
        ? readGroup(parsed.content)
        : parsed.kind === 'entry' || parsed.kind === 'chapter'
          ? readEntry(parsed.content, place)
          : undefined;
    return { line: lines[at] ?? '', parsed, entry: entry && { ...entry, key: occurrences.keyOf(entry.key) } };
  });
}

const readGroup = (markdown: string) => {
  const title = plainTitle(markdown);
  return { key: `group:${title}`, title };
};

/** The start of the key of an entry whose target leads to none of the files. */
const MISSING = 'missing:';

/** An entry of a page, a link or a group; undefined for a file that is no page. */
function readEntry(
  content: string,
  { path, paths }: Pick<SummaryPlace, 'path' | 'paths'>,
): Pick<Entry, 'key' | 'title' | 'target'> | undefined {
  const link = readLink(content);
  if (!link) return readGroup(content);
  const { target } = link;
  const title = plainTitle(link.label);
  if (/^(?:https?:)?\/\/|^mailto:/i.test(target)) return { key: `link:${target}`, title, target };
  const file = resolveSourcePath(paths, path, target);
  if (!file) return { key: MISSING + target, title, target };
  return file.kind === 'page' ? { key: file.id, title, target } : undefined;
}

interface Style {
  bullet: string;
  /** Blanks before each entry. */
  base: string;
  /** Blanks for each level. */
  indent: string;
}

function styleOf(entries: readonly WrittenEntry[]): Style {
  const bullets = entries.flatMap(({ line }) => {
    const bullet = BULLET.exec(line);
    return bullet ? [bullet] : [];
  });
  const [first] = bullets;
  const indents = bullets.map(([, indent = '']) => indent).toSorted((a, b) => a.length - b.length);
  const base = indents[0] ?? '';
  const inner = indents.find((indent) => indent.length > base.length && indent.startsWith(base));
  const isNumbered = /\d/.test(first?.[2] ?? '');
  return {
    bullet: bullets.length === 0 || isNumbered ? '* ' : (first?.[2] ?? '*') + (first?.[3] ?? ' '),
    base,
    indent: inner?.slice(base.length) ?? '  ',
  };
}

function writeEntry({ level, isGroup, title, target }: Entry, { bullet, base, indent }: Style): string {
  const text = escapeHeading(title);
  if (isGroup) return `## ${text}`;
  const address = (target ?? '').replaceAll(/[\s()<>]/g, (sign) =>
    sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign),
  );
  return base + indent.repeat(level) + bullet + (target === undefined ? text : `[${text}](${address})`);
}

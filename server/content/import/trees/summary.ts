import { unescapePath } from '#api/source-paths.ts';
import { plainTitle, readLink, readSummaryLines } from '../../source/summary-lines.ts';
import type { OutlineItem } from './outline.ts';
import { decodePath } from './paths.ts';

/** An entry of a SUMMARY.md before its file is looked up. */
export interface SummaryItem extends OutlineItem {
  /** As written: a path beside the summary or an address; undefined without a link. */
  target: string | undefined;
  line: number;
  isGroup: boolean;
  items: SummaryItem[];
}

/** Nothing nests deeper; entries below join their parent. */
const MAX_DEPTH = 20;

export interface Summary {
  items: SummaryItem[];
  /** Lines of dividers. */
  dividers: number[];
}

/** Parses a table of contents of GitBook or mdBook. */
export function parseSummary(text: string): Summary {
  const items: SummaryItem[] = [];
  const dividers: number[] = [];
  let list = items;
  /** Open list items with their indentation. */
  let open: { indent: number; item: SummaryItem }[] = [];
  for (const [index, line] of readSummaryLines(text).entries()) {
    const number = index + 1;
    if (line.kind === 'entry') {
      while ((open.at(-1)?.indent ?? -1) >= line.indent) open.pop();
      const parent = open.at(-1)?.item;
      const item = readEntry(line.content, number);
      (parent?.items ?? list).push(item);
      if (open.length < MAX_DEPTH) open.push({ indent: line.indent, item });
    } else if (line.kind === 'text') continue;
    else open = [];
    if (line.kind === 'group') {
      const title = plainTitle(line.content);
      if (title === '') continue;
      const group: SummaryItem = { title, target: undefined, line: number, isGroup: true, items: [] };
      items.push(group);
      list = group.items;
    } else if (line.kind === 'divider') {
      dividers.push(number);
      list = items;
    } else if (line.kind === 'chapter') items.push(readEntry(line.content, number));
  }
  return { items, dividers };
}

/** Reads `[title](target "alias")`, or a title without link. */
function readEntry(entry: string, line: number): SummaryItem {
  const link = readLink(entry);
  const title = plainTitle(link?.label ?? entry);
  return { title, target: link?.target, line, isGroup: link === undefined, items: [] };
}

/** The path of a target without query and fragment; undefined for addresses and fragments alone. */
export function pathOfTarget(target: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target)) return undefined;
  const path = decodePath(unescapePath(target.replace(/[?#].*$/, '')));
  return path === '' ? undefined : path;
}

import type { Outline, OutlineItem } from './outline.ts';
import { comparePaths, folderOf, joinPath, nameOf, stemOf } from './paths.ts';
import type { SourceFiles } from './source-files.ts';

/** The id that names of an export end with. */
const ID = /[ _-]([\da-f]{32}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})(?=(?:_all)?(?:\.\w+)?$)/i;

/** Reads an export of Notion; undefined if the source is none. */
export function readNotion(files: SourceFiles, isNotion: boolean): Outline | undefined {
  const texts = files.paths.filter((path) => /\.(?:md|html|csv)$/i.test(path));
  const named = texts.filter((path) => ID.test(nameOf(path))).length;
  if (named === 0 || (!isNotion && named * 2 < texts.length)) return undefined;
  return { kind: 'notion', title: undefined, root: '', items: itemsOf(files, texts) };
}

/** The name of a page or folder without its id. */
export function notionName(path: string): string {
  return stemOf(path).replace(/_all$/, '').replace(ID, '').trim();
}

function itemsOf(files: SourceFiles, texts: readonly string[]): OutlineItem[] {
  // Of a database, the file with all rows; of a page, not the list that an HTML export adds.
  const pages = texts.filter((path) => {
    const all = path.replace(/\.csv$/i, '_all.csv');
    return !(all !== path && files.has(all)) && !(/(?:^|\/)index\.html$/i.test(path) && !ID.test(path));
  });
  /** Items by the folder that holds their pages, with and without the id. */
  const holders = new Map<string, OutlineItem>();
  const items = pages.map((path) => {
    const item: OutlineItem = {
      path,
      title: /\.csv$/i.test(path) ? notionName(path) : undefined,
      slug: slugOf(notionName(path)),
      items: [],
    };
    const folder = folderOf(path);
    for (const name of [stemOf(path).replace(/_all$/, ''), notionName(path)]) {
      const key = joinPath(folder, name);
      if (!holders.has(key)) holders.set(key, item);
    }
    return { path, item };
  });
  const top: { path: string; item: OutlineItem }[] = [];
  for (const entry of items) {
    const holder = holderOf(entry.path, holders);
    if (holder && holder !== entry.item) holder.items.push(entry.item);
    else top.push(entry);
  }
  for (const { item } of items) item.items.sort((a, b) => comparePaths(a.path ?? '', b.path ?? ''));
  return top.toSorted((a, b) => comparePaths(a.path, b.path)).map(({ item }) => item);
}

/** The nearest page whose folder holds a path. */
function holderOf(path: string, holders: ReadonlyMap<string, OutlineItem>): OutlineItem | undefined {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const holder = holders.get(folder) ?? holders.get(joinPath(folderOf(folder), notionName(`${folder}.x`)));
    if (holder) return holder;
  }
  return undefined;
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'page'
  );
}

/** Rows of a database beyond these are left out. */
export const MAX_ROWS = 2000;

/** A database as a table; the first column of a row links to its page. */
export function writeDatabase(
  csv: string,
  path: string,
  files: SourceFiles,
): { markdown: string; isCut: boolean } {
  const rows = parseCsv(csv);
  const [header = [], ...body] = rows;
  if (header.length === 0) return { markdown: '', isCut: false };
  const base = joinPath(folderOf(path), stemOf(path).replace(/_all$/, ''));
  const plain = joinPath(folderOf(path), notionName(path));
  const pages = new Map(
    [...files.below(base), ...files.below(plain)].map((page) => [notionName(page), page]),
  );
  const cell = (text: string, index: number) => {
    const written = text
      .replaceAll(/\s*\n\s*/g, '<br>')
      .replaceAll('|', '\\|')
      .trim();
    const page = index === 0 ? pages.get(text.trim()) : undefined;
    return page === undefined ? written : `[${written.replaceAll(/[[\]]/g, '\\$&')}](</${page}>)`;
  };
  const line = (cells: readonly string[]) =>
    `| ${header.map((_, index) => cell(cells[index] ?? '', index)).join(' | ')} |`;
  const visible = body.slice(0, MAX_ROWS);
  const markdown = [
    `| ${header.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    `|${header.map(() => ' --- |').join('')}`,
    ...visible.map(line),
  ].join('\n');
  return { markdown, isCut: visible.length < body.length };
}

/** Parses comma-separated values with quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) break;
    const [, quoted, bare = '', end] = match;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
    if (end === '') break;
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((content) => content.trim() !== ''));
}

import type { Outline, OutlineItem } from './outline.ts';
import { comparePaths, folderOf, nameOf, stemOf } from './paths.ts';
import type { SourceFiles } from './source-files.ts';
import { parseSummary, pathOfTarget, type SummaryItem } from './summary.ts';

/** Reads a GitHub wiki: the sidebar first, then all other pages by name. Undefined if the source is none. */
export function readWiki(files: SourceFiles, isWiki: boolean): Outline | undefined {
  const home = files.find('Home.md');
  const sidebar = files.find('_Sidebar.md');
  if (!isWiki && (home === undefined || (sidebar === undefined && !isFlat(files)))) return undefined;
  const pages = wikiPages(files);
  const used = new Set<string>();
  const homeItems = home === undefined ? [] : [pageItem(home)];
  if (home !== undefined) used.add(home);
  const listed = sidebar === undefined ? [] : sidebarItems(files.text(sidebar) ?? '', pages, used);
  const rest = [...new Set(pages.values())].filter((path) => !used.has(path)).toSorted(comparePaths);
  return {
    kind: 'github-wiki',
    title: undefined,
    root: '',
    items: [...homeItems, ...listed, ...rest.map(pageItem)],
  };
}

function isFlat(files: SourceFiles): boolean {
  return (
    files.paths.every((path) => !/\.md$/i.test(path) || folderOf(path) === '') && !files.has('README.md')
  );
}

/** Asked for each text of a source. */
const pagesBySource = new WeakMap<SourceFiles, ReadonlyMap<string, string>>();

/** The pages of a wiki by the form of their name that links use. */
export function wikiPages(files: SourceFiles): ReadonlyMap<string, string> {
  const remembered = pagesBySource.get(files);
  if (remembered) return remembered;
  const paths = files.paths.filter(
    (path) => /\.(?:md|markdown)$/i.test(path) && !/^_(?:Sidebar|Footer|Header)\.md$/i.test(nameOf(path)),
  );
  const pages = new Map(paths.map((path) => [wikiName(stemOf(path)), path]));
  pagesBySource.set(files, pages);
  return pages;
}

/** Wikis find pages in any letter case, with blanks or hyphens. */
export function wikiName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '-');
}

function pageItem(path: string): OutlineItem {
  return { path, title: stemOf(path).replaceAll('-', ' '), items: [] };
}

function sidebarItems(text: string, pages: ReadonlyMap<string, string>, used: Set<string>): OutlineItem[] {
  const plain = text.replaceAll(
    /\[\[([^[\]|]+)(?:\|([^[\]|]+))?\]\]/g,
    (_, first: string, second?: string) => {
      const target = (second ?? first).trim();
      return `[${first.trim()}](<${target.replaceAll(/[<>]/g, '')}>)`;
    },
  );
  const convert = (entry: SummaryItem): OutlineItem[] => {
    const items = entry.items.flatMap(convert);
    const target = entry.target === undefined ? undefined : pathOfTarget(entry.target);
    const path = target === undefined ? undefined : pages.get(wikiName(stemOf(`${nameOf(target)}.md`)));
    if (path !== undefined && !used.has(path)) {
      used.add(path);
      return [{ path, title: entry.title, items }];
    }
    if (entry.target !== undefined && /^https?:/.test(entry.target) && path === undefined)
      return [{ title: entry.title, href: entry.target, items }];
    return items.length === 0 ? [] : [{ title: entry.title, items }];
  };
  return parseSummary(plain).items.flatMap(convert);
}

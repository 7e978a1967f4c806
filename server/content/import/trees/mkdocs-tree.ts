import { toList, toRecord, toText } from '../../source/yaml-values.ts';
import { folderItems } from './folder-tree.ts';
import { readSettings, summaryItems } from './gitbook-tree.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { folderOf, joinPath, normalizePath, resolvePath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_DEPTH = 50;

/** Reads a MkDocs site at its settings file. */
export function readMkdocsBook(files: SourceFiles, settingsPath: string, report: Report): Outline {
  const settings = readSettings(files, settingsPath, report) ?? {};
  const folder = folderOf(settingsPath);
  const root = normalizePath(joinPath(folder, toText(settings['docs_dir']) ?? 'docs')) ?? folder;
  const nav = settings['nav'] ?? settings['pages'];
  const paths = new Set<string>();
  const leaveOut = (message: string) => report.add({ path: settingsPath, kind: 'left-out', message });
  const readTarget = (title: string | undefined, target: string): OutlineItem[] => {
    if (/^(?:https?:|mailto:)/.test(target)) return [{ title, href: target, items: [] }];
    const path = resolvePath(target, joinPath(root, 'x'), root);
    const file =
      path === undefined
        ? undefined
        : files.findFirst([path, joinPath(path, 'index.md'), joinPath(path, 'README.md')]);
    if (file === undefined)
      leaveOut(`The file ${JSON.stringify(target.slice(0, 200))} is not in the source.`);
    else if (paths.has(file)) leaveOut(`${file} is named a second time.`);
    if (file === undefined || paths.has(file)) return [];
    paths.add(file);
    return [{ title, path: file, items: [] }];
  };
  const readItems = (value: unknown, depth: number): OutlineItem[] => {
    if (depth > MAX_DEPTH) return [];
    return toList(value).flatMap((entry) => {
      if (typeof entry === 'string') return readTarget(undefined, entry);
      return Object.entries(toRecord(entry) ?? {}).flatMap(([title, content]) => {
        if (typeof content === 'string') return readTarget(title, content);
        const items = readItems(content, depth + 1);
        return items.length === 0 ? [] : [sectionOf(title, items)];
      });
    });
  };
  return {
    kind: 'mkdocs',
    title: toText(settings['site_name']),
    root,
    language: toText(toRecord(settings['theme'])?.['language']),
    items: Array.isArray(nav) ? readItems(nav, 0) : folderItems(files, { root }),
    redirects: redirectsOf(settings),
  };
}

/** A section whose first page is an index without a title is this page, as with `navigation.indexes`. */
function sectionOf(title: string, items: OutlineItem[]): OutlineItem {
  const [first] = items;
  const isIndex =
    first?.path !== undefined &&
    first.title === undefined &&
    /(?:^|\/)(?:index|README)\.md$/i.test(first.path);
  return isIndex ? { ...first, title, items: items.slice(1) } : { title, items };
}

function redirectsOf(settings: Record<string, unknown>): Outline['redirects'] & object {
  return toList(settings['plugins']).flatMap((plugin) => {
    const maps = toRecord(toRecord(toRecord(plugin)?.['redirects'])?.['redirect_maps']) ?? {};
    return Object.entries(maps).flatMap(([from, to]) => {
      const target = toText(to);
      return target === undefined
        ? []
        : [{ from: from.replace(/(?:\/?index)?\.md$/, ''), to: target.replace(/#.*$/, '') }];
    });
  });
}

/** Reads an mdBook at its settings file. */
export function readMdbook(files: SourceFiles, settingsPath: string, report: Report): Outline {
  const text = files.text(settingsPath) ?? '';
  const folder = folderOf(settingsPath);
  const root = normalizePath(joinPath(folder, tomlText(text, 'src') ?? 'src')) ?? folder;
  const summaryPath = files.find(joinPath(root, 'SUMMARY.md'));
  if (summaryPath === undefined)
    report.add({ path: settingsPath, kind: 'warning', message: 'The book has no SUMMARY.md.' });
  return {
    kind: 'mdbook',
    title: tomlText(text, 'title'),
    root,
    language: tomlText(text, 'language'),
    items:
      summaryPath === undefined
        ? folderItems(files, { root })
        : summaryItems(files, { summaryPath, readme: undefined, report }),
  };
}

/** The value of a key of TOML that is a string on one line. */
function tomlText(toml: string, key: string): string | undefined {
  const [, quoted, single] =
    new RegExp(String.raw`^[ \t]*${key}[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')`, 'm').exec(toml) ?? [];
  return toText(quoted ?? single);
}

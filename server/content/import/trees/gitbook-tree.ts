import { readTags, readVars, TAGS_PATH, VARS_PATH } from '../../source/book-settings.ts';
import { readYaml, toRecord, toText } from '../../source/yaml-values.ts';
import type { ReportEntry } from '../import-plan.ts';
import { folderItems } from './folder-tree.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { folderOf, joinPath, nameOf, normalizePath, resolvePath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';
import { parseSummary, pathOfTarget, type SummaryItem } from './summary.ts';

/** Reads a GitBook book at a folder: its settings, its table of contents, values and tags. */
export function readGitbookBook(files: SourceFiles, folder: string, report: Report, title?: string): Outline {
  const settingsPath = files.find(joinPath(folder, '.gitbook.yaml'));
  const settings = settingsPath === undefined ? {} : (readSettings(files, settingsPath, report) ?? {});
  const root = rootOf(files, folder, toText(settings['root']) ?? '');
  const structure = toRecord(settings['structure']) ?? {};
  const summaryPath = files.find(
    resolvePath(toText(structure['summary']) ?? 'SUMMARY.md', joinPath(root, 'x')) ??
      joinPath(root, 'SUMMARY.md'),
  );
  const readme = files.find(joinPath(root, toText(structure['readme']) ?? 'README.md'));
  const items =
    summaryPath === undefined
      ? folderItems(files, {
          root,
          skip: (path) => path.includes('/.gitbook/') || path.startsWith('.gitbook/'),
        })
      : summaryItems(files, { summaryPath, readme, report });
  const varsPath = files.find(joinPath(root, VARS_PATH));
  const tagsPath = files.find(joinPath(root, TAGS_PATH));
  const isAbove = settingsPath !== undefined && root !== folder && isBelow(root, folder);
  const texts = [settingsPath, summaryPath, varsPath, tagsPath].filter((path) => path !== undefined);
  return {
    kind: 'gitbook',
    title,
    root,
    items,
    texts: texts.filter((path) => isBelow(path, root) || (isAbove && path === settingsPath)),
    summary: summaryPath,
    ...(isAbove && { folder }),
    vars: readVars(readSettings(files, varsPath, report)),
    tags: readTags(readSettings(files, tagsPath, report)),
    redirects: readRedirects(settings['redirects']),
  };
}

/** The folder of the pages. Settings within it may name it from the folder of all. */
function rootOf(files: SourceFiles, folder: string, written: string): string {
  const named = [joinPath(folder, written), written].map(normalizePath);
  return named.find((path) => path !== undefined && files.below(path).length > 0) ?? named[0] ?? folder;
}

const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** Reads a file of settings; problems are in the report. */
export function readSettings(
  files: SourceFiles,
  path: string | undefined,
  report: Report,
): Record<string, unknown> | undefined {
  const text = path === undefined ? undefined : files.text(path);
  if (path === undefined || text === undefined) return undefined;
  const result = readYaml(text);
  if (!('problem' in result)) return toRecord(result.value);
  report.add({ path, kind: 'warning', message: `The file can't be read: ${result.problem}` });
  return undefined;
}

function readRedirects(value: unknown): Outline['redirects'] & object {
  return Object.entries(toRecord(value) ?? {}).flatMap(([from, to]) => {
    const target = toText(to);
    return target === undefined
      ? []
      : [{ from: from.replace(/^\/+/, ''), to: target.replace(/^(?:\.?\/)+/, '') }];
  });
}

interface SummarySource {
  summaryPath: string;
  readme: string | undefined;
  report: Report;
}

/** The entries of a SUMMARY.md with their files; what has none is in the report. */
export function summaryItems(
  files: SourceFiles,
  { summaryPath, readme, report }: SummarySource,
): OutlineItem[] {
  const { items, dividers } = parseSummary(files.text(summaryPath) ?? '');
  const tell = (line: number, kind: ReportEntry['kind'], message: string) =>
    report.add({ path: summaryPath, line, kind, message });
  for (const line of dividers) tell(line, 'left-out', 'A divider has no place in a page tree.');
  const paths = new Set<string>();
  const convert = (entry: SummaryItem): OutlineItem[] => {
    const item: OutlineItem = { title: entry.title === '' ? undefined : entry.title, items: [] };
    const { target } = entry;
    const path = target === undefined ? undefined : pathOfTarget(target);
    const file = path === undefined ? undefined : fileOf(files, path, summaryPath);
    if (file !== undefined && !paths.has(file)) {
      paths.add(file);
      item.path = file;
    } else if (file !== undefined) tell(entry.line, 'left-out', `${nameOf(file)} is named a second time.`);
    else if (path !== undefined)
      tell(entry.line, 'left-out', `The file ${JSON.stringify(path.slice(0, 200))} is not in the source.`);
    else if (target !== undefined && /^(?:https?:)?\/\/|^mailto:/i.test(target)) item.href = target;
    else if (target !== undefined) tell(entry.line, 'left-out', 'The entry has no page.');
    item.items = entry.items.flatMap(convert);
    const isNothing = item.path === undefined && item.href === undefined && item.items.length === 0;
    return isNothing ? [] : [item];
  };
  const converted = items.flatMap(convert);
  // The readme is the first page, even where the table of contents does not name it.
  if (readme === undefined || paths.has(readme)) return converted;
  return [{ path: readme, items: [] }, ...converted];
}

function fileOf(files: SourceFiles, path: string, summaryPath: string): string | undefined {
  const resolved = resolvePath(path, summaryPath, folderOf(summaryPath));
  if (resolved === undefined) return undefined;
  const bare = resolved.replace(/\.html$/, '');
  return files.findFirst([resolved, `${resolved}.md`, `${bare}.md`, joinPath(resolved, 'README.md')]);
}

import { toList, toRecord, toText } from '../../source/yaml-values.ts';
import { findConditionProblem } from '../../visitor-text/conditions.ts';
import type { PlannedSite, PlannedSiteItem } from '../import-plan.ts';
import { readGitbookBook, readSettings } from './gitbook-tree.ts';
import type { Outline } from './outline.ts';
import { folderOf, joinPath, normalizePath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_DEPTH = 10;

/** Reads a site of several books from `docs.yaml`; undefined if the source has none. */
export function readSite(
  files: SourceFiles,
  report: Report,
): { site: PlannedSite; outlines: Outline[] } | undefined {
  for (const path of files.named('docs.yaml', 'docs.yml', 'gitbook-docs.yaml', 'gitbook-docs.yml')) {
    const settings = toRecord(readSettings(files, path, report)?.['site']);
    if (!settings || !Array.isArray(settings['structure'])) continue;
    const reader = new SiteReader(files, report, path);
    const structure = reader.read(settings['structure'], 0);
    const outlines = [...reader.books.values()];
    if (outlines.length > 0)
      return { site: { title: toText(settings['title']) ?? 'Documentation', structure }, outlines };
  }
  return undefined;
}

class SiteReader {
  /** By folder. */
  readonly books = new Map<string, Outline>();
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #path: string;

  constructor(files: SourceFiles, report: Report, path: string) {
    this.#files = files;
    this.#report = report;
    this.#path = path;
  }

  read(value: unknown, depth: number): PlannedSiteItem[] {
    if (depth > MAX_DEPTH) return [];
    return toList(value).flatMap((entry) => {
      const item = toRecord(entry);
      return item ? this.#item(item, depth) : [];
    });
  }

  #item(item: Record<string, unknown>, depth: number): PlannedSiteItem[] {
    const { type } = item;
    if (type !== 'section' && type !== 'section-group' && type !== 'space') {
      this.#leaveOut(`An item of the type ${JSON.stringify(toText(type) ?? '')} is left out.`);
      return [];
    }
    const title = toText(item['title']) ?? toText(item['key']) ?? 'Untitled';
    const outline = type === 'space' ? this.#book(item, title) : undefined;
    const children = this.read(item['children'], depth + 1);
    if (type === 'space' ? !outline : children.length === 0) {
      if (type !== 'space')
        this.#leaveOut(`${JSON.stringify(title)} has no content in this source and is left out.`);
      return [];
    }
    return [{ type, title, ...this.#fields(item), ...(outline && { root: outline.root }), children }];
  }

  #fields(item: Record<string, unknown>): Partial<PlannedSiteItem> {
    const texts = (['path', 'description', 'icon'] as const).flatMap((name) => {
      const text = toText(item[name]);
      return text === undefined ? [] : [[name, text] as const];
    });
    const condition = toText(item['condition']);
    const hasCondition = item['condition'] !== undefined && item['condition'] !== null;
    const isReadable = condition !== undefined && findConditionProblem(condition) === null;
    const isHidden = item['hidden'] === true || item['draft'] === true || (hasCondition && !isReadable);
    const language = toText(toRecord(item['content'])?.['language']);
    const localized = (['localizedTitle', 'localizedDescription'] as const).flatMap((name) => {
      const entries = Object.entries(toRecord(item[name]) ?? {}).flatMap(([locale, value]) => {
        const text = toText(value);
        return text === undefined ? [] : [[locale, text] as const];
      });
      return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)] as const];
    });
    return {
      ...Object.fromEntries(texts),
      ...(item['default'] === true && { isDefault: true }),
      ...(isHidden && { isHidden: true }),
      ...(isReadable && { condition }),
      ...(language !== undefined && { language }),
      ...Object.fromEntries(localized),
    };
  }

  #book(item: Record<string, unknown>, title: string): Outline | undefined {
    const content = toRecord(item['content']);
    const directory = toText(content?.['directory']);
    if (directory === undefined) {
      this.#leaveOut(`${JSON.stringify(title)} has no folder in this source and is left out.`);
      return undefined;
    }
    const folder = normalizePath(
      directory.startsWith('/') ? directory : joinPath(folderOf(this.#path), directory),
    );
    if (folder === undefined || this.#files.below(folder).length === 0) {
      this.#leaveOut(
        `The folder ${JSON.stringify(directory)} of ${JSON.stringify(title)} is not in this source.`,
      );
      return undefined;
    }
    const existing = this.books.get(folder);
    if (existing) return existing;
    const language = toText(content?.['language']);
    const outline = { ...readGitbookBook(this.#files, folder, this.#report, title), language };
    this.books.set(folder, outline);
    return outline;
  }

  #leaveOut(message: string): void {
    this.#report.add({ path: this.#path, kind: 'left-out', message });
  }
}

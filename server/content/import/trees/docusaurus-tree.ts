import { basename } from 'node:path/posix';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import { readYaml, toList, toRecord, toText } from '../../source/yaml-values.ts';
import { bookPathOf } from '../import-plan.ts';
import { addRedirects } from './docusaurus-redirects.ts';
import { folderItems } from './folder-tree.ts';
import { INDEX, type Outline, type OutlineItem } from './outline.ts';
import { readPageText } from './page-text.ts';
import { folderOf, joinPath, normalizePath, resolvePath, stemOf } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';
import { readStaticModule, UNREADABLE } from './static-data.ts';

const CONFIGS = ['ts', 'js', 'mjs', 'cjs', 'mts'].map((ending) => `docusaurus.config.${ending}`);
const SIDEBARS = ['ts', 'js', 'mjs', 'cjs', 'json', 'mts'].map((ending) => `sidebars.${ending}`);
const MAX_DEPTH = 50;

/** The settings of one instance of the documentation plugin. */
interface DocsOptions {
  folder: string;
  /** With that of the current version, where others have the shorter one. */
  basePaths: string[];
  sidebarPath: string | undefined;
}

/** Reads the books of a Docusaurus site; none if the source has none. */
export function readDocusaurusBooks(files: SourceFiles, report: Report): Outline[] {
  const [config] = files.named(...CONFIGS);
  const [sidebars] = files.named(...SIDEBARS);
  const marker = config ?? sidebars ?? files.named('_category_.json', '_category_.yml', '_category_.yaml')[0];
  if (marker === undefined && !usesPositions(files)) return [];
  const site = config ?? sidebars;
  const siteFolder = site === undefined ? '' : folderOf(site);
  const settings = config === undefined ? {} : (toRecord(readStaticModule(files, config)) ?? {});
  if (config !== undefined && Object.keys(settings).length === 0)
    report.add({ path: config, kind: 'warning', message: 'The settings are a program; they are not read.' });
  for (const folder of ['versioned_docs', 'blog', 'i18n'])
    if (files.below(joinPath(siteFolder, folder)).length > 0)
      report.add({
        path: joinPath(siteFolder, folder),
        kind: 'left-out',
        message: `The pages of ${folder} are left out: only the current documentation is imported.`,
      });
  const title = toText(settings['title']);
  const books = docsOptions(settings, siteFolder, files, sidebars).map((options) => ({
    ...readBook(files, report, { options, siteFolder, labels: sidebarLabels(settings) }),
    title,
  }));
  const filled = books.filter(({ items }) => items.length > 0);
  return config === undefined ? filled : addRedirects(filled, settings, { files, report, config });
}

/** Front matter of Docusaurus without any settings beside it. */
function usesPositions(files: SourceFiles): boolean {
  return files.paths.some(
    (path) =>
      /\.mdx?$/i.test(path) && /^sidebar_(?:position|label):/m.test((files.text(path) ?? '').slice(0, 2000)),
  );
}

function docsOptions(
  settings: Record<string, unknown>,
  siteFolder: string,
  files: SourceFiles,
  sidebars: string | undefined,
): DocsOptions[] {
  const presets = toList(settings['presets']).map((entry) => toRecord(toRecord(toList(entry)[1])?.['docs']));
  const plugins = toList(settings['plugins']).map((entry) => {
    const [name, options] = toList(entry);
    return typeof name === 'string' && name.includes('content-docs') ? toRecord(options) : undefined;
  });
  const all = [...presets, ...plugins].filter((options) => options !== undefined);
  if (all.length === 0) all.push({});
  return all.map((options) => {
    const folder = normalizePath(joinPath(siteFolder, toText(options['path']) ?? 'docs')) ?? '';
    const sidebarPath = toText(options['sidebarPath']);
    const resolved =
      sidebarPath === undefined ? undefined : resolvePath(sidebarPath, joinPath(siteFolder, 'x'));
    return {
      folder: files.below(folder).length > 0 ? folder : siteFolder,
      basePaths: basePathsOf(options),
      sidebarPath:
        (resolved === undefined ? undefined : files.find(resolved)) ??
        (all.length === 1 ? sidebars : undefined),
    };
  });
}

/**
 * Older versions have pages of the same addresses, which the current ones stand for. The current one is below `next`, if
 * nothing else is said.
 */
function basePathsOf(options: Record<string, unknown>): string[] {
  const base = trimSlashes(toText(options['routeBasePath']) ?? 'docs');
  const current = toRecord(toRecord(options['versions'])?.['current']);
  return [...new Set([base, joinPath(base, trimSlashes(toText(current?.['path']) ?? 'next'))])];
}

/** Labels of sidebars in the bar above the site. */
function sidebarLabels(settings: Record<string, unknown>): Map<string, string> {
  const navbar = toRecord(toRecord(settings['themeConfig'])?.['navbar']);
  const entries = toList(navbar?.['items']).flatMap((entry) => {
    const item = toRecord(entry);
    const id = toText(item?.['sidebarId']);
    const label = toText(item?.['label']);
    return id === undefined || label === undefined ? [] : [[id, label] as const];
  });
  return new Map(entries);
}

interface BookSource {
  options: DocsOptions;
  siteFolder: string;
  labels: Map<string, string>;
}

function readBook(files: SourceFiles, report: Report, { options, siteFolder, labels }: BookSource): Outline {
  const reader = new SidebarReader(files, report, options);
  return {
    kind: 'docusaurus',
    title: undefined,
    root: options.folder,
    // Files of pages are also named from the folder of the site.
    publicFolders: [joinPath(siteFolder, 'static'), siteFolder],
    aliases: { '@site/': siteFolder },
    basePaths: options.basePaths,
    items: reader.read(labels),
  };
}

class SidebarReader {
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #options: DocsOptions;
  readonly #documents = new Map<string, string>();
  readonly #fields = new Map<string, Record<string, unknown>>();
  readonly #used = new Set<string>();

  constructor(files: SourceFiles, report: Report, options: DocsOptions) {
    this.#files = files;
    this.#report = report;
    this.#options = options;
    for (const path of files.below(options.folder)) {
      if (!/\.(?:md|mdx|markdown)$/i.test(path)) continue;
      const fields = readPageText(files.text(path) ?? '').fields;
      this.#fields.set(path, fields);
      const within = path.slice(options.folder === '' ? 0 : options.folder.length + 1);
      const id = toText(fields['id']) ?? stemOf(within);
      const folder = folderOf(within);
      for (const name of [joinPath(folder, id), joinPath(withoutNumbers(folder), withoutNumbers(id))])
        if (!this.#documents.has(name)) this.#documents.set(name, path);
    }
  }

  read(labels: ReadonlyMap<string, string>): OutlineItem[] {
    const { sidebarPath } = this.#options;
    if (sidebarPath === undefined) return this.#folder(this.#options.folder);
    const sidebars = toRecord(readStaticModule(this.#files, sidebarPath));
    if (!sidebars) {
      this.#report.add({
        path: sidebarPath,
        kind: 'warning',
        message: 'The sidebars are a program; pages are in the order of their folders.',
      });
      return this.#folder(this.#options.folder);
    }
    const groups = Object.entries(sidebars).map(([name, value]) => ({
      title: labels.get(name) ?? name,
      items: this.#items(value, 0),
    }));
    const filled = groups.filter(({ items }) => items.length > 0);
    return filled.length === 1 ? (filled[0]?.items ?? []) : filled;
  }

  #items(value: unknown, depth: number): OutlineItem[] {
    if (depth > MAX_DEPTH) return [];
    if (Array.isArray(value)) return value.flatMap((entry) => this.#item(entry, depth + 1));
    const named = toRecord(value);
    if (named)
      return Object.entries(named).map(([title, items]) => ({ title, items: this.#items(items, depth + 1) }));
    this.#leaveOut('An entry of the sidebar needs a program and is left out.');
    return [];
  }

  #item(entry: unknown, depth: number): OutlineItem[] {
    if (typeof entry === 'string') return this.#document(entry, undefined);
    const item = toRecord(entry);
    if (!item || entry === UNREADABLE) {
      this.#leaveOut('An entry of the sidebar needs a program and is left out.');
      return [];
    }
    const title = toText(item['label']);
    switch (item['type']) {
      case 'doc':
      case 'ref':
        return this.#document(toText(item['id']) ?? '', title);
      case 'link': {
        const href = toText(item['href']) ?? '';
        return /^(?:https?:|mailto:)/.test(href) ? [{ title, href, items: [] }] : [];
      }
      case 'category':
        return [this.#category(item, title, depth)];
      case 'autogenerated': {
        const folder = toText(item['dirName']) ?? '.';
        return this.#folder(normalizePath(joinPath(this.#options.folder, folder)) ?? this.#options.folder);
      }
      case 'html':
        this.#leaveOut('HTML in the sidebar is left out.');
        return [];
      default:
        return this.#items(item, depth);
    }
  }

  #category(item: Record<string, unknown>, title: string | undefined, depth: number): OutlineItem {
    const link = toRecord(item['link']);
    const linked = link?.['type'] === 'doc' ? this.#document(toText(link['id']) ?? '', title)[0] : undefined;
    const description = toText(link?.['description']);
    return {
      title,
      ...(description !== undefined && { description }),
      ...linked,
      items: this.#items(item['items'] ?? [], depth + 1),
    };
  }

  #document(id: string, title: string | undefined): OutlineItem[] {
    const path = this.#documents.get(id.replace(/^\/+/, ''));
    if (path === undefined) {
      this.#leaveOut(`The page ${JSON.stringify(id.slice(0, 200))} is not in the source.`);
      return [];
    }
    // A page may be in several sidebars; here it has one place.
    if (this.#used.has(path)) return [];
    this.#used.add(path);
    return [{ path, title, ...this.#pageFields(path), items: [] }];
  }

  #pageFields(path: string): Pick<OutlineItem, 'slug' | 'address' | 'isHidden'> {
    const fields = this.#fields.get(path) ?? {};
    const slug = toText(fields['slug']);
    const isHidden = fields['draft'] === true || fields['unlisted'] === true;
    return {
      ...(slug !== undefined && slug !== '/' && { slug }),
      address: this.#addressOf(path, { slug, id: toText(fields['id']) }),
      ...(isHidden && { isHidden }),
    };
  }

  /** The address of a page below the base path: its slug, its id or its file, from its folder. */
  #addressOf(path: string, { slug, id }: { slug: string | undefined; id: string | undefined }): string {
    if (slug?.startsWith('/')) return slug;
    const folder = withoutNumbers(folderOf(bookPathOf({ root: this.#options.folder }, path)));
    if (slug !== undefined) return normalizePath(joinPath(folder, slug)) ?? slug;
    const name = withoutNumbers(stemOf(path));
    const isFolderPage = INDEX.test(name) || (folder !== '' && basename(folder) === name);
    return isFolderPage && id === undefined ? folder : joinPath(folder, id ?? name);
  }

  #folder(root: string): OutlineItem[] {
    const items = folderItems(this.#files, {
      root,
      skip: (path) =>
        /(?:^|\/)_[^/]*$|(?:^|\/)_[^/]+\//.test(path.slice(root.length)) || /\.html?$/i.test(path),
      positionOf: (path) => this.#positionOf(path),
      folderFields: (folder) => this.#folderFields(folder),
    });
    const addFields = (list: OutlineItem[]): OutlineItem[] =>
      list
        .filter(({ path }) => path === undefined || !this.#used.has(path))
        .map((item) => {
          if (item.path !== undefined) this.#used.add(item.path);
          return {
            ...item,
            ...(item.path !== undefined && this.#pageFields(item.path)),
            items: addFields(item.items),
          };
        });
    return addFields(items);
  }

  #positionOf(path: string): number | undefined {
    const number =
      toNumber(this.#fields.get(path)?.['sidebar_position']) ??
      toNumber(this.#categoryOf(path)?.['position']);
    const [, prefix] = /^(\d+)\s*[-_.]+\s*(?=[^-_.\s\d])/.exec(basename(path)) ?? [];
    return number ?? (prefix === undefined ? undefined : Number(prefix));
  }

  #folderFields(folder: string): Partial<OutlineItem> {
    const category = this.#categoryOf(folder);
    const title = toText(category?.['label']) ?? undefined;
    const description = toText(toRecord(category?.['link'])?.['description']);
    return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  }

  #categoryOf(folder: string): Record<string, unknown> | undefined {
    const path = this.#files.findFirst(
      ['json', 'yml', 'yaml'].map((ending) => `${folder}/_category_.${ending}`),
    );
    const result = path === undefined ? undefined : readYaml(this.#files.text(path) ?? '');
    return result && 'value' in result ? toRecord(result.value) : undefined;
  }

  #leaveOut(message: string): void {
    this.#report.add({ path: this.#options.sidebarPath ?? this.#options.folder, kind: 'left-out', message });
  }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function withoutNumbers(path: string): string {
  return path.replaceAll(/(^|\/)\d+\s*[-_.]+\s*(?=[^-_.\s\d/])/g, '$1');
}

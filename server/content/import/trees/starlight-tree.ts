import { trimSlashes } from '#server/base/trim-slashes.ts';
import { toList, toRecord, toText } from '../../source/yaml-values.ts';
import { folderItems } from './folder-tree.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { readPageText } from './page-text.ts';
import { folderOf, joinPath, stemOf } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';
import { readStaticModule, StaticCall } from './static-data.ts';

const CONFIGS = ['mjs', 'ts', 'js', 'mts', 'cjs'].map((ending) => `astro.config.${ending}`);
const MAX_DEPTH = 50;

/** Reads a Starlight site: a book for each of its languages. */
export function readStarlightBooks(files: SourceFiles, report: Report): Outline[] {
  const configs = files.named(...CONFIGS);
  const config = configs.find(
    (path) =>
      files.below(joinPath(folderOf(path), 'src/content/docs')).length > 0 && usesStarlight(files, path),
  );
  if (config === undefined) return [];
  const folder = folderOf(config);
  const settings = toRecord(readStaticModule(files, config));
  const call = toList(settings?.['integrations']).find(
    (entry) => entry instanceof StaticCall && entry.name === 'starlight',
  );
  const options = call instanceof StaticCall ? (toRecord(call.args[0]) ?? {}) : {};
  if (!call)
    report.add({
      path: config,
      kind: 'warning',
      message: 'The settings are a program; pages are in the order of their folders.',
    });
  const root = joinPath(folder, 'src/content/docs');
  const locales = Object.entries(toRecord(options['locales']) ?? { root: {} });
  const folders = locales.map(([name]) => name).filter((name) => name !== 'root');
  const fallback = locales.some(([name]) => name === 'root') ? 'root' : toText(options['defaultLocale']);
  const books = locales.map(([name, value]): Outline => {
    const locale = name === 'root' ? '' : name;
    const language = toText(toRecord(value)?.['lang']) ?? (name === 'root' ? undefined : name);
    const reader = new StarlightReader(files, report, { config, root, locale, folders, language });
    return {
      kind: 'starlight',
      title: titleOf(options['title'], language),
      root: joinPath(root, locale),
      publicFolders: [joinPath(folder, 'public'), root],
      aliases: {
        '~/': joinPath(folder, 'src'),
        '@/': joinPath(folder, 'src'),
        '@assets/': joinPath(folder, 'src/assets'),
      },
      basePaths: [locale],
      // What is not translated is shown in the default language.
      ...(name === fallback && { fallbackPaths: folders.filter((other) => other !== locale) }),
      language,
      items: reader.read(options['sidebar']),
    };
  });
  return books.filter(({ items }) => items.length > 0);
}

function usesStarlight(files: SourceFiles, path: string): boolean {
  return (files.text(path) ?? '').includes('@astrojs/starlight');
}

function titleOf(title: unknown, language: string | undefined): string | undefined {
  const titles = toRecord(title);
  return toText(title) ?? toText(titles?.[language ?? '']) ?? toText(Object.values(titles ?? {})[0]);
}

interface LocaleSource {
  config: string;
  root: string;
  /** The folder of the language; empty for the one at the root. */
  locale: string;
  folders: readonly string[];
  language: string | undefined;
}

class StarlightReader {
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #source: LocaleSource;
  readonly #root: string;
  readonly #used = new Set<string>();

  constructor(files: SourceFiles, report: Report, source: LocaleSource) {
    this.#files = files;
    this.#report = report;
    this.#source = source;
    this.#root = joinPath(source.root, source.locale);
  }

  read(sidebar: unknown): OutlineItem[] {
    const home = this.#page('index');
    const items = Array.isArray(sidebar) ? this.#items(sidebar, 0) : this.#folder('');
    return [...home, ...items];
  }

  #items(value: unknown, depth: number): OutlineItem[] {
    if (depth > MAX_DEPTH) return [];
    return toList(value).flatMap((entry) => this.#item(entry, depth));
  }

  #item(entry: unknown, depth: number): OutlineItem[] {
    if (typeof entry === 'string') return this.#listed(entry, undefined);
    const item = toRecord(entry);
    if (!item || entry instanceof StaticCall) {
      this.#report.add({
        path: this.#source.config,
        kind: 'left-out',
        message: 'An entry of the sidebar needs a program and is left out.',
      });
      return [];
    }
    const title = this.#labelOf(item);
    const directory = toText(toRecord(item['autogenerate'])?.['directory']);
    const slug = toText(item['slug']);
    const link = toText(item['link']);
    if (directory !== undefined)
      return title === undefined ? this.#folder(directory) : [{ title, items: this.#folder(directory) }];
    if (slug !== undefined) return this.#listed(slug, title);
    if (link !== undefined)
      return /^[a-z]+:/.test(link) ? [{ title, href: link, items: [] }] : this.#listed(link, title);
    const items = this.#items(item['items'], depth + 1);
    return items.length === 0 ? [] : [{ title, items }];
  }

  #labelOf(item: Record<string, unknown>): string | undefined {
    const { language, locale } = this.#source;
    const translations = toRecord(item['translations']) ?? {};
    return toText(translations[language ?? '']) ?? toText(translations[locale]) ?? toText(item['label']);
  }

  #listed(slug: string, title: string | undefined): OutlineItem[] {
    const name = trimSlashes(slug);
    const pages = this.#page(name === '' ? 'index' : name, title);
    // Pages that a language lacks are shown in the first one there.
    if (pages.length === 0 && this.#source.locale === '' && !this.#used.has(joinPath(this.#root, name)))
      this.#report.add({
        path: this.#source.config,
        kind: 'left-out',
        message: `The page ${JSON.stringify(slug.slice(0, 200))} is not in the source.`,
      });
    return pages;
  }

  #page(slug: string, title?: string): OutlineItem[] {
    const base = joinPath(this.#root, slug);
    const path = this.#files.findFirst(
      ['.md', '.mdx', '.mdoc', '/index.md', '/index.mdx'].map((ending) => base + ending),
    );
    if (path === undefined || this.#used.has(path)) return [];
    this.#used.add(path);
    return [this.#withFields({ path, title, items: [] })];
  }

  #withFields(item: OutlineItem): OutlineItem {
    const { fields } = readPageText(this.#files.text(item.path ?? '') ?? '');
    const sidebar = toRecord(fields['sidebar']) ?? {};
    const title = item.title ?? toText(sidebar['label']);
    const slug = toText(fields['slug']);
    return {
      ...item,
      title,
      ...(slug !== undefined && { slug }),
      ...((fields['draft'] === true || sidebar['hidden'] === true) && { isHidden: true }),
    };
  }

  #folder(directory: string): OutlineItem[] {
    const root = joinPath(this.#root, trimSlashes(directory));
    const isOtherLocale = (path: string) =>
      this.#source.locale === '' &&
      this.#source.folders.some((folder) => path.startsWith(`${this.#source.root}/${folder}/`));
    const items = folderItems(this.#files, {
      root,
      skip: (path) =>
        isOtherLocale(path) || this.#used.has(path) || /\.html?$/i.test(path) || stemOf(path).startsWith('_'),
      positionOf: (path) => {
        const order = toRecord(readPageText(this.#files.text(path) ?? '').fields['sidebar'])?.['order'];
        return typeof order === 'number' ? order : undefined;
      },
    });
    const addFields = (list: OutlineItem[]): OutlineItem[] =>
      list.map((item) => {
        if (item.path !== undefined) this.#used.add(item.path);
        const withItems = { ...item, items: addFields(item.items) };
        return item.path === undefined ? withItems : this.#withFields(withItems);
      });
    return addFields(items);
  }
}

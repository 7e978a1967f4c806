import { readYaml, toList, toRecord, toText } from '../../source/yaml-values.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { folderOf, joinPath, resolvePath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_DEPTH = 50;
/** The lists of a navigation, with the field that holds the label of their entries. */
const LISTS = [
  ['tabs', 'tab'],
  ['anchors', 'anchor'],
  ['dropdowns', 'dropdown'],
  ['products', 'product'],
  ['menu', 'item'],
  ['groups', 'group'],
  ['pages', 'group'],
] as const;

/** Reads a Mintlify site: a book, or one for each language and version. */
export function readMintlifyBooks(files: SourceFiles, report: Report): Outline[] {
  for (const path of files.named('docs.json', 'mint.json')) {
    const result = readYaml(files.text(path) ?? '');
    const settings = 'value' in result ? toRecord(result.value) : undefined;
    const navigation = settings?.['navigation'];
    if (settings && typeof navigation === 'object' && navigation !== null)
      return readSite(files, report, path, settings);
  }
  return [];
}

function readSite(
  files: SourceFiles,
  report: Report,
  path: string,
  settings: Record<string, unknown>,
): Outline[] {
  const navigation = Array.isArray(settings['navigation'])
    ? { groups: settings['navigation'] }
    : toRecord(settings['navigation']);
  const title = toText(settings['name']);
  const redirects = toList(settings['redirects']).flatMap((entry) => {
    const redirect = toRecord(entry);
    const [from, to] = [toText(redirect?.['source']), toText(redirect?.['destination'])];
    return from === undefined || to === undefined
      ? []
      : [{ from: from.replace(/^\/+/, ''), to: to.replace(/^\/+/, '') }];
  });
  const books: Outline[] = [];
  for (const edition of editionsOf(navigation ?? {}, 0)) {
    const reader = new NavigationReader(files, report, path);
    const items = reader.read(edition.navigation);
    if (items.length === 0) continue;
    books.push({
      kind: 'mintlify',
      title: [title, edition.version].filter((text) => text !== undefined).join(' ') || undefined,
      root: folderOf(path),
      basePaths: [''],
      language: edition.language,
      items,
      redirects: books.length === 0 ? redirects : [],
    });
  }
  return books;
}

interface Edition {
  language?: string;
  version?: string;
  navigation: Record<string, unknown>;
}

/** The languages and versions of a navigation. */
function editionsOf(navigation: Record<string, unknown>, depth: number): Edition[] {
  for (const [list, field] of [
    ['languages', 'language'],
    ['versions', 'version'],
  ] as const) {
    const entries = toList(navigation[list])
      .map(toRecord)
      .filter((entry) => entry !== undefined);
    if (entries.length === 0 || depth > 3) continue;
    return entries.flatMap((entry) => {
      const label = toText(entry[field]);
      return editionsOf(entry, depth + 1).map((edition) => ({
        ...(label !== undefined && { [field]: label }),
        ...edition,
      }));
    });
  }
  return [{ navigation }];
}

class NavigationReader {
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #path: string;
  readonly #used = new Set<string>();

  constructor(files: SourceFiles, report: Report, path: string) {
    this.#files = files;
    this.#report = report;
    this.#path = path;
  }

  read(navigation: Record<string, unknown>, depth = 0): OutlineItem[] {
    if (depth > MAX_DEPTH) return [];
    return LISTS.flatMap(([list, label]) =>
      toList(navigation[list]).flatMap((entry) => this.#entry(entry, label, depth + 1)),
    );
  }

  #entry(entry: unknown, label: string, depth: number): OutlineItem[] {
    if (typeof entry === 'string') return this.#page(entry);
    const item = toRecord(entry);
    if (!item) return [];
    const title = toText(item[label]) ?? toText(item['group']) ?? toText(item['name']);
    const href = toText(item['href']) ?? toText(item['url']);
    const icon = toText(item['icon']);
    const root = toText(item['root']);
    const items = this.read(item, depth);
    if (item['openapi'] !== undefined || item['asyncapi'] !== undefined)
      this.#leaveOut(
        `The pages of the specification of ${JSON.stringify(title ?? 'a group')} are left out: add it as an API specification.`,
      );
    const page = root === undefined ? undefined : this.#page(root)[0];
    const fields = {
      ...(icon !== undefined && { icon }),
      ...(item['hidden'] === true && { isHidden: true }),
    };
    if (page) return [{ ...page, title: title ?? page.title, ...fields, items }];
    if (items.length > 0) return [{ title, ...fields, items }];
    return href !== undefined && /^(?:https?:|mailto:)/.test(href)
      ? [{ title, href, ...fields, items: [] }]
      : [];
  }

  #page(name: string): OutlineItem[] {
    if (/^(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s/i.test(name)) {
      this.#leaveOut(
        `The operation ${JSON.stringify(name.slice(0, 200))} is left out: add its API specification.`,
      );
      return [];
    }
    const base = resolvePath(name.replace(/^\/+/, ''), joinPath(folderOf(this.#path), 'x'));
    const path =
      base === undefined
        ? undefined
        : this.#files.findFirst([`${base}.mdx`, `${base}.md`, base, `${base}/index.mdx`]);
    if (path === undefined)
      this.#leaveOut(`The page ${JSON.stringify(name.slice(0, 200))} is not in the source.`);
    else if (this.#used.has(path)) this.#leaveOut(`${path} is named a second time.`);
    if (path === undefined || this.#used.has(path)) return [];
    this.#used.add(path);
    return [{ path, items: [] }];
  }

  #leaveOut(message: string): void {
    this.#report.add({ path: this.#path, kind: 'left-out', message });
  }
}

import { basename } from 'node:path/posix';
import { findTargets, replaceTargets } from '#api/source-links.ts';
import type { StoredPageLayout, StoredPageSource } from '../../pages/storage.ts';
import { convertPage } from '../conversions/convert-page.ts';
import { bookPathOf, type PlannedBook, type PlannedPage } from '../import-plan.ts';
import { titleFromPath } from '../parse-markdown.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { PageTargets } from './page-targets.ts';
import { type PageText, readPageText, toList, toRecord, toText } from './page-text.ts';
import { encodePath, joinPath, relativePath, stemOf } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DEPTH = 50;

/** Makes the pages of a book, its files and includes, from its table of contents. */
export function planBook(outline: Outline, files: SourceFiles, report: Report): PlannedBook {
  return new BookPlanner(outline, files, report).plan();
}

class BookPlanner {
  readonly #outline: Outline;
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #targets: PageTargets;
  /** Paths of pages. */
  readonly #pages = new Set<string>();
  readonly #kept = new Map<string, string>();
  readonly #includes = new Map<string, { path: string; title: string; markdown: string }>();
  readonly #inlineFiles: PlannedBook['inlineFiles'] = [];
  readonly #specs = new Set<string>();
  #madeUp = 0;

  constructor(outline: Outline, files: SourceFiles, report: Report) {
    this.#outline = outline;
    this.#files = files;
    this.#report = report;
    this.#targets = new PageTargets(files, outline);
  }

  plan(): PlannedBook {
    const { root, title, language, vars = {}, tags = [], redirects = [] } = this.#outline;
    this.#collectPaths(this.#outline.items, 0);
    const pages = this.#planItems(this.#outline.items, 0);
    this.#addIncludes();
    return {
      title: (title ?? pages[0]?.title ?? 'Imported pages').slice(0, MAX_TITLE_LENGTH),
      root,
      ...(language !== undefined && { language }),
      pages,
      files: [...this.#kept].map(([path, within]) => ({ from: this.#files.original(path), path: within })),
      inlineFiles: this.#inlineFiles,
      includes: [...this.#includes.values()],
      vars,
      tags,
      redirects,
      specs: [...this.#specs],
      texts: (this.#outline.texts ?? []).map((path) => ({
        path: bookPathOf({ root }, path),
        text: this.#files.text(path) ?? '',
      })),
    };
  }

  #collectPaths(items: readonly OutlineItem[], depth: number): void {
    for (const item of items) {
      if (item.path !== undefined) this.#pages.add(item.path);
      if (depth < MAX_DEPTH) this.#collectPaths(item.items, depth + 1);
    }
  }

  #planItems(items: readonly OutlineItem[], depth: number): PlannedPage[] {
    if (depth > MAX_DEPTH) {
      if (items.length > 0)
        this.#report.add({
          path: items[0]?.path ?? '',
          kind: 'left-out',
          message: `Pages more than ${MAX_DEPTH} levels deep are left out.`,
        });
      return [];
    }
    return items.map((item) => {
      const page = this.#planItem(item);
      page.pages = this.#planItems(item.items, depth + 1);
      return page;
    });
  }

  #planItem(item: OutlineItem): PlannedPage {
    const common = {
      ...(item.slug !== undefined && { slug: basename(item.slug) }),
      ...(item.description !== undefined && { description: item.description }),
      ...(item.icon !== undefined && { icon: item.icon }),
      ...(item.isHidden === true && { hidden: true }),
      pages: [],
    };
    const title = item.title?.slice(0, MAX_TITLE_LENGTH);
    if (item.path !== undefined) return { ...common, ...this.#planDocument(item.path, title, item) };
    this.#madeUp += 1;
    const key = `${item.href === undefined ? 'group' : 'link'}:${this.#madeUp}`;
    if (item.href === undefined) return { ...common, key, type: 'group', title: title ?? 'Pages' };
    return { ...common, key, type: 'link', title: title ?? item.href, href: item.href };
  }

  #planDocument(path: string, itemTitle: string | undefined, item: OutlineItem): PlannedPage {
    const decoded = this.#files.decode(path);
    const page = readPageText(decoded?.text ?? '');
    if (page.problem !== undefined)
      this.#report.add({
        path,
        line: 1,
        kind: 'warning',
        message: `The front matter can't be read: ${page.problem}`,
      });
    const title = (
      itemTitle ??
      toText(page.fields['title']) ??
      page.heading?.text ??
      titleFromPath(stemOf(path) === 'README' ? joinPath('', path.split('/').at(-2) ?? path) : path)
    ).slice(0, MAX_TITLE_LENGTH);
    const { body, isConverted, source } = this.#convert(path, page, title);
    const fields = this.#readFields(path, page);
    const isKept =
      !isConverted && decoded?.encoding === 'utf-8' && !decoded.hasNul && decoded.lineEnds !== 'mixed';
    const fileSource: StoredPageSource = {
      ...source,
      ...(page.frontMatter !== '' && { frontMatter: page.frontMatter }),
      ...(decoded?.lineEnds === 'crlf' && { lineEnds: 'crlf' }),
      ...(decoded?.hasByteOrderMark === true && { byteOrderMark: true }),
    };
    return {
      key: path,
      type: 'document',
      title,
      slug: item.slug === undefined ? slugOfPath(path) : basename(item.slug),
      ...fields,
      markdown: body,
      ...(isKept && { git: { path: bookPathOf(this.#outline, path) } }),
      ...(isKept ? { source: fileSource } : Object.keys(source).length > 0 && { source }),
      pages: [],
    };
  }

  /** The text of a page with this server's syntax, and links that lead where they led. */
  #convert(path: string, page: PageText, title: string) {
    const { heading } = page;
    const source: StoredPageSource = heading?.isFirst === true ? { titleHeading: true } : {};
    const converted = convertPage(page.body, {
      kind: this.#outline.kind,
      path,
      lines: page.lines,
      files: this.#files,
      report: this.#report,
    });
    this.#inlineFiles.push(...converted.inlineFiles);
    const linked = this.#relink(converted.markdown, path, page.lines);
    const isConverted = linked !== page.body;
    if (!isConverted || heading?.isFirst !== true || heading.text !== title)
      return { body: linked, isConverted, source };
    // Beside the title, a heading that repeats it says nothing.
    const at = linked.indexOf(page.body.slice(heading.start, heading.end));
    const body = at === -1 ? linked : linked.slice(0, at) + linked.slice(at + heading.end - heading.start);
    return { body: body.trimStart(), isConverted, source: at === -1 ? source : {} };
  }

  #relink(markdown: string, path: string, frontLines: number): string {
    const targets = findTargets(markdown);
    const lines = new LineCounter(markdown, frontLines);
    let at = 0;
    return replaceTargets(markdown, targets, (target) => {
      const place = targets[at];
      at += 1;
      const line = lines.lineAt(place?.start ?? 0);
      return this.#newTarget(target, path, { line, isImage: place?.isImage === true });
    });
  }

  #newTarget(target: string, path: string, place: { line: number; isImage: boolean }): string | undefined {
    const resolved = this.#targets.resolve(target, path);
    if (resolved === 'external') {
      if (/\.(?:ya?ml|json)$/i.test(target) && /^https?:/.test(target)) this.#specs.add(target);
      return undefined;
    }
    if (resolved === 'missing') {
      const what = place.isImage ? 'picture' : 'target of a link';
      const message = `The ${what} ${JSON.stringify(target.slice(0, 200))} is not in the source.`;
      this.#report.add({ path, line: place.line, kind: 'warning', message });
      return undefined;
    }
    const within = this.#pages.has(resolved.path)
      ? bookPathOf(this.#outline, resolved.path)
      : this.#keep(resolved.path);
    const isWithin = this.#outline.root === '' || resolved.path.startsWith(`${this.#outline.root}/`);
    if (resolved.isExact && isWithin) return undefined;
    const newTarget = encodePath(relativePath(bookPathOf(this.#outline, path), within)) + resolved.fragment;
    if (newTarget === target) return undefined;
    this.#report.add({
      path,
      line: place.line,
      kind: 'changed',
      message: `The link to ${JSON.stringify(target.slice(0, 200))} is written as ${JSON.stringify(newTarget.slice(0, 200))}.`,
    });
    return newTarget;
  }

  /** Keeps a file; returns its path within the book. */
  #keep(path: string): string {
    const existing = this.#kept.get(path);
    if (existing !== undefined) return existing;
    let within = bookPathOf(this.#outline, path);
    if (this.#outline.root !== '' && within === path && this.#files.has(joinPath(this.#outline.root, path)))
      within = `outside/${path}`;
    this.#kept.set(path, within);
    return within;
  }

  #readFields(path: string, { fields }: PageText): Partial<PlannedPage> {
    const cover = toText(fields['cover']);
    const coverPath = cover === undefined ? undefined : this.#targets.resolve(cover, path);
    const description = toText(fields['description']);
    const icon = toText(fields['icon']);
    const layout = readLayout(fields['layout']);
    const vars = readVars(fields['vars']);
    const tags = toList(fields['tags']).flatMap((tag) => toText(tag) ?? toText(toRecord(tag)?.['tag']) ?? []);
    if (cover !== undefined && coverPath === 'missing')
      this.#report.add({
        path,
        line: 1,
        kind: 'warning',
        message: `The cover ${JSON.stringify(cover)} is not in the source.`,
      });
    if (coverPath === 'external')
      this.#report.add({ path, line: 1, kind: 'left-out', message: 'A cover at another host is left out.' });
    return {
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
      ...(isTrue(fields['hidden']) && { hidden: true }),
      ...(isTrue(fields['noIndex']) && { noIndex: true }),
      ...(isTrue(fields['noRobotsIndex']) && { noRobotsIndex: true }),
      ...(layout !== undefined && { layout }),
      ...(Object.keys(vars).length > 0 && { vars }),
      ...(tags.length > 0 && { tags }),
      ...(typeof coverPath === 'object' && {
        cover: { path: this.#keep(coverPath.path), yPos: Number(fields['coverY'] ?? 0) || 0 },
      }),
    };
  }

  /** Reusable content: all of the book, and what its pages name. */
  #addIncludes(): void {
    const folder = joinPath(this.#outline.root, '.gitbook/includes');
    for (const path of this.#files.below(folder)) {
      if (!/\.md$/i.test(path)) continue;
      const page = readPageText(this.#files.text(path) ?? '');
      const title = toText(page.fields['title']) ?? page.heading?.text ?? titleFromPath(path);
      const markdown = this.#relink(page.body, path, page.lines);
      this.#kept.delete(path);
      this.#includes.set(path, {
        path: bookPathOf(this.#outline, path),
        title: title.slice(0, MAX_TITLE_LENGTH),
        markdown,
      });
    }
    for (const path of this.#includes.keys()) this.#kept.delete(path);
    for (const path of this.#files.below(joinPath(this.#outline.root, '.gitbook/assets'))) this.#keep(path);
  }
}

/** Line numbers of ascending positions. */
class LineCounter {
  readonly #text: string;
  #line: number;
  #at = 0;

  constructor(text: string, before: number) {
    this.#text = text;
    this.#line = before + 1;
  }

  lineAt(position: number): number {
    for (; this.#at < position; this.#at += 1) if (this.#text[this.#at] === '\n') this.#line += 1;
    return this.#line;
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function slugOfPath(path: string): string {
  const stem = stemOf(path);
  const name = /^(?:readme|index|_index)$/i.test(stem) ? (path.split('/').at(-2) ?? stem) : stem;
  return name.toLowerCase();
}

export function readVars(value: unknown): Record<string, string> {
  const entries = Object.entries(toRecord(value) ?? {}).flatMap(([name, content]) => {
    const text = toText(content);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** The layout of GitBook's front matter. */
function readLayout(value: unknown): StoredPageLayout | undefined {
  const layout = toRecord(value);
  if (!layout) return undefined;
  const visible = (name: string) => {
    const part = layout[name];
    const flag = toRecord(part)?.['visible'] ?? part;
    return typeof flag === 'boolean' ? flag : undefined;
  };
  const coverSize = toRecord(layout['cover'])?.['size'];
  const flags = (
    ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination'] as const
  ).flatMap((name) => {
    const flag = visible(name);
    return flag === undefined ? [] : [[name, flag] as const];
  });
  const read: StoredPageLayout = {
    ...Object.fromEntries(flags),
    ...((coverSize === 'hero' || coverSize === 'full') && { coverSize }),
  };
  return Object.keys(read).length > 0 ? read : undefined;
}

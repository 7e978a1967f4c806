import { basename } from 'node:path/posix';
import { indexSourcePaths } from '#api/source-paths.ts';
import { missingEntries, type SummaryPage } from '../../source/edit-summary.ts';
import { readFrontMatter } from '../../source/front-matter.ts';
import { decodeText, readSourceText } from '../../source/source-text.ts';
import { toText } from '../../source/yaml-values.ts';
import { convertPage } from '../conversions/convert-page.ts';
import { bookPathOf, type PlannedBook, type PlannedInclude, type PlannedPage } from '../import-plan.ts';
import { BookLinks, type PlannedSource } from './book-links.ts';
import { linkedIds, readHtmlPage } from './html-page.ts';
import { MAX_ROWS, writeDatabase } from './notion-tree.ts';
import { folderOfSettings, type Outline, type OutlineItem } from './outline.ts';
import { type PageText, readPageText } from './page-text.ts';
import { joinPath, MARKDOWN, stemOf, titleFromPath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

const MAX_TITLE_LENGTH = 200;
const MAX_DEPTH = 50;

/** Makes the pages of a book, its files and includes, from its table of contents; `number`: of the book in its source. */
export function planBook(outline: Outline, number: number, source: PlannedSource): PlannedBook {
  return new BookPlanner(outline, number, source).plan();
}

class BookPlanner {
  readonly #outline: Outline;
  readonly #files: SourceFiles;
  readonly #report: Report;
  readonly #links: BookLinks;
  readonly #includes = new Map<string, PlannedInclude>();
  #madeUp = 0;
  #linkedIds: ReadonlySet<string> | undefined;

  constructor(outline: Outline, number: number, source: PlannedSource) {
    this.#outline = outline;
    this.#files = source.files;
    this.#report = source.report;
    this.#links = new BookLinks(outline, number, source);
  }

  plan(): PlannedBook {
    const { root, title, language, vars = {}, tags = [], redirects = [] } = this.#outline;
    this.#collectPaths(this.#outline.items, 0);
    const pages = this.#planItems(this.#outline.items, 0);
    this.#addIncludes();
    return {
      title: (title ?? pages[0]?.title ?? 'Imported pages').slice(0, MAX_TITLE_LENGTH),
      root,
      folder: folderOfSettings(this.#outline),
      ...(language !== undefined && { language }),
      pages,
      files: [...this.#links.kept].map(([path, within]) => ({
        from: this.#files.original(path),
        path: within,
      })),
      inlineFiles: this.#links.inlineFiles,
      includes: [...this.#includes.values()],
      vars,
      tags,
      redirects,
      specs: [...this.#links.specs.values()],
      pictures: [...this.#links.pictures],
      neighbors: [...this.#links.neighbors.values()],
      texts: (this.#outline.texts ?? []).map((path) => this.#planText(path, pages)),
    };
  }

  /** A file that describes the book, with the targets of a table of contents that lead to none of its files. */
  #planText(path: string, pages: readonly PlannedPage[]): PlannedBook['texts'][number] {
    const bytes = this.#files.bytes(path);
    const decoded = (bytes && decodeText(bytes)) ?? { text: this.#files.text(path) ?? '' };
    const planned = { ...decoded, path: bookPathOf({ root: folderOfSettings(this.#outline) }, path) };
    if (path !== this.#outline.summary) return planned;
    const byPath = (page: PlannedPage): SummaryPage => {
      const { type, title, href, git, key } = page;
      return {
        id: git?.path ?? key,
        type,
        title,
        ...(href !== undefined && { href }),
        pages: page.pages.map(byPath),
      };
    };
    const targets = [
      ...[...this.#links.pages].map((page) => ['page', this.#links.writtenPath(page)] as const),
      ...[...this.#links.kept.values()].map((file) => ['file', file] as const),
      ...[...this.#includes.values()].map((include) => ['include', include.path] as const),
    ];
    const paths = indexSourcePaths(targets.map(([kind, id]) => ({ kind, id, path: id })));
    const place = {
      path: bookPathOf(this.#outline, path),
      paths,
      pathOf: ({ type, id }: SummaryPage) => (type === 'document' ? id : undefined),
    };
    return { ...planned, missing: missingEntries(decoded.text, pages.map(byPath), place) };
  }

  #collectPaths(items: readonly OutlineItem[], depth: number): void {
    for (const item of items) {
      if (item.path !== undefined) this.#links.pages.add(item.path);
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
    const page = this.#readFile(path);
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
    const { body, isConverted, isTitleShown } = this.#convert(path, page, title);
    const bytes = this.#files.bytes(path);
    const kept = isConverted || !bytes || !MARKDOWN.test(path) ? undefined : readSourceText(bytes);
    return {
      key: path,
      type: 'document',
      title,
      slug: item.slug === undefined ? slugOfPath(path) : basename(item.slug),
      ...this.#readFields(path, page),
      markdown: kept?.markdown ?? body,
      git: { path: this.#links.writtenPath(path) },
      ...(kept ? { source: kept.source } : { isConverted: true }),
      ...(!kept && isTitleShown && { source: { titleHeading: true } }),
      pages: [],
    };
  }

  /** A file as the text of a page; what is no Markdown is converted first. */
  #readFile(path: string): PageText {
    const text = this.#files.text(path) ?? '';
    if (MARKDOWN.test(path)) return readPageText(text);
    const { title, markdown } = this.#readOther(path, text);
    const heading = title === '' ? undefined : { text: title, start: 0, end: 0, isFirst: false };
    return { frontMatter: '', fields: {}, body: markdown, lines: 0, heading };
  }

  #readOther(path: string, text: string): { title: string; markdown: string } {
    if (/\.csv$/i.test(path)) {
      const { markdown, isCut } = writeDatabase(text, path, this.#files);
      const message = `Only the first ${MAX_ROWS.toLocaleString('en')} rows of the database are imported.`;
      if (isCut) this.#report.add({ path, line: MAX_ROWS + 1, kind: 'left-out', message });
      return { title: '', markdown };
    }
    this.#linkedIds ??= linkedIds(
      this.#files.paths.filter((file) => /\.html?$/i.test(file)).map((file) => this.#files.text(file) ?? ''),
    );
    try {
      const read = readHtmlPage(text, path, this.#linkedIds);
      // A document of several headings of the first level has no title among them.
      const isSeveral = /\.docx$/i.test(path) && read.title !== '' && /^# /m.test(read.markdown);
      return isSeveral ? { title: '', markdown: `# ${read.title}\n\n${read.markdown}` } : read;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#report.add({ path, kind: 'left-out', message: 'The text is left out: it is nested too deeply.' });
      return { title: '', markdown: '' };
    }
  }

  /** The text of a page with this server's syntax, and links that lead where they led. */
  #convert(path: string, page: PageText, title: string) {
    const { heading } = page;
    const { kind, root } = this.#outline;
    const context = { kind, root, path, lines: page.lines, files: this.#files, report: this.#report };
    const converted = convertPage(page.body, context);
    this.#links.inlineFiles.push(...converted.inlineFiles);
    const linked = this.#links.relink(converted.markdown, path, page.lines);
    const isConverted = linked !== page.body || this.#links.wasHtml(path);
    const isTitleShown = heading?.isFirst === true;
    if (!isConverted || !isTitleShown || heading.text !== title)
      return { body: linked, isConverted, isTitleShown };
    // Beside the title, a heading that repeats it says nothing.
    const at = linked.indexOf(page.body.slice(heading.start, heading.end));
    if (at === -1) return { body: linked, isConverted, isTitleShown };
    const body = linked.slice(0, at) + linked.slice(at + heading.end - heading.start);
    return { body: body.trimStart(), isConverted, isTitleShown: false };
  }

  #readFields(path: string, { frontMatter, fields }: PageText): Partial<PlannedPage> {
    const { title: _, cover, condition, ...read } = readFrontMatter(frontMatter);
    const resolved = cover && this.#links.targets.resolve(cover.path, path);
    if (cover && resolved === 'missing')
      this.#report.add({
        path,
        line: 1,
        kind: 'warning',
        message: `The cover ${JSON.stringify(cover.path)} is not in the source.`,
      });
    const coverFile = typeof resolved === 'object' && 'path' in resolved ? resolved.path : undefined;
    if (cover && resolved !== 'missing' && coverFile === undefined) {
      this.#links.pictures.add(cover.path);
      this.#report.add({ path, line: 1, kind: 'left-out', message: 'A cover at another host is left out.' });
    }
    const isUnlisted = condition !== undefined || fields['draft'] === true;
    return {
      ...read,
      ...(isUnlisted && { hidden: true, noIndex: true, noRobotsIndex: true }),
      ...(cover &&
        coverFile !== undefined && { cover: { path: this.#links.keep(coverFile), yPos: cover.yPos } }),
    };
  }

  /** Reusable content: all of the book, and what its pages name. */
  #addIncludes(): void {
    const folder = joinPath(this.#outline.root, '.gitbook/includes');
    for (const path of this.#files.below(folder)) {
      if (!/\.md$/i.test(path)) continue;
      const page = readPageText(this.#files.text(path) ?? '');
      const title = toText(page.fields['title']) ?? page.heading?.text ?? titleFromPath(path);
      const markdown = this.#links.relink(page.body, path, page.lines);
      const bytes = this.#files.bytes(path);
      const kept = markdown === page.body && bytes ? readSourceText(bytes) : undefined;
      this.#links.kept.delete(path);
      this.#includes.set(path, {
        path: bookPathOf(this.#outline, path),
        title: title.slice(0, MAX_TITLE_LENGTH),
        markdown: kept?.markdown ?? markdown,
        ...(kept && Object.keys(kept.source).length > 0 && { source: kept.source }),
      });
    }
    for (const path of this.#includes.keys()) this.#links.kept.delete(path);
    for (const path of this.#files.below(joinPath(this.#outline.root, '.gitbook/assets')))
      this.#links.keep(path);
  }
}

function slugOfPath(path: string): string {
  const stem = stemOf(path);
  const name = /^(?:readme|index|_index)$/i.test(stem) ? (path.split('/').at(-2) ?? stem) : stem;
  return name.toLowerCase();
}

import { type LinkTarget, replaceLinks } from '#api/source-links.ts';
import { indexSourcePaths, relativePath, resolveSourcePath } from '#api/source-paths.ts';
import { bookPathOf, type PlannedBook } from '../import-plan.ts';
import type { Outline } from './outline.ts';
import { PageTargets, type ResolvedTarget } from './page-targets.ts';
import { decodePath, joinPath, pathFrom, resolvePath, writtenPath } from './paths.ts';
import type { Report } from './report.ts';
import type { SourceBooks } from './source-books.ts';
import type { SourceFiles } from './source-files.ts';
import { readSpecFiles } from './spec-files.ts';

/** A source while its books are planned. */
export interface PlannedSource {
  files: SourceFiles;
  books: SourceBooks;
  report: Report;
  /** Where it is from. */
  origin?: string | undefined;
}

/** The links of a book's texts, written as they are read here, and what they need: files, pages of other books, specifications. */
export class BookLinks {
  /** Files that are pages of the book. */
  readonly pages = new Set<string>();
  /** Files to keep, with their paths within the book. */
  readonly kept = new Map<string, string>();
  readonly inlineFiles: PlannedBook['inlineFiles'] = [];
  readonly specs = new Map<string, PlannedBook['specs'][number]>();
  readonly pictures = new Set<string>();
  /** Pages of other books by their paths from the root of this one. */
  readonly neighbors = new Map<string, PlannedBook['neighbors'][number]>();
  readonly targets: PageTargets;
  readonly #outline: Outline;
  readonly #number: number;
  readonly #books: SourceBooks;
  readonly #origin: string;
  readonly #files: SourceFiles;
  readonly #report: Report;

  /** @param number of the book in its source */
  constructor(outline: Outline, number: number, { files, books, report, origin = '' }: PlannedSource) {
    this.#outline = outline;
    this.#number = number;
    this.#books = books;
    this.#origin = origin;
    this.#files = files;
    this.#report = report;
    this.targets = new PageTargets(files, outline, books);
  }

  /** A text of the file `path` whose links lead where they led; `frontLines`: above the text. */
  relink(markdown: string, path: string, frontLines: number): string {
    const lines = new LineCounter(markdown, frontLines);
    return replaceLinks(markdown, (address, link) => {
      const line = lines.lineAt(link.start);
      if (isSpecification(markdown, link)) return this.#addSpec(address, path, line);
      const needsFile = link.isImage || isFileBlock(markdown, link);
      return this.#newAddress(address, path, { ...link, needsFile }, line);
    });
  }

  /** Notes the specification that a block names; returns the name that it gets where it is a file of the source. */
  #addSpec(address: string, path: string, line: number): string | undefined {
    if (/^https?:\/\//i.test(address)) {
      if (!this.specs.has(address)) this.specs.set(address, { address, path, line });
      return undefined;
    }
    const resolved = this.targets.resolve(address, path);
    const file = typeof resolved === 'object' && 'path' in resolved ? resolved.path : undefined;
    const files = file === undefined ? undefined : readSpecFiles(file, this.#files, this.#origin);
    if (file === undefined || !files) {
      const message = `The API specification ${JSON.stringify(address.slice(0, 200))} is no file of the source: add it to the organization, and name it in the block.`;
      this.#report.add({ path, line, kind: 'warning', message });
      return undefined;
    }
    if (!this.specs.has(file)) this.specs.set(file, { address: file, path, line, files });
    return files.slug;
  }

  /** A fetched page whose text was made of HTML. */
  wasHtml(path: string): boolean {
    return this.#files.fetchedPage(path)?.anchors !== undefined;
  }

  #newAddress(
    address: string,
    path: string,
    { isImage, needsFile }: LinkTarget & { needsFile: boolean },
    line: number,
  ): string | undefined {
    const resolved = this.targets.resolve(address, path);
    const written = JSON.stringify(address.slice(0, 200));
    const isWeb = /^https?:/i.test(address);
    if (resolved === 'external') {
      if (isImage && isWeb) this.pictures.add(address);
      return undefined;
    }
    const tell = (changed: string) => {
      const message = `The link to ${written} is written as ${JSON.stringify(changed.slice(0, 200))}.`;
      // On request, and of websites, addresses become paths.
      if (!isWeb) this.#report.add({ path, line, kind: 'changed', message });
      else if (isImage && !this.wasHtml(path)) this.#report.add({ path, line, kind: 'converted', message });
      return changed;
    };
    if (typeof resolved === 'object' && 'address' in resolved) {
      if (isImage) this.pictures.add(resolved.address);
      return tell(resolved.address);
    }
    if (resolved === 'missing') {
      if (this.inlineFiles.length > 0 && this.#isInlineFile(address, path)) return undefined;
      const message = `The ${isImage ? 'picture' : 'target of a link'} ${written} is not in the source.`;
      this.#report.add({ path, line, kind: 'warning', message });
      return undefined;
    }
    if (!needsFile && this.#books.isLeftOut(resolved.path)) {
      const message = `The target of the link ${written} is in a book that is left out.`;
      this.#report.add({ path, line, kind: 'warning', message });
      return undefined;
    }
    const neighbor = needsFile ? undefined : this.#neighborPath(resolved.path);
    if (neighbor !== undefined) {
      const changed = this.#addressOfNeighbor(address, path, neighbor, resolved);
      return changed === undefined ? undefined : tell(changed);
    }
    const within = this.pages.has(resolved.path) ? this.writtenPath(resolved.path) : this.keep(resolved.path);
    if (resolved.isExact && within === bookPathOf(this.#outline, resolved.path)) return undefined;
    const isWithin = resolved.path === path && resolved.fragment !== '';
    const target = isWithin ? '' : relativePath(this.writtenPath(path), within);
    const changed = target + resolved.fragment;
    return changed === address ? undefined : tell(changed);
  }

  /** The path of a page within the book. */
  writtenPath(path: string): string {
    return writtenPath(bookPathOf(this.#outline, path));
  }

  /** The path from the root of this book to a file that is a page of another book alone. */
  #neighborPath(file: string): string | undefined {
    const neighbor = this.pages.has(file) ? undefined : this.#books.neighborAt(file, this.#number);
    if (!neighbor) return undefined;
    const path = pathFrom(this.#outline.root, neighbor.path);
    this.neighbors.set(path, { path, book: neighbor.book, key: file });
    return path;
  }

  /** The path to a page of another book in a text; undefined where the text has one that is found as it is. */
  #addressOfNeighbor(
    address: string,
    page: string,
    neighbor: string,
    { fragment }: ResolvedTarget,
  ): string | undefined {
    const from = this.writtenPath(page);
    const only = indexSourcePaths([{ kind: 'space-page', id: neighbor, path: neighbor }]);
    return resolveSourcePath(only, from, address) ? undefined : relativePath(from, neighbor) + fragment;
  }

  #isInlineFile(address: string, path: string): boolean {
    const within = resolvePath(decodePath(address), bookPathOf(this.#outline, path));
    return this.inlineFiles.some((file) => file.path === within);
  }

  /** Keeps a file; returns its path within the book. */
  keep(path: string): string {
    const existing = this.kept.get(path);
    if (existing !== undefined) return existing;
    let within = bookPathOf(this.#outline, path);
    if (this.#outline.root !== '' && within === path && this.#files.has(joinPath(this.#outline.root, path)))
      within = `outside/${path}`;
    this.kept.set(path, within);
    return within;
  }
}

/** Whether a target is the document of an operation that a block shows. */
function isSpecification(markdown: string, { syntax, start }: LinkTarget): boolean {
  if (syntax !== 'block') return false;
  const tag = markdown.slice(markdown.lastIndexOf('{%', start), start);
  return /^\{%[ \t]*(?:openapi|openapi-webhook|swagger)\s[^%]*\bsrc=["']?$/i.test(tag);
}

/** Whether a target is what a block offers to download. */
function isFileBlock(markdown: string, { syntax, start }: LinkTarget): boolean {
  return (
    syntax === 'block' && /^\{%[ \t]*file\s/i.test(markdown.slice(markdown.lastIndexOf('{%', start), start))
  );
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

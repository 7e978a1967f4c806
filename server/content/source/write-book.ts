import { parse } from 'yaml';
import { slugOf } from '#api/slug.ts';
import { addressOf, replaceLinks } from '#api/source-links.ts';
import {
  folderOf,
  indexSourcePaths,
  isFolderFile,
  joinPath,
  relativePath,
  resolveSourcePath,
  type SourcePaths,
} from '#api/source-paths.ts';
import { flattenPages } from '../pages/page-tree.ts';
import type { StoredContent, StoredFileRef, StoredPage, StoredReusableContent } from '../pages/storage.ts';
import { TAGS_PATH, VARS_PATH, writeTags, writeVars } from './book-settings.ts';
import { editSummary, writeSummary } from './edit-summary.ts';
import { encodeText, writeSourceText } from './source-text.ts';
import { escapeHeading, findTitleHeading } from './title-heading.ts';

/** A file of a book: its bytes, or where they are stored. */
export type BookFile =
  | {
      path: string;
      text: (texts: ReadonlyMap<string, string>) => Buffer;
      documents: string[];
      /** The page or reusable content that it is; absent for files that describe the book. */
      item?: StoredPage | StoredReusableContent;
    }
  | {
      path: string;
      file: StoredFileRef;
    };

/** Paths of items that were written here, by their ids: those that they had when they were last written as files. */
export type AssignedPaths = ReadonlyMap<string, string>;

const NONE: AssignedPaths = new Map();

/** The paths of all items of a revision that have a file, by their ids, within the book. */
export function listBookPaths(
  content: StoredContent & { spaceId: string },
  assigned: AssignedPaths = NONE,
): AssignedPaths {
  return new BookPaths(content, assigned).byId;
}

/** The files of a revision as a book, in order: what describes it, its pages, its reusable contents, its files. */
export function listBookFiles(
  content: StoredContent & { spaceId: string },
  assigned: AssignedPaths = NONE,
): BookFile[] {
  const book = new BookPaths(content, assigned);
  const pages = flattenPages(content.pages).flatMap((page): BookFile[] => {
    const path = book.pathOf(page.id);
    if (path === undefined) return [];
    return [
      {
        path,
        item: page,
        documents: page.documentId === undefined ? [] : [page.documentId],
        text: (texts) => writePage(book, page, path, texts),
      },
    ];
  });
  const includes = content.reusableContents.flatMap((item): BookFile[] => {
    const path = book.pathOf(item.id);
    if (path === undefined) return [];
    const write = (texts: ReadonlyMap<string, string>) => {
      const text = book.withPaths(texts.get(item.documentId) ?? '', path);
      return writeSourceText({ title: item.title, ...(item.source && { source: item.source }) }, text);
    };
    return [{ path, item, documents: [item.documentId], text: write }];
  });
  const files = content.files.flatMap((file): BookFile[] => {
    const path = book.pathOf(file.id);
    return path === undefined ? [] : [{ path, file }];
  });
  const below = [...pages, ...includes, ...files].map((entry) => ({
    ...entry,
    path: book.place(entry.path),
  }));
  return [...describingFiles(content, book), ...below];
}

function writePage(
  book: BookPaths,
  page: StoredPage,
  path: string,
  texts: ReadonlyMap<string, string>,
): Buffer {
  const text = book.withPaths(texts.get(page.documentId ?? '') ?? '', path);
  const isTitled = page.git !== undefined || findTitleHeading(text)?.title === page.title;
  const whole = isTitled ? text : `# ${escapeHeading(page.title)}\n\n${text}`;
  return writeSourceText(page, whole, {
    fileAt: (address) => {
      const target = resolveSourcePath(book.paths, path, address);
      return target?.kind === 'file' ? target.id : undefined;
    },
    pathOf: (fileId) => {
      const target = book.pathOf(fileId);
      return target === undefined ? undefined : relativePath(path, target);
    },
  });
}

/** Settings, table of contents, values and tags: as they were read, but for what changed. */
function describingFiles({ pages, book = {} }: StoredContent, paths: BookPaths): BookFile[] {
  const { texts = [], vars = {}, tags = [] } = book;
  const byPath = new Map(texts.map((text) => [text.path, text]));
  const settings = byPath.get('.gitbook.yaml');
  const [varsPath, tagsPath] = [paths.place(VARS_PATH), paths.place(TAGS_PATH)];
  const files: BookFile[] = texts.flatMap(({ path, documentId, missing, ...encoding }) => {
    const edit = (text: string, read: ReadonlyMap<string, string>): string => {
      if (path === varsPath) return writeVars(text, vars);
      if (path === tagsPath) return writeTags(text, tags);
      const summary = summaryPath(settings && read.get(settings.documentId), paths, byPath);
      return path === summary ? editSummary(text, pages, { ...paths.summaryPlace(path), missing }) : text;
    };
    const write = (read: ReadonlyMap<string, string>) =>
      encodeText(edit(read.get(documentId) ?? '', read), encoding);
    const documents =
      settings && settings !== byPath.get(path) ? [documentId, settings.documentId] : [documentId];
    return [{ path, documents, text: write }];
  });
  const add = (path: string, text: string) => {
    if (!byPath.has(path)) files.push({ path, documents: [], text: () => Buffer.from(text) });
  };
  const hasSummary = texts.some(({ path }) => path !== '.gitbook.yaml' && /\.md$/i.test(path));
  const newSummary = paths.place('SUMMARY.md');
  if (!hasSummary) add(newSummary, writeSummary(pages, paths.summaryPlace(newSummary)));
  if (Object.keys(vars).length > 0) add(varsPath, writeVars('', vars));
  if (tags.length > 0) add(tagsPath, writeTags('', tags));
  return files;
}

/** The path of the table of contents: that of the settings, else `SUMMARY.md`. */
function summaryPath(
  settings: string | undefined,
  paths: BookPaths,
  texts: ReadonlyMap<string, unknown>,
): string | undefined {
  const named = settings === undefined ? undefined : readSummaryPath(settings);
  const path = named === undefined ? paths.place('SUMMARY.md') : joinPath(paths.place('SUMMARY.md'), named);
  return [...texts.keys()].find((candidate) => candidate.toLowerCase() === path?.toLowerCase());
}

function readSummaryPath(settings: string): string | undefined {
  try {
    const { structure } = Object(parse(settings));
    const path = Object(structure).summary;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The paths of a book: those that its files have, and new ones for what was written here. */
class BookPaths {
  readonly paths: SourcePaths;
  readonly #spaceId: string;
  /** The folder of the paths, from that of the settings. */
  readonly #root: string;
  readonly byId = new Map<string, string>();
  readonly #assigned: AssignedPaths;
  readonly #taken = new Set<string>();

  constructor(
    { spaceId, pages, files, reusableContents, book }: StoredContent & { spaceId: string },
    assigned: AssignedPaths,
  ) {
    this.#assigned = assigned;
    this.#spaceId = spaceId;
    this.#root = book?.root ?? '';
    for (const { path } of book?.texts ?? []) this.#taken.add(this.#within(path).toLowerCase());
    for (const path of ['SUMMARY.md', VARS_PATH, TAGS_PATH]) this.#taken.add(path.toLowerCase());
    const items = [...flattenPages(pages), ...files, ...reusableContents];
    for (const { id, git } of items) if (git) this.#add(id, git.path);
    for (const { id, git } of items) {
      const path = git ? undefined : assigned.get(id);
      if (path !== undefined && !this.#taken.has(path.toLowerCase())) this.#add(id, path);
    }
    this.#addPages(pages, '');
    for (const { id, name } of files) this.#addFree(id, '.gitbook/assets', name);
    for (const { id, title } of reusableContents)
      this.#addFree(id, '.gitbook/includes', `${slugOf(title)}.md`);
    const pageIds = new Set(flattenPages(pages).map(({ id }) => id));
    const fileIds = new Set(files.map(({ id }) => id));
    this.paths = indexSourcePaths(
      [...this.byId].map(([id, path]) => {
        const kind = pageIds.has(id) ? 'page' : fileIds.has(id) ? 'file' : 'include';
        return { kind, id, path } as const;
      }),
    );
  }

  pathOf(id: string): string | undefined {
    return this.byId.get(id);
  }

  /** The path of a file from the folder of the settings. */
  place(path: string): string {
    return this.#root === '' ? path : `${this.#root}/${path}`;
  }

  #within(path: string): string {
    return this.#root !== '' && path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : path;
  }

  /** `path`: of a table of contents, from the folder of the settings. */
  summaryPlace(path: string) {
    return {
      path: this.#within(path),
      paths: this.paths,
      pathOf: ({ id }: { id: string }) => this.byId.get(id),
    };
  }

  /** A text of the file `from` whose addresses with ids are paths. */
  withPaths(markdown: string, from: string): string {
    return replaceLinks(markdown, (_address, link) => {
      const address = addressOf(link);
      const own = `/spaces/${this.#spaceId}/`;
      const local = address.startsWith(own) ? address.slice(own.length - 1) : address;
      const [, id = '', end = ''] = /^\/(?:pages|files)\/([\w-]+)(.*)$/s.exec(local) ?? [];
      // A link to what was deleted leads where it led.
      const path = this.byId.get(id) ?? this.#assigned.get(id);
      return path === undefined ? undefined : relativePath(from, path) + end;
    });
  }

  #add(id: string, path: string): void {
    this.byId.set(id, path);
    this.#taken.add(path.toLowerCase());
  }

  #addPages(pages: readonly StoredPage[], folder: string): void {
    for (const page of pages) {
      const hasFile = page.type === 'document' || page.type === 'computed';
      if (hasFile && !this.byId.has(page.id)) {
        if (folder === '' && !this.#taken.has('readme.md')) this.#add(page.id, 'README.md');
        else if (page.pages.length > 0) this.#addFree(page.id, folder, `${page.slug}/README.md`);
        else this.#addFree(page.id, folder, `${page.slug}.md`);
      }
      const path = this.byId.get(page.id);
      const below =
        path === undefined ? folder : isFolderFile(path) ? folderOf(path) : path.replace(/\.[^./]*$/, '');
      this.#addPages(page.pages, below);
    }
  }

  /** The first path of a name that no other file has: with a number before its ending. */
  #addFree(id: string, folder: string, name: string): void {
    if (this.byId.has(id)) return;
    const start = folder === '' ? name : `${folder}/${name}`;
    const [, stem = start, ending = ''] = /^(.+?)((?:\/README)?\.[^./]*)$/.exec(start) ?? [];
    for (let number = 0; ; number += 1) {
      const path = number === 0 ? start : `${stem}-${number}${ending}`;
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#add(id, path);
      return;
    }
  }
}

import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { PageEdit, PageText } from './content-schemas.ts';
import { type LinkResolver, pageIdOf, slugOf } from './link-resolver.ts';

/** Documents by id: equal texts share a row. */
export type DocumentMap = Map<string, Row<'documents'>>;

/** The context for building the pages of a space. */
export interface PageBuilder {
  space: string;
  links: LinkResolver;
  documents: DocumentMap;
  /** When a page (by path) was created and last updated. */
  datesOf(path: string): { createdAt: Date; updatedAt: Date };
}

/** Adds a document and returns its id. */
export function addDocument(writer: Omit<PageBuilder, 'datesOf'>, text: string, at: Date): string {
  const markdown = `${writer.links.resolve(writer.space, text.trim())}\n`;
  const id = documentIdOf(markdown);
  if (!writer.documents.has(id)) writer.documents.set(id, { id, markdown, created_at: at });
  return id;
}

/** Builds stored pages under a parent path. */
export function buildPages(writer: PageBuilder, pages: readonly PageText[], parentPath = ''): StoredPage[] {
  return pages.map((page) => {
    const slug = page.slug ?? slugOf(page.title);
    const path = parentPath ? `${parentPath}/${slug}` : slug;
    const { createdAt, updatedAt } = writer.datesOf(path);
    const storedPage: StoredPage = {
      id: pageIdOf(writer.space, path),
      type: page.text === undefined ? 'group' : 'document',
      title: page.title,
      slug,
      path,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      pages: buildPages(writer, page.pages ?? [], path),
    };
    if (page.emoji) storedPage.emoji = page.emoji;
    if (page.description) storedPage.description = page.description;
    if (page.hidden) storedPage.hidden = true;
    if (page.text !== undefined) storedPage.documentId = addDocument(writer, page.text, updatedAt);
    if (page.spec) {
      storedPage.type = 'computed';
      storedPage.computed = {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: page.spec } } },
        props: { models: true, downloadLink: true },
      };
    }
    return storedPage;
  });
}

/** Finds a page by path; throws if it is missing, so that data and texts stay consistent. */
export function pageAt(pages: readonly StoredPage[], path: string): StoredPage {
  for (const page of pages) {
    if (page.path === path) return page;
    if (path.startsWith(`${page.path}/`)) return pageAt(page.pages, path);
  }
  throw new Error(`The demonstration names the page ${path}, which does not exist`);
}

/** Replaces the page at a path by zero or more pages, without mutating the tree. */
function replaceAt(
  pages: readonly StoredPage[],
  path: string,
  replace: (page: StoredPage) => StoredPage[],
): StoredPage[] {
  return pages.flatMap((page) => {
    if (page.path === path) return replace(page);
    if (!path.startsWith(`${page.path}/`)) return [page];
    return [{ ...page, pages: replaceAt(page.pages, path, replace) }];
  });
}

/** Inserts pages into a parent (null = the root) at an index (missing = the end). */
function insertInto(
  pages: StoredPage[],
  into: string | null,
  added: StoredPage[],
  at?: number,
): StoredPage[] {
  if (into === null) return pages.toSpliced(at ?? pages.length, 0, ...added);
  return replaceAt(pages, into, (page) => [
    { ...page, pages: page.pages.toSpliced(at ?? page.pages.length, 0, ...added) },
  ]);
}

/** Updates the paths of a moved page and its descendants. */
function rebase(page: StoredPage, parentPath: string): StoredPage {
  const path = parentPath ? `${parentPath}/${page.slug}` : page.slug;
  return { ...page, path, pages: page.pages.map((child) => rebase(child, path)) };
}

/** Applies one edit at a given time and returns the new tree. */
function applyEdit(writer: PageBuilder, pages: StoredPage[], edit: PageEdit, at: Date): StoredPage[] {
  const updatedAt = at.toISOString();
  const rewrite = (path: string, change: (text: string) => string) =>
    replaceAt(pages, path, (page) => {
      const text = writer.documents.get(page.documentId ?? '')?.markdown ?? '';
      return [{ ...page, updatedAt, documentId: addDocument(writer, change(text), at) }];
    });
  if ('edit' in edit) {
    pageAt(pages, edit.edit);
    return rewrite(edit.edit, (text) => {
      const find = writer.links.resolve(writer.space, edit.find);
      if (!text.includes(find))
        throw new Error(`The page ${edit.edit} of ${writer.space} has no text "${edit.find}"`);
      return text.replace(find, () => edit.replace);
    });
  }
  if ('append' in edit) {
    pageAt(pages, edit.append);
    return rewrite(edit.append, (text) => `${text}\n${edit.text.trim()}`);
  }
  if ('rename' in edit) {
    pageAt(pages, edit.rename);
    return replaceAt(pages, edit.rename, (page) => [{ ...page, updatedAt, title: edit.title }]);
  }
  if ('add' in edit) {
    if (edit.into) pageAt(pages, edit.into);
    writer.links.addPages(writer.space, [edit.add], edit.into);
    const added = buildPages(
      { ...writer, datesOf: () => ({ createdAt: at, updatedAt: at }) },
      [edit.add],
      edit.into,
    );
    return insertInto(pages, edit.into ?? null, added, edit.at);
  }
  if ('move' in edit) {
    const moved = rebase(pageAt(pages, edit.move), edit.into ?? '');
    const rest = replaceAt(pages, edit.move, () => []);
    return insertInto(rest, edit.into, [{ ...moved, updatedAt }], edit.at);
  }
  pageAt(pages, edit.remove);
  return replaceAt(pages, edit.remove, () => []);
}

/** Applies edits in order at a given time. */
export function applyEdits(
  writer: PageBuilder,
  pages: StoredPage[],
  edits: readonly PageEdit[],
  at: Date,
): StoredPage[] {
  return edits.reduce((tree, edit) => applyEdit(writer, tree, edit, at), pages);
}

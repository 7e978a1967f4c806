import { isDeepStrictEqual } from 'node:util';
import type { ChangedFile, ContentChange } from '#api/generated/types.gen.ts';
import { changedFields } from '../pages/page-fields.ts';
import { type PagePosition, pagePositions, sharedLists } from '../pages/page-tree.ts';
import {
  bytesIdOf,
  type StoredContent,
  type StoredFileRef,
  type StoredPage,
  type StoredReusableContent,
} from '../pages/storage.ts';
import { findMoved } from './longest-increasing.ts';

type PageChange =
  | { type: 'page_created' | 'page_deleted'; page: StoredPage }
  | { type: 'page_edited' | 'page_moved'; page: StoredPage; before: StoredPage; attributes: string[] };

type FileChange =
  | { type: 'file_created' | 'file_deleted'; file: StoredFileRef }
  | { type: 'file_edited'; file: StoredFileRef; before: StoredFileRef };

/**
 * The differences between the pages of two versions: current pages in tree order, then deleted ones. A page is moved if
 * its parent or its order among siblings changed (`parent`, `order`), and edited if anything else changed; a path that
 * changes with a parent does not count.
 */
export function comparePages(before: readonly StoredPage[], now: readonly StoredPage[]): PageChange[] {
  const shared = sharedLists(before, now);
  const previous = pagePositions(before, shared);
  const current = pagePositions(now, shared);
  const reordered = findReordered(before, now, previous, current);
  const changes = [...current.values()].flatMap((position): PageChange[] => {
    const { page } = position;
    const was = previous.get(page.id);
    if (!was) return [{ type: 'page_created', page }];
    const fields = changedFields(was.page, page);
    const positionFields = positionChange(was, position, reordered);
    if (fields.length + positionFields.length === 0) return [];
    const type = fields.length > 0 ? 'page_edited' : 'page_moved';
    return [{ type, page, before: was.page, attributes: [...fields, ...positionFields] }];
  });
  const deleted = [...previous.values()].filter(({ page }) => !current.has(page.id));
  return [...changes, ...deleted.map(({ page }): PageChange => ({ type: 'page_deleted', page }))];
}

function positionChange(was: PagePosition, is: PagePosition, reordered: ReadonlySet<string>): string[] {
  if (was.parentId !== is.parentId) return ['parent'];
  return reordered.has(was.page.id) ? ['order'] : [];
}

type PagePositions = ReadonlyMap<string, PagePosition>;

/** Pages that changed their order among the siblings of the same container. */
function findReordered(
  before: readonly StoredPage[],
  now: readonly StoredPage[],
  previous: PagePositions,
  current: PagePositions,
): Set<string> {
  const reordered = new Set<string>();
  const compare = (was: readonly StoredPage[], is: readonly StoredPage[]) => {
    if (was === is) return;
    const [idsBefore, idsNow] = [was, is].map((pages) => pages.map(({ id }) => id));
    for (const id of findMoved(idsBefore ?? [], idsNow ?? [])) reordered.add(id);
  };
  compare(before, now);
  for (const [id, { page }] of current) {
    const was = previous.get(id);
    if (was) compare(was.page.pages, page.pages);
  }
  return reordered;
}

/** The differences between the files of two versions, new and changed ones first. */
function compareFiles(before: StoredContent['files'], now: StoredContent['files']): FileChange[] {
  if (before === now) return [];
  const previous = new Map(before.map((file) => [file.id, file]));
  const present = new Set(now.map(({ id }) => id));
  const changes = now.flatMap((file): FileChange[] => {
    const was = previous.get(file.id);
    if (!was) return [{ type: 'file_created', file }];
    return isDeepStrictEqual(was, file) ? [] : [{ type: 'file_edited', file, before: was }];
  });
  const deleted = before.filter(({ id }) => !present.has(id));
  return [...changes, ...deleted.map((file): FileChange => ({ type: 'file_deleted', file }))];
}

/** The differences between the reusable contents of two versions, new and changed ones first. */
function compareReusable(
  before: readonly StoredReusableContent[],
  now: readonly StoredReusableContent[],
): ContentChange[] {
  const previous = new Map(before.map((item) => [item.id, item]));
  const present = new Set(now.map(({ id }) => id));
  const changes = now.flatMap(({ id, title, documentId }): ContentChange[] => {
    const was = previous.get(id);
    const reusableContent = { id, title, attributes: new Array<string>() };
    if (!was) return [{ type: 'reusable_content_created', reusableContent }];
    if (was.title !== title) reusableContent.attributes.push('title');
    if (was.documentId !== documentId) reusableContent.attributes.push('markdown');
    if (reusableContent.attributes.length === 0) return [];
    const previousTitle = was.title === title ? {} : { previousTitle: was.title };
    return [{ type: 'reusable_content_edited', reusableContent: { ...reusableContent, ...previousTitle } }];
  });
  const deleted = before.filter(({ id }) => !present.has(id));
  return [
    ...changes,
    ...deleted.map(({ id, title }): ContentChange => ({
      type: 'reusable_content_deleted',
      reusableContent: { id, title, attributes: [] },
    })),
  ];
}

/** The difference between the values of two versions, by name. */
function compareVariables(base: Variables = {}, now: Variables = {}): ContentChange[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(now)])].toSorted();
  const variables = names.flatMap((name) => {
    const [previousValue, value] = [base[name], now[name]];
    if (previousValue === value) return [];
    return [
      { name, ...(value !== undefined && { value }), ...(previousValue !== undefined && { previousValue }) },
    ];
  });
  return variables.length === 0 ? [] : [{ type: 'variables_edited', variables }];
}

type Variables = NonNullable<StoredContent['book']>['vars'];
type Compared = Pick<StoredContent, 'pages' | 'files' | 'reusableContents' | 'book'>;

/** Two versions of some content, and how many of their differences are wanted. */
interface Comparison {
  base: Compared;
  now: Compared;
  limit: number;
}

/** The first differences of two versions, those of pages first, then of files, of reusable contents and of values, and whether there are more. */
export function listChanges({ base, now, limit }: Comparison): { changes: ContentChange[]; more: boolean } {
  const pages = comparePages(base.pages, now.pages);
  const files = compareFiles(base.files, now.files);
  const rest = [
    ...compareReusable(base.reusableContents, now.reusableContents),
    ...compareVariables(base.book?.vars, now.book?.vars),
  ];
  const changes = [
    ...pages.slice(0, limit).map(toPageChangeView),
    ...files.slice(0, limit).map(toFileChangeView),
    ...rest,
  ];
  return { changes: changes.slice(0, limit), more: pages.length + files.length + rest.length > limit };
}

function toPageChangeView(change: PageChange): ContentChange {
  const { type, page } = change;
  const { id, title, path, emoji } = page;
  const changedPage = {
    id,
    title,
    path,
    type: page.type,
    ...(emoji !== undefined && { emoji }),
    ...(type !== 'page_deleted' && { updatedAt: page.updatedAt }),
  };
  if (!('before' in change)) return { type, page: { ...changedPage, attributes: [] } };
  const { before, attributes } = change;
  const previous = {
    ...(before.title !== title && { previousTitle: before.title }),
    ...(before.path !== path && { previousPath: before.path }),
  };
  return { type, page: { ...changedPage, ...previous, attributes } };
}

function toFileChangeView(change: FileChange): ContentChange {
  const { type, file } = change;
  const changedFile = toChangedFile(file);
  if (!('before' in change)) return { type, file: changedFile };
  const { before } = change;
  const wasReplaced = bytesIdOf(before) !== bytesIdOf(file);
  const previous = {
    ...(before.name !== file.name && { previousName: before.name }),
    ...(wasReplaced && { replaced: true }),
  };
  return { type, file: { ...changedFile, ...previous } };
}

export function toChangedFile({ id, name, contentType, size }: StoredFileRef): ChangedFile {
  return { id, name, contentType, size };
}

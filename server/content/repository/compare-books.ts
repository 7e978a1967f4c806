import { pageJson } from '../pages/page-json.ts';
import { flattenPages, pagePositions, sharedLists } from '../pages/page-tree.ts';
import {
  bytesIdOf,
  type StoredContent,
  type StoredPage,
  type StoredReusableContent,
} from '../pages/storage.ts';
import { type BookFile, listBookFiles, listBookPaths } from '../source/write-book.ts';

export type SpaceContent = StoredContent & { spaceId: string };

/** The bytes of a version of a file: those of a text, or where stored bytes were put. */
export type FileBytes = Buffer | { bytesId: string };

/** A file of a book that differs between two revisions. */
export interface BookChange {
  path: string;
  /** The page, file or reusable content that it is; absent for files that describe the book. */
  id: string | undefined;
  before: FileBytes | undefined;
  after: FileBytes | undefined;
}

interface Comparison {
  before: SpaceContent | undefined;
  after: SpaceContent;
  texts: ReadonlyMap<string, string>;
  /** Paths of what was written here, by id. */
  assigned: ReadonlyMap<string, string>;
  /** Whether the later one came from the branch: what was written here is where that has it. */
  isFromBranch?: boolean;
}

/** Which files of a book two revisions write differently. */
export function compareBooks({ before, after, texts, assigned, isFromBranch = false }: Comparison): {
  changes: BookChange[];
  /** With those of the later revision. */
  assigned: Map<string, string>;
} {
  const previous = before ? listBookFiles(before, assigned) : [];
  const previousPaths = before ? listBookPaths(before, assigned) : new Map<string, string>();
  const withPrevious = new Map([...assigned, ...previousPaths]);
  const kept = before && !isFromBranch ? withoutMoved(before, after, withPrevious) : withPrevious;
  const next = listBookFiles(after, kept);
  const nextPaths = listBookPaths(after, kept);
  const isAnyMoved = [...nextPaths].some(([id, path]) => (previousPaths.get(id) ?? path) !== path);
  const previousByPath = new Map(previous.map((file) => [file.path, file]));
  const changes: BookChange[] = [];
  for (const file of next) {
    const counterpart = previousByPath.get(file.path);
    previousByPath.delete(file.path);
    if (counterpart && !isAnyMoved && isSame(counterpart, file)) continue;
    const change = {
      path: file.path,
      id: itemOf(file),
      before: counterpart && bytesOf(counterpart, texts),
      after: bytesOf(file, texts),
    };
    if (!isEqual(change.before, change.after)) changes.push(change);
  }
  for (const file of previousByPath.values())
    changes.push({
      path: file.path,
      id: itemOf(file),
      before: bytesOf(file, texts),
      after: undefined,
    });
  return { changes, assigned: new Map([...withPrevious, ...nextPaths]) };
}

/** What a revision writes to a path, or for an item; undefined if it writes nothing. */
export function bytesFinder({
  content,
  texts,
  assigned,
}: Omit<Comparison, 'before' | 'after'> & { content: SpaceContent }) {
  const files = listBookFiles(content, assigned);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byItem = new Map(files.map((file) => [itemOf(file), file]));
  const read = (file: BookFile | undefined) => file && { path: file.path, bytes: bytesOf(file, texts) };
  return { at: (path: string) => read(byPath.get(path)), of: (id: string) => read(byItem.get(id)) };
}

function itemOf(file: BookFile): string | undefined {
  return 'file' in file ? file.file.id : file.item?.id;
}

/** A page that was written here and moved or has another slug gets a new path, with those below. */
function withoutMoved(
  before: SpaceContent,
  after: SpaceContent,
  assigned: ReadonlyMap<string, string>,
): Map<string, string> {
  const kept = new Map(assigned);
  const positions = [before, after].map(({ pages }) => pagePositions(pages));
  const [previous, next] = [positions[0] ?? new Map(), positions[1] ?? new Map()];
  for (const [id, { page, parentId }] of next) {
    const was = previous.get(id);
    if (!was || (was.parentId === parentId && was.page.slug === page.slug)) continue;
    for (const moved of flattenPages([page])) if (!moved.git) kept.delete(moved.id);
  }
  return kept;
}

/** The texts that a comparison reads: of all pages if links may lead to other paths. */
export function textsToCompare({ before, after }: Pick<Comparison, 'before' | 'after'>): string[] {
  const describing = [before, after].flatMap((content) =>
    (content?.book?.texts ?? []).map(({ documentId }) => documentId),
  );
  const shared = before && !mayMove(before, after) ? sharedLists(before.pages, after.pages) : undefined;
  const itemsOf = (content: SpaceContent) => {
    const pages = [...pagePositions(content.pages, shared).values()].map(({ page }) => page);
    return new Map([...pages, ...content.reusableContents].map((item) => [item.id, item]));
  };
  const previous = before ? itemsOf(before) : new Map<string, StoredPage | StoredReusableContent>();
  const next = itemsOf(after);
  const isUnchanged = (id: string) => {
    const [was, is] = [previous.get(id), next.get(id)];
    return was !== undefined && is !== undefined && (was === is || jsonOf(was) === jsonOf(is));
  };
  const read = [...previous.values(), ...next.values()].filter(({ id }) => !shared || !isUnchanged(id));
  return [...new Set([...describing, ...read.flatMap(({ documentId }) => documentId ?? [])])];
}

/** Whether a file that both revisions have may be at another path in the later one. */
function mayMove(before: SpaceContent, after: SpaceContent): boolean {
  const shared = sharedLists(before.pages, after.pages);
  const [previous, next] = [pagePositions(before.pages, shared), pagePositions(after.pages, shared)];
  const isPageMoved = [...next].some(([id, { page, parentId }]) => {
    const was = previous.get(id);
    if (!was) return false;
    if (was.page.git?.path !== page.git?.path) return true;
    return !page.git && (was.parentId !== parentId || was.page.slug !== page.slug);
  });
  const filesOf = (content: SpaceContent) => [...content.files, ...content.reusableContents];
  const paths = new Map(filesOf(before).map(({ id, git }) => [id, git?.path]));
  return isPageMoved || filesOf(after).some(({ id, git }) => paths.has(id) && paths.get(id) !== git?.path);
}

function isSame(a: BookFile, b: BookFile): boolean {
  if ('file' in a || 'file' in b)
    return 'file' in a && 'file' in b && bytesIdOf(a.file) === bytesIdOf(b.file);
  return a.item !== undefined && b.item !== undefined && jsonOf(a.item) === jsonOf(b.item);
}

function jsonOf(item: StoredPage | StoredReusableContent): string {
  return 'pages' in item ? pageJson(item) : JSON.stringify(item);
}

function bytesOf(file: BookFile, texts: ReadonlyMap<string, string>): FileBytes {
  return 'file' in file ? { bytesId: bytesIdOf(file.file) } : file.text(texts);
}

function isEqual(a: FileBytes | undefined, b: FileBytes | undefined): boolean {
  if (Buffer.isBuffer(a)) return Buffer.isBuffer(b) && a.equals(b);
  return a !== undefined && !Buffer.isBuffer(b) && a.bytesId === b?.bytesId;
}

import type { MergedContent } from '#server/content/merge/merge-content.ts';
import { changedFields, copyField, PAGE_FIELDS, SOURCE_FIELDS } from '#server/content/pages/page-fields.ts';
import {
  flattenPages,
  type PagePosition,
  pagePositions,
  withPaths,
} from '#server/content/pages/page-tree.ts';
import type { StoredContent, StoredPage } from '#server/content/pages/storage.ts';

/** What of a merge needs a decision. */
export type Conflicts = Pick<MergedContent, 'conflicts' | 'fileConflicts' | 'reusableConflicts'>;

/**
 * The conflicts without pages that nobody has edited since the last sync: they only are written in another way here than in
 * the repository. Its version is taken.
 */
export function realConflicts(
  { conflicts, fileConflicts, reusableConflicts }: Conflicts,
  versions: { written: StoredContent | undefined; current: StoredContent; isHeld: (id: string) => boolean },
): Conflicts {
  const written = pagePositions(versions.written?.pages ?? []);
  const current = pagePositions(versions.current.pages);
  const isUntouched = (id: string) => {
    const [was, is] = [written.get(id), current.get(id)];
    if (!was || !is || versions.isHeld(id)) return false;
    return was.parentId === is.parentId && changedFields(was.page, is.page).length === 0;
  };
  return {
    conflicts: conflicts.filter(({ pageId }) => !isUntouched(pageId)),
    fileConflicts,
    reusableConflicts,
  };
}

/**
 * A version of the branch in which everything that conflicts is as it was before: its merge takes the rest, and leaves what
 * conflicts to the space.
 */
export function withoutConflicts(
  base: StoredContent,
  request: StoredContent,
  { conflicts, fileConflicts, reusableConflicts }: Conflicts,
): StoredContent {
  const ids = new Set(conflicts.map(({ pageId }) => pageId));
  const fileIds = new Set(fileConflicts.map(({ fileId }) => fileId));
  const reusableIds = new Set(reusableConflicts);
  return {
    ...request,
    pages: resetPages(base.pages, request.pages, ids),
    files: resetItems(base.files, request.files, fileIds),
    reusableContents: resetItems(base.reusableContents, request.reusableContents, reusableIds),
  };
}

/**
 * The content of a merge without pages that the branch deleted and nobody has edited here: a merge leaves what conflicts. Their
 * subpages take their place.
 */
export function withoutDeleted(
  merged: MergedContent,
  request: StoredContent,
  { conflicts: realOnes }: Conflicts,
): StoredContent {
  const remainingIds = new Set([
    ...pagePositions(request.pages).keys(),
    ...realOnes.map(({ pageId }) => pageId),
  ]);
  const deletedIds = merged.conflicts.flatMap(({ pageId }) => (remainingIds.has(pageId) ? [] : [pageId]));
  if (deletedIds.length === 0) return merged.content;
  const tree = new PageForest(merged.content.pages);
  for (const id of deletedIds) tree.remove(id);
  return { ...merged.content, pages: withPaths(tree.toPages(), remainingIds) };
}

function resetItems<Item extends { id: string }>(
  base: readonly Item[],
  request: readonly Item[],
  ids: ReadonlySet<string>,
): Item[] {
  return [...request.filter(({ id }) => !ids.has(id)), ...base.filter(({ id }) => ids.has(id))];
}

/** A page while its tree is changed. */
interface Node {
  page: StoredPage;
  below: Node[];
}

function resetPages(
  base: readonly StoredPage[],
  request: readonly StoredPage[],
  ids: ReadonlySet<string>,
): StoredPage[] {
  if (ids.size === 0) return [...request];
  const before = pagePositions(base);
  const tree = new PageForest(request);
  for (const page of flattenPages(base)) if (ids.has(page.id)) tree.reset(page, before.get(page.id));
  for (const id of ids) if (!before.has(id)) tree.remove(id);
  return tree.toPages();
}

class PageForest {
  readonly #root: Node[];

  constructor(pages: readonly StoredPage[]) {
    const toNode = (page: StoredPage): Node => ({ page, below: page.pages.map(toNode) });
    this.#root = pages.map(toNode);
  }

  /** Gives a page the fields and the place that it had. */
  reset(page: StoredPage, position: PagePosition | undefined): void {
    const list = this.#listWith(page.id);
    const node = list?.find((one) => one.page.id === page.id) ?? { page, below: [] };
    node.page = withFieldsOf(page, node.page);
    const parent = position?.parentId;
    const target =
      parent === null || parent === undefined ? this.#root : (this.#find(parent)?.below ?? this.#root);
    if (target === list || contains(node, target)) return;
    if (list) list.splice(list.indexOf(node), 1);
    target.splice(Math.min(position?.index ?? target.length, target.length), 0, node);
  }

  /** Its subpages take its place. */
  remove(id: string): void {
    const list = this.#listWith(id);
    const index = list?.findIndex(({ page }) => page.id === id) ?? -1;
    if (list && index !== -1) list.splice(index, 1, ...(list[index]?.below ?? []));
  }

  toPages(): StoredPage[] {
    const toPage = ({ page, below }: Node): StoredPage => ({ ...page, pages: below.map(toPage) });
    return this.#root.map(toPage);
  }

  #find(id: string): Node | undefined {
    return this.#listWith(id)?.find(({ page }) => page.id === id);
  }

  #listWith(id: string, list: Node[] = this.#root): Node[] | undefined {
    if (list.some(({ page }) => page.id === id)) return list;
    for (const { below } of list) {
      const match = this.#listWith(id, below);
      if (match) return match;
    }
    return undefined;
  }
}

function contains(node: Node, list: readonly Node[]): boolean {
  return node.below === list || node.below.some((below) => contains(below, list));
}

function withFieldsOf(from: StoredPage, to: StoredPage): StoredPage {
  const page = { ...to };
  for (const field of [...PAGE_FIELDS, ...SOURCE_FIELDS, 'documentId', 'updatedAt'] as const)
    copyField(page, from, field);
  return page;
}

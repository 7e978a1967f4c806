import { changedFields } from '../pages/page-fields.ts';
import { type PagePosition, pagePositions, sharedLists, withPaths } from '../pages/page-tree.ts';
import type { StoredPage } from '../pages/storage.ts';
import { findMoved } from './longest-increasing.ts';
import { chooseSide, type MergedPage, mergePage, type MergeTexts } from './merge-page.ts';
import type { JoinedParagraph } from './merge-text.ts';

/** The order of the pages below one parent in the three versions; contains only pages of the merged tree. */
interface Orders {
  base: readonly string[];
  space: readonly string[];
  request: readonly string[];
}

/**
 * The order of `siblingIds` below one parent. It starts with the space's order; pages that the change request added or
 * moved follow the page that they follow there. If both moved a page, the space wins; if both added pages at one
 * position, the space's come first. Pages that neither version has here come last.
 */
function mergeOrder({ base, space, request }: Orders, siblingIds: readonly string[]): string[] {
  const isMember = new Set(siblingIds);
  const order = space.filter((id) => isMember.has(id));
  const requested = request.filter((id) => isMember.has(id));
  const inRequest = new Set(requested);
  const movedBySpace = findMoved(base, space);
  const movedByRequest = findMoved(base, request);
  const inSpace = new Set(order);
  requested.forEach((id, position) => {
    const isPositionedByRequest = !inSpace.has(id) || (movedByRequest.has(id) && !movedBySpace.has(id));
    if (!isPositionedByRequest) return;
    const old = order.indexOf(id);
    if (old >= 0) order.splice(old, 1);
    const before = requested[position - 1];
    let target = before === undefined ? 0 : order.indexOf(before) + 1;
    for (let next = order[target]; next !== undefined && !inRequest.has(next); next = order[target])
      target += 1;
    order.splice(target, 0, id);
  });
  const result = new Set(order);
  return [...order, ...siblingIds.filter((id) => !result.has(id))];
}

export interface Trees {
  base: readonly StoredPage[];
  space: readonly StoredPage[];
  request: readonly StoredPage[];
}

export interface PageConflict {
  pageId: string;
  /** Field names, `markdown`, `parent`, or `page` if one version deleted what the other changed. */
  attributes: string[];
}

/** The result of merging page trees. */
export interface MergedPages {
  /** The merged tree; pages in conflict have the change request's version, or the only one. */
  pages: StoredPage[];
  /** Texts that neither version has. */
  texts: string[];
  /** In tree order. */
  conflicts: PageConflict[];
  /** In tree order, too. */
  paragraphs: PageParagraph[];
}

/** A paragraph of a page that was merged sentence by sentence. */
export interface PageParagraph extends JoinedParagraph {
  pageId: string;
  title: string;
}

type PagePositions = ReadonlyMap<string, PagePosition>;

interface PositionedPage extends MergedPage {
  parentId: string | null;
}

/** Merges two page trees with the same base: page by page, field by field, texts line by line. */
export function mergePages(trees: Trees, mergeTexts: MergeTexts): MergedPages {
  const unchanged = unchangedLists(trees);
  const positions = {
    base: pagePositions(trees.base, unchanged),
    space: pagePositions(trees.space, unchanged),
    request: pagePositions(trees.request, unchanged),
  };
  const merged = new Map<string, PositionedPage>();
  for (const id of new Set([...positions.space.keys(), ...positions.request.keys()])) {
    const page = mergeOne(
      positions.base.get(id),
      positions.space.get(id),
      positions.request.get(id),
      mergeTexts,
    );
    if (page) merged.set(id, page);
  }
  for (const page of merged.values()) {
    page.parentId = nearestRemainingParent(page.parentId, merged, [
      positions.request,
      positions.space,
      positions.base,
    ]);
  }
  breakCycles(merged, positions.space);
  const pages = buildTree(merged, positions, { trees, unchanged });
  const inOrder = [...pagePositions(pages, unchanged).keys()];
  return {
    pages: withPaths(pages, new Set(positions.space.keys())),
    texts: [...merged.values()].flatMap(({ text }) => (text === undefined ? [] : [text])),
    conflicts: inOrder.flatMap((pageId) => {
      const attributes = merged.get(pageId)?.conflicts ?? [];
      return attributes.length === 0 ? [] : [{ pageId, attributes }];
    }),
    paragraphs: inOrder.flatMap((pageId) =>
      (merged.get(pageId)?.paragraphs ?? []).map((paragraph) => ({
        ...paragraph,
        pageId,
        title: merged.get(pageId)?.page.title ?? '',
      })),
    ),
  };
}

/** The lists of pages that all versions have at the same place: in the merged tree they are there, too. */
export function unchangedLists({ base, space, request }: Trees): Set<readonly StoredPage[]> {
  const inRequest = sharedLists(base, request);
  return new Set([...sharedLists(base, space)].filter((pages) => inRequest.has(pages)));
}

/** One page of the merged tree; undefined if it is deleted. */
function mergeOne(
  base: PagePosition | undefined,
  space: PagePosition | undefined,
  request: PagePosition | undefined,
  mergeTexts: MergeTexts,
): PositionedPage | undefined {
  if (space && request) {
    const merged = mergePage(base?.page, space.page, request.page, mergeTexts);
    const side = chooseSide(base?.parentId, space.parentId, request.parentId);
    const parentId = side === 'space' ? space.parentId : request.parentId;
    const conflicts = side === 'conflict' ? [...merged.conflicts, 'parent'] : merged.conflicts;
    return { ...merged, conflicts, parentId };
  }
  const remaining = space ?? request;
  if (!remaining) return undefined;
  if (!base) return { page: remaining.page, parentId: remaining.parentId, conflicts: [] };
  const isChanged =
    remaining.parentId !== base.parentId || changedFields(base.page, remaining.page).length > 0;
  return isChanged ? { page: remaining.page, parentId: remaining.parentId, conflicts: ['page'] } : undefined;
}

/** The nearest ancestor that still exists: pages whose parent was deleted move up instead of being deleted with it. */
function nearestRemainingParent(
  parentId: string | null,
  merged: ReadonlyMap<string, PositionedPage>,
  versions: readonly PagePositions[],
): string | null {
  const seenIds = new Set<string>();
  let parent = parentId;
  while (parent !== null && !merged.has(parent)) {
    const id: string = parent;
    if (seenIds.has(id)) return null;
    seenIds.add(id);
    parent =
      versions.map((positions) => positions.get(id)).find((position) => position !== undefined)?.parentId ??
      null;
  }
  return parent;
}

/** Each version may have moved one of two pages below the other; such pages stay where the space has them. */
function breakCycles(merged: Map<string, PositionedPage>, space: PagePositions): void {
  for (const [id, page] of merged) {
    if (!isBelowItself(id, merged)) continue;
    page.parentId = nearestRemainingParent(space.get(id)?.parentId ?? null, merged, [space]);
    if (!page.conflicts.includes('parent')) page.conflicts = [...page.conflicts, 'parent'];
    if (isBelowItself(id, merged)) page.parentId = null;
  }
}

function isBelowItself(id: string, merged: ReadonlyMap<string, PositionedPage>): boolean {
  const seenIds = new Set<string>();
  for (let at = merged.get(id)?.parentId ?? null; at !== null; at = merged.get(at)?.parentId ?? null) {
    if (at === id) return true;
    if (seenIds.has(at)) return false;
    seenIds.add(at);
  }
  return false;
}

function buildTree(
  merged: ReadonlyMap<string, PositionedPage>,
  positions: { base: PagePositions; space: PagePositions; request: PagePositions },
  { trees, unchanged }: { trees: Trees; unchanged: ReadonlySet<readonly StoredPage[]> },
): StoredPage[] {
  const members = new Map<string | null, string[]>();
  for (const [id, { parentId }] of merged) {
    const siblings = members.get(parentId);
    if (siblings) siblings.push(id);
    else members.set(parentId, [id]);
  }
  const listIn = (version: keyof Trees, parentId: string | null) =>
    (parentId === null ? trees[version] : positions[version].get(parentId)?.page.pages) ?? [];
  const orderIn = (version: keyof Trees, parentId: string | null) =>
    listIn(version, parentId).map(({ id }) => id);
  const build = (parentId: string | null): readonly StoredPage[] => {
    const unchangedList = listIn('space', parentId);
    if (unchanged.has(unchangedList)) return unchangedList;
    const orders = {
      base: orderIn('base', parentId),
      space: orderIn('space', parentId),
      request: orderIn('request', parentId),
    };
    return mergeOrder(orders, members.get(parentId) ?? []).flatMap((id) => {
      const page = merged.get(id)?.page;
      if (!page) return [];
      const below = build(id);
      const isSame =
        below.length === page.pages.length && below.every((child, at) => child === page.pages[at]);
      return [isSame ? page : { ...page, pages: [...below] }];
    });
  };
  return [...build(null)];
}

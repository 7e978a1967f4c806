import type { Page } from '#api/generated/types.gen.ts';
import { longestIncreasing } from '#src/lib/arrays.ts';

/** A page's parent (null at the top level) and its index there. */
export interface PagePosition {
  page: Page;
  parentId: string | null;
  index: number;
}

/** How a page changed. Both sides are set if the page exists on both. */
export interface PageChange {
  id: string;
  kind: 'added' | 'deleted' | 'changed' | 'same';
  /** Its text or a field other than title and slug differs. */
  edited: boolean;
  /** Its parent or its order among the pages that stayed differs. */
  moved: boolean;
  renamed: boolean;
  /** Changed fields, apart from the position. */
  fields: PageField[];
  base?: PagePosition;
  next?: PagePosition;
}

/** Page fields shown in a review. `text` stands for the whole text. */
export const PAGE_FIELDS = [
  'title',
  'emoji',
  'icon',
  'slug',
  'description',
  'type',
  'text',
  'layout',
  'cover',
  'hidden',
  'noIndex',
  'computed',
  'vars',
  'tags',
] as const;

export type PageField = (typeof PAGE_FIELDS)[number];

/**
 * Compares two page trees by page id, in the order of the new tree; deleted pages follow the page that preceded them.
 */
export function compareTrees(base: readonly Page[], next: readonly Page[]): PageChange[] {
  const before = positionsOf(base);
  const after = positionsOf(next);
  const moved = findMoved(before, after);
  const changes = [...after.values()].map((position) =>
    changeOf(before.get(position.page.id), position, moved),
  );
  return insertDeleted(changes, before, after);
}

/** All pages of a tree with their positions, in reading order. */
export function positionsOf(pages: readonly Page[]): Map<string, PagePosition> {
  const positions = new Map<string, PagePosition>();
  const visit = (siblings: readonly Page[], parentId: string | null): void => {
    siblings.forEach((page, index) => {
      positions.set(page.id, { page, parentId, index });
      visit(page.pages ?? [], page.id);
    });
  };
  visit(pages, null);
  return positions;
}

function changeOf(base: PagePosition | undefined, next: PagePosition, moved: Set<string>): PageChange {
  const { id } = next.page;
  if (!base) return { id, kind: 'added', edited: false, moved: false, renamed: false, fields: [], next };
  const fields = PAGE_FIELDS.filter(
    (field) => fieldValueOf(base.page, field) !== fieldValueOf(next.page, field),
  );
  const renamed = fields.includes('title');
  const edited = fields.some((field) => field !== 'title' && field !== 'slug');
  const isMoved = moved.has(id);
  const kind = fields.length > 0 || isMoved ? 'changed' : 'same';
  return { id, kind, edited, moved: isMoved, renamed, fields, base, next };
}

/** A field as text for comparing and showing; empty if the page does not have it. */
export function fieldValueOf(page: Page, field: PageField): string {
  switch (field) {
    case 'text':
      return page.documentId ?? '';
    case 'layout':
    case 'cover':
    case 'computed':
    case 'vars':
    case 'tags':
      return page[field] === undefined ? '' : JSON.stringify(page[field]);
    case 'hidden':
    case 'noIndex':
      return page[field] === true ? 'true' : '';
    default:
      return page[field] ?? '';
  }
}

/**
 * Moved pages: to another parent, or among siblings. The longest run that kept its order counts as unmoved, so moving
 * one page to the top does not mark all others.
 */
function findMoved(before: Map<string, PagePosition>, after: Map<string, PagePosition>): Set<string> {
  const moved = new Set<string>();
  const stayed = new Map<string | null, string[]>();
  for (const [id, { parentId }] of after) {
    const previous = before.get(id);
    if (!previous) continue;
    if (previous.parentId !== parentId) moved.add(id);
    else stayed.set(parentId, [...(stayed.get(parentId) ?? []), id]);
  }
  for (const ids of stayed.values()) {
    const indexes = ids.map((id) => before.get(id)?.index ?? 0);
    const stable = longestIncreasing(indexes);
    ids.forEach((id, index) => {
      if (!stable.has(index)) moved.add(id);
    });
  }
  return moved;
}

function insertDeleted(
  changes: PageChange[],
  before: Map<string, PagePosition>,
  after: Map<string, PagePosition>,
): PageChange[] {
  const deletedAfter = new Map<string | null, PageChange[]>();
  let anchor: string | null = null;
  for (const [id, base] of before) {
    if (after.has(id)) {
      anchor = id;
      continue;
    }
    const deleted: PageChange = {
      id,
      kind: 'deleted',
      edited: false,
      moved: false,
      renamed: false,
      fields: [],
      base,
    };
    deletedAfter.set(anchor, [...(deletedAfter.get(anchor) ?? []), deleted]);
  }
  return [
    ...(deletedAfter.get(null) ?? []),
    ...changes.flatMap((change) => [change, ...(deletedAfter.get(change.id) ?? [])]),
  ];
}

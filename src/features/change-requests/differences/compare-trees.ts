import type { Page } from '#api/generated/types.gen.ts';
import { longestIncreasing } from '#src/lib/longest-increasing.ts';

/** Where a page stands: below which page (null at the top), and at which place there. */
export interface PagePosition {
  page: Page;
  parentId: string | null;
  index: number;
}

/** What became of a page, and in which of its facts. Both sides are given where the page exists on both. */
export interface PageChange {
  id: string;
  kind: 'added' | 'deleted' | 'changed' | 'same';
  /** Its text or another fact differs. */
  edited: boolean;
  /** It stands below another page, or at another place among the pages that stayed. */
  moved: boolean;
  /** Its title differs. */
  renamed: boolean;
  /** Names of the facts that differ, apart from the place. */
  fields: PageField[];
  base?: PagePosition;
  next?: PagePosition;
}

/** The facts of a page that a review shows. `text` stands for the whole text. */
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
] as const;

/** The name of one of them. */
export type PageField = (typeof PAGE_FIELDS)[number];

/**
 * Compares two page trees by the ids of the pages. The order is that of the new tree, with deleted pages where they
 * stood: behind the page that preceded them.
 */
export function compareTrees(base: readonly Page[], next: readonly Page[]): PageChange[] {
  const before = positionsOf(base);
  const after = positionsOf(next);
  const moved = findMoved(before, after);
  const changes = [...after.values()].map((place) => changeOf(before.get(place.page.id), place, moved));
  return insertDeleted(changes, before, after);
}

/** Every page of a tree with its place, in the order in which readers meet them. */
export function positionsOf(pages: readonly Page[]): Map<string, PagePosition> {
  const places = new Map<string, PagePosition>();
  const visit = (siblings: readonly Page[], parentId: string | null): void => {
    siblings.forEach((page, index) => {
      places.set(page.id, { page, parentId, index });
      visit(page.pages ?? [], page.id);
    });
  };
  visit(pages, null);
  return places;
}

function changeOf(base: PagePosition | undefined, next: PagePosition, moved: Set<string>): PageChange {
  const { id } = next.page;
  if (!base) return { id, kind: 'added', edited: false, moved: false, renamed: false, fields: [], next };
  const facts = PAGE_FIELDS.filter((fact) => fieldValueOf(base.page, fact) !== fieldValueOf(next.page, fact));
  const renamed = facts.includes('title');
  const edited = facts.some((fact) => fact !== 'title' && fact !== 'slug');
  const isMoved = moved.has(id);
  const kind = facts.length > 0 || isMoved ? 'changed' : 'same';
  return { id, kind, edited, moved: isMoved, renamed, fields: facts, base, next };
}

/** A fact as text that can be compared and shown; empty where the page does not have it. */
export function fieldValueOf(page: Page, fact: PageField): string {
  switch (fact) {
    case 'text':
      return page.documentId ?? '';
    case 'layout':
    case 'cover':
    case 'computed':
      return page[fact] === undefined ? '' : JSON.stringify(page[fact]);
    case 'hidden':
    case 'noIndex':
      return page[fact] === true ? 'true' : '';
    default:
      return page[fact] ?? '';
  }
}

/**
 * The pages that somebody moved: to another parent, or among their siblings. Among siblings the longest run that kept
 * its order stays, so that one page taken to the top does not make all others count as moved.
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
    const places = ids.map((id) => before.get(id)?.index ?? 0);
    const stable = longestIncreasing(places);
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

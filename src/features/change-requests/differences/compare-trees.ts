import type { Page } from '#api/generated/types.gen.ts';
import { longestIncreasing } from '#src/lib/longest-increasing.ts';

/** Where a page stands: below which page (null at the top), and at which place there. */
export interface PagePlace {
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
  facts: PageFact[];
  base?: PagePlace;
  next?: PagePlace;
}

/** The facts of a page that a review shows. `text` stands for the whole text. */
export const PAGE_FACTS = [
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
export type PageFact = (typeof PAGE_FACTS)[number];

/**
 * Compares two page trees by the ids of the pages. The order is that of the new tree, with deleted pages where they
 * stood: behind the page that preceded them.
 */
export function compareTrees(base: readonly Page[], next: readonly Page[]): PageChange[] {
  const before = placesOf(base);
  const after = placesOf(next);
  const moved = findMoved(before, after);
  const changes = [...after.values()].map((place) => changeOf(before.get(place.page.id), place, moved));
  return insertDeleted(changes, before, after);
}

/** Every page of a tree with its place, in the order in which readers meet them. */
export function placesOf(pages: readonly Page[]): Map<string, PagePlace> {
  const places = new Map<string, PagePlace>();
  const visit = (siblings: readonly Page[], parentId: string | null): void => {
    siblings.forEach((page, index) => {
      places.set(page.id, { page, parentId, index });
      visit(page.pages ?? [], page.id);
    });
  };
  visit(pages, null);
  return places;
}

function changeOf(base: PagePlace | undefined, next: PagePlace, moved: Set<string>): PageChange {
  const { id } = next.page;
  if (!base) return { id, kind: 'added', edited: false, moved: false, renamed: false, facts: [], next };
  const facts = PAGE_FACTS.filter((fact) => factOf(base.page, fact) !== factOf(next.page, fact));
  const renamed = facts.includes('title');
  const edited = facts.some((fact) => fact !== 'title' && fact !== 'slug');
  const isMoved = moved.has(id);
  const kind = facts.length > 0 || isMoved ? 'changed' : 'same';
  return { id, kind, edited, moved: isMoved, renamed, facts, base, next };
}

/** A fact as text that can be compared and shown; empty where the page does not have it. */
export function factOf(page: Page, fact: PageFact): string {
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
function findMoved(before: Map<string, PagePlace>, after: Map<string, PagePlace>): Set<string> {
  const moved = new Set<string>();
  const stayed = new Map<string | null, string[]>();
  for (const [id, { parentId }] of after) {
    const old = before.get(id);
    if (!old) continue;
    if (old.parentId !== parentId) moved.add(id);
    else stayed.set(parentId, [...(stayed.get(parentId) ?? []), id]);
  }
  for (const ids of stayed.values()) {
    const places = ids.map((id) => before.get(id)?.index ?? 0);
    const kept = longestIncreasing(places);
    ids.forEach((id, index) => {
      if (!kept.has(index)) moved.add(id);
    });
  }
  return moved;
}

function insertDeleted(
  changes: PageChange[],
  before: Map<string, PagePlace>,
  after: Map<string, PagePlace>,
): PageChange[] {
  const behind = new Map<string | null, PageChange[]>();
  let anchor: string | null = null;
  for (const [id, base] of before) {
    if (after.has(id)) {
      anchor = id;
      continue;
    }
    const gone: PageChange = {
      id,
      kind: 'deleted',
      edited: false,
      moved: false,
      renamed: false,
      facts: [],
      base,
    };
    behind.set(anchor, [...(behind.get(anchor) ?? []), gone]);
  }
  return [
    ...(behind.get(null) ?? []),
    ...changes.flatMap((change) => [change, ...(behind.get(change.id) ?? [])]),
  ];
}

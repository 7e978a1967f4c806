/** Filters of the content tree: spaces that need attention. */
import type { ContentItem } from '#api/generated/types.gen.ts';
import { matchingItems } from '#src/components/tree-editor/tree-filter.ts';
import { ancestorsOf } from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { titleOf, type ContentTree } from './content-tree.ts';

export const contentFilterNames = ['stale', 'changes', 'broken'] as const;
export type ContentFilter = (typeof contentFilterNames)[number];

const STALE_AFTER_DAYS = 180;
const DAY_MS = 86_400_000;

interface FilterRule {
  label: string;
  tip: string;
  /** Whether the server returns it for a space. */
  isKnown: (item: ContentItem) => boolean;
  matches: (item: ContentItem, now: number) => boolean;
}

const rules: Readonly<Record<ContentFilter, FilterRule>> = {
  stale: {
    label: 'Stale',
    tip: `Not updated for ${formatCount(STALE_AFTER_DAYS, 'day')}`,
    isKnown: ({ updatedAt }) => updatedAt !== undefined,
    matches: ({ updatedAt }, now) =>
      updatedAt !== undefined && now - Date.parse(updatedAt) > STALE_AFTER_DAYS * DAY_MS,
  },
  changes: {
    label: 'Open changes',
    tip: 'With open change requests',
    isKnown: ({ changeRequestsOpen }) => changeRequestsOpen !== undefined,
    matches: ({ changeRequestsOpen = 0 }) => changeRequestsOpen > 0,
  },
  broken: {
    label: 'Broken links',
    tip: 'With broken links',
    isKnown: ({ brokenLinks }) => brokenLinks !== undefined,
    matches: ({ brokenLinks = 0 }) => brokenLinks > 0,
  },
};

/** A filter with the number of spaces that it finds. */
export interface FilterOption {
  name: ContentFilter;
  label: string;
  tip: string;
  count: number;
}

/** The filters that the server's data allows. */
export function filterOptions({ nodes }: ContentTree, now: number): FilterOption[] {
  const spaces = [...nodes.values()].filter(({ kind }) => kind === 'space');
  return contentFilterNames
    .filter((name) => spaces.some(rules[name].isKnown))
    .map((name) => {
      const { label, tip, matches } = rules[name];
      return { name, label, tip, count: spaces.filter((space) => matches(space, now)).length };
    });
}

/** Ids of the items whose title contains the query; with a filter, of the spaces it finds among or in them. */
export function findItems(
  tree: ContentTree,
  query: string,
  filter: ContentFilter | undefined,
  now: number,
): string[] {
  const ids = query === '' ? [...tree.nodes.keys()] : matchingItems(tree, query, titleOf);
  if (filter === undefined) return ids;
  const byTitle = new Set(ids);
  return [...tree.nodes.values()]
    .filter((item) => item.kind === 'space' && rules[filter].matches(item, now))
    .map(({ id }) => id)
    .filter((id) => byTitle.has(id) || ancestorsOf(tree, id).some((above) => byTitle.has(above)));
}

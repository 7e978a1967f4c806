import type { Page } from '#api/generated/types.gen.ts';
import type { TreeItems } from '#src/components/tree/tree.tsx';
import { TOP } from '#src/lib/ordered-tree.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import {
  compareTrees,
  type PageChange,
  fieldValueOf,
  type PageField,
  type PagePosition,
} from '../differences/compare-trees.ts';

/** The changes of a page: `Added`, `Edited`, `Moved`, … Empty if there are none. */
export function labelsOf({ kind, edited, moved, renamed, fields }: PageChange): string[] {
  if (kind === 'added') return ['Added'];
  if (kind === 'deleted') return ['Deleted'];
  // A new path alone does not count as an edit, but it is a change.
  const isPathOnly = fields.includes('slug') && !edited && !renamed;
  return [
    ...(edited ? ['Edited'] : []),
    ...(renamed ? ['Renamed'] : []),
    ...(moved ? ['Moved'] : []),
    ...(isPathOnly ? ['New path'] : []),
  ];
}

/** The sign of a change, for narrow spaces. */
export function signOf({ kind, edited, moved }: PageChange): string {
  if (kind === 'added') return '+';
  if (kind === 'deleted') return '−';
  if (kind === 'same') return '';
  return !edited && moved ? '↕' : '~';
}

const fieldLabels: Record<PageField, string> = {
  title: 'Title',
  emoji: 'Emoji',
  icon: 'Icon',
  slug: 'Slug',
  description: 'Description',
  type: 'Type',
  text: 'Text',
  layout: 'Layout',
  cover: 'Cover',
  hidden: 'Hidden from navigation',
  noIndex: 'Excluded from search',
  computed: 'Computed',
  vars: 'Variables',
  tags: 'Tags',
};

/** A changed field, as text. */
interface PageFieldChange {
  name: string;
  before: string;
  after: string;
}

/**
 * Changed fields and position of a page, without its text.
 *
 * @param titleOf returns a page's title by id
 */
export function fieldChanges(change: PageChange, titleOf: (id: string) => string): PageFieldChange[] {
  const { base, next, fields, moved } = change;
  if (!base || !next) return [];
  const changes = fields
    .filter((field) => field !== 'text')
    .map((field) => ({
      name: fieldLabels[field],
      before: formatField(base.page, field),
      after: formatField(next.page, field),
    }));
  if (!moved) return changes;
  return [
    ...changes,
    { name: 'Position', before: describePosition(base, titleOf), after: describePosition(next, titleOf) },
  ];
}

function formatField(page: Page, field: PageField): string {
  const value = fieldValueOf(page, field);
  if (field === 'hidden' || field === 'noIndex') return value === 'true' ? 'Yes' : 'No';
  return value;
}

function describePosition({ parentId, index }: PagePosition, titleOf: (id: string) => string): string {
  const number = formatNumber(index + 1);
  return parentId === null
    ? `Top level, position ${number}`
    : `Under “${titleOf(parentId)}”, position ${number}`;
}

/** All pages of both sides with their changes, in tree order. */
export interface ComparedPages {
  all: readonly PageChange[];
  changed: readonly PageChange[];
  byId: ReadonlyMap<string, PageChange>;
}

export function comparePages(base: readonly Page[], next: readonly Page[]): ComparedPages {
  const all = compareTrees(base, next);
  return {
    all,
    changed: all.filter(({ kind }) => kind !== 'same'),
    byId: new Map(all.map((change) => [change.id, change])),
  };
}

/** The title, the new one if it changed. */
export function titleOf({ next, base }: PageChange): string {
  return (next ?? base)?.page.title ?? '';
}

/** The next or previous changed page, wrapping around; also from an unchanged page. */
export function changedFrom(
  { all, changed }: ComparedPages,
  id: string,
  step: 1 | -1,
): PageChange | undefined {
  const at = all.findIndex((change) => change.id === id);
  const [first, last] = [changed[0], changed.at(-1)];
  const isChanged = ({ kind }: PageChange) => kind !== 'same';
  return step === 1
    ? (all.slice(at + 1).find(isChanged) ?? first)
    : (all.slice(0, Math.max(at, 0)).findLast(isChanged) ?? last);
}

/** The pages as tree items: changed ones with their ancestors, or all. Deleted pages keep their position. */
export function changeItems({ all, byId }: ComparedPages, showsUnchanged: boolean): TreeItems<PageChange> {
  const parentOf = ({ next, base }: PageChange) => (next ?? base)?.parentId ?? null;
  const visiblePages = new Set<string>();
  for (const change of all) {
    if (!showsUnchanged && change.kind === 'same') continue;
    for (
      let at: PageChange | undefined = change;
      at && !visiblePages.has(at.id);
      at = byId.get(parentOf(at) ?? '')
    ) {
      visiblePages.add(at.id);
    }
  }
  const children = new Map<string, string[]>();
  for (const change of all) {
    if (!visiblePages.has(change.id)) continue;
    const parent = parentOf(change) ?? TOP;
    const siblings = children.get(parent);
    if (siblings) siblings.push(change.id);
    else children.set(parent, [change.id]);
  }
  return {
    childrenOf: (id) => children.get(id) ?? [],
    isContainer: (id) => id !== TOP && children.has(id),
    itemOf: (id) => byId.get(id),
  };
}

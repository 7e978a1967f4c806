/** Labels of page changes. */
import type { Page } from '#api/generated/types.gen.ts';
import {
  fieldValueOf,
  type PageChange,
  type PageField,
  type PagePosition,
} from '../differences/compare-trees.ts';

/** What changed about a page: `Added`, `Edited`, `Moved`, … Empty if nothing did. */
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
};

/** A changed field, as text. */
export interface PageFieldChange {
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
    .filter((fact) => fact !== 'text')
    .map((fact) => ({
      name: fieldLabels[fact],
      before: formatField(base.page, fact),
      after: formatField(next.page, fact),
    }));
  if (!moved) return changes;
  return [
    ...changes,
    { name: 'Position', before: describePosition(base, titleOf), after: describePosition(next, titleOf) },
  ];
}

function formatField(page: Page, fact: PageField): string {
  const value = fieldValueOf(page, fact);
  if (fact === 'hidden' || fact === 'noIndex') return value === 'true' ? 'Yes' : 'No';
  return value;
}

function describePosition({ parentId, index }: PagePosition, titleOf: (id: string) => string): string {
  const number = index + 1;
  return parentId === null
    ? `Top level, position ${number}`
    : `Under “${titleOf(parentId)}”, position ${number}`;
}

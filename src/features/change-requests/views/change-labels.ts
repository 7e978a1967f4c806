/** Changes of pages in words: what became of a page, what differs about it, where it stood and stands. */
import type { Page } from '#api/generated/types.gen.ts';
import {
  fieldValueOf,
  type PageChange,
  type PageField,
  type PagePosition,
} from '../differences/compare-trees.ts';

/** What became of a page, in one or more words: `Added`, `Edited`, `MovedItem`, … Empty where nothing did. */
export function labelsOf({ kind, edited, moved, renamed, fields }: PageChange): string[] {
  if (kind === 'added') return ['Added'];
  if (kind === 'deleted') return ['Deleted'];
  // A new address alone is no edit of what readers read, and still a change.
  const isPathOnly = fields.includes('slug') && !edited && !renamed;
  return [
    ...(edited ? ['Edited'] : []),
    ...(renamed ? ['Renamed'] : []),
    ...(moved ? ['Moved'] : []),
    ...(isPathOnly ? ['New path'] : []),
  ];
}

/** The sign that stands for it, for where there is no room for words. */
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

/** A fact of a page that differs, in words. */
export interface PageFieldChange {
  name: string;
  before: string;
  after: string;
}

/** What differs about a page beside its text, and where it was moved. @param titleOf names a page by its id */
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

/** Changes of pages in words: what became of a page, what differs about it, where it stood and stands. */
import type { Page } from '#api/generated/types.gen.ts';
import { factOf, type PageChange, type PageFact, type PagePlace } from '../differences/compare-trees.ts';

/** What became of a page, in one or more words: `Added`, `Edited`, `Moved`, … Empty where nothing did. */
export function wordsOf({ kind, edited, moved, renamed, facts }: PageChange): string[] {
  if (kind === 'added') return ['Added'];
  if (kind === 'deleted') return ['Deleted'];
  // A new address alone is no edit of what readers read, and still a change.
  const isAddressed = facts.includes('slug') && !edited && !renamed;
  return [
    ...(edited ? ['Edited'] : []),
    ...(renamed ? ['Renamed'] : []),
    ...(moved ? ['Moved'] : []),
    ...(isAddressed ? ['New path'] : []),
  ];
}

/** The sign that stands for it, for where there is no room for words. */
export function signOf({ kind, edited, moved }: PageChange): string {
  if (kind === 'added') return '+';
  if (kind === 'deleted') return '−';
  if (kind === 'same') return '';
  return !edited && moved ? '↕' : '~';
}

const factNames: Record<PageFact, string> = {
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
export interface FactChange {
  name: string;
  before: string;
  after: string;
}

/** What differs about a page beside its text, and where it was moved. @param titleOf names a page by its id */
export function factChanges(change: PageChange, titleOf: (id: string) => string): FactChange[] {
  const { base, next, facts, moved } = change;
  if (!base || !next) return [];
  const changes = facts
    .filter((fact) => fact !== 'text')
    .map((fact) => ({
      name: factNames[fact],
      before: shown(base.page, fact),
      after: shown(next.page, fact),
    }));
  if (!moved) return changes;
  return [...changes, { name: 'Position', before: placeOf(base, titleOf), after: placeOf(next, titleOf) }];
}

function shown(page: Page, fact: PageFact): string {
  const value = factOf(page, fact);
  if (fact === 'hidden' || fact === 'noIndex') return value === 'true' ? 'Yes' : 'No';
  return value;
}

function placeOf({ parentId, index }: PagePlace, titleOf: (id: string) => string): string {
  const number = index + 1;
  return parentId === null
    ? `Top level, position ${number}`
    : `Under “${titleOf(parentId)}”, position ${number}`;
}

import { expect, test } from 'vitest';
import { linkItems, readyItems, returnedItems, reviewItems } from './attention-items.ts';

const review = (number: number) => ({
  id: String(number),
  name: `Change ${number}`,
  number,
  spaceId: 'guides',
  spaceTitle: 'Guides',
  updatedAt: '2026-11-20T10:00:00.000Z',
});

test('names three reviews and counts the rest', () => {
  const { items, rest } = reviewItems('org', [1, 2, 3, 4].map(review), 9);
  expect(items?.map(({ text, detail }) => `${text} ${detail}`)).toEqual([
    'Change 1 in Guides',
    'Change 2 in Guides',
    'Change 3 in Guides',
  ]);
  expect(rest).toMatchObject({ count: 6, link: { params: { organizationId: 'org', view: 'needs-me' } } });
  expect(reviewItems('org', [review(1)], 1).rest?.count).toBe(0);
});

test('counts returned change requests in one row, and has none without them', () => {
  const counts = {
    needsMe: 0,
    ready: 0,
    returned: 2,
    mine: 2,
    waiting: 0,
    stale: 0,
    drafts: 0,
    merged: 0,
    archived: 0,
  };
  expect(returnedItems('org', { ...counts, open: 2 })).toMatchObject([
    { text: '2 of your change requests need changes', count: 2 },
  ]);
  expect(returnedItems('org', { ...counts, open: 2, returned: 0 })).toEqual([]);
});

test('counts change requests that can be merged in one row, and has none without them', () => {
  const counts = {
    needsMe: 0,
    ready: 1,
    returned: 0,
    mine: 0,
    waiting: 0,
    stale: 0,
    drafts: 0,
    merged: 0,
    archived: 0,
    open: 1,
  };
  expect(readyItems('org', counts)).toMatchObject([
    { text: '1 approved change request is ready to merge', link: { params: { view: 'ready' } } },
  ]);
  expect(readyItems('org', { ...counts, ready: 0 })).toEqual([]);
});

test('lists each space with broken links, with a link to them', () => {
  const spaces = ['One', 'Two'].map((title) => ({ space: { id: title, title, emoji: '' }, broken: 2 }));
  expect(linkItems('org', spaces)).toMatchObject([
    { text: 'One', badge: { text: '2 broken links' }, link: { params: { spaceId: 'One' } } },
    { text: 'Two', badge: { text: '2 broken links' }, link: { params: { spaceId: 'Two' } } },
  ]);
});

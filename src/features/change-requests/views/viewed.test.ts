import { beforeEach, expect, it, vi } from 'vitest';
import type { PageChange } from '../differences/compare-trees.ts';
import { viewedOf, viewedPages } from './viewed-pages.ts';
import { describeUnviewed, isViewed, setViewed } from './viewed.ts';

const change = (documentId: string): PageChange => ({
  id: 'a',
  kind: 'changed',
  edited: true,
  moved: false,
  renamed: false,
  fields: ['text'],
  next: { page: { id: 'a', title: 'A', type: 'document', urls: {}, documentId }, parentId: null, index: 0 },
});

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
  });
  viewedPages.set({});
});

it('a page stays viewed until its text changes', () => {
  setViewed({ organizationId: 'o', changeRequestId: 'cr' }, change('1'), true);
  viewedPages.set({});
  const viewed = viewedOf(viewedPages.get(), 'cr');
  expect(isViewed(viewed, change('1'))).toBe(true);
  expect(isViewed(viewed, change('2'))).toBe(false);
  expect(isViewed(viewedOf(viewedPages.get(), 'another'), change('1'))).toBe(false);
});

it('can be unmarked, and ignores invalid stored data', () => {
  setViewed({ organizationId: 'o', changeRequestId: 'cr' }, change('1'), true);
  setViewed({ organizationId: 'o', changeRequestId: 'cr' }, change('1'), false);
  expect(isViewed(viewedOf(viewedPages.get(), 'cr'), change('1'))).toBe(false);
  localStorage.setItem('bindery.viewed.other', 'no JSON');
  expect(viewedOf({}, 'other')).toEqual({});
});

it.each([
  [{ remaining: 0, total: 3, files: 0 }, undefined],
  [{ remaining: 2, total: 3, files: 0 }, 'You haven’t viewed 2 of 3 changed pages.'],
  [{ remaining: 3, total: 3, files: 0 }, 'You haven’t viewed any of 3 changed pages.'],
  [{ remaining: 1, total: 1, files: 0 }, 'You haven’t viewed the changed page.'],
  [null, undefined],
])('says what an approval would leave unread: %j is %s', (pages, text) => {
  expect(describeUnviewed(pages)).toBe(text);
});

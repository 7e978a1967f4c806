import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { groupPages } from './page-groups.ts';
import { freezePages } from './page-json.ts';
import type { StoredPage } from './storage.ts';

const createPage = (pages: StoredPage[] = []): StoredPage => ({
  id: newId(),
  type: 'document',
  title: 'Page',
  slug: 'page',
  path: 'page',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pages,
});

const createPages = (count: number, countBelow = 0): StoredPage[] =>
  Array.from({ length: count }, () => createPage(Array.from({ length: countBelow }, () => createPage())));

function groupFrozen(pages: StoredPage[]) {
  freezePages(pages);
  return groupPages(pages);
}

describe('groups of pages', () => {
  it.each([
    ['none', [], 0],
    ['a long list', createPages(3000), 300],
    ['chapters', createPages(60, 50), 60],
    ['a chapter that is larger than a group', createPages(2, 500), 2],
  ])('have all pages of %s in order', (_what, pages, maxCount) => {
    const groups = groupFrozen(pages);
    expect(groups.flat()).toEqual(pages);
    expect(groups.length).toBeLessThanOrEqual(maxCount);
  });

  it.each([
    ['changed', (pages: StoredPage[]) => pages.with(1500, createPage())],
    ['inserted', (pages: StoredPage[]) => pages.toSpliced(1500, 0, createPage())],
    ['deleted', (pages: StoredPage[]) => pages.toSpliced(1500, 1)],
    ['moved', (pages: StoredPage[]) => pages.toSpliced(1500, 1).toSpliced(20, 0, ...pages.slice(1500, 1501))],
  ])('are the same arrays where a page elsewhere is %s', (_what, change) => {
    const pages = createPages(3000);
    const before = new Set(groupFrozen(pages));
    const changed = change(pages);
    const after = groupFrozen(changed);
    expect(after.flat()).toEqual(changed);
    expect(after.filter((group) => !before.has(group)).length).toBeLessThanOrEqual(12);
  });

  it('of pages that may change are new ones', () => {
    const pages = createPages(10);
    expect(groupPages(pages)[0]).not.toBe(groupPages(pages)[0]);
  });
});

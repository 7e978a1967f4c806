import { expect, test } from 'vitest';
import { findNamedPages, namePages } from './named-pages.ts';
import { flattenPages } from './page-tree.ts';
import type { StoredPage } from './storage.ts';

const page = (id: string, pages: StoredPage[] = [], title = id): StoredPage => ({
  id,
  type: 'document',
  title,
  slug: id,
  path: id,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pages,
});

const present = [page('a', [page('b'), page('c', [page('d')])]), page('e')];

test.each([
  ['nothing is changed', present, ['a', 'b', 'c', 'd', 'e']],
  [
    'a page is renamed',
    [page('a', [page('b', [], 'B'), page('c', [page('d')])]), page('e')],
    ['c', 'd', 'e'],
  ],
  [
    'a page is added',
    [page('a', [page('b'), page('c', [page('d'), page('f')])]), page('e')],
    ['b', 'd', 'e'],
  ],
  ['a page is deleted', [page('a', [page('b')]), page('e')], ['b', 'e']],
  ['pages are moved', [page('e', [page('c', [page('d')])]), page('a', [page('b')])], ['c', 'd', 'b']],
  ['the space has none', [], []],
])('pages that another tree has are its objects where %s', (_, pages, sameIds) => {
  const named = namePages(structuredClone(pages), present);
  const restored = findNamedPages(structuredClone(named), present);
  expect(restored).toEqual(pages);
  const objects = new Set(flattenPages(present));
  const same = flattenPages(restored).filter((one) => objects.has(one));
  expect(same.map(({ id }) => id)).toEqual(sameIds);
});

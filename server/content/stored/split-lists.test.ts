import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freezePages } from '../pages/page-json.ts';
import type { StoredPage } from '../pages/storage.ts';
import { type ListPart, splitPages } from './split-lists.ts';

const page = (id: string, pages: StoredPage[]): StoredPage => ({
  id,
  type: 'document',
  title: `Page ${id}`,
  slug: id,
  path: id,
  createdAt: '',
  updatedAt: '',
  pages,
});

/** Pages with the number of lists that each is in. */
const trees = fc
  .array(fc.tuple(fc.string({ minLength: 3, maxLength: 3 }), fc.nat(3)), { maxLength: 60 })
  .map((items) => {
    const root: StoredPage[] = [];
    const open: StoredPage[] = [];
    for (const [at, [id, depth]] of items.entries()) {
      open.length = Math.min(open.length, depth);
      const added = page(`${id}${at}`, []);
      (open.at(-1)?.pages ?? root).push(added);
      open.push(added);
    }
    return root;
  });

const textOf = (parts: readonly ListPart[]): string => parts.map(({ text }) => text).join('');

it('the parts of a tree are its JSON, also where its pages are in other trees', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (pages, seed) => {
      freezePages(pages);
      expect(textOf(splitPages(pages))).toBe(JSON.stringify(pages));
      const at = seed % (pages.length + 1);
      const changed = [...pages.slice(at), page('new', pages.slice(0, at))];
      freezePages(changed);
      const parts = splitPages(changed);
      expect(textOf(parts)).toBe(JSON.stringify(changed));
      const copy: StoredPage[] = JSON.parse(JSON.stringify(changed));
      freezePages(copy);
      expect(splitPages(copy).map(({ id }) => id)).toEqual(parts.map(({ id }) => id));
    }),
  );
});

it('the parts of a large tree are the same objects but for those around a changed page', () => {
  const pages = Array.from({ length: 100 }, (_chapter, chapter) =>
    page(
      `chapter${chapter}`,
      Array.from({ length: 50 }, (_page, at) => page(`page${chapter}-${at}`, [])),
    ),
  );
  freezePages(pages);
  const before = new Set(splitPages(pages));
  const changed = pages.with(40, { ...page('chapter40', [...(pages[40]?.pages ?? [])]), title: 'Tides' });
  freezePages(changed);
  const added = splitPages(changed).filter((part) => !before.has(part));
  expect(before.size).toBeGreaterThan(40);
  expect(added.length).toBeLessThan(5);
});

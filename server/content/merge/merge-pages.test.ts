// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezePages } from '../pages/page-json.ts';
import { findPage, flattenPages, withPaths } from '../pages/page-tree.ts';
import { documentIdOf, type StoredPage } from '../pages/storage.ts';
import { comparePages } from './compare-content.ts';
import { mergePages } from './merge-pages.ts';
import { mergeMarkdown } from './merge-text.ts';

const texts = new Map<string, string>();
const readText = (id: string | undefined) => texts.get(id ?? '') ?? '';

function write(markdown: string): string {
  texts.set(documentIdOf(markdown), markdown);
  return documentIdOf(markdown);
}

/** A page by its name; its slug is the first letter, so that slugs collide. */
function page(name: string, pages: StoredPage[] = [], fields: Partial<StoredPage> = {}): StoredPage {
  const time = '2026-01-01T00:00:00.000Z';
  const dates = { createdAt: time, updatedAt: time };
  const slug = name.slice(0, 1);
  const documentId = write(`Text of ${name}\n`);
  return {
    id: name,
    type: 'document',
    title: name,
    slug,
    path: slug,
    documentId,
    ...dates,
    ...fields,
    pages,
  };
}

const tree = (...pages: StoredPage[]) => withPaths(pages);
const merge = (base: StoredPage[], space: StoredPage[], request: StoredPage[]) =>
  mergePages({ base, space, request }, (...ids) => {
    const [was = '', ours = '', theirs = ''] = ids.map(readText);
    return mergeMarkdown(was, ours, theirs);
  });
/** The tree as text: `a(b c) d`. */
const shape = (pages: readonly StoredPage[]): string =>
  pages.map(({ id, pages: below }) => (below.length > 0 ? `${id}(${shape(below)})` : id)).join(' ');

const BASE = tree(page('a', [page('b'), page('c')]), page('d'), page('e'));

describe('mergePages', () => {
  it.each<[string, StoredPage[], StoredPage[], string]>([
    ['additions on both sides', tree(...BASE, page('x')), tree(...BASE, page('y')), 'a(b c) d e x y'],
    [
      'a removal and an addition',
      tree(page('a', [page('b')]), page('d'), page('e')),
      tree(...BASE, page('y')),
      'a(b) d e y',
    ],
    [
      'a move by the space',
      tree(page('d'), page('a', [page('b'), page('c')]), page('e')),
      BASE,
      'd a(b c) e',
    ],
    [
      'a move by the change request',
      BASE,
      tree(page('a', [page('b'), page('c')]), page('e'), page('d')),
      'a(b c) e d',
    ],
    [
      'moves of different pages',
      tree(page('a', [page('c'), page('b')]), page('d'), page('e')),
      tree(page('e'), page('a', [page('b'), page('c')]), page('d')),
      'e a(c b) d',
    ],
    [
      'a page that moved below another',
      BASE,
      tree(page('a', [page('b'), page('c'), page('d')]), page('e')),
      'a(b c d) e',
    ],
    [
      'a page added to a parent that the other side removed',
      tree(page('d'), page('e')),
      tree(page('a', [page('b'), page('c'), page('n')]), page('d'), page('e')),
      'd e n',
    ],
  ])('merges %s', (_, space, request, expected) => {
    const merged = merge(BASE, space, request);
    expect(merged.conflicts).toEqual([]);
    expect(shape(merged.pages)).toBe(expected);
  });

  it('merges the fields of a page separately', () => {
    const renamed = tree(page('a', [page('b'), page('c')], { title: 'Start' }), page('d'), page('e'));
    const described = tree(page('a', [page('b'), page('c')], { description: 'First' }), page('d'), page('e'));
    const { pages, conflicts } = merge(BASE, renamed, described);
    expect(conflicts).toEqual([]);
    expect(pages[0]).toMatchObject({ title: 'Start', description: 'First' });
  });

  it.each<[string, StoredPage[], StoredPage[], object]>([
    [
      'two titles',
      tree(page('a', [page('b'), page('c')], { title: 'One' }), page('d'), page('e')),
      tree(page('a', [page('b'), page('c')], { title: 'Two' }), page('d'), page('e')),
      { pageId: 'a', attributes: ['title'] },
    ],
    [
      'two texts',
      tree(page('a', [page('b'), page('c')]), page('d', [], { documentId: write('One\n') }), page('e')),
      tree(page('a', [page('b'), page('c')]), page('d', [], { documentId: write('Two\n') }), page('e')),
      { pageId: 'd', attributes: ['markdown'] },
    ],
    [
      'removed and changed',
      tree(page('a', [page('b'), page('c')]), page('e')),
      tree(page('a', [page('b'), page('c')]), page('d', [], { title: 'Two' }), page('e')),
      { pageId: 'd', attributes: ['page'] },
    ],
    [
      'two new parents',
      tree(page('a', [page('b'), page('c'), page('e')]), page('d')),
      tree(page('a', [page('b'), page('c')]), page('d', [page('e')])),
      { pageId: 'e', attributes: ['parent'] },
    ],
  ])('finds the conflict of %s', (_, space, request, conflict) => {
    expect(merge(BASE, space, request).conflicts).toEqual([conflict]);
    expect(merge(BASE, request, space).conflicts).toEqual([conflict]);
  });

  it('never moves a page below itself', () => {
    const below = tree(page('a', [page('b'), page('c')]), page('e', [page('d')]));
    const above = tree(page('a', [page('b'), page('c')]), page('d', [page('e')]));
    const { pages, conflicts } = merge(BASE, below, above);
    expect(conflicts.length).toBeGreaterThan(0);
    expect(
      flattenPages(pages)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it("keeps the path of the space's page when both add pages with the same slug", () => {
    const { pages } = merge(BASE, tree(...BASE, page('news')), tree(page('notes'), ...BASE));
    expect(findPage(pages, 'news')?.path).toBe('n');
    expect(findPage(pages, 'notes')?.path).toBe('n-1');
  });
});

/** A tree after edits: each number picks what happens to which page. */
function edited(
  pages: StoredPage[],
  steps: readonly [number, number, number][],
  author: string,
): StoredPage[] {
  return withPaths(
    steps.reduce((now, [kind, which, where], step) => {
      const all = flattenPages(now);
      const target = all[which % Math.max(1, all.length)];
      const change = (list: StoredPage[], act: (one: StoredPage) => StoredPage[]): StoredPage[] =>
        list.flatMap((one) => (one === target ? act(one) : [{ ...one, pages: change(one.pages, act) }]));
      const added = page(`${author}${step}`);
      if (!target || kind === 0) return now.toSpliced(where % (now.length + 1), 0, added);
      if (kind === 1) return change(now, () => []);
      if (kind === 2) return change(now, (one) => [{ ...one, title: `${one.title} ${author}` }]);
      if (kind === 3) return change(now, (one) => [{ ...one, pages: [added, ...one.pages] }]);
      if (kind === 4)
        return change(now, (one) => [
          { ...one, documentId: write(`${readText(one.documentId)}${author}\n`) },
        ]);
      const rest = change(now, () => []);
      return rest.toSpliced(where % (rest.length + 1), 0, target);
    }, pages),
  );
}

/** A tree whose lists are those of `stored` where they are equal, as edits leave them. */
const withShared = (stored: StoredPage[]) => {
  const lists = new Map<string, StoredPage[]>();
  const collect = (list: StoredPage[]): void => {
    if (list.length > 0) lists.set(JSON.stringify(list), list);
    for (const { pages } of list) collect(pages);
  };
  collect(stored);
  const share = (list: StoredPage[]): StoredPage[] =>
    lists.get(JSON.stringify(list)) ?? list.map((one) => ({ ...one, pages: share(one.pages) }));
  return share;
};

const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(20), fc.nat(20)), { maxLength: 6 });

describe('mergePages with random edits', () => {
  it('contains every page once, with a unique path', () => {
    fc.assert(
      fc.property(steps, steps, (ours, theirs) => {
        const space = edited(BASE, ours, 's');
        const request = edited(BASE, theirs, 'r');
        const { pages } = merge(BASE, space, request);
        const all = flattenPages(pages);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
        const ids = new Set(all.map(({ id }) => id));
        const inBase = new Set(flattenPages(BASE).map(({ id }) => id));
        for (const { id } of [...flattenPages(space), ...flattenPages(request)]) {
          const isKept = findPage(space, id) && findPage(request, id);
          if (isKept || !inBase.has(id)) expect(ids.has(id)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('returns the changed version if the other is unchanged, or both are equal', () => {
    fc.assert(
      fc.property(steps, (ours) => {
        const changed = edited(BASE, ours, 's');
        for (const { pages, conflicts } of [
          merge(BASE, changed, BASE),
          merge(BASE, BASE, changed),
          merge(BASE, changed, changed),
        ]) {
          expect(conflicts).toEqual([]);
          expect(shape(pages)).toBe(shape(changed));
          expect(flattenPages(pages).map(({ title, documentId }) => [title, documentId])).toEqual(
            flattenPages(changed).map(({ title, documentId }) => [title, documentId]),
          );
        }
        expect(merge(BASE, BASE, changed)).toEqual(merge(BASE, BASE, changed));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same for trees that share pages and for trees that were read apart', () => {
    fc.assert(
      fc.property(steps, steps, (ours, theirs) => {
        const stored = tree(...structuredClone(BASE), page('g', [page('h', [page('i')]), page('j')]));
        freezePages(stored);
        const versions = [stored, edited(stored, ours, 's'), edited(stored, theirs, 'r')].map(
          withShared(stored),
        );
        for (const pages of versions) freezePages(pages);
        const [base = [], space = [], request = []] = versions;
        const apart = structuredClone({ base, space, request });
        expect(merge(base, space, request)).toEqual(merge(apart.base, apart.space, apart.request));
        expect(comparePages(base, request)).toEqual(comparePages(apart.base, apart.request));
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same pages, titles, texts and conflicts if the sides are swapped', () => {
    const comparable = ({ pages, conflicts }: ReturnType<typeof merge>) => ({
      pages: new Set(
        flattenPages(pages)
          .filter(({ id }) => !conflicts.some(({ pageId }) => pageId === id))
          .map(({ id, title, documentId }) => `${id} ${title} ${documentId}`),
      ),
      conflicts: new Set(conflicts.map(({ pageId }) => pageId)),
    });
    fc.assert(
      fc.property(steps, steps, (ours, theirs) => {
        const space = edited(BASE, ours, 's');
        const request = edited(BASE, theirs, 'r');
        expect(comparable(merge(BASE, space, request))).toEqual(comparable(merge(BASE, request, space)));
      }),
      { numRuns: 500 },
    );
  });
});

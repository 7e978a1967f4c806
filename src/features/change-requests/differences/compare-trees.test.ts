import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '#api/generated/types.gen.ts';
import { compareTrees, positionsOf } from './compare-trees.ts';
import { applyChanges } from './testing/apply-changes.ts';

interface PageSample {
  title: string;
  text: string;
  /** Index of its parent among earlier pages; higher values mean top level. */
  parent: number;
}

const pageSample = fc.record<PageSample>({
  title: fc.constantFrom('Start', 'Install', 'Tides', 'API'),
  text: fc.constantFrom('a', 'b', 'c'),
  parent: fc.nat(12),
});
/** Pages with ids `0` … in any order, each under an earlier page or at the top level. */
const tree = fc
  .uniqueArray(fc.nat(15), { maxLength: 12 })
  .chain((ids) =>
    fc.tuple(fc.constant(ids), fc.array(pageSample, { minLength: ids.length, maxLength: ids.length })),
  )
  .map(([ids, sketches]) => build(ids, sketches));

function build(ids: number[], sketches: PageSample[]): Page[] {
  const pages = ids.map((id, index): Page => {
    const { title = '', text = '' } = sketches[index] ?? {};
    return { id: String(id), title, documentId: text, type: 'document', urls: {}, pages: [] };
  });
  const top: Page[] = [];
  pages.forEach((page, index) => {
    const { parent = 0 } = sketches[index] ?? {};
    const siblings = parent < index ? pages[parent]?.pages : top;
    (siblings ?? top).push(page);
  });
  return top;
}

describe('compareTrees', () => {
  test('gives the new tree when applied to the base', () => {
    fc.assert(
      fc.property(tree, tree, (base, next) => {
        expect(applyChanges(base, compareTrees(base, next))).toEqual(next);
      }),
      { numRuns: 1000 },
    );
  });

  test('contains every page of both sides once', () => {
    fc.assert(
      fc.property(tree, tree, (base, next) => {
        const ids = compareTrees(base, next).map(({ id }) => id);
        expect(ids.toSorted()).toEqual(
          [...new Set([...positionsOf(base).keys(), ...positionsOf(next).keys()])].toSorted(),
        );
      }),
    );
  });

  test('finds no changes between equal trees', () => {
    fc.assert(
      fc.property(tree, (pages) => {
        expect(compareTrees(pages, structuredClone(pages)).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('reports one moved page when one moved to the top', () => {
    const page = (id: string): Page => ({ id, title: id, type: 'document', urls: {}, pages: [] });
    const base = ['a', 'b', 'c', 'd'].map(page);
    const next = ['d', 'a', 'b', 'c'].map(page);
    expect(compareTrees(base, next).map(({ id, moved }) => [id, moved])).toEqual([
      ['d', true],
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
  });

  test('distinguishes renamed, edited and moved pages', () => {
    const base: Page[] = [
      { id: 'a', title: 'A', type: 'document', urls: {}, documentId: '1' },
      { id: 'b', title: 'B', type: 'document', urls: {}, documentId: '2' },
    ];
    const next: Page[] = [
      {
        id: 'b',
        title: 'B',
        type: 'document',
        urls: {},
        documentId: '3',
        pages: [{ id: 'a', title: 'A1', type: 'document', urls: {}, documentId: '1' }],
      },
    ];
    expect(compareTrees(base, next)).toMatchObject([
      { id: 'b', edited: true, moved: false, renamed: false, fields: ['text'] },
      { id: 'a', edited: false, moved: true, renamed: true, fields: ['title'] },
    ]);
  });
});

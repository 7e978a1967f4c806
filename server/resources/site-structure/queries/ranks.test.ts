// @module-tag without-database
import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';
import { insertItem, type Placement, type RankedItem } from './ranks.ts';

function containerOf(...ids: string[]): RankedItem[] {
  const items: RankedItem[] = [];
  for (const id of ids) items.push({ id, rank: generateKeyBetween(items.at(-1)?.rank ?? null, null) });
  return items;
}

/** Applies the result of `insertItem` like a handler. */
function move(items: readonly RankedItem[], id: string, placement: Placement): RankedItem[] {
  const { rank, renumbered } = insertItem(items, id, placement);
  const ranks = new Map([...renumbered.map((item): [string, string] => [item.id, item.rank]), [id, rank]]);
  const ids = new Set([...items.map((item) => item.id), id]);
  return [...ids]
    .map((each) => ({
      id: each,
      rank: ranks.get(each) ?? items.find((item) => item.id === each)?.rank ?? '',
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
}

function moveInList(ids: readonly string[], id: string, { before, after }: Placement): string[] {
  const others = ids.filter((each) => each !== id);
  const index =
    before === undefined
      ? after === undefined
        ? others.length
        : others.indexOf(after) + 1
      : others.indexOf(before);
  return others.toSpliced(index, 0, id);
}

const idsOf = (items: readonly RankedItem[]) => items.map(({ id }) => id);

describe('insertItem', () => {
  const items = containerOf('a', 'b', 'c', 'd');

  it.each<[string, string, Placement, string[]]>([
    ['before another item', 'd', { before: 'b' }, ['a', 'd', 'b', 'c']],
    ['after another item', 'a', { after: 'c' }, ['b', 'c', 'a', 'd']],
    ['between two neighbors', 'a', { after: 'b', before: 'c' }, ['b', 'a', 'c', 'd']],
    ['to the end', 'b', {}, ['a', 'c', 'd', 'b']],
    ['at its current position', 'b', { after: 'a', before: 'c' }, ['a', 'b', 'c', 'd']],
    ['into the container from outside', 'x', { before: 'a' }, ['x', 'a', 'b', 'c', 'd']],
  ])('inserts an item %s', (_, id, placement, expected) => {
    expect(idsOf(move(items, id, placement))).toEqual(expected);
  });

  it('changes the rank of the moved item only', () => {
    expect(insertItem(items, 'd', { before: 'b' }).renumbered).toEqual([]);
  });

  it('inserts the first item into an empty container', () => {
    expect(idsOf(move([], 'a', {}))).toEqual(['a']);
  });

  it.each<[string, Placement]>([
    ['is the moved item', { before: 'a' }],
    ['is the moved item', { after: 'a' }],
    ['does not follow', { after: 'b', before: 'd' }],
    ['is in reverse order', { after: 'c', before: 'b' }],
    ['is named twice', { after: 'b', before: 'b' }],
  ])('rejects a neighbor that %s: %j', (_, placement) => {
    expect(() => insertItem(items, 'a', placement)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('throws for a sibling that the caller has not checked', () => {
    expect(() => insertItem(items, 'a', { before: 'elsewhere' })).toThrow('does not contain elsewhere');
  });

  it('has the same result as a move in a list', () => {
    const step = fc.record({
      item: fc.nat(),
      neighbor: fc.nat(),
      kind: fc.constantFrom('before', 'after', 'end'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), (size, steps) => {
        let ranked = containerOf(...Array.from({ length: size }, (_, index) => `item-${index}`));
        let list = idsOf(ranked);
        for (const { item, neighbor, kind } of steps) {
          const id = list[item % list.length] ?? '';
          const otherItem = list[neighbor % list.length] ?? '';
          const placement = kind === 'end' || otherItem === id ? {} : { [kind]: otherItem };
          ranked = move(ranked, id, placement);
          list = moveInList(list, id, placement);
          expect(idsOf(ranked)).toEqual(list);
        }
      }),
    );
  });

  it('renumbers a container whose keys grow too long, and keeps its order', () => {
    let ranked = containerOf('a', 'b', 'c');
    let list = ['a', 'b', 'c'];
    let renumberings = 0;
    // Always to the same position, which makes keys grow.
    for (let turn = 0; turn < 1000; turn += 1) {
      const id = turn % 2 === 0 ? 'b' : 'c';
      const placement = { after: 'a' };
      if (insertItem(ranked, id, placement).renumbered.length > 0) renumberings += 1;
      ranked = move(ranked, id, placement);
      list = moveInList(list, id, placement);
      expect(idsOf(ranked)).toEqual(list);
      expect(Math.max(...ranked.map(({ rank }) => rank.length))).toBeLessThanOrEqual(MAX_RANK_LENGTH);
    }
    expect(renumberings).toBeGreaterThan(0);
  });
});

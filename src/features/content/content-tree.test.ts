import { describe, expect, it } from 'vitest';
import type { ContentItem } from '#api/generated/types.gen.ts';
import {
  adjacentTarget,
  childrenOf,
  isWithin,
  moveSequence,
  positionOf,
  targetAt,
  TOP,
  type Move,
  type Position,
} from '#src/lib/ordered-tree.ts';
import { countBelow, buildTree, ancestorTitlesOf, type ContentTree, contentMoves } from './content-tree.ts';
import { moveBody } from './requests.ts';

const { applyMove, checkMove, checkMoves } = contentMoves;
const moveBack = (shown: ContentTree, id: string, position: Position): Move => ({
  id,
  ...targetAt(shown, position),
});

const collection = (id: string, parent?: string, more: Partial<ContentItem> = {}): ContentItem => ({
  kind: 'collection',
  id,
  title: id.toUpperCase(),
  ...(parent && { parent }),
  defaultLevel: 'inherit',
  canEdit: true,
  ...more,
});
const space = (id: string, parent?: string, more: Partial<ContentItem> = {}): ContentItem => ({
  ...collection(id, parent),
  kind: 'space',
  ...more,
});

/** a, b(c, d(e)), f at the top level; e and c are spaces, as are a and f. */
const tree = buildTree(
  [space('a'), collection('b'), space('f'), space('c', 'b'), collection('d', 'b'), space('e', 'd')],
  true,
);
const draw = (shown: ContentTree, parent = TOP): string =>
  childrenOf(shown, parent)
    .map((id) => (shown.children.has(id) ? `${id}(${draw(shown, id)})` : id))
    .join(' ');

describe('buildTree', () => {
  it('keeps the order in each parent, also if children come before their parents', () => {
    expect(draw(tree)).toBe('a b(c d(e)) f');
    expect(draw(buildTree([space('x', 'late'), space('y'), collection('late')], true))).toBe('y late(x)');
  });

  it('adds up the content of collections, and leaves out fields that the server omits', () => {
    const { nodes } = buildTree(
      [
        collection('b'),
        collection('d', 'b'),
        collection('empty'),
        space('c', 'b', { updatedAt: '2026-02-01T00:00:00Z', changeRequestsOpen: 1 }),
        space('e', 'd', { updatedAt: '2026-03-01T00:00:00Z', changeRequestsOpen: 2 }),
      ],
      true,
    );
    expect(nodes.get('b')).toMatchObject({ updatedAt: '2026-03-01T00:00:00Z', changeRequestsOpen: 3 });
    expect(nodes.get('d')).toMatchObject({ updatedAt: '2026-03-01T00:00:00Z', changeRequestsOpen: 2 });
    expect(nodes.get('b')).not.toHaveProperty('brokenLinks');
    expect(nodes.get('empty')).not.toHaveProperty('updatedAt');
  });

  it('shows items of hidden collections at the end, where they can’t be moved', () => {
    const visibleTree = buildTree([space('x', 'hidden'), space('y')], true);
    expect(draw(visibleTree)).toBe('y x');
    expect(checkMove(visibleTree, { id: 'x', before: 'y' })).toMatch(/can’t see/);
    expect(checkMove(visibleTree, { id: 'y', after: 'x' })).toMatch(/can’t see/);
  });

  it('returns ancestors, positions and counts', () => {
    expect(ancestorTitlesOf(tree, 'e')).toEqual(['B', 'D']);
    expect(positionOf(tree, 'b')).toEqual({ parent: TOP, previous: 'a', next: 'f' });
    expect(countBelow(tree, 'b')).toEqual({ collections: 1, spaces: 2 });
    expect(isWithin(tree, 'e', 'b')).toBe(true);
    expect(isWithin(tree, 'f', 'b')).toBe(false);
  });
});

describe('moving', () => {
  it.each<[Move, string]>([
    [{ id: 'f', before: 'a' }, 'f a b(c d(e))'],
    [{ id: 'a', after: 'e' }, 'b(c d(e a)) f'],
    [{ id: 'd', into: TOP }, 'a b(c) f d(e)'],
    [{ id: 'a', into: 'b' }, 'b(c d(e) a) f'],
    [{ id: 'c', after: 'd' }, 'a b(d(e) c) f'],
  ])('%o', (move, after) => {
    expect(checkMove(tree, move)).toBeNull();
    const moved = applyMove(tree, move);
    expect(draw(moved)).toBe(after);
    expect(applyMove(moved, move)).toBe(moved);
  });

  it.each<[Move, RegExp]>([
    [{ id: 'b', into: 'd' }, /into itself/],
    [{ id: 'b', before: 'e' }, /into itself/],
    [{ id: 'a', before: 'a' }, /next to itself/],
    [{ id: 'a', into: 'f' }, /can’t contain other/],
    [{ id: 'a', after: 'gone' }, /no longer exists/],
    [{ id: 'gone', into: 'b' }, /no longer exists/],
  ])('denies %o', (move, reason) => {
    expect(checkMove(tree, move)).toMatch(reason);
    expect(applyMove(tree, move)).toBe(tree);
  });

  it('requires the create role on the item, its parent and the target', () => {
    const items = [
      space('a', undefined, { canEdit: false }),
      collection('b', undefined, { canEdit: false }),
      space('c'),
    ];
    const mine = buildTree(items, true);
    expect(checkMove(mine, { id: 'a', after: 'c' })).toMatch(/on “A”/);
    expect(checkMove(mine, { id: 'c', into: 'b' })).toMatch(/on “B”/);
    expect(checkMove(buildTree(items, false), { id: 'c', before: 'a' })).toMatch(/Creator/);
  });

  it('moves several items in order, or none if one is denied', () => {
    const moved = moveSequence(['a', 'f'], { into: 'd' }).reduce(applyMove, tree);
    expect(draw(moved)).toBe('b(c d(e a f))');
    expect(checkMoves(tree, ['a', 'b'], { into: 'd' })).toMatch(/into itself/);
  });

  it('moves one position up or down, and stops at the ends', () => {
    expect(adjacentTarget(tree, ['f'], -1)).toEqual({ before: 'b' });
    expect(adjacentTarget(tree, ['f'], 1)).toBeNull();
    expect(adjacentTarget(tree, ['a', 'c'], 1)).toBeNull();
  });

  it('is reverted next to a neighbor that still exists', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const from = positionOf(tree, id);
      if (!from) throw new Error('no place');
      const away = applyMove(tree, id === 'd' || id === 'b' ? { id, into: TOP } : { id, into: 'd' });
      expect(draw(applyMove(away, moveBack(away, id, from)))).toBe(draw(tree));
    }
  });
});

describe('moveBody', () => {
  it('names the parent, and the neighbor by its kind', () => {
    expect(moveBody(tree, { id: 'f', before: 'b' })).toEqual({
      parent: null,
      position: { before: { type: 'collection', collection: 'b' } },
    });
    expect(moveBody(tree, { id: 'f', after: 'c' })).toEqual({
      parent: 'b',
      position: { after: { type: 'space', space: 'c' } },
    });
    expect(moveBody(tree, { id: 'f', into: 'd' })).toEqual({ parent: 'd' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjacentTarget,
  childrenOf,
  createMoves,
  isWithin,
  neighborOf,
  destinationOf,
  positionOf,
  targetAt,
  TOP,
  withItem,
  type Move,
  type OrderedTree,
} from './ordered-tree.ts';
import { movesBetween, movesToOrder } from './reorder.ts';

interface Item {
  readonly id: string;
  readonly parent: string;
}

/** A tree of items in list order; ids starting with a capital letter are containers. */
function treeOf(items: readonly Item[], detached: readonly string[] = []): OrderedTree<Item> {
  const children = new Map<string, string[]>([[TOP, []]]);
  for (const { id } of items) if (/^[A-Z]/.test(id)) children.set(id, []);
  for (const { id, parent } of items) children.get(parent)?.push(id);
  return {
    nodes: new Map(items.map((item) => [item.id, item])),
    children,
    parents: new Map(items.map(({ id, parent }) => [id, parent])),
    detached: new Set(detached),
  };
}

const messages = {
  itemGone: 'gone',
  targetGone: 'no target',
  holdsNothing: 'a leaf',
  insideItself: 'a circle',
};
const { checkMove, checkMoves, applyMove } = createMoves<OrderedTree<Item>>({
  messages,
  check: () => null,
});

const item = (id: string, parent = TOP): Item => ({ id, parent });
/** a, B(c D(e)), f at the top level. */
const tree = treeOf([item('a'), item('B'), item('c', 'B'), item('D', 'B'), item('e', 'D'), item('f')]);

function picture(shown: OrderedTree<Item>, parent = TOP): string {
  return childrenOf(shown, parent)
    .map((id) => (shown.children.has(id) ? `${id}(${picture(shown, id)})` : id))
    .join(' ');
}

/** Random trees: each item is below an earlier one, or at the top level. */
const anyTree = fc
  .array(fc.record({ holds: fc.boolean(), below: fc.nat() }), { minLength: 1, maxLength: 14 })
  .map((entries) => {
    const items: Item[] = [];
    const holders = [TOP];
    for (const [index, { holds, below }] of entries.entries()) {
      const id = `${holds ? 'H' : 'l'}${index}`;
      items.push({ id, parent: holders[below % holders.length] ?? TOP });
      if (holds) holders.push(id);
    }
    return treeOf(items);
  });

const anyMove = anyTree.chain((shown) => {
  const id = fc.constantFrom(...shown.nodes.keys(), 'unknown');
  const targetIds = fc.constantFrom(...shown.nodes.keys(), 'unknown', TOP);
  const target = fc.oneof(
    targetIds.map((before) => ({ before })),
    targetIds.map((after) => ({ after })),
    targetIds.map((into) => ({ into })),
  );
  const move = fc.tuple(id, target).map(([moved, where]): Move => ({ id: moved, ...where }));
  return fc.record({ shown: fc.constant(shown), move });
});

describe('a move', () => {
  it('places an item before, after or inside another', () => {
    expect(picture(applyMove(tree, { id: 'f', before: 'a' }))).toBe('f a B(c D(e))');
    expect(picture(applyMove(tree, { id: 'a', after: 'e' }))).toBe('B(c D(e a)) f');
    expect(picture(applyMove(tree, { id: 'D', into: TOP }))).toBe('a B(c) f D(e)');
    expect(picture(applyMove(tree, { id: 'c', after: 'D' }))).toBe('a B(D(e) c) f');
  });

  it.each<[Move, string]>([
    [{ id: 'gone', into: TOP }, messages.itemGone],
    [{ id: 'a', after: 'gone' }, messages.targetGone],
    [{ id: 'a', into: 'f' }, messages.holdsNothing],
    [{ id: 'B', before: 'e' }, messages.insideItself],
    [{ id: 'a', before: 'a' }, 'An item can’t be moved next to itself.'],
  ])('is denied with a reason: %o', (move, reason) => {
    expect(checkMove(tree, move)).toBe(reason);
    expect(applyMove(tree, move)).toBe(tree);
  });

  it('follows the rules of its tree', () => {
    const moves = createMoves<OrderedTree<Item>>({
      messages,
      check: (_tree, { id }, parent) => (id === 'c' && parent === TOP ? 'Not there.' : null),
      adaptToParent: (moved, _before, id) => withItem(moved, item(id, moved.parents.get(id))),
    });
    expect(moves.checkMove(tree, { id: 'c', before: 'a' })).toBe('Not there.');
    expect(moves.applyMove(tree, { id: 'a', into: 'D' }).nodes.get('a')).toEqual(item('a', 'D'));
  });

  it('keeps every item exactly once, whatever the target', () => {
    fc.assert(
      fc.property(anyMove, ({ shown, move }) => {
        const after = applyMove(shown, move);
        expect([...after.children.values()].flat().toSorted()).toEqual([...shown.nodes.keys()].toSorted());
        for (const [parent, ids] of after.children)
          for (const id of ids) expect(after.parents.get(id)).toBe(parent);
        for (const id of after.nodes.keys())
          expect(isWithin(after, after.parents.get(id) ?? '', id)).toBe(false);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyMove, ({ shown, move }) => {
        const after = applyMove(shown, move);
        expect(applyMove(after, move)).toBe(after);
      }),
    );
  });

  it('is reverted by a move to where the item was', () => {
    fc.assert(
      fc.property(anyMove, ({ shown, move }) => {
        const position = positionOf(shown, move.id);
        expect(position === null).toBe(move.id === 'unknown');
        if (!position) return;
        const after = applyMove(shown, move);
        const back = { id: move.id, ...targetAt(after, position) };
        expect(picture(applyMove(after, back))).toBe(picture(shown));
      }),
    );
  });

  it('is checked on the result of the previous ones', () => {
    expect(checkMoves(tree, ['a', 'f'], { into: 'D' })).toBeNull();
    expect(checkMoves(tree, ['a', 'B'], { into: 'D' })).toBe(messages.insideItself);
    expect(checkMoves(tree, ['a', 'f'], { before: 'f' })).toMatch(/next to itself/);
  });
});

describe('a position', () => {
  it('is next to the first neighbor that still exists, else in the container', () => {
    const position = { parent: TOP, previous: 'a', next: 'f' };
    expect(positionOf(tree, 'B')).toEqual(position);
    expect(targetAt(tree, position)).toEqual({ after: 'a' });
    const later = applyMove(tree, { id: 'a', into: 'D' });
    expect(targetAt(later, position)).toEqual({ before: 'f' });
    expect(targetAt(applyMove(later, { id: 'f', into: 'D' }), position)).toEqual({ into: TOP });
  });

  it('has an adjacent one up or down, except at the ends', () => {
    expect(adjacentTarget(tree, ['f'], -1)).toEqual({ before: 'B' });
    expect(adjacentTarget(tree, ['a', 'B'], 1)).toEqual({ after: 'f' });
    expect(adjacentTarget(tree, ['f'], 1)).toBeNull();
    expect(adjacentTarget(tree, ['a', 'c'], 1)).toBeNull();
  });

  it('to focus after a removal is the next item, the previous one, or the container', () => {
    expect(neighborOf(tree, ['a', 'B'])).toBe('f');
    expect(neighborOf(tree, ['f'])).toBe('B');
    expect(neighborOf(tree, ['e'])).toBe('D');
  });
});

describe('detached items', () => {
  const detached = treeOf([item('a'), item('b'), item('x')], ['x']);

  it('stay after items added at the end, and are never a target', () => {
    expect(destinationOf(detached, { id: 'a', into: TOP })?.ids).toEqual(['b', 'a', 'x']);
    expect(adjacentTarget(detached, ['b'], 1)).toBeNull();
    expect(targetAt(detached, { parent: TOP, previous: null, next: 'x' })).toEqual({ into: TOP });
  });
});

describe('reordering', () => {
  it('needs as few moves as possible', () => {
    const list = treeOf(['b', 'c', 'd', 'a', 'e'].map((id) => item(id)));
    expect(movesToOrder(list, TOP, ['a', 'b', 'c', 'd', 'e'])).toEqual([{ id: 'a', before: 'b' }]);
  });

  it('reaches any other order, also with leaves in other containers', () => {
    fc.assert(
      fc.property(anyTree, fc.func(fc.nat()), (from, rank) => {
        const holders = [...from.children.keys()];
        const to = [...from.nodes.keys()]
          .toSorted((a, b) => rank(a) - rank(b))
          .reduce((current, id) => {
            const stays = from.children.has(id);
            const into = stays ? from.parents.get(id) : holders[rank(id) % holders.length];
            return applyMove(current, { id, into: into ?? TOP });
          }, from);
        const moves = movesBetween(from, to, applyMove);
        expect(picture(moves.reduce((current, move) => applyMove(current, move), from))).toBe(picture(to));
      }),
    );
  });
});

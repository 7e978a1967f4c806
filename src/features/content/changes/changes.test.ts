import { describe, expect, it } from 'vitest';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { adjacentTarget, childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { contentRules } from '../content-policy.ts';
import { buildTree, type ContentTree } from '../content-tree.ts';
import { moveTo } from './move.ts';
import { renameTo } from './rename.ts';

const item = (kind: ContentItem['kind'], id: string, parent?: string): ContentItem => ({
  kind,
  id,
  title: id.toUpperCase(),
  ...(parent && { parent }),
  defaultLevel: 'inherit',
  canEdit: true,
});
/** a, b(c), d at the top level. */
const tree = buildTree(
  [item('space', 'a'), item('collection', 'b'), item('space', 'd'), item('space', 'c', 'b')],
  true,
);
const draw = (shown: ContentTree, parent = TOP): string =>
  childrenOf(shown, parent)
    .map((id) => (shown.children.has(id) ? `${id}(${draw(shown, id)})` : id))
    .join(' ');

const moving = (ids: readonly string[], into: string) => {
  const change = moveTo(tree, ids, { into });
  if (!change) throw new Error('nothing to move');
  return change;
};

describe('moving content', () => {
  it('sends one request per item, and undo restores every position', () => {
    const change = moving(['a', 'd'], 'b');
    expect(contentRules.describe(tree, change)).toBe('Moved 2 spaces into “B”');
    expect(contentRules.plan(tree, change).map(({ request }) => request)).toEqual([
      { operation: 'moveSpace', path: { spaceId: 'a' }, body: { parent: 'b' } },
      {
        operation: 'moveSpace',
        path: { spaceId: 'd' },
        body: { parent: 'b', position: { after: { type: 'space', space: 'a' } } },
      },
    ]);
    const after = contentRules.apply(tree, change);
    expect(draw(after)).toBe('b(c a d)');
    const back = contentRules.invert(tree, change);
    expect(contentRules.check(after, back, true)).toBeNull();
    expect(draw(contentRules.apply(after, back))).toBe(draw(tree));
  });

  it('can’t be undone after someone else moved the item', () => {
    const change = moving(['a'], 'b');
    expect(contentRules.check(tree, contentRules.invert(tree, change), true)).toBe(
      '“A” was moved by someone else.',
    );
  });

  it('is undone into the collection when the previous neighbor was moved away', () => {
    const change = moving(['d'], 'b');
    const later = contentRules.apply(contentRules.apply(tree, change), moving(['a'], 'b'));
    expect(draw(contentRules.apply(later, contentRules.invert(tree, change)))).toBe('b(c a) d');
  });

  it('by one position stops at the ends', () => {
    expect(adjacentTarget(tree, ['d'], 1)).toBeNull();
    const up = adjacentTarget(tree, ['d'], -1);
    expect(up && moveTo(tree, ['d'], up)).toMatchObject({ type: 'move', target: { before: 'b' } });
  });
});

describe('renaming content', () => {
  it('sends the new title, and undo the previous one', () => {
    const change = renameTo({ id: 'b', title: 'B' }, 'Guides');
    if (!change) throw new Error('nothing to rename');
    expect(contentRules.plan(tree, change)[0]?.request).toEqual({
      operation: 'updateCollection',
      path: { collectionId: 'b' },
      body: { title: 'Guides' },
    });
    const after = contentRules.apply(tree, change);
    expect(after.nodes.get('b')?.title).toBe('Guides');
    expect(contentRules.apply(after, contentRules.invert(tree, change)).nodes.get('b')?.title).toBe('B');
    expect(renameTo({ id: 'b', title: 'B' }, 'B')).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { buildTree } from './content-tree.ts';
import { describeInheritedLevel } from './queries.ts';

it('finds the nearest collection that sets a level', () => {
  const item = { canEdit: true, defaultLevel: 'inherit' } as const;
  const tree = buildTree(
    [
      { ...item, kind: 'collection', id: 'a', title: 'Manuals', defaultLevel: 'edit' },
      { ...item, kind: 'collection', id: 'b', title: 'Sensors', parent: 'a' },
      { ...item, kind: 'space', id: 'c', title: 'Guide', parent: 'b' },
      { ...item, kind: 'space', id: 'd', title: 'Home' },
      { ...item, kind: 'space', id: 'e', title: 'Elsewhere', parent: 'hidden' },
      { ...item, kind: 'collection', id: 'f', title: 'Policies' },
      { ...item, kind: 'space', id: 'g', title: 'Travel', parent: 'f' },
    ],
    true,
  );
  expect(describeInheritedLevel(tree, 'c')).toBe('Currently “Editor”, set on “Manuals”.');
  expect(describeInheritedLevel(tree, 'd')).toBe('');
  expect(describeInheritedLevel(tree, 'g')).toContain('organization role');
  expect(describeInheritedLevel(tree, 'e')).toContain('can’t see');
});

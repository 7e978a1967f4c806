import { describe, expect, it } from 'vitest';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { filterOptions, findItems } from './content-filters.ts';
import { buildTree } from './content-tree.ts';

const now = Date.parse('2026-11-23T00:00:00Z');
const item = (kind: ContentItem['kind'], id: string, more: Partial<ContentItem> = {}): ContentItem => ({
  kind,
  id,
  title: id,
  defaultLevel: 'inherit',
  canEdit: true,
  ...more,
});

const old = '2026-01-02T00:00:00Z';
const recent = '2026-11-20T00:00:00Z';
const tree = buildTree(
  [
    item('collection', 'Manuals'),
    item('space', 'Guide', { parent: 'Manuals', updatedAt: old, changeRequestsOpen: 2, brokenLinks: 0 }),
    item('space', 'Notes', { updatedAt: old, changeRequestsOpen: 0, brokenLinks: 3 }),
    item('space', 'News', { updatedAt: recent, changeRequestsOpen: 1, brokenLinks: 0 }),
  ],
  true,
);

describe('findItems', () => {
  it('finds spaces, not the collections that contain them', () => {
    expect(findItems(tree, '', 'stale', now)).toEqual(['Guide', 'Notes']);
    expect(findItems(tree, '', 'changes', now)).toEqual(['Guide', 'News']);
    expect(findItems(tree, '', 'broken', now)).toEqual(['Notes']);
  });

  it('combines a filter with the title of the space or of a collection around it', () => {
    expect(findItems(tree, 'manu', 'stale', now)).toEqual(['Guide']);
    expect(findItems(tree, 'note', 'stale', now)).toEqual(['Notes']);
    expect(findItems(tree, 'news', 'stale', now)).toEqual([]);
    expect(findItems(tree, 'manu', undefined, now)).toEqual(['Manuals']);
  });
});

describe('filterOptions', () => {
  it('counts the spaces of each filter', () => {
    expect(filterOptions(tree, now).map(({ name, count }) => [name, count])).toEqual([
      ['stale', 2],
      ['changes', 2],
      ['broken', 1],
    ]);
  });

  it('leaves out fields that the server omits', () => {
    const documented = buildTree(
      [item('space', 'Guide', { updatedAt: recent, changeRequestsOpen: 0 })],
      true,
    );
    expect(filterOptions(documented, now).map(({ name }) => name)).toEqual(['stale', 'changes']);
    expect(filterOptions(buildTree([item('space', 'Guide')], true), now)).toEqual([]);
  });
});

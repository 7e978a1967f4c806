import { describe, expect, it } from 'vitest';
import type { Page } from '#api/generated/types.gen.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { changedFrom, changeItems, comparePages, fieldChanges, signOf, labelsOf } from './changed-pages.ts';

const page = (id: string, pages: Page[] = [], more: Partial<Page> = {}): Page => ({
  id,
  title: id.toUpperCase(),
  type: 'document',
  urls: {},
  documentId: '1',
  pages,
  ...more,
});

const base = [page('a', [page('b'), page('gone', [page('deep')])]), page('c'), page('d'), page('z')];
const next = [
  page('c', [page('d')]),
  page('a', [page('b', [], { documentId: '2', title: 'B2' }), page('new')]),
  page('z'),
];
const compared = comparePages(base, next);

function draw(showsUnchanged: boolean): string {
  const items = changeItems(compared, showsUnchanged);
  const inside = (id: string): string =>
    items
      .childrenOf(id)
      .map((child) => (items.isContainer(child) ? `${child}(${inside(child)})` : child))
      .join(' ');
  return inside(TOP);
}

describe('the tree of changes', () => {
  it('shows changed pages below their ancestors, and deleted pages in their position', () => {
    expect(draw(false)).toBe('c(d) a(b gone(deep) new)');
    expect(draw(true)).toBe('c(d) a(b gone(deep) new) z');
  });

  it('finds the next and previous changed page, wrapping around', () => {
    expect(compared.all.map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b', 'gone', 'deep', 'new', 'z']);
    const to = (id: string, step: 1 | -1) => changedFrom(compared, id, step)?.id;
    expect([to('a', 1), to('a', -1), to('b', 1), to('gone', -1)]).toEqual(['b', 'd', 'gone', 'b']);
    expect([to('new', 1), to('z', 1), to('c', -1), to('z', -1)]).toEqual(['c', 'c', 'new', 'new']);
  });

  it('has a label and a sign for each change', () => {
    const labels = Object.fromEntries(
      compared.all.map((change) => [change.id, [signOf(change), ...labelsOf(change)]]),
    );
    expect(labels).toMatchObject({
      b: ['~', 'Edited', 'Renamed'],
      d: ['↕', 'Moved'],
      gone: ['−', 'Deleted'],
      deep: ['−', 'Deleted'],
      new: ['+', 'Added'],
    });
  });

  it('lists the changed fields other than the text', () => {
    const title = (id: string) => id.toUpperCase();
    const changeOf = (id: string) => compared.byId.get(id) ?? expect.fail(id);
    expect(fieldChanges(changeOf('b'), title)).toEqual([{ name: 'Title', before: 'B', after: 'B2' }]);
    expect(fieldChanges(changeOf('d'), title)).toEqual([
      { name: 'Position', before: 'Top level, position 3', after: 'Under “C”, position 1' },
    ]);
  });
});

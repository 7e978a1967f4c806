import { describe, expect, it } from 'vitest';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { announcements } from '#src/ui/live-region.ts';
import { sampleTree } from './testing/sample-tree.ts';
import {
  aimAt,
  createTreeDrag,
  nextPlace,
  originPlace,
  placeNow,
  placesAt,
  type PlaceSearch,
} from './tree-drag.ts';
import { visibleRows } from './tree-state.ts';

const tree = sampleTree({ Guides: ['Start', 'Billing'], Help: ['FAQ'], Notes: null });
const rows = visibleRows(tree, new Set(['Guides']));
const rowHeight = 10;
const nothing = new Set<string>();

describe('placesAt', () => {
  const targets = (gap: number) => placesAt(rows, gap, nothing).map((place) => place.target);

  it('offers every level that ends between two rows', () => {
    expect(targets(0)).toEqual([{ before: 'Guides' }]);
    expect(targets(1)).toEqual([{ before: 'Start' }]);
    expect(targets(3)).toEqual([{ after: 'Billing' }, { before: 'Help' }]);
    expect(targets(5)).toEqual([{ after: 'Notes' }]);
  });
});

describe('placeNow', () => {
  it('keeps the mark at what it names when rows come or go, and shows none where that has gone', () => {
    const place = (target: DropTarget) => ({ target, index: 9, inside: false, level: 1 });
    expect(placeNow(rows, place({ before: 'Help' }))?.index).toBe(3);
    expect(placeNow(rows, place({ after: 'Guides' }))?.index).toBe(3);
    expect(placeNow(rows, place({ after: 'Notes' }))?.index).toBe(5);
    expect(placeNow(rows, place({ before: 'Gone' }))).toBeNull();
  });
});

describe('aimAt', () => {
  const anywhere = () => null;
  const aim = (level: number, y: number, check: (target: DropTarget) => string | null = anywhere) =>
    aimAt(rows, { y, level }, new Set(['Notes']), check, rowHeight);

  it('takes the upper part of a row for before, the middle of a container for inside', () => {
    expect(aim(1, 1)?.place.target).toEqual({ before: 'Guides' });
    expect(aim(1, 35)?.place.target).toEqual({ into: 'Help' });
    expect(aim(1, 32)?.place.target).toEqual({ before: 'Help' });
  });

  it('takes the level that is wished for', () => {
    expect(aim(2, 29)?.place.target).toEqual({ after: 'Billing' });
    expect(aim(1, 29)?.place.target).toEqual({ before: 'Help' });
  });

  it('prefers a place where a drop is possible, and else says why none is', () => {
    const topOnly = (target: DropTarget) =>
      'before' in target && target.before === 'Help' ? null : 'Only there.';
    expect(aim(2, 29, topOnly)).toMatchObject({ place: { target: { before: 'Help' } }, refusal: null });
    expect(aim(2, 15, topOnly)).toMatchObject({ refusal: 'Only there.' });
  });

  it('says nothing about places in what is moved', () => {
    const moved = new Set(['Guides']);
    expect(aimAt(rows, { y: 15, level: 2 }, moved, anywhere, rowHeight)).toBeNull();
  });
});

describe('nextPlace', () => {
  const search = (id: string): PlaceSearch => ({
    rows,
    source: tree,
    moved: new Set([id]),
    check: (target) => ('into' in target && target.into === 'Help' ? 'Not there.' : null),
  });
  const walk = (id: string, direction: 1 | -1) => {
    const found: DropTarget[] = [];
    let place = originPlace(search(id));
    while ((place = nextPlace(search(id), place, direction))) found.push(place.target);
    return found;
  };

  it('goes through every other result once, and leaves out what is refused', () => {
    expect(walk('Notes', -1)).toEqual([
      { before: 'Help' },
      { after: 'Billing' },
      { before: 'Billing' },
      { before: 'Start' },
      { before: 'Guides' },
    ]);
    expect(walk('Start', 1)).toEqual([
      { after: 'Billing' },
      { before: 'Help' },
      { before: 'Notes' },
      { after: 'Notes' },
    ]);
  });

  it('finds the outermost places', () => {
    expect(nextPlace(search('Start'), null, 1)?.target).toEqual({ before: 'Guides' });
    expect(nextPlace(search('Start'), null, -1)?.target).toEqual({ after: 'Notes' });
  });
});

it('a drop at a place that has become impossible since it was chosen moves nothing and says why', () => {
  const dropped: string[] = [];
  let refusal: string | null = null;
  const drag = createTreeDrag(() => ({
    check: () => refusal,
    describe: () => 'Before Help',
    describeItems: () => 'Billing',
    drop: (ids) => dropped.push(...ids),
  }));
  const place = { target: { before: 'Help' }, index: 0, inside: false, level: 1 };
  drag.lift(['Billing'], 'keyboard', null);
  drag.aimAt({ place, refusal: null }, null);
  refusal = 'The place is gone.';
  drag.drop();
  expect(dropped).toEqual([]);
  expect(announcements.get().text).toBe('Not moved. The place is gone.');

  drag.lift(['Billing'], 'pointer', null);
  drag.aimAt({ place, refusal: null }, { x: 1, y: 1 });
  drag.aimAt({ place, refusal }, { x: 1, y: 1 });
  expect(drag.state.get()?.aim?.refusal).toBe(refusal);
});

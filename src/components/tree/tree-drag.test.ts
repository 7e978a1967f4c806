import { describe, expect, it } from 'vitest';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { announcements } from '#src/ui/browser/live-region.tsx';
import { sampleTree } from './testing/sample-tree.ts';
import {
  targetAtPointer,
  createTreeDrag,
  nextTarget,
  originTarget,
  currentTarget,
  targetsAt,
  type TargetSearch,
} from './tree-drag.ts';
import { visibleRows } from './tree-state.ts';

const tree = sampleTree({ Guides: ['Start', 'Billing'], Help: ['FAQ'], Notes: null });
const rows = visibleRows(tree, new Set(['Guides']));
const rowHeight = 10;
const nothing = new Set<string>();

describe('targetsAt', () => {
  const targets = (gap: number) => targetsAt(rows, gap, nothing).map((rowTarget) => rowTarget.target);

  it('returns every level that ends between two rows', () => {
    expect(targets(0)).toEqual([{ before: 'Guides' }]);
    expect(targets(1)).toEqual([{ before: 'Start' }]);
    expect(targets(3)).toEqual([{ after: 'Billing' }, { before: 'Help' }]);
    expect(targets(5)).toEqual([{ after: 'Notes' }]);
  });
});

describe('currentTarget', () => {
  it('follows its item when rows change, and is null once the item is removed', () => {
    const rowTarget = (target: DropTarget) => ({ target, index: 9, inside: false, level: 1 });
    expect(currentTarget(rows, rowTarget({ before: 'Help' }))?.index).toBe(3);
    expect(currentTarget(rows, rowTarget({ after: 'Guides' }))?.index).toBe(3);
    expect(currentTarget(rows, rowTarget({ after: 'Notes' }))?.index).toBe(5);
    expect(currentTarget(rows, rowTarget({ before: 'Gone' }))).toBeNull();
  });
});

describe('targetAtPointer', () => {
  const anywhere = () => null;
  const targetAt = (level: number, y: number, validate: (target: DropTarget) => string | null = anywhere) =>
    targetAtPointer(rows, { y, level }, new Set(['Notes']), validate, rowHeight);

  it('is before a row in its upper part, and inside a container in its middle', () => {
    expect(targetAt(1, 1)?.rowTarget.target).toEqual({ before: 'Guides' });
    expect(targetAt(1, 35)?.rowTarget.target).toEqual({ into: 'Help' });
    expect(targetAt(1, 32)?.rowTarget.target).toEqual({ before: 'Help' });
  });

  it('uses the preferred level', () => {
    expect(targetAt(2, 29)?.rowTarget.target).toEqual({ after: 'Billing' });
    expect(targetAt(1, 29)?.rowTarget.target).toEqual({ before: 'Help' });
  });

  it('prefers a possible target, otherwise gives the reason', () => {
    const topOnly = (target: DropTarget) =>
      'before' in target && target.before === 'Help' ? null : 'Only there.';
    expect(targetAt(2, 29, topOnly)).toMatchObject({
      rowTarget: { target: { before: 'Help' } },
      denialReason: null,
    });
    expect(targetAt(2, 15, topOnly)).toMatchObject({ denialReason: 'Only there.' });
  });

  it('ignores targets inside the dragged items', () => {
    const moved = new Set(['Guides']);
    expect(targetAtPointer(rows, { y: 15, level: 2 }, moved, anywhere, rowHeight)).toBeNull();
  });
});

describe('nextTarget', () => {
  const search = (id: string): TargetSearch => ({
    rows,
    source: tree,
    moved: new Set([id]),
    validate: (target) => ('into' in target && target.into === 'Help' ? 'Not there.' : null),
  });
  const targetsFrom = (id: string, direction: 1 | -1) => {
    const targets: DropTarget[] = [];
    let rowTarget = originTarget(search(id));
    while ((rowTarget = nextTarget(search(id), rowTarget, direction))) targets.push(rowTarget.target);
    return targets;
  };

  it('finds every other result once, without denied ones', () => {
    expect(targetsFrom('Notes', -1)).toEqual([
      { before: 'Help' },
      { after: 'Billing' },
      { before: 'Billing' },
      { before: 'Start' },
      { before: 'Guides' },
    ]);
    expect(targetsFrom('Start', 1)).toEqual([
      { after: 'Billing' },
      { before: 'Help' },
      { before: 'Notes' },
      { after: 'Notes' },
    ]);
  });

  it('finds the first and last targets', () => {
    expect(nextTarget(search('Start'), null, 1)?.target).toEqual({ before: 'Guides' });
    expect(nextTarget(search('Start'), null, -1)?.target).toEqual({ after: 'Notes' });
  });
});

it('a drop on a target that is no longer possible moves nothing and announces the reason', () => {
  const dropped: string[] = [];
  let denialReason: string | null = null;
  const drag = createTreeDrag(() => ({
    validate: () => denialReason,
    describe: () => 'Before Help',
    describeItems: () => 'Billing',
    drop: (ids) => dropped.push(...ids),
  }));
  const rowTarget = { target: { before: 'Help' }, index: 0, inside: false, level: 1 };
  drag.lift({ ids: ['Billing'], mode: 'keyboard', over: null, pointer: null });
  drag.setTarget({ rowTarget, denialReason: null }, null);
  denialReason = 'The place is gone.';
  drag.drop();
  expect(dropped).toEqual([]);
  expect(announcements.get().text).toBe('Not moved. The place is gone.');

  drag.lift({ ids: ['Billing'], mode: 'pointer', over: null, pointer: { x: 1, y: 1 } });
  drag.setTarget({ rowTarget, denialReason: null }, { x: 1, y: 1 });
  drag.setTarget({ rowTarget, denialReason }, { x: 1, y: 1 });
  expect(drag.state.get()?.over?.denialReason).toBe(denialReason);
});

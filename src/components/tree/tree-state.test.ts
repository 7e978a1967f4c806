import { describe, expect, it } from 'vitest';
import { TOP } from '#src/lib/ordered-tree.ts';
import { sampleTree } from './testing/sample-tree.ts';
import {
  activate,
  ancestorAt,
  clearSelection,
  createTreeState,
  rowByText,
  selectedItems,
  selectRange,
  setOpen,
  startSelecting,
  stickyRows,
  targetsOf,
  toggleSelected,
  visibleRows,
} from './tree-state.ts';

const tree = sampleTree({ Guides: ['Start', 'Billing'], Help: [], Äpfel: null });

describe('visibleRows', () => {
  it('lists open rows with level and position', () => {
    const closed = visibleRows(tree, new Set());
    expect(closed.map((row) => row.id)).toEqual(['Guides', 'Help', 'Äpfel']);
    const open = visibleRows(tree, new Set(['Guides', 'Help']));
    expect(open.map((row) => `${row.id} ${row.level} ${row.position}/${row.siblings}`)).toEqual([
      'Guides 1 1/3',
      'Start 2 1/2',
      'Billing 2 2/2',
      'Help 1 2/3',
      'Äpfel 1 3/3',
    ]);
    expect(ancestorAt(open, 2, 1)?.id).toBe('Guides');
    expect(ancestorAt(open, 0, 2)).toBeUndefined();
  });
});

describe('rowByText', () => {
  const rows = visibleRows(tree, new Set(['Guides']));
  const find = (from: number, typed: string) => rowByText(rows, from, typed, (id) => id)?.id;

  it('searches from the row, wraps around, and ignores case and accents', () => {
    expect(find(0, 'b')).toBe('Billing');
    expect(find(3, 'g')).toBe('Guides');
    expect(find(0, 'a')).toBe('Äpfel');
    expect(find(0, 'x')).toBeUndefined();
  });

  it('stays on the row while more of its letters are typed', () => {
    expect(find(2, 'bi')).toBe('Billing');
  });
});

describe('selection', () => {
  const rows = visibleRows(tree, new Set(['Guides']));
  const empty = createTreeState().get();

  it('selects one, toggles, and selects ranges from the anchor', () => {
    const single = activate(empty, 'Start');
    expect([...single.selected]).toEqual(['Start']);
    expect([...selectRange(single, 'Help', rows).selected]).toEqual(['Start', 'Billing', 'Help']);
    expect([...toggleSelected(single, 'Help').selected]).toEqual(['Start', 'Help']);
    expect([...toggleSelected(single, 'Start').selected]).toEqual([]);
  });

  it('targets the selection if the row is part of it, in visible order and without descendants', () => {
    const state = { ...empty, selected: new Set(['Help', 'Start', 'Guides']) };
    expect(targetsOf(state, 'Help', rows)).toEqual(['Guides', 'Help']);
    expect(targetsOf(state, 'Billing', rows)).toEqual(['Billing']);
  });

  it('applies to what is there, in the order of the tree and without descendants, whether open or not', () => {
    const select = (...ids: string[]) => selectedItems({ ...empty, selected: new Set(ids) }, tree);
    expect(select('Help', 'Start', 'Guides', 'gone')).toEqual(['Guides', 'Help']);
    expect(select('Äpfel', 'Billing', 'Start')).toEqual(['Start', 'Billing', 'Äpfel']);
    expect(select()).toEqual([]);
  });

  it('keeps the same state when nothing opens or closes', () => {
    const open = setOpen(empty, ['Guides'], true);
    expect(setOpen(open, ['Guides'], true)).toBe(open);
    expect(setOpen(open, ['Guides'], false).open.size).toBe(0);
  });
});

describe('selecting by plain presses', () => {
  it('begins with a row or none, and ends with clearing', () => {
    const before = activate(createTreeState().get(), 'Help');
    expect([...startSelecting(before).selected]).toEqual([]);
    const started = startSelecting(before, 'Guides');
    expect([...started.selected]).toEqual(['Guides']);
    expect([...toggleSelected(started, 'Help').selected]).toEqual(['Guides', 'Help']);
    expect(clearSelection(started)).toMatchObject({ isSelecting: false, selected: new Set() });
  });
});

describe('stickyRows', () => {
  const below: Record<string, readonly string[]> = {
    [TOP]: ['Guides', 'Help'],
    Guides: ['Start', 'Billing'],
    Start: ['en', 'de'],
    Billing: ['v1', 'v2'],
    Help: ['h1', 'h2'],
  };
  const source = { childrenOf: (id: string) => below[id] ?? [], isContainer: (id: string) => id in below };
  const rows = visibleRows(source, new Set(Object.keys(below)));
  const at = (first: number) => stickyRows(rows, first).map(({ id }) => id);

  it('are the containers of the topmost rows, outermost first', () => {
    expect(rows.map(({ id }) => id)).toEqual('Guides Start en de Billing v1 v2 Help h1 h2'.split(' '));
    expect(at(0)).toEqual([]);
    expect(at(1)).toEqual(['Guides', 'Start']);
    expect(at(3)).toEqual(['Guides']);
    expect(at(4)).toEqual(['Guides', 'Billing']);
    expect(at(7)).toEqual([]);
    expect(at(8)).toEqual(['Help']);
    expect(at(99)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  emptySelection,
  extendTo,
  pruneSelection,
  toggle,
  toggleAll,
} from '#src/components/table/use-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const selected = (...ids: string[]) => ({ ids: new Set(ids), anchor: ids.at(-1) ?? null });

describe('selection', () => {
  it('toggles one row', () => {
    const once = toggle(emptySelection, 'b');
    expect([...once.ids]).toEqual(['b']);
    expect([...toggle(once, 'b').ids]).toEqual([]);
  });

  it('extends from the anchor, downwards and upwards', () => {
    expect([...extendTo(selected('b'), 'd', order).ids].toSorted()).toEqual(['b', 'c', 'd']);
    expect([...extendTo(selected('d'), 'a', order).ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('deselects a range when its end was selected', () => {
    const all = { ids: new Set(order), anchor: 'b' };
    expect([...extendTo(all, 'd', order).ids].toSorted()).toEqual(['a', 'e']);
  });

  it('toggles one row when the anchor is no longer in the list', () => {
    expect([...extendTo(selected('gone'), 'c', order).ids].toSorted()).toEqual(['c', 'gone']);
  });

  it('selects everything, then nothing', () => {
    const all = toggleAll(selected('a'), order);
    expect(all.ids.size).toBe(5);
    expect(toggleAll(all, order).ids.size).toBe(0);
    expect(toggleAll(emptySelection, []).ids.size).toBe(0);
  });

  it('removes rows that left the list, else returns the same object', () => {
    const selection = selected('a', 'gone');
    expect([...pruneSelection(selection, order).ids]).toEqual(['a']);
    const present = selected('a', 'b');
    expect(pruneSelection(present, order)).toBe(present);
  });

  it('does not go through a long list while nothing is selected', () => {
    const unread = new Proxy<string[]>([], {
      get: () => {
        throw new Error('The list was read.');
      },
    });
    expect(pruneSelection(emptySelection, unread)).toBe(emptySelection);
  });
});

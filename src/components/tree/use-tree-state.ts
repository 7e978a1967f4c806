import { useState } from 'react';
import type { Store } from '#src/lib/store.ts';
import { createTreeState, followOpenItem, type TreeState } from './tree-state.ts';

/**
 * The state of a tree beside what was opened from it, which it shows as selected however that was opened: from the tree, by
 * a link, by going back.
 *
 * @param item the item that is open
 * @param containers those that are open at first
 */
export function useTreeState(item: string | undefined, containers: () => Iterable<string>): Store<TreeState> {
  const [{ state, shown }, set] = useState(() => ({
    state: createTreeState({
      open: new Set(containers()),
      active: item ?? null,
      selected: new Set(item === undefined ? [] : [item]),
    }),
    shown: item,
  }));
  if (shown === item) return state;
  const next = createTreeState(followOpenItem(state.get(), shown, item));
  set({ state: next, shown: item });
  return next;
}

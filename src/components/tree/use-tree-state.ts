import { useState } from 'react';
import type { Store } from '#src/lib/store.ts';
import { createTreeState, followOpenItem, type TreeState } from './tree-state.ts';

/** The state of a tree next to its open item, which is selected however it was opened. */
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

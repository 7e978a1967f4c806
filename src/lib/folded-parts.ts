import { readStored, writeStored } from './storage.ts';
import { createStore, type Store } from './store.ts';

/** The parts of a screen that the user has folded, by their headings; remembered in this browser. */
export interface FoldedParts {
  folded: Store<readonly string[]>;
  toggle: (heading: string) => void;
}

/** @param key where the browser stores them; headings must not contain commas */
export function createFoldedParts(key: string): FoldedParts {
  const folded = createStore<readonly string[]>((readStored('local', key) ?? '').split(','));
  return {
    folded,
    toggle: (heading) => {
      folded.set((before) =>
        before.includes(heading) ? before.filter((other) => other !== heading) : [...before, heading],
      );
      writeStored('local', key, folded.get().join(','));
    },
  };
}

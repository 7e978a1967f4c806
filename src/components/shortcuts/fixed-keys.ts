import { createRegistry } from '#src/lib/store.ts';

/** Keys that a part of the screen handles itself while it has the focus; they can't be changed. */
export interface FixedKeys {
  /** A space separates alternatives: `arrowup arrowdown`. */
  keys: string;
  label: string;
}

/** Those of all mounted components. */
export const fixedKeys = createRegistry<FixedKeys>();

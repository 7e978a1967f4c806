import type { ReactNode } from 'react';
import { createRegistry } from '#src/lib/registry.ts';
import { createStore } from '#src/lib/store.ts';
import { useRegistered } from '#src/ui/use-registered.ts';

/** One thing the palette can do or go to. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Smaller words at the end of its line. */
  detail?: string;
  /** Under which heading it stands: "Go to", "Actions", or the name of what is open. */
  group: string;
  icon?: ReactNode;
  /** Other words it is found by. */
  keywords?: readonly string[];
  /** The shortcut that does the same. */
  keys?: string;
  run: () => void;
}

/** What the screen offers to the palette now. */
export const paletteEntries = createRegistry<PaletteEntry>();

/** Whether the palette is open. Opened by `openPalette`. */
export const paletteOpen = createStore(false);

/** What stands in the palette's field, which is typed into even before it is there. */
export const paletteQuery = createStore('');

/**
 * The text for which Enter was pressed before its results, or even the palette, were there; null where it was not. It is
 * opened once they are, unless the text is another one by then.
 */
export const paletteSubmitted = createStore<string | null>(null);

/** Offers entries while the component is mounted. */
export function usePaletteEntries(entries: readonly PaletteEntry[]): void {
  useRegistered(paletteEntries, entries);
}

import { openPalette } from '#src/components/palette/type-ahead.ts';
import { createStore } from '#src/lib/store.ts';

/** Whether the navigation drawer is open; only on narrow screens. */
export const navigationDrawer = createStore(false);

/** Closes the drawer and opens the palette. */
export function openSearch(): void {
  navigationDrawer.set(false);
  openPalette();
}

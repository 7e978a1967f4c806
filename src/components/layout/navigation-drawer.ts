import { openPalette } from '#src/components/palette/type-ahead.ts';
import { createStore } from '#src/lib/store.ts';

/** Whether the navigation lies over the page; only where there is no room for it beside the page. */
export const navigationDrawer = createStore(false);

/** Opens the palette; under the drawer nobody could reach it. */
export function openSearch(): void {
  navigationDrawer.set(false);
  openPalette();
}

import { createStore } from '#src/lib/store.ts';

/** Whether the navigation lies over the page; only where there is no room for it beside the page. */
export const navigationDrawer = createStore(false);

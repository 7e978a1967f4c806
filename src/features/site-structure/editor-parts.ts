export const loadPanel = () => import('./item-panel.tsx');
export const loadDialogs = () => import('./editor-dialogs.tsx');

/** Fetches the code of the panel and the dialogs before somebody opens one. What fails here is asked for again then. */
export function prefetchEditorParts(): void {
  loadPanel().catch(() => undefined);
  loadDialogs().catch(() => undefined);
}

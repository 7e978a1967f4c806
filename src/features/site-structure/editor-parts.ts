export const loadPanel = () => import('./item-panel.tsx');
export const loadDialogs = () => import('./editor-dialogs.tsx');

/** Fetches the code of the panel and the dialogs before somebody opens one. */
export function prefetchEditorParts(): void {
  void loadPanel();
  void loadDialogs();
}

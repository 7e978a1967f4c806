export const loadPanel = () => import('./item-panel.tsx');
export const loadSelectionPanel = () => import('./selection-panel.tsx');
export const loadSpacesPanel = () => import('./spaces-list/spaces-panel.tsx');
export const loadDialogs = () => import('./dialogs/editor-dialogs.tsx');

/** Prefetches the code of the panel and the dialogs. If that fails, it is loaded on opening. */
export function prefetchEditorParts(): void {
  loadPanel().catch(() => undefined);
  loadSelectionPanel().catch(() => undefined);
  loadDialogs().catch(() => undefined);
}

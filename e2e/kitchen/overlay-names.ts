/** What the kitchen opens over its shelves: `?open=dialog`. */
export const kitchenOverlays = [
  'dialog',
  'panel',
  'form',
  'form-read-only',
  'stale-edit',
  'confirm',
  'menu',
  'palette',
  'toasts',
  'tooltip',
  'offline',
  'filters',
  'saved-views',
  'export',
  'bulk',
  'inspector',
  'shortcuts',
  'move',
  'drag',
] as const;

/** What takes the whole window instead: `?open=card`. */
export const kitchenScreens = ['card', 'danger-zone', 'not-found', 'error'] as const;

/** The overlays of the kitchen: `?open=dialog`. */
export const kitchenOverlays = [
  'dialog',
  'panel',
  'form',
  'form-read-only',
  'stale-edit',
  'confirm',
  'menu',
  'popover',
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

/** The screens of the kitchen that take the whole window: `?open=card`. */
export const kitchenScreens = ['card', 'danger-zone', 'not-found', 'error'] as const;

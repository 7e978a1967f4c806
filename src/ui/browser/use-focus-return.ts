import { useState } from 'react';
import { lastMenuAnchor } from '#src/ui/menu.ts';
import { focusNearby } from './focus-recovery.ts';

/** The element to return to: the focused one, or the button of the menu it is in. */
function currentFocus(): Element | null {
  const element = document.activeElement;
  return element?.closest('[role="menu"]') ? lastMenuAnchor() : element;
}

/**
 * Returns the focus when a dialog closes, unless something else took it; dialogs with their own URL return it to the
 * page.
 */
export function useFocusReturn(): (event: Event) => void {
  // Read while rendering: later a field of the dialog may have the focus.
  const [opener] = useState(currentFocus);
  return (event) => {
    event.preventDefault();
    const focused = document.activeElement;
    const isFree =
      focused === null || focused === document.body || (focused.id === 'main' && focused.contains(opener));
    if (!isFree) return;
    if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
    else if (focused?.id !== 'main') focusNearby();
  };
}

import { useState } from 'react';
import { focusNearby } from './focus-recovery.ts';
import { lastMenuAnchor } from './menu.ts';

/** What somebody comes back to: the element that has the focus, or the button of the menu that it is in. */
function currentFocus(): Element | null {
  const element = document.activeElement;
  return element?.closest('[role="menu"]') ? lastMenuAnchor() : element;
}

/**
 * Gives the focus back, when a dialog closes, to what had it before the dialog opened, unless something else has taken
 * it meanwhile; the page around it takes it when the dialog has an address of its own. Without it whoever works with
 * the keyboard would have to begin at the top of the page.
 *
 * @returns the handler of the dialog's content
 */
export function useFocusReturn(): (event: Event) => void {
  // Read while rendering: afterwards a field of the dialog may have the focus already.
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

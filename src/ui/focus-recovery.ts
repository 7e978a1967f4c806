/**
 * Keeps the focus near when what has it disappears: a row that was deleted leaves it to the row in its place, and the
 * last one to the page. Else whoever works with the keyboard would have to begin at the top again.
 */

/** Where the focus is. */
interface FocusPosition {
  element: Element;
  /** The list that the element's row stands in. */
  list: Element | null;
  /** Which of the list's rows it is. */
  index: number;
}

let lastPosition: FocusPosition | null = null;

function positionOf(element: Element): FocusPosition {
  const row = element.closest('tr, li');
  const list = row?.parentElement ?? null;
  return { element, list, index: row && list ? [...list.children].indexOf(row) : 0 };
}

/** Starts watching. @returns the function that ends it */
export function installFocusRecovery(page: Document = document): () => void {
  const listening = new AbortController();
  const passive = { signal: listening.signal, capture: true, passive: true };
  const clear = () => {
    lastPosition = null;
  };
  page.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"], [role="menu"]')) return;
      lastPosition = target.closest('#main') ? positionOf(target) : null;
    },
    passive,
  );
  page.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget !== null || target !== lastPosition?.element) return;
      // Without a successor, an element that stays was left by a press beside it; one that goes is still there now.
      queueMicrotask(() => target === lastPosition?.element && lastPosition.element.isConnected && clear());
    },
    passive,
  );
  // Long lists take rows away that are scrolled out of sight, and nobody follows them.
  page.addEventListener('wheel', clear, passive);
  page.addEventListener('touchmove', clear, passive);
  const observer = new MutationObserver(() => lastPosition && focusNearby());
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    listening.abort();
    observer.disconnect();
    clear();
  };
}

/** What had the focus last in the page under dialogs and menus, if it is still there. */
export function lastFocusedInPage(): HTMLElement | null {
  return lastPosition?.element.isConnected && lastPosition.element instanceof HTMLElement
    ? lastPosition.element
    : null;
}

/** Gives the focus to what is nearest to where it was, if nothing has it; without a trace of that, to the page. */
export function focusNearby(): void {
  if (document.activeElement !== document.body || lastPosition?.element.isConnected) return;
  const { list, index } = lastPosition ?? { list: null, index: 0 };
  const rows = list?.isConnected ? [...list.children] : [];
  const row = rows[Math.min(index, rows.length - 1)];
  const control = [...(row?.querySelectorAll<HTMLElement>('a[href], button') ?? [])].at(-1);
  const target = control ?? document.getElementById('main');
  target?.focus({ preventScroll: true });
}

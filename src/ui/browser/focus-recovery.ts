import { afterSecondPaint } from './after-paint.ts';

/**
 * Moves the focus to the nearest row when the focused element is removed, so that keyboard users don't start at the top
 * again.
 */

interface FocusPosition {
  element: Element;
  /** The list with the element's row. */
  list: Element | null;
  /** Index of the row in the list. */
  index: number;
}

let lastPosition: FocusPosition | null = null;

function positionOf(element: Element): FocusPosition {
  const row = element.closest('tr, li');
  const list = row?.parentElement ?? null;
  return { element, list, index: row && list ? [...list.children].indexOf(row) : 0 };
}

/**
 * @returns a function that uninstalls it
 */
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
      lastPosition = target.closest('#main, [data-page-heading]') ? positionOf(target) : null;
    },
    passive,
  );
  page.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget !== null || target !== lastPosition?.element) return;
      // Without a next element, the focus left an element that still exists by a click elsewhere.
      queueMicrotask(() => target === lastPosition?.element && lastPosition.element.isConnected && clear());
    },
    passive,
  );
  // Long lists unmount rows that scroll out of view; those need no recovery.
  page.addEventListener('wheel', clear, passive);
  page.addEventListener('touchmove', clear, passive);
  let cancel: (() => void) | undefined;
  const observer = new MutationObserver(() => {
    if (cancel || !isFocusLost()) return;
    cancel = afterSecondPaint(() => {
      cancel = undefined;
      focusNearby();
    });
  });
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    listening.abort();
    observer.disconnect();
    cancel?.();
    clear();
  };
}

/** The last focused element of the page below dialogs and menus, if it is still there. */
export function lastFocusedInPage(): HTMLElement | null {
  return lastPosition?.element.isConnected && lastPosition.element instanceof HTMLElement
    ? lastPosition.element
    : null;
}

/** Whether the focused element was removed, and nothing else has the focus. */
const isFocusLost = () =>
  lastPosition !== null && !lastPosition.element.isConnected && document.activeElement === document.body;

/** Focuses the element nearest to the last position if nothing has the focus, else the page. */
export function focusNearby(): void {
  if (document.activeElement !== document.body || lastPosition?.element.isConnected) return;
  const { list, index } = lastPosition ?? { list: null, index: 0 };
  const rows = list?.isConnected ? [...list.children] : [];
  const row = rows[Math.min(index, rows.length - 1)];
  const control = [...(row?.querySelectorAll<HTMLElement>('a[href], button') ?? [])].at(-1);
  const target = control ?? document.getElementById('main');
  target?.focus({ preventScroll: true });
}

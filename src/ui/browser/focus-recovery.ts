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
  /** The element around the list, if it may remain without the list. */
  around: Element | null;
}

/** In the page below dialogs and menus. */
let lastPosition: FocusPosition | null = null;
let lastInDialog: FocusPosition | null = null;

function positionOf(element: Element): FocusPosition {
  const row = element.closest('tr, li, [data-thread]');
  const list = row?.parentElement ?? null;
  const index = row && list ? [...list.children].indexOf(row) : 0;
  return { element, list, index, around: list?.parentElement ?? null };
}

/** The last control of the row that is now in this place, or of the last one. */
function controlInPlace({ list, index }: FocusPosition): HTMLElement | undefined {
  const rows = list?.isConnected ? [...list.children] : [];
  const row = rows[Math.min(index, rows.length - 1)];
  return [...(row?.querySelectorAll<HTMLElement>('a[href], button') ?? [])].at(-1);
}

/** A dialog gets the focus itself when the focused element in it is removed. */
function followInDialog(target: Element): void {
  const lost =
    target.matches('[role="dialog"]') && lastInDialog?.element.isConnected === false && lastInDialog;
  lastInDialog = positionOf(target);
  if (!lost || !target.contains(lost.around)) return;
  // It may get the focus once for each removed element.
  queueMicrotask(() => {
    if (document.activeElement !== target) return;
    const next = controlInPlace(lost) ?? lost.around?.querySelector<HTMLElement>('input, button');
    next?.focus();
  });
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
      if (!(target instanceof Element)) return;
      if (target.closest('[role="dialog"]')) return followInDialog(target);
      if (target.closest('[role="menu"]')) return;
      lastPosition = target.closest('#main, [data-page-heading]') ? positionOf(target) : null;
    },
    passive,
  );
  page.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget !== null || target !== lastPosition?.element) return;
      // Without a next element, the focus left an existing element by a click outside.
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
    lastInDialog = null;
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
  const target = (lastPosition && controlInPlace(lastPosition)) ?? document.getElementById('main');
  target?.focus({ preventScroll: true });
}

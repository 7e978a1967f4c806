import type { KeyboardEvent, MouseEvent } from 'react';

/** Actions of a row. */
export interface RowActions {
  open: ((id: string) => void) | undefined;
  /** The row's URL, for opening in a new tab. */
  hrefOf: ((id: string) => string | undefined) | undefined;
  /** Called when pointer or focus rests on a row, to prefetch its screen. */
  prefetch: ((id: string) => void) | undefined;
  menu: ((id: string, anchor: HTMLElement) => void) | undefined;
  select: ((id: string, extend: boolean) => void) | undefined;
  /** Moves the focus by `step` rows from this one. */
  move: (id: string, step: number) => void;
}

const idOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;

const isModified = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** How long pointer or focus must rest before prefetching, in milliseconds. */
const intentDelayMs = 120;

// One pointer and one focus, so one row at a time.
let intendedRow: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Delegated event handlers on the table instead of handlers in every row. */
export function rowEvents(actions: RowActions) {
  const intend = (event: { target: EventTarget | null }) => {
    const id = idOf(event.target);
    if (id === intendedRow) return;
    clearTimeout(timer);
    intendedRow = id;
    // Moving across rows is no intent.
    if (id !== undefined && actions.prefetch) timer = setTimeout(actions.prefetch, intentDelayMs, id);
  };
  return {
    onPointerOver: intend,
    onPointerLeave: intend,
    onFocus: intend,
    onClick(event: MouseEvent) {
      const id = idOf(event.target);
      if (id === undefined || !(event.target instanceof Element)) return;
      const target = event.target;
      const menu = target.closest<HTMLElement>('[data-row-menu]');
      if (menu) return actions.menu?.(id, menu);
      if (target.closest('[data-row-select]')) return actions.select?.(id, event.shiftKey);
      const link = target.closest('[data-row-link]');
      if (link ? isModified(event) : !isRowArea(target)) return;
      if (!link && isModified(event)) return openInNewTab(actions.hrefOf?.(id));
      event.preventDefault();
      actions.open?.(id);
    },
    onKeyDown(event: KeyboardEvent) {
      const id = idOf(event.target);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (id === undefined || !step || (event.target instanceof Element && event.target.matches('select')))
        return;
      event.preventDefault();
      actions.move(id, step);
    },
  };
}

/** Whether a click targets the row itself: no control, no selected text. */
function isRowArea(target: Element): boolean {
  return !target.closest('a, button, input, select, label, textarea') && !getSelection()?.toString();
}

function openInNewTab(href: string | undefined): void {
  if (href) window.open(href, '_blank', 'noopener');
}

/** The focusable element of a row: its link, else its first control. */
export function focusTarget(row: Element | null | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>('[data-row-link]') ??
    row?.querySelector<HTMLElement>('input, button, a') ??
    null
  );
}

import type { KeyboardEvent, MouseEvent } from 'react';

/** What the table does for its rows. */
export interface RowActions {
  open: ((id: string) => void) | undefined;
  /** The address of a row, for opening it in a new tab. */
  hrefOf: ((id: string) => string | undefined) | undefined;
  /** Called when the pointer or the focus rests on a row: the moment to fetch what it leads to. */
  prefetch: ((id: string) => void) | undefined;
  menu: ((id: string, anchor: HTMLElement) => void) | undefined;
  select: ((id: string, extend: boolean) => void) | undefined;
  /** Moves the focus by so many rows from the one with this id. */
  move: (id: string, step: number) => void;
}

const idOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;

const isModified = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** How long the pointer or the focus has to rest on a row before it counts as an intention, in milliseconds. */
const intentDelayMs = 120;

// There is one pointer and one focus, so there is one row that they may be about to open.
let intendedRow: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One set of handlers on the table instead of handlers, menus and check boxes in every row.
 */
export function rowEvents(actions: RowActions) {
  const intend = (event: { target: EventTarget | null }) => {
    const id = idOf(event.target);
    if (id === intendedRow) return;
    clearTimeout(timer);
    intendedRow = id;
    // Whoever runs along the rows means none of them.
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

/** Whether a press there means the row itself: no other control, and no text that was just marked. */
function isRowArea(target: Element): boolean {
  return !target.closest('a, button, input, select, label, textarea') && !getSelection()?.toString();
}

function openInNewTab(href: string | undefined): void {
  if (href) window.open(href, '_blank', 'noopener');
}

/** The part of a row that takes the focus: its link, else its first control. */
export function focusTarget(row: Element | null | undefined): HTMLElement | null {
  return (
    row?.querySelector<HTMLElement>('[data-row-link]') ??
    row?.querySelector<HTMLElement>('input, button, a') ??
    null
  );
}

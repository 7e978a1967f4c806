import type { ReactNode } from 'react';
import type { ActionKind } from '#src/lib/action-kinds.ts';
import { createStore } from '#src/lib/store.ts';

/** One line of a menu. */
export interface MenuAction {
  label: string;
  /** The label where the menu's name isn't beside it: "View as Acme Help". */
  fullLabel?: string;
  /** The kind of action; without it, `danger` is destructive and all else changes something. */
  kind?: ActionKind;
  onSelect: () => void;
  icon?: ReactNode;
  /** Secondary text under the label. */
  hint?: string;
  /** Shown at the right edge, as `mod+k`; the menu does not bind it. */
  keys?: string;
  tone?: 'danger';
  /** Shows a check mark; the menu is then a choice. */
  checked?: boolean;
  /** Why it can't be selected; it stays in the menu, dimmed, with the reason as its hint. */
  disabledReason?: string | null | undefined | false;
}

export type MenuEntry = MenuAction | { heading: string } | 'separator';

export interface OpenMenu {
  /** The element the menu is placed beside; gets the focus back. */
  anchor: HTMLElement;
  /** Accessible name, such as "Actions for Ada Lovelace". */
  label: string;
  entries: MenuEntries;
  align: 'start' | 'end';
  /** Opened by a key: the first entry gets the focus. */
  isByKey: boolean;
}

/** Menu entries, or a promise of them; the menu opens at once and shows that it is loading. */
export type MenuEntries = readonly MenuEntry[] | Promise<readonly MenuEntry[]>;

/** Shown if a menu's entries fail to load. */
const loadFailedEntries: readonly MenuEntry[] = [
  { heading: 'Couldn’t load this menu. Open it again to retry.' },
];

const menusByButton = new WeakMap<Element, () => MenuEntries>();

/** Registers a button's menu, so that its entries are also available in the command palette. */
export function registerMenu(button: Element, entries: () => MenuEntries): void {
  menusByButton.set(button, entries);
}

/** The current entries of a button's menu; null if it has none or loads them. */
export function menuEntriesOf(button: Element): readonly MenuEntry[] | null {
  const entries = menusByButton.get(button)?.();
  return entries === undefined || entries instanceof Promise ? null : entries;
}

let lastAnchor: HTMLElement | null = null;

/** The anchor of the last menu, also after it has closed. */
export const lastMenuAnchor = (): HTMLElement | null => lastAnchor;

/** The one menu that is open, or null. */
export const openMenuStore = createStore<OpenMenu | null>(null);

/**
 * Opens a menu next to an element. The page has one menu, mounted on first use, so a menu in each row costs no more
 * than a button. A second call with the same element closes it.
 */
export function openMenu(
  menu: Omit<OpenMenu, 'align' | 'isByKey'> & Partial<Pick<OpenMenu, 'align' | 'isByKey'>>,
): void {
  const reopened = openMenuStore.get()?.anchor === menu.anchor;
  closeMenu();
  if (reopened) return;
  menu.anchor.setAttribute('aria-expanded', 'true');
  lastAnchor = menu.anchor;
  const { entries } = menu;
  openMenuStore.set({
    align: 'start',
    isByKey: menu.anchor.matches(':focus-visible'),
    ...menu,
    entries: entries instanceof Promise ? entries.catch(() => loadFailedEntries) : entries,
  });
}

/** Closes the open menu and returns the focus to its anchor. */
export function closeMenu(): void {
  const menu = openMenuStore.get();
  if (!menu) return;
  menu.anchor.setAttribute('aria-expanded', 'false');
  openMenuStore.set(null);
}

import type { ReactNode } from 'react';
import type { ActionKind } from '#src/lib/action-kinds.ts';
import { createRegistry, createStore } from '#src/lib/store.ts';
import { useRegistered } from '#src/ui/browser/use-store.ts';

/** An action or destination of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Secondary text at the end. */
  detail?: string;
  /** Heading: "Go to", "Actions", or the current item's name. */
  group: string;
  /** The kind of the action: safe entries come first. */
  kind: ActionKind;
  icon?: ReactNode;
  keywords?: readonly string[];
  /** The shortcut that does the same. */
  keys?: string;
  run: () => void;
}

/** Entries registered by the current screen. */
export const paletteEntries = createRegistry<PaletteEntry>();

/** Whether the palette is open. Opened by `openPalette`. */
export const paletteOpen = createStore(false);

/** The palette's query, buffered before its field is mounted. */
export const paletteQuery = createStore('');

/** The query for which Enter was pressed before results arrived; opened when they arrive unless the query changed. */
export const paletteSubmitted = createStore<string | null>(null);

/** Registers entries while the component is mounted. */
export function usePaletteEntries(entries: readonly PaletteEntry[]): void {
  useRegistered(paletteEntries, entries);
}

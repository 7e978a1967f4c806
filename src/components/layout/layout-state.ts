import { paletteOpen, paletteQuery, paletteSubmitted } from '#src/components/palette/palette-entries.ts';
import type { KeyPress } from '#src/lib/shortcut-keys.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

/** An export of a list to a file. */
export interface ExportJob {
  /** Title and file name: "Members of Acme". */
  title: string;
  /** For the count: `member`. */
  noun: string;
  /** Irregular plural: `entries`. */
  nouns?: string;
  /**
   * @returns the rows of the file, headings first
   */
  fetchRows: (
    signal: AbortSignal,
    onProgress: (known: number, total?: number) => void,
  ) => Promise<(string | number)[][]>;
}

/** Overlays besides the screens' own dialogs; one at a time. */
type Tool = { kind: 'saved-views' } | { kind: 'inspector' } | { kind: 'export'; job: ExportJob };

export const openTool = createStore<Tool | null>(null);

export function closeTool(): void {
  openTool.set(null);
}

/** A key press before the palette's field is mounted. */
export interface BufferedKeyPress extends KeyPress {
  isComposing: boolean;
}

/** Applies a key press to the buffered text; null closes the palette. */
export function applyKeyPress(text: string, press: BufferedKeyPress): string | null {
  const { key, ctrlKey, metaKey, altKey, isComposing } = press;
  if (key === 'Escape') return null;
  if (ctrlKey || metaKey || isComposing) return text;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  // On a Mac, Alt types characters; on other systems it opens browser menus.
  return [...key].length === 1 && (!altKey || key.charCodeAt(0) > 127) ? text + key : text;
}

/** Opens the palette. While its code loads, key presses are buffered for its field and trigger no shortcuts. */
function openPalette(): void {
  if (paletteOpen.get()) return;
  paletteQuery.set('');
  paletteSubmitted.set(null);
  paletteOpen.set(true);
  document.addEventListener('keydown', bufferKeyPress, { capture: true });
  const unsubscribe = paletteOpen.subscribe(() => {
    unsubscribe();
    document.removeEventListener('keydown', bufferKeyPress, { capture: true });
  });
}

function bufferKeyPress(event: KeyboardEvent): void {
  // The palette is mounted and focused.
  if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
  event.stopPropagation();
  // Leave browser shortcuts alone; Ctrl+K is ours.
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() === 'k') event.preventDefault();
  const text = applyKeyPress(paletteQuery.get(), event);
  if (event.key === 'Enter' && !event.isComposing && text?.trim()) paletteSubmitted.set(text);
  if (text === null) paletteOpen.set(false);
  else paletteQuery.set(text);
}

/** Whether the first screen is shown and what it does not need may load. */
export const isIdle = createStore(false);

/** Whether home explains the product: until dismissed in this browser. */
export const tourShown = createStore(readStored('local', 'tour') === null);

export function dismissTour(): void {
  writeStored('local', 'tour', 'dismissed');
  tourShown.set(false);
}

/** Whether the navigation drawer is open; only on narrow screens. */
export const navigationDrawer = createStore(false);

/** Closes the drawer and opens the palette. */
export function openSearch(): void {
  navigationDrawer.set(false);
  openPalette();
}

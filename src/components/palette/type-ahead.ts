import type { KeyPress } from '#src/lib/shortcut-keys.ts';
import { paletteOpen, paletteQuery, paletteSubmitted } from './palette-entries.ts';

/** A key press while the palette is open, as far as it matters before there is a field to type into. */
export interface BufferedKeyPress extends KeyPress {
  isComposing: boolean;
}

/** What a press makes of the text that is kept: another text, the same one, or null where the palette is to close. */
export function applyKeyPress(text: string, press: BufferedKeyPress): string | null {
  const { key, ctrlKey, metaKey, altKey, isComposing } = press;
  if (key === 'Escape') return null;
  if (ctrlKey || metaKey || isComposing) return text;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  // On a Mac, Alt chooses characters; elsewhere it calls the browser's own menus.
  return [...key].length === 1 && (!altKey || key.charCodeAt(0) > 127) ? text + key : text;
}

/**
 * Opens the palette. Its code may still be on the way: what is typed meanwhile is kept for its field, and is no shortcut of
 * the screen behind it.
 */
export function openPalette(): void {
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
  // The palette is there, and has the focus.
  if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
  event.stopPropagation();
  // The browser keeps its own combinations; Ctrl+K is none of them here.
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() === 'k') event.preventDefault();
  const text = applyKeyPress(paletteQuery.get(), event);
  if (event.key === 'Enter' && !event.isComposing && text?.trim()) paletteSubmitted.set(text);
  if (text === null) paletteOpen.set(false);
  else paletteQuery.set(text);
}

import { currentKeys } from '#src/lib/custom-key-bindings.ts';
import { createRegistry } from '#src/lib/registry.ts';
import { matchPress, pressName } from '#src/lib/shortcut-keys.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import { useRegistered } from '#src/ui/use-registered.ts';

export interface Shortcut {
  /** As `mod+k`, `?` or, one after another, `g m`. */
  keys: string;
  /** What it does, as shown in the overlay: "Go to members". */
  label: string;
  /** The heading in the overlay. */
  group: 'General' | 'Go to' | 'List' | 'Editing';
  run: () => void;
  /** Also while a text field has the focus; only for combinations that mean nothing there. */
  whileTyping?: boolean;
}

/** Every shortcut of what is on the screen now. */
export const shortcuts = createRegistry<Shortcut>();

/** Whether shortcuts without Ctrl or Command work; speech input and stray key presses are why one turns them off. */
export const singleKeys = createStore(readStored('local', 'single-keys') !== 'off');

/** Turns shortcuts of single keys on or off, at once and for the next visits. */
export function setSingleKeys(allowed: boolean): void {
  writeStored('local', 'single-keys', allowed ? null : 'off');
  singleKeys.set(allowed);
}

/** Whether the overlay that lists all shortcuts is open. */
export const shortcutsOverlay = createStore(false);

/** Offers shortcuts while the component is mounted. */
export function useShortcuts(items: readonly Shortcut[]): void {
  useRegistered(shortcuts, items);
}

/** How long a sequence waits for its next key, in milliseconds. */
const sequenceTimeoutMs = 1200;

const isTyping = (element: Element) =>
  element.matches('textarea, select, [contenteditable=""], [contenteditable="true"]') ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(element.type));

/** Starts listening to the keyboard. Called once. */
export function installShortcuts(): void {
  let pending: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('keydown', (event) => {
    const press = pressName(event);
    if (!press || event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    // A dialog or a menu has the keyboard to itself.
    if (target.closest('[role="dialog"], [role="menu"], dialog')) return;
    const usable = shortcuts.all
      .get()
      .map((shortcut) => ({ ...shortcut, keys: currentKeys(shortcut.keys) }))
      .filter(({ keys, whileTyping }) => {
        const isCommand = keys.startsWith('mod');
        return isTyping(target) ? whileTyping && isCommand : isCommand || singleKeys.get();
      });
    const result = matchPress(pending, press, usable);
    pending = result.pending;
    clearTimeout(timer);
    timer = setTimeout(() => (pending = []), sequenceTimeoutMs);
    if (!result.matched) return;
    event.preventDefault();
    result.matched.run();
  });
}

import { currentKeys, matchPress, pressName } from '#src/lib/shortcut-keys.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createRegistry, createStore } from '#src/lib/store.ts';
import { isTextField } from '#src/ui/browser/text-fields.ts';
import { useRegistered } from '#src/ui/browser/use-store.ts';

export interface Shortcut {
  /** `mod+k`, `?`, or the sequence `g m`. */
  keys: string;
  /** The action as shown in the overlay: "Go to members". */
  label: string;
  /** The heading in the overlay. */
  group: 'General' | 'Go to' | 'List' | 'Editing';
  run: () => void;
  /** Also active in text fields; only for combinations without meaning there. */
  whileTyping?: boolean;
}

/** The shortcuts of all mounted components. */
export const shortcuts = createRegistry<Shortcut>();

/** Whether single-key shortcuts are enabled; speech input may require disabling them. */
export const singleKeys = createStore(readStored('local', 'single-keys') !== 'off');

/** Enables or disables single-key shortcuts and stores the choice. */
export function setSingleKeys(allowed: boolean): void {
  writeStored('local', 'single-keys', allowed ? null : 'off');
  singleKeys.set(allowed);
}

export const shortcutsOverlay = createStore(false);

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(items: readonly Shortcut[]): void {
  useRegistered(shortcuts, items);
}

const sequenceTimeoutMs = 1200;

export function installShortcuts(): void {
  let pending: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('keydown', (event) => {
    const press = pressName(event);
    if (!press || event.defaultPrevented || event.isComposing) return;
    // The field itself, also where it stands in a shadow root.
    const [origin] = event.composedPath();
    const target = origin instanceof Element ? origin : document.body;
    // Dialogs and menus handle keys themselves.
    if (target.closest('[role="dialog"], [role="menu"], dialog')) return;
    const usable = shortcuts.all
      .get()
      .map((shortcut) => ({ ...shortcut, keys: currentKeys(shortcut.keys) }))
      .filter(({ keys, whileTyping }) => {
        const isCommand = keys.startsWith('mod');
        return isTextField(target) ? whileTyping && isCommand : isCommand || singleKeys.get();
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

import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type CustomKeyBindings = Readonly<Record<string, string>>;

/** Parses the stored bindings and drops invalid ones. */
export function parseKeyBindings(stored: string | null): CustomKeyBindings {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, to]) => typeof to === 'string' && to !== ''));
  } catch {
    return {};
  }
}

/** Custom keys by default keys, in shortcut notation: `g m`, `mod+k`. */
export const customKeyBindings = createStore<CustomKeyBindings>(
  parseKeyBindings(readStored('local', 'keys')),
);

/** Rebinds every shortcut with these default keys; null restores the default. */
export function rebind(keys: string, to: string | null): void {
  const { [keys]: _, ...rest } = customKeyBindings.get();
  const next = to === null || to === keys ? rest : { ...rest, [keys]: to };
  writeStored('local', 'keys', Object.keys(next).length === 0 ? null : JSON.stringify(next));
  customKeyBindings.set(next);
}

/** The keys currently bound in place of these default keys. */
export const currentKeys = (keys: string): string => customKeyBindings.get()[keys] ?? keys;

/** Whether one of two key sequences hides the other. */
export function keysConflict(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** The part of a `KeyboardEvent` that identifies a shortcut. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * The name of a key press, as shortcuts are written: `k`, `mod+k` (Ctrl, or Command on a Mac), `mod+shift+z`,
 * `shift+arrowdown`, `?`. Shift is not named where it only chooses the character, as for `?`.
 * A bare modifier has no name.
 */
export function pressName(press: KeyPress): string | null {
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Unidentified'].includes(press.key))
    return null;
  const letter = /^\p{L}$/u.test(press.key);
  const isNamedKey = press.key.length > 1 || press.key === ' ';
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  const modified = press.ctrlKey || press.metaKey;
  const shift = press.shiftKey && (isNamedKey || letter);
  return [modified && 'mod', press.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+');
}

/** A shortcut of one or more presses. */
export interface KeyBinding {
  /** Presses separated by spaces: `g m` is G, then M. */
  keys: string;
}

export interface MatchResult<Binding> {
  /** The binding that is now complete. */
  matched: Binding | null;
  /** The presses so far, when more may follow; else empty. */
  pending: readonly string[];
}

/** Matches key presses against sequences. A press that continues none starts anew, so `x g m` still finds `g m`. */
export function matchPress<Binding extends KeyBinding>(
  pending: readonly string[],
  press: string,
  bindings: readonly Binding[],
): MatchResult<Binding> {
  const attempts = pending.length > 0 ? [[...pending, press], [press]] : [[press]];
  for (const attempt of attempts) {
    const sequence = attempt.join(' ');
    const matched = bindings.findLast((binding) => binding.keys === sequence);
    if (matched) return { matched, pending: [] };
    if (bindings.some((binding) => binding.keys.startsWith(`${sequence} `)))
      return { matched: null, pending: attempt };
  }
  return { matched: null, pending: [] };
}

const symbols: Record<string, string> = {
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: 'Space',
  delete: 'Del',
};

/** The key caps to show for each press: `mod+k` → [["Ctrl", "K"]] or [["⌘", "K"]]. */
export function keyCaps(keys: string, mac: boolean): string[][] {
  return keys.split(' ').map((press) =>
    press.split('+').map((key) => {
      if (key === 'mod') return mac ? '⌘' : 'Ctrl';
      if (key === 'alt') return mac ? '⌥' : 'Alt';
      return symbols[key] ?? key.toUpperCase();
    }),
  );
}

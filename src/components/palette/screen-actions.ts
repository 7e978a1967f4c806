import { type ReactNode, useMemo } from 'react';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';

/** Something that the open screen can do. */
export interface ScreenAction {
  /** As on its button: "New team". */
  label: string;
  icon: ReactNode;
  /** The key that does the same. */
  keys?: string;
  run: () => void;
}

/**
 * Offers what a screen can do to the palette and, where it has keys, to the keyboard. The array has to be the same one
 * from render to render unless something in it changes.
 */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const { entries, shortcuts } = useMemo(() => {
    const offered: PaletteEntry[] = actions.map((action) => ({
      ...action,
      id: `action:${action.label}`,
      group: 'Actions',
    }));
    const shortcuts = actions.flatMap(({ keys, label, run }): Shortcut[] =>
      keys === undefined ? [] : [{ keys, label, group: 'General', run }],
    );
    return { entries: offered, shortcuts: shortcuts };
  }, [actions]);
  usePaletteEntries(entries);
  useShortcuts(shortcuts);
}

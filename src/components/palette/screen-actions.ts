import { type ReactNode, useMemo } from 'react';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';

/** An action of the current screen. */
export interface ScreenAction {
  /** Same label as on its button: "New team". */
  label: string;
  icon: ReactNode;
  /** Shortcut. */
  keys?: string;
  run: () => void;
}

/**
 * Registers a screen's actions with the palette and, if they have keys, as shortcuts. The array must be stable between
 * renders.
 */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const { entries, shortcuts } = useMemo(() => {
    const offered: PaletteEntry[] = actions.map((action) => ({
      ...action,
      id: `action:${action.label}`,
      group: 'Actions',
      kind: 'edit',
    }));
    const shortcuts = actions.flatMap(({ keys, label, run }): Shortcut[] =>
      keys === undefined ? [] : [{ keys, label, group: 'General', run }],
    );
    return { entries: offered, shortcuts: shortcuts };
  }, [actions]);
  usePaletteEntries(entries);
  useShortcuts(shortcuts);
}

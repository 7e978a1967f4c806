import { useState } from 'react';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';

/** Whether this person has the options beside the text, in this browser. */
const hasOptionsBeside = createStore(readStored('local', 'page-options') !== null);

interface OptionsChoice {
  isOpen: boolean;
  /** Beside the text, or above it where both don't fit. */
  place: 'beside' | 'dialog';
  toggle: () => void;
}

/** Whether the options of the page are open. Beside the text it is remembered. */
export function useOptionsChoice(): OptionsChoice {
  const isWide = useMatches('(width >= 80rem)');
  const isBeside = useStore(hasOptionsBeside);
  const [isDialogOpen, setDialogOpen] = useState(false);
  return {
    isOpen: isWide ? isBeside : isDialogOpen,
    place: isWide ? 'beside' : 'dialog',
    toggle() {
      if (!isWide) return setDialogOpen(!isDialogOpen);
      writeStored('local', 'page-options', isBeside ? null : 'yes');
      hasOptionsBeside.set(!isBeside);
    },
  };
}

import { useState } from 'react';
import { isOwnServer } from '#src/api/client.ts';
import { useCan } from '#src/api/extensions.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';

/** Whether this person has the preview beside the text, in this browser. */
const hasPreviewBeside = createStore(readStored('local', 'page-preview') !== null);

export interface PreviewChoice {
  /** Whether the server has previews. */
  isPossible: boolean;
  isOpen: boolean;
  /** Beside the text, or instead of it where both don't fit. */
  place: 'beside' | 'instead';
  toggle: () => void;
}

/** Whether the preview is open. Beside the text it is remembered; a small screen begins with the text. */
export function usePreviewChoice(): PreviewChoice {
  const isPossible = useCan('createPagePreview') !== false && isOwnServer();
  const isWide = useMatches('(width >= 56.25rem)');
  const isBeside = useStore(hasPreviewBeside);
  const [isInstead, setInstead] = useState(false);
  return {
    isPossible,
    isOpen: isPossible && (isWide ? isBeside : isInstead),
    place: isWide ? 'beside' : 'instead',
    toggle() {
      if (!isWide) return setInstead(!isInstead);
      writeStored('local', 'page-preview', isBeside ? null : 'yes');
      hasPreviewBeside.set(!isBeside);
    },
  };
}

import { useEffect, useState } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { afterSecondPaint } from '#src/ui/browser/after-paint.ts';

type EditorParts = typeof import('./editor-parts.ts');

/** The next editor has them from the start. */
let loaded: EditorParts | undefined;

const offlineMessage = 'You can’t open this while you’re offline.';
const failedMessage = 'Couldn’t load part of the editor. Save, and reload the page.';

/**
 * Dialogs and panels of the editor. They are loaded ahead, once the text is painted: they open at once, also without a
 * connection. What can't be loaded when it is needed is said, and the editor stays.
 *
 * @param onFailed called when they were needed and didn't load
 */
export function useEditorParts(isNeeded: boolean, onFailed?: () => void): EditorParts | undefined {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (parts) return undefined;
    let isCurrent = true;
    const load = async () => {
      try {
        loaded = await import('./editor-parts.ts');
        if (isCurrent) setParts(loaded);
      } catch {
        if (!isCurrent || !isNeeded) return;
        const text = navigator.onLine ? failedMessage : offlineMessage;
        toast(text, { id: 'editor-parts', tone: 'error' });
        onFailed?.();
      }
    };
    if (isNeeded) void load();
    const cancelAhead = isNeeded ? undefined : afterSecondPaint(() => void load());
    return () => {
      isCurrent = false;
      cancelAhead?.();
    };
  }, [parts, isNeeded, onFailed]);
  return parts;
}

import { toast } from '#src/components/toasts/toasts.ts';

/** Longer texts are not shown for manual copying. */
const maxShownLength = 400;

/**
 * Copies a text to the clipboard. Browsers deny this without permission or HTTPS; a toast then shows the text if it is
 * short enough to select.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const short = [...text].length <= maxShownLength;
    toast(
      short ? 'Couldn’t copy. Copy it manually:' : 'Couldn’t copy. Select the text and copy it manually.',
      { id: 'copy', tone: 'failed', durationMs: Infinity, ...(short ? { detail: text } : {}) },
    );
    return false;
  }
}

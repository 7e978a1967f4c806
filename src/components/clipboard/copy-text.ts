import { toast } from '#src/components/toasts/toasts.ts';

/** Up to this many characters a text is shown to be copied by hand; in a longer one nobody finds beginning and end. */
const maxShownLength = 400;

/**
 * Puts a text on the clipboard. Browsers refuse it to pages without the permission, and to every page that did not come
 * over an encrypted connection; a refusal is said, with the text itself where it is short enough to be marked.
 *
 * @returns whether it is on the clipboard; only then may the caller say so
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

/** Emoji that a text has by their names. What the names mean is loaded when a text in view has the first one. */
import { createStore } from '#src/lib/store.ts';

/** The emoji of a name; null until they are loaded. */
export const emojiNames = createStore<((name: string) => string | undefined) | null>(null);

let isAsked = false;

async function loadNames(): Promise<void> {
  try {
    const { emojiOfName } = await import('#src/domain/emoji/emoji-table.ts');
    emojiNames.set(() => emojiOfName);
  } catch {
    // They stay words, and are asked for again with the next paragraph.
    isAsked = false;
  }
}

/** The emoji that a name between colons means; undefined for other words, and until that is known. */
export function readEmojiName(name: string): string | undefined {
  const read = emojiNames.get();
  if (read) return read(name);
  if (!isAsked) {
    isAsked = true;
    void loadNames();
  }
  return undefined;
}

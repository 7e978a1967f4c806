import { createStore } from '#src/lib/store.ts';

/** The current text of the live region; the number distinguishes equal announcements. */
export const announcements = createStore({ text: '', number: 0 });

/** Announces a text to assistive technology: a move, a finished copy, a new page. */
export function announce(text: string): void {
  announcements.set(({ number }) => ({ text, number: number + 1 }));
}

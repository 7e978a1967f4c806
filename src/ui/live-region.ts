import { createStore } from '#src/lib/store.ts';

/** What the page's live region says now; the number tells two equal announcements apart. */
export const announcements = createStore({ text: '', number: 0 });

/** Lets assistive technology say something that is otherwise only seen: a move, a finished copy, a new page. */
export function announce(text: string): void {
  announcements.set(({ number }) => ({ text, number: number + 1 }));
}

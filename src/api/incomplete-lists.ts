import { createStore } from '#src/lib/store.ts';

/** The path of the screen with an incomplete list; null for none. */
export const incompleteAt = createStore<string | null>(null);

export function recordIncomplete(): void {
  incompleteAt.set(globalThis.location?.pathname ?? null);
}

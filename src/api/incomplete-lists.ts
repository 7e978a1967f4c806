import { createStore } from '#src/lib/store.ts';

/** The address of the screen that shows a list which the server did not let end; null for none. */
export const incompleteAt = createStore<string | null>(null);

/** Records that what the screen shows may be incomplete. */
export function recordIncomplete(): void {
  incompleteAt.set(globalThis.location?.pathname ?? null);
}

/** The changes of a site's structure in this tab, for reading. */
import type { Outcome } from '#src/components/tree-editor/change-queue.ts';
import { createStore, type Store } from '#src/lib/store.ts';

export interface JournalEntry extends Outcome {
  readonly number: number;
  /** ISO time. */
  readonly at: string;
}

const MAX_ENTRIES = 100;
const journals = new Map<string, Store<readonly JournalEntry[]>>();
let number = 0;

/** The journal of a site, latest first. It lasts until the page is closed. */
export function journalOf(siteId: string): Store<readonly JournalEntry[]> {
  const existingJournal = journals.get(siteId);
  if (existingJournal) return existingJournal;
  const created = createStore<readonly JournalEntry[]>([]);
  journals.set(siteId, created);
  return created;
}

export function recordOutcome(siteId: string, outcome: Outcome): void {
  number += 1;
  const entry = { ...outcome, number, at: new Date().toISOString() };
  journalOf(siteId).set((entries) => [entry, ...entries].slice(0, MAX_ENTRIES));
}

/** What has been done to the structure of a site in this tab, in words, for reading it again. */
import type { Outcome } from '#src/components/tree-editor/change-queue.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** One line of the journal. */
export interface JournalEntry extends Outcome {
  readonly number: number;
  /** ISO time. */
  readonly at: string;
}

const LONGEST = 100;
const journals = new Map<string, Store<readonly JournalEntry[]>>();
let number = 0;

/** The journal of a site, the latest line first. It lasts as long as the page. */
export function journalOf(siteId: string): Store<readonly JournalEntry[]> {
  const known = journals.get(siteId);
  if (known) return known;
  const made = createStore<readonly JournalEntry[]>([]);
  journals.set(siteId, made);
  return made;
}

/** Adds a line to the journal of a site. */
export function note(siteId: string, outcome: Outcome): void {
  number += 1;
  const entry = { ...outcome, number, at: new Date().toISOString() };
  journalOf(siteId).set((entries) => [entry, ...entries].slice(0, LONGEST));
}

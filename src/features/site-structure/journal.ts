/** What has been done to the structure of a site in this tab, in words, for reading it again. */
import { createStore, type Store } from '#src/lib/store.ts';

/** One line of the journal. */
export interface JournalEntry {
  readonly number: number;
  /** ISO time. */
  readonly at: string;
  readonly text: string;
  readonly outcome: 'done' | 'undone' | 'repeated' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
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
export function note(siteId: string, line: Omit<JournalEntry, 'at' | 'number'>): void {
  number += 1;
  const entry = { ...line, number, at: new Date().toISOString() };
  journalOf(siteId).set((entries) => [entry, ...entries].slice(0, LONGEST));
}

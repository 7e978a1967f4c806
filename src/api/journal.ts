import { createStore } from '#src/lib/store.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import type { UndoEntry } from '#src/lib/undo-stack.ts';
import type { LoggedRequest } from './request-log.ts';

/** One change that its person made in this browser. */
export interface JournalEntry extends Pick<
  LoggedRequest,
  'method' | 'path' | 'origin' | 'body' | 'requestId' | 'at'
> {
  id: string;
  /** What was done in words; absent where only the request tells. */
  label?: string;
}

/** The journal of the person who is signed in, the oldest first. */
export const journal = createStore<readonly JournalEntry[]>([]);

const maxEntries = 300;
const maxBodyLength = 2000;
/** How long after its request a change may be named, in milliseconds. */
const nameWithinMs = 15_000;

const undoByEntry = new Map<string, UndoEntry>();
let owner: string | null = null;

/** Opens the journal of a person; that of another one stays closed. */
export function openJournal(userId: string | null): void {
  if (userId === owner) return;
  owner = userId;
  undoByEntry.clear();
  journal.set(userId === null ? [] : loadEntries(userId));
}

function loadEntries(userId: string): JournalEntry[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', `journal.${userId}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is JournalEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'at' in value &&
    'path' in value &&
    typeof value.at === 'number' &&
    typeof value.path === 'string'
  );
}

function saveEntries(entries: readonly JournalEntry[]): void {
  const latest = entries.slice(-maxEntries);
  journal.set(latest);
  if (owner !== null) writeStored('local', `journal.${owner}`, JSON.stringify(latest));
}

/** Writes down a change that the server has accepted. Visits are none. */
export function recordChange(request: LoggedRequest): void {
  const { method, path, origin, at, requestId } = request;
  if (path.endsWith('/ping')) return;
  const body = request.body !== null && request.body.length <= maxBodyLength ? request.body : null;
  saveEntries([
    ...journal.get(),
    { id: `${at}-${request.number}`, method, path, origin, body, at, requestId },
  ]);
}

/** Gives the change that was made last its words and the way to take it back. */
export function labelLatestChange(entry: UndoEntry, now = Date.now()): void {
  const latest = journal.get().at(-1);
  if (!latest || latest.label !== undefined || now - latest.at > nameWithinMs) return;
  undoByEntry.set(latest.id, entry);
  saveEntries(journal.get().map((one) => (one === latest ? { ...one, label: entry.label } : one)));
}

/** What takes a change back, as long as this page is open; undefined where nothing does. */
export function undoOfChange(id: string): UndoEntry | undefined {
  return undoByEntry.get(id);
}

/** Forgets everything that was written down for this person. */
export function clearJournal(): void {
  undoByEntry.clear();
  journal.set([]);
  if (owner !== null) writeStored('local', `journal.${owner}`, null);
}

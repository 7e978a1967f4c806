import { listStoredKeys, readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import type { UndoEntry } from '#src/lib/undo-stack.ts';
import type { LoggedRequest } from './request-log.ts';

/** A change made by the user in this browser. */
export interface JournalEntry extends Pick<
  LoggedRequest,
  'method' | 'path' | 'origin' | 'body' | 'requestId' | 'at'
> {
  id: string;
  /** The action in the past tense; absent if only the request is known. */
  label?: string;
}

/** The signed-in user's journal, oldest first. */
export const journal = createStore<readonly JournalEntry[]>([]);

const maxEntries = 300;
const maxBodyLength = 2000;
/** How long after its request a change can be labeled. */
const nameWithinMs = 15_000;

const undoByEntry = new Map<string, UndoEntry>();
let owner: string | null = null;

const keyOf = (user: string) => `journal.${user}`;
/** The server of a journal's user, with a blank at its end; empty for our own. */
const serverOf = (user: string) => user.slice(0, user.lastIndexOf(' ') + 1);

/**
 * Opens a user's journal and closes the previous one. Those of others of the same server are deleted: everything in them
 * is on the server, and the next person at this browser must not read it.
 *
 * @param user - an ID, after the URL of another server and a blank
 */
export function openJournal(user: string | null): void {
  if (user === owner) return;
  owner = user;
  undoByEntry.clear();
  journal.set(user === null ? [] : loadEntries(user));
  if (user === null) return;
  for (const otherUser of listStoredKeys('local', keyOf('')))
    if (otherUser !== user && serverOf(otherUser) === serverOf(user))
      writeStored('local', keyOf(otherUser), null);
}

function loadEntries(user: string): JournalEntry[] {
  try {
    const storedEntries: unknown = JSON.parse(readStored('local', keyOf(user)) ?? '[]');
    return Array.isArray(storedEntries) ? storedEntries.filter(isEntry) : [];
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
  if (owner !== null) writeStored('local', keyOf(owner), JSON.stringify(latest));
}

/** Sent by the console on its own: no changes that a person would look for. */
const unnamedPath = /\/(?:ping|personal-state)$/;

/** Records a successful change. */
export function recordChange(request: LoggedRequest): void {
  const { method, path, origin, at, requestId } = request;
  if (unnamedPath.test(path)) return;
  const body = request.body !== null && request.body.length <= maxBodyLength ? request.body : null;
  saveEntries([
    ...journal.get(),
    { id: `${at}-${request.number}`, method, path, origin, body, at, requestId },
  ]);
}

/** Adds label and undo to the latest change. */
export function labelLatestChange(entry: UndoEntry, now = Date.now()): void {
  const latest = journal.get().at(-1);
  if (!latest || latest.label !== undefined || now - latest.at > nameWithinMs) return;
  undoByEntry.set(latest.id, entry);
  saveEntries(
    journal
      .get()
      .map((candidate) => (candidate === latest ? { ...candidate, label: entry.label } : candidate)),
  );
}

/** Undoes a change while this page is open; undefined if it can't be undone. */
export function undoOfChange(id: string): UndoEntry | undefined {
  return undoByEntry.get(id);
}

/** Clears the user's journal. */
export function clearJournal(): void {
  undoByEntry.clear();
  journal.set([]);
  if (owner !== null) writeStored('local', keyOf(owner), null);
}

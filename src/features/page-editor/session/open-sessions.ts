import { registerUnsavedWork } from '#src/domain/page-drafts/unsaved-work.ts';
import type { EditSession } from './edit-session.ts';

interface OpenSession {
  session: EditSession;
  screens: number;
  /** The number of uploads that will still change the text; the session stays open for them. */
  holds: number;
}

/** The sessions of this tab by key. One outlives its screen until everything is saved. */
const sessions = new Map<string, OpenSession>();

let isWatching = false;

/** Saves when the tab is left or hidden, and again when the connection is back. */
function watchTab(): void {
  if (isWatching) return;
  isWatching = true;
  const flushAll = () => Promise.all([...sessions.values()].map(({ session }) => session.flush()));
  registerUnsavedWork({
    save: flushAll,
    abandon() {
      sessions.forEach(({ session }) => session.abandon());
      sessions.clear();
    },
  });
  window.addEventListener('blur', () => void flushAll());
  window.addEventListener('online', () => void flushAll());
  window.addEventListener('pagehide', () => void flushAll());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushAll();
  });
  window.addEventListener('beforeunload', (event) => {
    const unkept = [...sessions.values()].map(({ session }) => session).filter(({ isKept }) => !isKept.get());
    // Here already: once the tab is hidden, a browser ends it half a second later, done or not.
    for (const session of unkept) void session.keep();
    // Drafts in this browser are there at the next visit.
    if (unkept.some(({ isAtRisk }) => isAtRisk)) event.preventDefault();
  });
}

/** The session of a key, if this tab has one that is not saved completely. */
export const openSessionOf = (key: string): EditSession | undefined => sessions.get(key)?.session;

function entryOf(session: EditSession): OpenSession {
  const entry = sessions.get(session.key) ?? { session, screens: 0, holds: 0 };
  sessions.set(session.key, entry);
  return entry;
}

function closeIfDone({ session, screens, holds }: OpenSession): void {
  if (screens > 0 || holds > 0 || session.state.get().kind !== 'saved') return;
  session.close();
  sessions.delete(session.key);
}

/** Registers a screen's session; call the result when the screen is left. */
export function showOnScreen(session: EditSession): () => void {
  watchTab();
  const entry = entryOf(session);
  entry.screens += 1;
  return () => {
    entry.screens -= 1;
    void session.detach().then(() => closeIfDone(entry));
  };
}

/** Keeps a session open; call the result when what it waits for is in the text. */
export function keepOpen(session: EditSession): () => void {
  const entry = entryOf(session);
  entry.holds += 1;
  return () => {
    entry.holds -= 1;
    closeIfDone(entry);
  };
}

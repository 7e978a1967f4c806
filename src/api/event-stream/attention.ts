import { session } from '#src/api/session/session.ts';

/** How long a tab may be hidden before it stops following: switching to another and back closes nothing. */
const hiddenForMs = 5000;

/** A subscription that lasts while the tab is visible. */
interface Followed {
  resume(): void;
  pause(): void;
}

/**
 * Resumes while the tab is visible, online and signed in, and pauses else. A browser has six connections to a server
 * without HTTP/2, and streams of hidden tabs would use them up.
 *
 * @returns a function that ends it, and pauses
 */
export function followWhileAttended({ resume, pause }: Followed): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    if (!navigator.onLine || session.state.get().status !== 'signed-in') pause();
    else if (document.visibilityState === 'visible') resume();
    else timer = setTimeout(pause, hiddenForMs);
  };
  const leave = () => {
    clearTimeout(timer);
    pause();
  };
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('online', update, { signal });
  window.addEventListener('offline', update, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  // A page with an open connection is not kept for the button that leads back to it.
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', update, { signal });
  const endSession = session.state.subscribe(update);
  update();
  return () => {
    listening.abort();
    endSession();
    leave();
  };
}

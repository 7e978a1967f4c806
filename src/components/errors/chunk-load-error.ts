/** Marks errors of files of the console that failed to load. */
const message = 'Couldn’t load part of the console.';

/**
 * Keeps the router from reloading the page when a chunk fails to load, which would lose unsaved text and, offline, the
 * page. The error page handles it. Called once.
 */
export function handleChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = message;
  });
}

/** Whether a chunk failed to load: offline, or replaced by a newer version. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.message === message;
}

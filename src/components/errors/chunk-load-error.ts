/** The message of an error that says: a file of the console itself could not be fetched. */
const message = 'Couldn’t load part of the console.';

/**
 * Takes failures to fetch a part of the console from the router, which would reload the page: that loses what was
 * written and, offline, the page itself. The error page tells what happened instead. Called once.
 */
export function handleChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = message;
  });
}

/** Whether an error is a part that could not be fetched: no connection, or a newer version has taken its place. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.message === message;
}

import { createStore } from '#src/lib/store.ts';

/** Whether the browser reports no connection. */
export const isOffline = createStore(false);

/** Resolves once the browser reports a connection. */
export function whenOnline(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener('online', () => resolve(), { once: true });
  });
}

export function watchConnection(): void {
  const update = () => isOffline.set(!navigator.onLine);
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
}

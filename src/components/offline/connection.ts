import { createStore } from '#src/lib/store.ts';

/** Whether the browser reports no connection. */
export const isOffline = createStore(false);

export function watchConnection(): void {
  const update = () => isOffline.set(!navigator.onLine);
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
}

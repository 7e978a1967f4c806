import { createStore } from '#src/lib/store.ts';

/** Whether the device says that it has no connection. */
export const isOffline = createStore(false);

/** Follows the device's connection. Called once. */
export function watchConnection(): void {
  const update = () => isOffline.set(!navigator.onLine);
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
}

import { createStore } from '#src/lib/store.ts';

/** Whether the device says that it has no connection. */
export const isOffline = createStore(false);

/** Follows the device's connection. Called once. */
export function followConnection(): void {
  const look = () => isOffline.set(!navigator.onLine);
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  look();
}

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

/** The longest time between two questions whether the server answers. */
const maxWaitMs = 8000;

/** Resolves once the server of this page answers; a browser that is online may not reach it. */
export async function whenServerAnswers(): Promise<void> {
  for (let waitMs = 500; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    await whenOnline();
    const isReached = await fetch('/', { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (isReached) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

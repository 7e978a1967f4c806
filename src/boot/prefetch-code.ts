import type { RegisteredRouter } from '@tanstack/react-router';
import { loadPart } from '#src/components/errors/load-part.ts';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { whenOnline } from '#src/components/offline/connection.ts';
import { overlayLoads } from '#src/domain/shell/overlays.tsx';
import { afterPaint } from '#src/ui/browser/after-paint.ts';

/** List screens, whose code is mostly part of the first screen's. */
const prefetchedScreens = [
  '/o/$organizationId',
  '/o/$organizationId/members',
  '/o/$organizationId/teams',
] as const;

const nextPaint = () => new Promise<void>((resolve) => void afterPaint(resolve));
const nextIdle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );

/** A navigation in the meantime needs the connections and the main thread. */
async function whenArrived(router: RegisteredRouter): Promise<void> {
  if (router.state.status === 'idle') return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      resolve();
    });
  });
  await nextPaint();
}

/** From now on the screen shows what others change. */
async function followStream(router: RegisteredRouter): Promise<void> {
  const { startFollowing } = await import('#src/domain/live/start-following.ts');
  startFollowing(router, router.options.context.queryClient);
}

/** Keeps the person's state the same in all browsers from now on. */
async function syncPersonalState(router: RegisteredRouter): Promise<void> {
  const { startPersonalState } = await import('./personal-state.ts');
  startPersonalState(router);
}

/**
 * Prefetches the code of overlays and cheap screens; other screens load on intent. It waits until the first screen is painted
 * and works in steps, because all at once would delay the first click.
 */
export async function prefetchCode(
  router: RegisteredRouter,
  loadAllRoutes: () => Promise<void>,
): Promise<void> {
  const prefetches: readonly (() => unknown)[] = [
    () => isIdle.set(true),
    () => followStream(router),
    () => syncPersonalState(router),
    ...overlayLoads,
    loadAllRoutes,
    ...prefetchedScreens.map((path) => () => router.loadRouteChunk(router.routesByPath[path])),
  ];
  await nextPaint();
  await nextPaint();
  for (const prefetch of prefetches) {
    // Code that is missing for good is asked for again by the screens that need it.
    await nextIdle()
      .then(() => whenArrived(router))
      .then(whenOnline)
      .then(() => loadPart(prefetch))
      .catch(() => undefined);
  }
}

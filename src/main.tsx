import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configureClient } from './api/client.ts';
import { ApiError, NotOfferedError } from './api/errors.ts';
import { handleChunkLoadErrors } from './components/errors/error-page.tsx';
import { isIdle } from './components/layout/layout-state.ts';
import { watchConnection, whenOnline } from './components/offline/connection.ts';
import { installShortcuts } from './components/shortcuts/shortcuts.ts';
import { overlayLoads } from './domain/shell/overlays.tsx';
import { firstPaths } from './first-routes.ts';
import { loadAllRoutes, queryClient, router } from './router.ts';
import { afterPaint } from './ui/browser/after-paint.ts';
import { installFocusRecovery } from './ui/browser/focus-recovery.ts';
import { followSystemTheme } from './ui/browser/theme.ts';
import { installTooltips } from './ui/tooltip.ts';

configureClient();
followSystemTheme();
installTooltips();
installFocusRecovery();
installShortcuts();
watchConnection();
handleChunkLoadErrors();

function render(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('Element #root is missing.');
  createRoot(root, {
    // Error responses shown by an error page are not logged; everything else is.
    onCaughtError: (error) => {
      if (!(error instanceof ApiError || error instanceof NotOfferedError)) console.error(error);
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

if (firstPaths.test(location.pathname)) {
  loadScreen();
  render();
}
// If the routes fail to load, the router tries again and shows the error.
else void loadAllRoutes().then(loadScreen).then(render, render);

/** Starts to load the code of the screen, which otherwise begins once its organization has been received. */
function loadScreen(): void {
  const [matched] = router.getMatchedRoutes(location.pathname);
  for (const route of matched) void router.loadRouteChunk(route)?.catch(() => undefined);
}

/** List screens, whose code is mostly part of the first screen's. */
const prefetchedScreens = [
  '/o/$organizationId',
  '/o/$organizationId/members',
  '/o/$organizationId/teams',
] as const;

/** Prefetch the code of overlays and cheap screens. Other screens load on intent. */
const prefetches: readonly (() => unknown)[] = [
  () => isIdle.set(true),
  ...overlayLoads,
  loadAllRoutes,
  ...prefetchedScreens.map((path) => () => router.loadRouteChunk(router.routesByPath[path])),
];

const nextPaint = () => new Promise<void>((resolve) => void afterPaint(resolve));
const nextIdle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );

/** A navigation in the meantime needs the connections and the main thread. */
async function whenArrived(): Promise<void> {
  if (router.state.status === 'idle') return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      resolve();
    });
  });
  await nextPaint();
}

/** After the first screen is painted, in steps: together they would delay the first click. */
async function prefetchCode(): Promise<void> {
  await nextPaint();
  await nextPaint();
  for (const prefetch of prefetches) {
    // Code that fails to load while offline stays missing for the screens that need it; else it is loaded on demand.
    await nextIdle()
      .then(whenArrived)
      .then(whenOnline)
      .then(prefetch)
      .catch(() => undefined);
  }
}

/**
 * How long the previous screen stays while the next one is loaded, in milliseconds; a line runs above it. A
 * placeholder is a screen too: rendering it, and keeping it long enough, delays the screen that it stands
 * for.
 */
const formerScreenMs = 1000;

const firstScreen = router.subscribe('onResolved', () => {
  firstScreen();
  router.options.defaultPendingMs = formerScreenMs;
  void prefetchCode();
});

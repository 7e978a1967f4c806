import { createRouter } from '@tanstack/react-router';
import { createQueryClient } from './api/queries.ts';
import { firstRouteTree } from './boot/first-routes.ts';
import { ErrorPage, NotFoundPage } from './components/errors/error-page.tsx';
import { PendingScreen } from './components/layout/page-bar.tsx';
import { currentScreen } from './components/undo/undo.ts';
import { afterSecondPaint } from './ui/browser/after-paint.ts';
import { lastFocusedInPage } from './ui/browser/focus-recovery.ts';
import { announce } from './ui/browser/live-region.tsx';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree: firstRouteTree,
  context: { queryClient, loadRoutesFor },
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  // The query cache decides what is fresh; a second cache in the router could contradict it.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  // Until there is a first screen, its frame comes soon; a placeholder then stays long enough not to flicker.
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
});

let allRoutes: Promise<void> | null = null;

/** Loads the routes of all screens, once. Rejects if their code can't be loaded; then the next call tries again. */
export function loadAllRoutes(): Promise<void> {
  allRoutes ??= import('./routes.gen.ts').then(
    () => router.setRoutes(router.buildRouteTree()),
    (error: unknown) => {
      allRoutes = null;
      throw error;
    },
  );
  return allRoutes;
}

/** Whether the screen at `pathname` became known only now. */
async function loadRoutesFor(pathname: string): Promise<boolean> {
  const isKnown = () => {
    const [, params, route] = router.getMatchedRoutes(pathname);
    // The router's name for what no route has matched.
    return route !== undefined && !params['**'];
  };
  if (isKnown()) return false;
  await loadAllRoutes();
  return isKnown();
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Its child routes are screens, such as tabs; elsewhere child routes are dialogs over the screen. */
    hasScreens?: boolean;
  }
}

/** The path of the screen below any dialog route. */
function screenAt(pathname: string): string {
  const [matchedRoutes] = router.getMatchedRoutes(pathname);
  let index = matchedRoutes.findIndex(({ id }) => id === '/_shell/o/$organizationId') + 1;
  while (matchedRoutes[index]?.options.staticData?.hasScreens && index + 1 < matchedRoutes.length) index += 1;
  const screen = matchedRoutes[index];
  const length = (screen?.fullPath ?? pathname).replace(/\/$/, '').split('/').length;
  return pathname.split('/').slice(0, length).join('/');
}

// Set before loading, so that a key doesn't act on the screen being left.
router.subscribe('onBeforeLoad', ({ toLocation }) => currentScreen.set(screenAt(toLocation.pathname)));

/**
 * After navigation, announces the screen and, once all of it is painted, moves the focus to it, or back to where it was before
 * a chain of dialogs.
 */
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || !fromLocation) return;
  announce(document.title);
  afterSecondPaint(() => {
    const main = document.getElementById('main');
    // A dialog route manages the focus itself.
    if (document.querySelector('[role="dialog"]') || main?.contains(document.activeElement)) return;
    (lastFocusedInPage() ?? main)?.focus({ preventScroll: true });
  });
});

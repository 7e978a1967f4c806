import { createRouter } from '@tanstack/react-router';
import { createQueryClient } from './api/queries.ts';
import { ErrorPage, NotFoundPage } from './components/errors/error-page.tsx';
import { PendingScreen } from './components/layout/pending-screen.tsx';
import { currentScreen } from './components/undo/undo.ts';
import { lastFocusedInPage } from './ui/focus-recovery.ts';
import { announce } from './ui/live-region.ts';
import { routeTree } from './routes.gen.ts';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  // The query cache decides what is fresh; a second cache in the router would only contradict it.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  // So long the old screen stays; a placeholder that has come stays long enough to be no flicker.
  defaultPendingMs: 400,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The routes below it are tabs, each a screen of its own; elsewhere they are dialogs over the screen. */
    hasTabs?: boolean;
  }
}

/** The address of the screen that an address opens: without that of a dialog over it. */
function screenAt(pathname: string): string {
  const [matchedRoutes] = router.getMatchedRoutes(pathname);
  const index = matchedRoutes.findIndex(({ id }) => id === '/_shell/o/$organizationId') + 1;
  const screen = matchedRoutes[matchedRoutes[index]?.options.staticData?.hasTabs ? index + 1 : index];
  const length = (screen?.fullPath ?? pathname).replace(/\/$/, '').split('/').length;
  return pathname.split('/').slice(0, length).join('/');
}

// From the first moment on: what is still shown is about to go, and a key must not change what cannot be seen.
router.subscribe('onBeforeLoad', ({ toLocation }) => currentScreen.set(screenAt(toLocation.pathname)));

/**
 * After a change of screen: tells assistive technology where one is now, and puts the focus at its beginning, or where
 * it was before one dialog after another lay over the screen.
 */
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || !fromLocation) return;
  announce(document.title);
  const focused = document.activeElement;
  const main = document.getElementById('main');
  // A dialog with an address of its own takes and returns the focus by itself.
  if (document.querySelector('[role="dialog"]') || main?.contains(focused)) return;
  (lastFocusedInPage() ?? main)?.focus({ preventScroll: true });
});

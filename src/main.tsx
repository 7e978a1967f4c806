import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configureClient } from './api/client.ts';
import { ApiError, NotOfferedError } from './api/errors.ts';
import { firstPaths } from './boot/first-routes.ts';
import { prefetchCode } from './boot/prefetch-code.ts';
import { handleChunkLoadErrors } from './components/errors/error-page.tsx';
import { watchConnection } from './components/offline/connection.ts';
import { installShortcuts } from './components/shortcuts/shortcuts.ts';
import { loadAllRoutes, queryClient, router } from './router.ts';
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

/**
 * How long the previous screen stays while the next one is loaded, in milliseconds; a line runs above it. A
 * placeholder is a screen too: rendering it, and keeping it long enough, delays the screen that it stands
 * for.
 */
const formerScreenMs = 1000;

const firstScreen = router.subscribe('onResolved', () => {
  firstScreen();
  router.options.defaultPendingMs = formerScreenMs;
  void prefetchCode(router, loadAllRoutes);
});

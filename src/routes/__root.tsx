import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorPage, NotFoundPage } from '#src/components/errors/error-page.tsx';
import { Overlays } from '#src/domain/shell/overlays.tsx';

interface RouterContext {
  queryClient: QueryClient;
  /** Loads the screen's route if it is not among those of the first screen; whether it was not. */
  loadRoutesFor: (pathname: string) => Promise<boolean>;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { loadRoutesFor }, location }) => {
    if (await loadRoutesFor(location.pathname)) throw redirect({ href: location.href, replace: true });
  },
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <RouteProgress />
      <Outlet />
      <Overlays />
    </>
  );
}

/** On its own: what stands beside it need not render twice for each change of screen. */
function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return loading && <ProgressLine />;
}

/** Screens that load sooner don't pay for an invisible layer. */
const progressAfterMs = 150;

function ProgressLine() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setShown, progressAfterMs, true);
    return () => clearTimeout(timer);
  }, []);
  return isShown && <div aria-hidden="true" className="route-progress" />;
}

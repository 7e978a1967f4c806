import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '#src/components/errors/error-page.tsx';
import { Overlays } from '#src/domain/shell/overlays.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

function Root() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return (
    <>
      {loading && <div aria-hidden="true" className="route-progress" />}
      <Outlet />
      <Overlays />
    </>
  );
}

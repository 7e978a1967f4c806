/**
 * The console's screens as static markup: the same elements, classes and style sheets, and the same requests, without
 * its code. What a screen needs beyond this page is the cost of that code, not of its elements.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { frame } from 'virtual:frame';
import { screens } from 'virtual:screens';
import { Screen } from './screen.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } });

const Frame = (): ReactNode => frame(<Outlet />);
const rootRoute = createRootRoute({ component: Frame });
const routes = screens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(async () => {
      const screen = await load();
      return { Captured: () => <Screen screen={screen} /> };
    }, 'Captured'),
  }),
);
const router = createRouter({ routeTree: rootRoute.addChildren(routes) });

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
  if (link === undefined || link === null) return;
  event.preventDefault();
  router.history.push(link);
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/**
 * The baseline: the smallest page with our stack that does what is measured. Everything above it is the console's own
 * cost.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchPage, Rows } from './list.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } });

/** The type is explicit because the console registers its own router type globally. */
function Frame(): ReactNode {
  return (
    <>
      <nav>
        <Link<typeof router> to="/members">Members</Link> <Link<typeof router> to="/teams">Teams</Link>
      </nav>
      <Outlet />
    </>
  );
}

const rootRoute = createRootRoute({ component: Frame });

function MembersPage() {
  const { data } = useQuery({ queryKey: ['members'], queryFn: () => fetchPage('members?limit=50') });
  return <Rows label="Members" items={data?.items ?? []} />;
}

const loadPages = () => import('./pages.tsx');
const loadVirtualPages = () => import('./virtual-pages.tsx');

const lazyPages = {
  '/teams': lazyRouteComponent(loadPages, 'TeamsPage'),
  '/sites': lazyRouteComponent(loadPages, 'SitesPage'),
  '/structure': lazyRouteComponent(loadVirtualPages, 'StructurePage'),
};

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/members', component: MembersPage }),
  ...Object.entries(lazyPages).map(([path, component]) =>
    createRoute({ getParentRoute: () => rootRoute, path, component }),
  ),
]);

const router = createRouter({ routeTree });

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

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
import { fetchPage } from './fetch-page.ts';
import { Rows } from './rows.tsx';

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

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/members', component: MembersPage }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/teams',
    component: lazyRouteComponent(() => import('./teams-page.tsx'), 'TeamsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/long-list',
    component: lazyRouteComponent(() => import('./long-list-page.tsx'), 'LongListPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/structure',
    component: lazyRouteComponent(() => import('./structure-page.tsx'), 'StructurePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/inbox',
    component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/change-request',
    component: lazyRouteComponent(() => import('./change-request-page.tsx'), 'ChangeRequestPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sites',
    component: lazyRouteComponent(() => import('./sites-page.tsx'), 'SitesPage'),
  }),
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

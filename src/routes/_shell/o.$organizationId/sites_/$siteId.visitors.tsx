import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { siteStructureOptions } from '#src/features/site-structure/queries.ts';
import { visibilityOf } from '#src/features/sites/labels.ts';
import { schemaOf } from '#src/features/visitors/claims.ts';
import { segmentsOptions } from '#src/features/visitors/simulator/segments.ts';
import { parseVisitorsSearch } from '#src/features/visitors/visitors-search.ts';
import { itemsOf } from '#src/routes/_shell/o.$organizationId/-site/site-items.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

// Loaded lazily because it contains the condition parser.
const VisitorsScreen = lazyPart(async () => {
  const { VisitorsScreen: component } = await import('#src/features/visitors/visitors-screen.tsx');
  return { default: component };
});

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/visitors')({
  validateSearch: parseVisitorsSearch,
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(siteStructureOptions(queryClient, params)),
      queryClient.ensureQueryData(schemaOf(params)),
      queryClient.ensureQueryData(segmentsOptions(params)),
    ]),
  component: Visitors,
});

function Visitors() {
  const path = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const { data: structure } = useSuspenseQuery(siteStructureOptions(useQueryClient(), path));
  const items = useMemo(() => itemsOf(structure), [structure]);
  return (
    <Suspense fallback={<SkeletonRows label="Loading visitors" />}>
      <VisitorsScreen
        organization={organization}
        site={site}
        audience={visibilityOf(site.visibility)}
        items={items}
        search={search}
        onSearch={(next) =>
          void navigate({ search: next, replace: next.dialog === undefined && next.item === undefined })
        }
      />
    </Suspense>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { Suspense } from 'react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { customizationOf } from '#src/features/site-customization/queries.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

// Loaded lazily because it contains the correction of colors and the editors of pictures and links.
const AppearanceScreen = lazyPart(async () => ({
  default: (await import('#src/features/site-customization/screen.tsx')).AppearanceScreen,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/appearance')({
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(customizationOf(params)),
  component: AppearancePage,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<Palette />} title="Appearance isn’t available">
          The console can’t change the look of sites on this server.
        </EmptyState>
      }
    />
  ),
});

function AppearancePage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  return (
    <Suspense fallback={<SkeletonRows label="Loading the appearance" />}>
      <AppearanceScreen organization={organization} site={site} />
    </Suspense>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { can, useCan } from '#src/api/extensions.ts';
import { customizationOf } from '#src/features/site-customization/queries.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

// Loaded lazily because it contains the correction of colors and the editors of pictures and links.
const AppearanceScreen = lazy(async () => ({
  default: (await import('#src/features/site-customization/screen.tsx')).AppearanceScreen,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/appearance')({
  loader: async ({ context: { queryClient }, params }) => {
    if (await can(queryClient, 'getSiteCustomization')) {
      await queryClient.ensureQueryData(customizationOf(params));
    }
  },
  component: AppearancePage,
});

function AppearancePage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const isSupported = useCan('getSiteCustomization');
  if (isSupported === false) {
    return (
      <EmptyState icon={<Palette />} title="Appearance isn’t available">
        The console can’t change the look of sites on this server.
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<SkeletonRows label="Loading the appearance" />}>
      {isSupported && <AppearanceScreen organization={organization} site={site} />}
    </Suspense>
  );
}

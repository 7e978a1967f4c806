import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { getOrganizationOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { Shell } from '#src/components/layout/shell.tsx';
import { writeStored } from '#src/lib/storage.ts';

export const Route = createFileRoute('/_shell/o/$organizationId')({
  // The frame belongs to the first screen's chunk: every screen of an organization needs it.
  codeSplitGroupings: [],
  loader: async ({ context: { queryClient }, params: path }) => {
    await queryClient.ensureQueryData(getOrganizationOptions({ path }));
    writeStored('local', 'organization', path.organizationId);
  },
  component: OrganizationLayout,
});

function OrganizationLayout() {
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: Route.useParams() }));
  return (
    <Shell organization={organization}>
      <Outlet />
    </Shell>
  );
}

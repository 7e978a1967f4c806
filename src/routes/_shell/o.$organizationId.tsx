import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { NotFoundPage } from '#src/components/errors/error-page.tsx';
import { Shell } from '#src/components/layout/shell.tsx';
import { writeStored } from '#src/lib/storage.ts';

export const Route = createFileRoute('/_shell/o/$organizationId')({
  // The frame belongs to the first screen's chunk: every screen of an organization needs it.
  codeSplitGroupings: [],
  // A parent's parameters hold those of the screen below it too, which would make another key of the same request.
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureQueryData(getOrganizationOptions({ path: { organizationId } })),
  // Not by the loader: it has run before where the link was aimed at, and is not run again for what is still on its way.
  onEnter: saveLastOrganization,
  onStay: saveLastOrganization,
  component: OrganizationLayout,
  // Named here, the navigation stays around an address that leads nowhere; the router's default takes the whole page.
  notFoundComponent: NotFoundPage,
});

/** Keeps which organization was open last: the address without one leads there. */
function saveLastOrganization({
  status,
  params,
}: {
  status: string;
  params: { organizationId: string };
}): void {
  if (status === 'success') writeStored('local', 'organization', params.organizationId);
}

function OrganizationLayout() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Shell organization={organization}>
      <Outlet />
    </Shell>
  );
}

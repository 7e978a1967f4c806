import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { NotFoundPage } from '#src/components/errors/error-page.tsx';
import { ScreenOutlet } from '#src/domain/shell/screen-outlet.tsx';
import { Shell } from '#src/domain/shell/shell.tsx';
import { writeStored } from '#src/lib/storage.ts';

export const Route = createFileRoute('/_shell/o/$organizationId')({
  // The layout is part of the first chunk: every screen of an organization needs it.
  codeSplitGroupings: [],
  // Parent params include child params, which would give the same request another key.
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    queryClient.ensureQueryData(getOrganizationOptions({ path: { organizationId } })),
  // Not in the loader: it also runs on preload, and does not run again for a pending preload.
  onEnter: saveLastOrganization,
  onStay: saveLastOrganization,
  component: OrganizationLayout,
  // Set here, the navigation stays around the page; the router's default replaces everything.
  notFoundComponent: NotFoundPage,
});

/** Stores the last opened organization; URLs without one redirect to it. */
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
      <ScreenOutlet />
    </Shell>
  );
}

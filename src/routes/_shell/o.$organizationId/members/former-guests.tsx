import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadBelow } from '#src/api/parts.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { FormerGuestsDialog } from '#src/features/members/former-guests-dialog.tsx';
import { formerGuestsOf } from '#src/features/members/former-guests-queries.ts';
import { Callout } from '#src/ui/callout.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/members/former-guests')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const path = { organizationId };
    const { permissions } = await queryClient.ensureQueryData(getOrganizationOptions({ path }));
    if (!permissions.admin) return;
    await loadBelow('Former guests', queryClient.ensureInfiniteQueryData(formerGuestsOf(organizationId)));
  },
  component: FormerGuests,
});

function FormerGuests() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: params }));
  if (!organization.permissions.admin)
    return <Callout tone="warning">{permissionReasons.administrator}</Callout>;
  return (
    <FormerGuestsDialog
      organizationId={params.organizationId}
      onClose={() => void navigate({ to: '/o/$organizationId/members', params, search, replace: true })}
    />
  );
}

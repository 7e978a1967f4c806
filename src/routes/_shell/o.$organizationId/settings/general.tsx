import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { DangerZone } from '#src/components/layout/danger-zone.tsx';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { LeaveOrganization } from '#src/features/members/leave-organization.tsx';
import { selectableSitesOf } from '#src/features/settings/general-settings.ts';
import { PlanDetails } from '#src/features/settings/plan-details.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const GeneralForm = lazy(async () => ({
  default: (await import('#src/features/settings/general-form.tsx')).GeneralForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/settings/general')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const organization = await queryClient.ensureQueryData(
      getOrganizationOptions({ path: { organizationId } }),
    );
    if (isMoreThanGuest(organization)) await queryClient.ensureQueryData(selectableSitesOf(organizationId));
  },
  component: GeneralSettings,
  pendingComponent: () => (
    <Page title="General settings" layout="form">
      <SkeletonRows />
    </Page>
  ),
});

function GeneralSettings() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page title="General settings" layout="form">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <GeneralForm key={organizationId} organization={organization} />
      </Suspense>
      <PlanDetails organization={organization} />
      <DangerZone>
        <LeaveOrganization organization={organization} onLeft={() => void navigate({ to: '/orgs' })} />
      </DangerZone>
    </Page>
  );
}

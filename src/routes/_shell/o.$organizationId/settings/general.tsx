import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { DangerZone } from '#src/components/layout/danger-zone.tsx';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { useMayHavePlans } from '#src/domain/permission/plans.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { LeaveOrganization } from '#src/features/members/leave-organization.tsx';
import { selectableSitesOf } from '#src/features/settings/general-settings.ts';
import { PlanDetails } from '#src/features/settings/plan-details.tsx';

const GeneralForm = lazyPart(async () => ({
  default: (await import('#src/features/settings/general-form.tsx')).GeneralForm,
}));

const placeholder = <FormSkeleton fields={['field', 'hint', 'hint', 'hint']} />;

export const Route = createFileRoute('/_shell/o/$organizationId/settings/general')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const organization = await queryClient.ensureQueryData(
      getOrganizationOptions({ path: { organizationId } }),
    );
    if (isMoreThanGuest(organization))
      await loadPart(queryClient.ensureQueryData(selectableSitesOf(organizationId)));
  },
  component: GeneralSettings,
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="General settings" actions={null} layout="form">
      {placeholder}
    </Page>
  ),
});

function GeneralSettings() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const mayHavePlans = useMayHavePlans();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page tabs={<OrganizationSettingsTabs />} title="General settings" layout="form">
      <Suspense fallback={placeholder}>
        <GeneralForm key={organizationId} organization={organization} />
        {mayHavePlans && <PlanDetails organization={organization} />}
        <DangerZone>
          <LeaveOrganization organization={organization} onLeft={() => void navigate({ to: '/orgs' })} />
        </DangerZone>
      </Suspense>
    </Page>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { mergeRulesOf, organizationStopsOf } from '#src/features/merge-rules/queries.ts';
import { MergeRulesForm } from '#src/features/merge-rules/rules-form.tsx';
import { StopsTable } from '#src/features/merge-rules/stops-table.tsx';

const purpose = 'What every merge in this organization has to meet. Spaces can require more.';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/merge-rules')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const options = getOrganizationOptions({ path: { organizationId } });
    const { permissions } = await queryClient.ensureQueryData(options);
    // A server without rules says so in the form.
    const rules = await queryClient.ensureQueryData(mergeRulesOf({ organizationId }));
    if (permissions.admin && rules)
      await loadPart(queryClient.ensureInfiniteQueryData(organizationStopsOf(organizationId)));
  },
  component: OrganizationMergeRules,
  pendingComponent: () => (
    <Page
      isLoading
      tabs={<OrganizationSettingsTabs />}
      title="Merge rules"
      description={purpose}
      layout="form"
    >
      <FormSkeleton fields={['hint', 'checkbox', 'checkbox']} />
    </Page>
  ),
});

function OrganizationMergeRules() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: rules } = useSuspenseQuery(mergeRulesOf({ organizationId }));
  return (
    <Page tabs={<OrganizationSettingsTabs />} title="Merge rules" description={purpose} layout="form">
      <MergeRulesForm scope={{ organizationId }} />
      {organization.permissions.admin && rules && (
        <Section title="Stopped by merge rules">
          <PanelBoundary resetKey={organizationId}>
            <Stops organizationId={organizationId} />
          </PanelBoundary>
        </Section>
      )}
    </Page>
  );
}

function Stops({ organizationId }: { organizationId: string }) {
  return <StopsTable organizationId={organizationId} list={useList(organizationStopsOf(organizationId))} />;
}

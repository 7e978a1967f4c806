import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { getMailSettingsOptions, getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { MailPanels } from '#src/features/mail/mail-panels.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/mail')({
  loader: async ({ context: { queryClient }, params }) => {
    const { permissions } = await queryClient.ensureQueryData(getOrganizationOptions({ path: params }));
    if (permissions.admin) await queryClient.ensureQueryData(getMailSettingsOptions({ path: params }));
  },
  component: MailSettings,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <Page tabs={<OrganizationSettingsTabs />} title="Mail" layout="form">
          <EmptyState icon={<Mail />} title="No mail settings on this server">
            This server doesn’t say how it sends mail.
          </EmptyState>
        </Page>
      }
    />
  ),
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="Mail" layout="form">
      <FormSkeleton fields={['field', 'hint']} />
    </Page>
  ),
});

function MailSettings() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page tabs={<OrganizationSettingsTabs />} title="Mail" layout="form">
      {organization.permissions.admin ? (
        <MailPanels organizationId={organizationId} />
      ) : (
        <Callout tone="warning">{permissionReasons.administrator}</Callout>
      )}
    </Page>
  );
}

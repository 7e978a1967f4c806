import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { getMailSettingsOptions, getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { can } from '#src/api/extensions.ts';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { MailPanels } from '#src/features/mail/mail-panels.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/mail')({
  loader: async ({ context: { queryClient }, params }) => {
    const [isSupported, { permissions }] = await Promise.all([
      can(queryClient, 'getMailSettings'),
      queryClient.ensureQueryData(getOrganizationOptions({ path: params })),
    ]);
    if (isSupported && permissions.admin)
      await queryClient.ensureQueryData(getMailSettingsOptions({ path: params }));
    return { isSupported };
  },
  component: MailSettings,
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="Mail" layout="form">
      <FormSkeleton fields={['field', 'hint']} />
    </Page>
  ),
});

function MailSettings() {
  const { organizationId } = Route.useParams();
  const { isSupported } = Route.useLoaderData();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page tabs={<OrganizationSettingsTabs />} title="Mail" layout="form">
      {!isSupported && (
        <EmptyState icon={<Mail />} title="No mail settings on this server">
          This server doesn’t say how it sends mail.
        </EmptyState>
      )}
      {isSupported && !organization.permissions.admin && (
        <Callout tone="warning">{permissionReasons.administrator}</Callout>
      )}
      {isSupported && organization.permissions.admin && <MailPanels organizationId={organizationId} />}
    </Page>
  );
}

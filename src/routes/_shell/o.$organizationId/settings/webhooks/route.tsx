import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { WebhookError } from '#src/features/webhooks/missing-webhooks.tsx';
import { webhooksOf } from '#src/features/webhooks/queries.ts';
import { WebhooksTable } from '#src/features/webhooks/table.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const purpose = 'Addresses and channels that are told what happens in this organization.';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/webhooks')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const options = getOrganizationOptions({ path: { organizationId } });
    const { permissions } = await queryClient.ensureQueryData(options);
    if (permissions.admin) await queryClient.ensureInfiniteQueryData(webhooksOf(organizationId));
  },
  component: Webhooks,
  errorComponent: WebhookError,
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="Webhooks" description={purpose}>
      <TableSkeleton columns={[6.5, 13, 11]} />
    </Page>
  ),
});

function Webhooks() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/settings/webhooks/new' });
      return admin ? [{ label: 'New webhook', keys: 'n', icon: <Plus />, run }] : [];
    }, [admin, navigate]),
  );
  return (
    <Page
      tabs={<OrganizationSettingsTabs />}
      title="Webhooks"
      description={purpose}
      actions={<NewWebhookLink organizationId={organizationId} disabledReason={disabledReason} primary />}
    >
      {admin ? (
        <WebhookList organizationId={organizationId} />
      ) : (
        <Callout tone="warning">{permissionReasons.administrator}</Callout>
      )}
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

function WebhookList({ organizationId }: { organizationId: string }) {
  const list = useList(webhooksOf(organizationId));
  return (
    <WebhooksTable
      organizationId={organizationId}
      list={list}
      empty={
        <EmptyState
          icon={<Webhook />}
          title="No webhooks yet"
          action={<NewWebhookLink organizationId={organizationId} />}
        >
          A webhook tells another program or a channel of Slack, Mattermost or Teams what happens here.
        </EmptyState>
      }
    />
  );
}

interface NewWebhookLinkProps {
  organizationId: string;
  disabledReason?: string | undefined;
  primary?: boolean;
}

function NewWebhookLink({ organizationId, disabledReason, primary = false }: NewWebhookLinkProps) {
  return (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/settings/webhooks/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={primary ? 'primary' : 'neutral'}
      icon={<Plus />}
    >
      New webhook
    </LinkButton>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { getWebhookOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Section, SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useWebhookDeletion } from '#src/features/webhooks/actions.ts';
import { Deliveries } from '#src/features/webhooks/deliveries.tsx';
import { parseDeliverySearch } from '#src/features/webhooks/delivery-search.ts';
import { webhookName } from '#src/features/webhooks/labels.ts';
import { WebhookError } from '#src/features/webhooks/missing-webhooks.tsx';
import { deliveriesOf } from '#src/features/webhooks/queries.ts';
import { WebhookDetails, WebhookNotice } from '#src/features/webhooks/webhook-details.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/webhooks_/$webhookId')({
  validateSearch: parseDeliverySearch,
  loaderDeps: ({ search }) => parseDeliverySearch(search),
  loader: async ({ context: { queryClient }, params, deps }) => {
    // Its failure is shown in its section.
    void queryClient.prefetchInfiniteQuery(deliveriesOf(params, deps));
    await queryClient.ensureQueryData(getWebhookOptions({ path: params }));
  },
  component: WebhookPage,
  errorComponent: WebhookError,
});

function WebhookPage() {
  const path = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: webhook } = useSuspenseQuery(getWebhookOptions({ path }));
  const deleteWebhook = useWebhookDeletion(path.organizationId);
  useScreenActions(
    useMemo(() => {
      const to = '/o/$organizationId/settings/webhooks/$webhookId/edit';
      const run = () => void navigate({ to });
      return [{ label: 'Edit webhook', keys: 'e', icon: <Pencil />, run }];
    }, [navigate]),
  );
  const remove = async () => {
    if (await deleteWebhook(webhook))
      await navigate({ to: '/o/$organizationId/settings/webhooks', params: path, replace: true });
  };
  return (
    <Page
      title={webhookName(webhook)}
      layout="record"
      crumbs={[
        {
          label: 'Webhooks',
          link: linkOptions({ to: '/o/$organizationId/settings/webhooks', params: path }),
        },
        { label: webhookName(webhook) },
      ]}
      actions={
        <>
          <DeleteMenu onDelete={() => void remove()} />
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/settings/webhooks/$webhookId/edit',
              params: path,
            })}
            icon={<Pencil />}
          >
            Edit
          </LinkButton>
        </>
      }
    >
      <WebhookNotice path={path} webhook={webhook} />
      <SideBySide side={<WebhookDetails path={path} webhook={webhook} />}>
        <Section title="Deliveries">
          <Deliveries
            path={path}
            webhook={webhook}
            search={search}
            onSearch={(next) => void navigate({ search: next, replace: true })}
          />
        </Section>
      </SideBySide>
      <Outlet />
    </Page>
  );
}

import { linkOptions, useRouter } from '@tanstack/react-router';
import { Pencil, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Webhook } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount, relativeTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { disabledMessage, useWebhookDeletion, useWebhookTest } from './actions.ts';
import {
  deliveryStates,
  describeKinds,
  disabledReasons,
  formatLabels,
  webhookName,
  webhookState,
} from './labels.ts';

/** Whether a webhook is enabled, or failing. */
export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const { label, tone } = webhookState(webhook);
  const reason = webhook.disabledReason && disabledReasons[webhook.disabledReason];
  return (
    <Badge tone={tone} {...(reason && { tip: reason })}>
      {label}
    </Badge>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    id: 'name',
    header: 'Webhook',
    cell: (webhook) => (
      <span dir="auto" className="truncate">
        {webhookName(webhook)}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '6.5rem',
    phone: 'aside',
    cell: (webhook) => <WebhookStateBadge webhook={webhook} />,
  },
  { id: 'format', header: 'Sends to', width: '9rem', from: 'lg', cell: ({ format }) => formatLabels[format] },
  { id: 'host', header: 'Host', width: '13rem', from: 'md', phone: 'meta', cell: ({ host }) => host },
  {
    id: 'events',
    header: 'Events',
    width: '12rem',
    from: 'md',
    phone: 'hidden',
    cell: (webhook) =>
      webhook.spaces
        ? `${describeKinds(webhook)}, ${formatCount(webhook.spaces.length, 'space')}`
        : describeKinds(webhook),
  },
  {
    id: 'delivery',
    header: 'Last delivery',
    width: '11rem',
    phone: 'hidden',
    cell: ({ lastDelivery }) =>
      lastDelivery && `${deliveryStates[lastDelivery.state].label} ${relativeTime(lastDelivery.createdAt)}`,
    tipTime: ({ lastDelivery }) => lastDelivery?.createdAt,
  },
];

interface WebhooksTableProps {
  organizationId: string;
  list: List<Webhook>;
  empty: ReactNode;
}

/** The webhooks of an organization with their actions. */
export function WebhooksTable({ organizationId, list, empty }: WebhooksTableProps) {
  const { navigate } = useRouter();
  const deleteWebhook = useWebhookDeletion(organizationId);
  const sendTest = useWebhookTest(organizationId);
  const paramsOf = ({ id }: Webhook) => ({ organizationId, webhookId: id });
  const linkOf = (webhook: Webhook) =>
    linkOptions({ to: '/o/$organizationId/settings/webhooks/$webhookId', params: paramsOf(webhook) });

  const menuOf = (webhook: Webhook): MenuEntry[] => [
    { label: 'Open', icon: <WebhookIcon />, onSelect: () => void navigate(linkOf(webhook)) },
    {
      label: 'Edit…',
      icon: <Pencil />,
      onSelect: () =>
        void navigate({
          to: '/o/$organizationId/settings/webhooks/$webhookId/edit',
          params: paramsOf(webhook),
        }),
    },
    {
      label: 'Send test event',
      icon: <Send />,
      disabledReason: reasonUnless(webhook.enabled, disabledMessage),
      onSelect: () => void sendTest(webhook),
    },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => void deleteWebhook(webhook),
    },
  ];

  return (
    <DataTable
      label="Webhooks"
      noun="webhook"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={webhookName}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}

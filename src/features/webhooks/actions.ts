import {
  deleteWebhookMutation,
  resendWebhookDeliveryMutation,
  sendWebhookTestMutation,
  updateWebhookMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Webhook, WebhookDelivery } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm, confirmDeletion } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { webhookName } from './labels.ts';
import { type WebhookPath, webhookQueries } from './queries.ts';

export const disabledMessage = 'The webhook is disabled. Enable it first.';

/**
 * Deletes a webhook after a confirmation.
 *
 * @returns a function that resolves to whether it was deleted
 */
export function useWebhookDeletion(organizationId: string): (webhook: Webhook) => Promise<boolean> {
  const { mutateAsync } = useApiMutation(deleteWebhookMutation(), {
    invalidates: [{ operation: 'listWebhooks', path: { organizationId } }],
  });
  return (webhook) =>
    confirmDeletion({
      kind: 'webhook',
      name: webhookName(webhook),
      confirmLabel: 'Delete webhook',
      impact: () =>
        Promise.resolve([`Nothing more is sent to ${webhook.host}.`, 'Its deliveries are deleted, too.']),
      action: () => mutateAsync({ path: { organizationId, webhookId: webhook.id } }),
    });
}

/** Sends a test event, and says where its outcome is. */
export function useWebhookTest(organizationId: string): (webhook: Webhook) => Promise<void> {
  const { mutateAsync } = useApiMutation(sendWebhookTestMutation(), {
    invalidates: ({ path }) => webhookQueries(path),
  });
  const send = async (webhook: Webhook): Promise<void> => {
    try {
      await mutateAsync({ path: { organizationId, webhookId: webhook.id } });
      toast('Test event sent', { detail: 'Its answer appears among the deliveries.' });
    } catch (error) {
      toastFailure(error, () => void send(webhook));
    }
  };
  return send;
}

/** Enables a webhook at once, or disables it after a confirmation. */
export function useWebhookSwitch(organizationId: string): (webhook: Webhook) => Promise<void> {
  const { mutateAsync } = useApiMutation(updateWebhookMutation(), {
    invalidates: ({ path }) => webhookQueries(path),
  });
  const change = (webhook: Webhook, enabled: boolean) =>
    mutateAsync({ path: { organizationId, webhookId: webhook.id }, body: { enabled } });
  const enable = async (webhook: Webhook): Promise<void> => {
    try {
      await change(webhook, true);
      toast('Webhook enabled');
    } catch (error) {
      toastFailure(error, () => void enable(webhook));
    }
  };
  return async (webhook) => {
    if (!webhook.enabled) return enable(webhook);
    const isDisabled = await confirm({
      title: `Disable webhook “${webhookName(webhook)}”?`,
      body: 'Pending deliveries are given up. Events that happen until it is enabled again are not sent later.',
      confirmLabel: 'Disable webhook',
      tone: 'danger',
      action: () => change(webhook, false),
    });
    if (isDisabled) toast('Webhook disabled');
  };
}

/** Sends deliveries again, with the same id and body, and says how many. */
export function useResend(path: WebhookPath) {
  const { mutateAsync, isPending } = useApiMutation(resendWebhookDeliveryMutation(), {
    invalidates: webhookQueries(path),
  });
  const resendOne = ({ id }: WebhookDelivery) => mutateAsync({ path: { ...path, webhookDeliveryId: id } });
  const resend = async (delivery: WebhookDelivery): Promise<void> => {
    try {
      await resendOne(delivery);
      toast('Delivery sent again');
    } catch (error) {
      toastFailure(error, () => void resend(delivery));
    }
  };
  return { resend, resendOne, isPending };
}

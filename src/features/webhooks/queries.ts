import { queryOptions } from '@tanstack/react-query';
import {
  listWebhookDeliveriesInfiniteOptions,
  listWebhooksInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { getSpace } from '#api/generated/sdk.gen.ts';
import type { Webhook, WebhookEventKind } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import type { DeliverySearch } from './delivery-search.ts';

export interface WebhookPath {
  organizationId: string;
  webhookId: string;
}

export const webhooksOf = (organizationId: string) =>
  pagedOptions(listWebhooksInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** Deliveries that are pending change by themselves, so the list is fetched again while it is looked at. */
const refetchMs = 5000;

export const deliveriesOf = (
  { organizationId, webhookId }: WebhookPath,
  { state, type }: DeliverySearch,
) => ({
  ...pagedOptions(
    listWebhookDeliveriesInfiniteOptions({
      path: { organizationId, webhookId },
      query: { limit: pageSize, ...(state && { state }), ...(type && { type }) },
    }),
  ),
  staleTime: refetchMs,
});

/** What changes with a webhook or its deliveries. */
export const webhookQueries = ({ organizationId, webhookId }: WebhookPath) =>
  [
    { operation: 'listWebhooks', path: { organizationId } },
    { operation: 'getWebhook', path: { organizationId, webhookId } },
    { operation: 'listWebhookDeliveries', path: { organizationId, webhookId } },
  ] as const;

/** The spaces of a webhook with their titles, in its order. */
export const spacesOf = ({ spaces = [] }: Pick<Webhook, 'spaces'>) =>
  queryOptions({
    queryKey: ['webhook-spaces', ...spaces],
    queryFn: ({ signal }) => Promise.all(spaces.map((spaceId) => findSpace(spaceId, signal))),
    staleTime: 60_000,
  });

async function findSpace(spaceId: string, signal: AbortSignal): Promise<SelectedSpace> {
  try {
    const { data } = await getSpace({ path: { spaceId }, signal, throwOnError: true });
    return { id: spaceId, title: data.title, emoji: data.emoji };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { id: spaceId, title: 'Deleted space', emoji: '' };
    throw error;
  }
}

/** The kinds of the review of texts, which most channels are about. */
export const usualKinds: readonly WebhookEventKind[] = [
  'change_request.created',
  'change_request.merged',
  'review.requested',
  'review.submitted',
  'site.published',
];

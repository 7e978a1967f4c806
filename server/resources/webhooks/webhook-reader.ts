import { sql, type Transaction } from 'kysely';
import type { EventReader } from '#server/audit/event-cursors.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { kindOfAction } from './event-kinds.ts';
import type { WebhookRow } from './webhooks.rules.ts';

/** An event with its kind, of an organization. */
type KindEvent = LoggedEvent & { organizationId: string; kind: string };
type BodyField =
  | 'kind'
  | 'at'
  | 'organizationId'
  | 'targetKind'
  | 'targetId'
  | 'spaceId'
  | 'changeRequestId'
  | 'actorId';

/** Writes a delivery for each webhook that an event concerns, in the order of events. */
export const webhookReader: EventReader = { name: 'webhooks', handle: addDeliveries };

async function addDeliveries(trx: Transaction<Database>, events: readonly LoggedEvent[]): Promise<void> {
  const kindEvents = events.flatMap((event): KindEvent[] => {
    const { organizationId } = event;
    const kind = kindOfAction(event.action);
    return organizationId === null || kind === undefined ? [] : [{ ...event, organizationId, kind }];
  });
  const organizationIds = [...new Set(kindEvents.map(({ organizationId }) => organizationId))];
  if (organizationIds.length === 0) return;
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'organization_id', 'events', 'space_ids'])
    .where('organization_id', 'in', organizationIds)
    .where('enabled', '=', true)
    .execute();
  const deliveries = kindEvents.flatMap((event) =>
    webhooks
      .filter((webhook) => isWanted(webhook, event))
      .map(({ id }) => ({
        id: newId(),
        webhook_id: id,
        event_id: event.id,
        type: event.kind,
        subject: event.changeRequestId ?? `${event.targetKind}:${event.targetId}`,
        body: JSON.stringify(toEventBody(event)),
        next_attempt_at: sql<Date>`now()`,
      })),
  );
  if (deliveries.length === 0) return;
  await trx
    .insertInto('webhook_deliveries')
    .values(deliveries)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .execute();
}

/** One that is about some spaces gets nothing of others, and nothing of the organization. */
export function isWanted(
  { organization_id, events, space_ids }: Pick<WebhookRow, 'organization_id' | 'events' | 'space_ids'>,
  { organizationId, kind, spaceId }: { organizationId: string; kind: string; spaceId: string | null },
): boolean {
  if (organization_id !== organizationId) return false;
  if (!events.includes('*') && !events.includes(kind)) return false;
  return space_ids === null || (spaceId !== null && space_ids.includes(spaceId));
}

/** What is sent of an event, as JSON. */
export interface EventBody {
  type: string;
  timestamp: string;
  data: {
    organization: string;
    /** Missing in a test. */
    target?: { kind: string; id: string };
    space?: string;
    changeRequest?: string;
    actor?: string;
  };
}

/** Ids alone: what they stand for is read with a token, which may have fewer rights than the webhook's administrator. */
export function toEventBody({
  kind,
  at,
  organizationId,
  targetKind,
  targetId,
  spaceId,
  changeRequestId,
  actorId,
}: Pick<KindEvent, BodyField>): EventBody {
  return {
    type: kind,
    timestamp: at.toISOString(),
    data: {
      organization: organizationId,
      target: { kind: targetKind, id: targetId },
      ...(spaceId !== null && { space: spaceId }),
      ...(changeRequestId !== null && { changeRequest: changeRequestId }),
      ...(actorId !== null && { actor: actorId }),
    },
  };
}

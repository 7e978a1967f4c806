import type { Insertable } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

/** Webhooks that are off, so that nothing is sent. Their secrets are encrypted by the server that starts next. */
export function buildWebhookRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Row<'webhooks'>[] {
  return seed.webhooks.map(({ title, format, url, events, spaces, createdAgo, changedAgo }) => {
    const isChat = format !== 'standard';
    return {
      id: seedId('webhook', seed.key, title),
      organization_id: organizationId,
      url: isChat ? `${format}://${new URL(url).host}/` : url,
      format,
      address: isChat ? url : '',
      title,
      events,
      space_ids: spaces?.map((space) => seedId('space', space)) ?? null,
      secret: isChat ? '' : `whsec_${randomBytes(32).toString('base64')}`,
      previous_secret: '',
      previous_secret_expires_at: null,
      enabled: false,
      disabled_reason: 'administrator',
      failing_since: null,
      failure_reported_at: null,
      paused_until: null,
      created_at: calendar.ago(createdAgo),
      updated_at: calendar.ago(changedAgo),
    };
  });
}

/** Deliveries from the days before the webhooks were switched off, about sites. */
export function buildDeliveryRows(
  organizationId: string,
  seed: OrganizationSeed,
  calendar: Calendar,
): Insertable<Database['webhook_deliveries']>[] {
  return seed.webhooks.flatMap((webhook) =>
    webhook.deliveries.map(({ type, site, ago, attempts, status, answer, milliseconds }) => {
      const id = seedId('webhook-delivery', seed.key, webhook.title, String(ago));
      const target = { kind: 'site', id: seedId('site', site) };
      const at = calendar.ago(ago);
      return {
        id,
        webhook_id: seedId('webhook', seed.key, webhook.title),
        event_id: id,
        type,
        subject: `site:${target.id}`,
        body: JSON.stringify({
          type,
          timestamp: at.toISOString(),
          data: { organization: organizationId, target },
        }),
        state: status < 300 ? 'delivered' : 'failed',
        attempts,
        first_attempted_at: at,
        answered_at: at,
        duration_ms: milliseconds,
        answer_status: status,
        answer_body: answer,
        created_at: at,
      };
    }),
  );
}

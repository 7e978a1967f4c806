import { createHmac, randomBytes } from 'node:crypto';
import type { Webhook, WebhookDelivery, WebhookEventKind } from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { badValue, conflict, forbidden } from '#server/base/errors.ts';
import { webUrlProblem } from '#server/base/parse-url.ts';
import type { SecretPlace } from '#server/base/secret-keys.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';

export type WebhookRow = Row<'webhooks'>;
export type DeliveryRow = Row<'webhook_deliveries'>;

export const MAX_WEBHOOKS = 50;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Throws 403 for everyone but administrators. */
export function requireWebhookManager({ actor }: { actor: Actor }, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!isAdministrator(viewer))
    throw forbidden('You need the role "admin" in this organization to manage webhooks.');
  return viewer;
}

/** Throws 409 where an organization has as many as it can. */
export function assertWebhookCount(count: number): void {
  if (count >= MAX_WEBHOOKS)
    throw conflict(`An organization can have ${MAX_WEBHOOKS} webhooks. Delete one first.`);
}

/** Throws 400 for an address that nothing would be sent to. */
export function assertWebhookUrl(url: string, fetcher: Pick<Fetcher, 'check'>): void {
  const problem = webUrlProblem(url);
  if (problem !== undefined) throw badValue('body.url', problem);
  try {
    fetcher.check(url);
  } catch (error) {
    if (error instanceof FetchError)
      throw badValue('body.url', `can't be used: ${error.message.replace(/\.$/, '')}`);
    throw error;
  }
}

export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Where the secrets of a webhook are stored. */
export function webhookSecretPlace(
  id: string,
  column: 'secret' | 'previous_secret' | 'address',
): SecretPlace {
  return { table: 'webhooks', column, id };
}

/** The headers of an attempt, as Standard Webhooks name them: one signature for each secret that is valid. */
export function signDelivery(
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A webhook with its latest delivery. */
export type ListedWebhook = WebhookRow & {
  last_delivery?: { created_at: string; state: string } | null;
};

/** Without secrets; the address of a chat is one. */
export function toWebhookView(row: ListedWebhook, service: ServiceSettings, now: Date): Webhook {
  const expiresAt = row.previous_secret_expires_at;
  return {
    object: 'webhook',
    id: row.id,
    format: toFormat(row.format),
    ...(row.format === 'standard' && { url: row.url }),
    host: new URL(row.url).host,
    ...(row.title !== null && { title: row.title }),
    events: row.events.filter(isEventKind),
    ...(row.space_ids && { spaces: row.space_ids }),
    enabled: row.enabled,
    ...(isDisabledReason(row.disabled_reason) && { disabledReason: row.disabled_reason }),
    ...(row.failing_since && { failingSince: row.failing_since.toISOString() }),
    ...(expiresAt && expiresAt > now && { previousSecretExpiresAt: expiresAt.toISOString() }),
    ...(row.last_delivery && {
      lastDelivery: {
        createdAt: new Date(row.last_delivery.created_at).toISOString(),
        state: toDeliveryState(row.last_delivery.state),
      },
    }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/webhooks/${row.id}`) },
  };
}

export function toDeliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    object: 'webhook-delivery',
    id: row.id,
    type: isEventKind(row.type) ? row.type : 'webhook.test',
    state: toDeliveryState(row.state),
    attempts: row.attempts,
    ...(row.next_attempt_at && { nextAttemptAt: row.next_attempt_at.toISOString() }),
    createdAt: row.created_at.toISOString(),
    request: { body: row.message ?? row.body },
    ...(row.answered_at && {
      answer: {
        at: row.answered_at.toISOString(),
        durationMilliseconds: row.duration_ms ?? 0,
        ...(row.answer_status !== null && { status: row.answer_status }),
        ...(row.answer_body !== null && { body: row.answer_body }),
        ...(row.error !== null && { error: row.error }),
      },
    }),
  };
}

const toDeliveryState = (state: string) => (state === 'delivered' || state === 'failed' ? state : 'pending');

const toFormat = (format: string) =>
  format === 'slack' || format === 'mattermost' || format === 'teams' ? format : 'standard';

/** Only such were stored. */
function isEventKind(text: string): text is WebhookEventKind {
  return text !== '';
}

function isDisabledReason(text: string | null): text is NonNullable<Webhook['disabledReason']> {
  return text !== null;
}

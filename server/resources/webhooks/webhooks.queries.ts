import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhookFormat } from '#api/generated/types.gen.ts';
import { type AuditActor, pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  assertWebhookCount,
  type DeliveryRow,
  type ListedWebhook,
  newWebhookSecret,
  type WebhookRow,
  webhookSecretPlace,
} from './webhooks.rules.ts';

export interface WebhookChange {
  organizationId: string;
  actor: AuditActor;
  now: Date;
}

/** undefined leaves a column unchanged. */
export interface WebhookColumns {
  /** Of a chat, it is stored encrypted. */
  url?: string | undefined;
  title?: string | null | undefined;
  events?: string[] | undefined;
  space_ids?: string[] | null | undefined;
  enabled?: boolean | undefined;
}

export function selectWebhooks(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId);
}

/** With the latest delivery of each. */
export function selectListedWebhooks(db: Kysely<Database>, organizationId: string) {
  return selectWebhooks(db, organizationId).select(
    sql<{ created_at: string; state: string } | null>`(
      select jsonb_build_object('created_at', latest.created_at, 'state', latest.state)
      from webhook_deliveries latest where latest.webhook_id = webhooks.id
      order by latest.created_at desc, latest.id desc limit 1)`.as('last_delivery'),
  );
}

/** Throws 404 where there is none. */
export async function findWebhook(
  db: Kysely<Database>,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
): Promise<ListedWebhook> {
  const row = await selectListedWebhooks(db, organizationId).where('id', '=', webhookId).executeTakeFirst();
  if (!row) throw notFound('webhook');
  return row;
}

export async function countWebhooks(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** With its secret, which is stored encrypted. A chat has none; its address is stored so. */
export async function addWebhook(
  trx: Transaction<Database>,
  change: WebhookChange,
  {
    format = 'standard',
    ...columns
  }: WebhookColumns & { url: string; events: string[]; format?: WebhookFormat | undefined },
  secretKeys: SecretKeys,
): Promise<{ row: WebhookRow; secret: string | undefined }> {
  const { organizationId } = change;
  await requireSpaces(trx, organizationId, columns.space_ids);
  // The others wait here, so that the count holds.
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
  assertWebhookCount(await countWebhooks(trx, organizationId));
  const id = newId();
  const secret = format === 'standard' ? newWebhookSecret() : undefined;
  const row = await trx
    .insertInto('webhooks')
    .values({
      id,
      organization_id: organizationId,
      format,
      ...storedUrl(id, format, columns.url, secretKeys),
      title: columns.title ?? null,
      events: columns.events,
      space_ids: columns.space_ids ?? null,
      secret: secret === undefined ? '' : secretKeys.encrypt(secret, webhookSecretPlace(id, 'secret')),
      created_at: change.now,
      updated_at: change.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditWebhook(trx, change, row, {
    action: 'createWebhook',
    summary: `Created the webhook ${nameOf(row)}.`,
    after: { format, ...toAudited(columns) },
  });
  return { row, secret };
}

/**
 * What is stored of an address: of a chat, the host alone is readable. Its scheme is none that is fetched, so that a server
 * of a version without chats sends nothing there.
 */
function storedUrl(id: string, format: string, url: string, secretKeys: SecretKeys) {
  if (format === 'standard') return { url };
  const address = secretKeys.encrypt(url, webhookSecretPlace(id, 'address'));
  return { url: `${format}://${new URL(url).host}/`, address };
}

/** Switching it on forgets its failures. Switching it off gives up what was to be sent. */
export async function changeWebhook(
  trx: Transaction<Database>,
  change: WebhookChange & { webhookId: string },
  columns: WebhookColumns,
  secretKeys: SecretKeys,
): Promise<WebhookRow> {
  const before = await lockWebhook(trx, change);
  await requireSpaces(trx, change.organizationId, columns.space_ids);
  if (Object.values(columns).every((value) => value === undefined)) return before;
  const { enabled, url } = columns;
  if (enabled === true) assertSecretKept(before, url);
  const row = await trx
    .updateTable('webhooks')
    .set({
      ...columns,
      ...(url !== undefined && storedUrl(before.id, before.format, url, secretKeys)),
      updated_at: change.now,
      ...(enabled === true && {
        disabled_reason: null,
        failing_since: null,
        failure_reported_at: null,
        paused_until: null,
      }),
      ...(enabled === false && { disabled_reason: 'administrator' }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (enabled === false) await giveUpPending(trx, row.id);
  await auditWebhook(trx, change, row, {
    action: 'updateWebhook',
    summary: `Changed the webhook ${nameOf(row)}.`,
    before: pickChangedColumns(toAudited(columns), toAudited(before)),
    after: toAudited(columns),
  });
  return row;
}

function assertSecretKept({ format, secret, address }: WebhookRow, url: string | undefined): void {
  if (format === 'standard' && secret === '')
    throw conflict('The server has lost the secret of this webhook. Rotate it first.');
  if (format !== 'standard' && address === '' && url === undefined)
    throw conflict('The server has lost the address of this webhook. Enter it again first.');
}

export async function removeWebhook(
  trx: Transaction<Database>,
  change: WebhookChange & { webhookId: string },
): Promise<void> {
  const row = await lockWebhook(trx, change);
  await trx.deleteFrom('webhooks').where('id', '=', row.id).execute();
  await auditWebhook(trx, change, row, {
    action: 'deleteWebhook',
    summary: `Deleted the webhook ${nameOf(row)}.`,
    before: toAudited(row),
  });
}

/** Until `previousExpiresAt`, deliveries are signed with both secrets. */
export async function rotateSecret(
  trx: Transaction<Database>,
  change: WebhookChange & { webhookId: string },
  { secretKeys, previousExpiresAt }: { secretKeys: SecretKeys; previousExpiresAt: Date },
): Promise<{ row: WebhookRow; secret: string }> {
  const { id, secret: stored, format } = await lockWebhook(trx, change);
  if (format !== 'standard')
    throw conflict('A webhook of a chat has no secret. Replace its address instead.');
  const secret = newWebhookSecret();
  const previous = secretKeys.decrypt(stored, webhookSecretPlace(id, 'secret'));
  const row = await trx
    .updateTable('webhooks')
    .set({
      secret: secretKeys.encrypt(secret, webhookSecretPlace(id, 'secret')),
      previous_secret:
        previous === '' ? '' : secretKeys.encrypt(previous, webhookSecretPlace(id, 'previous_secret')),
      previous_secret_expires_at: previous === '' ? null : previousExpiresAt,
      updated_at: change.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditWebhook(trx, change, row, {
    action: 'rotateWebhookSecret',
    summary: `Rotated the secret of the webhook ${nameOf(row)}.`,
    after: { previousSecretExpiresAt: previousExpiresAt.toISOString() },
  });
  return { row, secret };
}

/** A delivery of the kind `webhook.test`. */
export async function addTestDelivery(
  trx: Transaction<Database>,
  change: WebhookChange & { webhookId: string },
): Promise<{ webhook: WebhookRow; delivery: DeliveryRow }> {
  const webhook = await lockWebhook(trx, change);
  const { organizationId, actor, now } = change;
  const id = newId();
  const delivery = await trx
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhook.id,
      event_id: id,
      type: 'webhook.test',
      subject: id,
      body: JSON.stringify({
        type: 'webhook.test',
        timestamp: now.toISOString(),
        data: { organization: organizationId, webhook: webhook.id, actor: actor.user.id },
      }),
      next_attempt_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditWebhook(trx, change, webhook, {
    action: 'sendWebhookTest',
    summary: `Sent a test event to the webhook ${nameOf(webhook)}.`,
  });
  return { webhook, delivery };
}

/** With the same id and body; its attempts are counted anew. */
export async function sendAgain(
  trx: Transaction<Database>,
  change: WebhookChange & { webhookId: string; webhookDeliveryId: string },
): Promise<{ webhook: WebhookRow; delivery: DeliveryRow }> {
  const webhook = await lockWebhook(trx, change);
  const delivery = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', attempts: 0, next_attempt_at: change.now })
    .where('webhook_id', '=', webhook.id)
    .where('id', '=', change.webhookDeliveryId)
    .returningAll()
    .executeTakeFirst();
  if (!delivery) throw notFound('delivery');
  await auditWebhook(trx, change, webhook, {
    action: 'resendWebhookDelivery',
    summary: `Sent an event of the kind ${delivery.type} again to the webhook ${nameOf(webhook)}.`,
    after: { kind: delivery.type },
  });
  return { webhook, delivery };
}

export interface DeliveryFilter {
  webhookId: string;
  state?: string | undefined;
  type?: string | undefined;
}

export function selectDeliveries(db: Kysely<Database>, filter: DeliveryFilter) {
  return filteredDeliveries(db, filter).selectAll();
}

export async function countDeliveries(db: Kysely<Database>, filter: DeliveryFilter): Promise<number> {
  const { total } = await filteredDeliveries(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function filteredDeliveries(db: Kysely<Database>, { webhookId, state, type }: DeliveryFilter) {
  return db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''));
}

/** What a webhook that was switched off is not sent any more. */
export async function giveUpPending(trx: Transaction<Database>, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

export function nameOf({ title, url }: Pick<WebhookRow, 'title' | 'url'>): string {
  return title === null ? `to ${new URL(url).host}` : `“${title}”`;
}

/** Throws 404 where there is none. */
async function lockWebhook(
  trx: Transaction<Database>,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
): Promise<WebhookRow> {
  const row = await selectWebhooks(trx, organizationId)
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('webhook');
  return row;
}

async function requireSpaces(
  trx: Transaction<Database>,
  organizationId: string,
  spaceIds: readonly string[] | null | undefined,
): Promise<void> {
  if (!spaceIds) return;
  const rows = await trx
    .selectFrom('spaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', spaceIds)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  const missing = spaceIds.findIndex((id) => !ids.has(id));
  if (missing >= 0) throw badValue(`body.spaces.${missing}`, 'is not a space of this organization');
}

/** Of the address the host alone: some have a key in their path, and the audit log is kept. */
function toAudited({ url, title, events, space_ids, enabled }: WebhookColumns): Record<string, unknown> {
  const host = url === undefined ? undefined : new URL(url).host;
  return { host, title, events, spaces: space_ids, enabled };
}

function auditWebhook(
  trx: Transaction<Database>,
  { organizationId, actor }: WebhookChange,
  { id }: WebhookRow,
  entry: { action: string; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'webhook', targetId: id, ...entry });
}

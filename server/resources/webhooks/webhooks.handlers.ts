import { badValue, conflict } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { previewMessage } from './chat-message.ts';
import {
  addTestDelivery,
  addWebhook,
  changeWebhook,
  countDeliveries,
  countWebhooks,
  findWebhook,
  removeWebhook,
  rotateSecret,
  selectDeliveries,
  selectListedWebhooks,
  sendAgain,
} from './webhooks.queries.ts';
import {
  assertWebhookUrl,
  requireWebhookManager,
  toDeliveryView,
  toWebhookView,
  type WebhookRow,
} from './webhooks.rules.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_OVERLAP_HOURS = 24;

/** Addresses that are told what happens in an organization. */
export const webhookHandlers = {
  async listWebhooks(request) {
    const { params, db, service, clock } = request;
    const { organizationId } = requireWebhookManager(request, params.organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listWebhooks', organizationId, filters: [] },
      query: selectListedWebhooks(db, organizationId),
      order: [
        { column: 'webhooks.created_at', direction: 'desc' },
        { column: 'webhooks.id', direction: 'desc' },
      ],
      count: () => countWebhooks(db, organizationId),
    });
    return toEnvelope(page, (row) => toWebhookView(row, service, clock.now()));
  },

  async createWebhook(request) {
    const { params, body, actor, db, fetcher, service, clock } = request;
    requireWebhookManager(request, params.organizationId);
    assertWebhookUrl(body.url, fetcher);
    const now = clock.now();
    const { events, spaces: space_ids, title, url, format } = body;
    const columns = { url, title, events: [...new Set(events)], space_ids, format };
    const { row, secret } = await inTransaction(db, (trx) =>
      addWebhook(trx, { ...params, actor, now }, columns, service.secretKeys),
    );
    return { ...toWebhookView(row, service, now), ...(secret !== undefined && { secret }) };
  },

  async getWebhookPreview(request) {
    const { params, query, actor, db, service, clock } = request;
    const { organizationId } = requireWebhookManager(request, params.organizationId);
    const { format, type = 'webhook.test', space: spaceId } = query;
    if (type === '*') throw badValue('query.type', 'must be one kind of event');
    const context = { db, publicUrl: service.publicUrl };
    const settings = { organizationId, userId: actor.user.id, format, now: clock.now() };
    return previewMessage(context, settings, { type, spaceId });
  },

  async getWebhook(request) {
    const { params, db, service, clock } = request;
    requireWebhookManager(request, params.organizationId);
    return toWebhookView(await findWebhook(db, params), service, clock.now());
  },

  async updateWebhook(request) {
    const { params, body, actor, db, fetcher, service, clock } = request;
    requireWebhookManager(request, params.organizationId);
    if (body.url !== undefined) assertWebhookUrl(body.url, fetcher);
    const now = clock.now();
    const { events, spaces: space_ids, title, url, enabled } = body;
    const columns = { url, title, events: events && [...new Set(events)], space_ids, enabled };
    await inTransaction(db, (trx) =>
      changeWebhook(trx, { ...params, actor, now }, columns, service.secretKeys),
    );
    return toWebhookView(await findWebhook(db, params), service, now);
  },

  async deleteWebhook(request) {
    const { params, actor, db, clock } = request;
    requireWebhookManager(request, params.organizationId);
    await inTransaction(db, (trx) => removeWebhook(trx, { ...params, actor, now: clock.now() }));
  },

  async rotateWebhookSecret(request) {
    const { params, body, actor, db, service, clock } = request;
    requireWebhookManager(request, params.organizationId);
    const now = clock.now();
    const hours = body.expirePreviousAfterHours ?? DEFAULT_OVERLAP_HOURS;
    const previousExpiresAt = new Date(now.getTime() + hours * HOUR_MS);
    const { secret } = await inTransaction(db, (trx) =>
      rotateSecret(trx, { ...params, actor, now }, { secretKeys: service.secretKeys, previousExpiresAt }),
    );
    return { ...toWebhookView(await findWebhook(db, params), service, now), secret };
  },

  async sendWebhookTest(request) {
    const { params, actor, db, clock } = request;
    requireWebhookManager(request, params.organizationId);
    const { delivery } = await inTransaction(db, async (trx) => {
      const added = await addTestDelivery(trx, { ...params, actor, now: clock.now() });
      assertEnabled(added.webhook);
      return added;
    });
    return toDeliveryView(delivery);
  },

  async listWebhookDeliveries(request) {
    const { params, query, db } = request;
    const { state, type } = query;
    const { organizationId } = requireWebhookManager(request, params.organizationId);
    const { id } = await findWebhook(db, params);
    const filter = { webhookId: id, state, type };
    const page = await readPage(request, {
      scope: { operation: 'listWebhookDeliveries', organizationId, filters: [id, state, type] },
      query: selectDeliveries(db, filter),
      order: [
        { column: 'webhook_deliveries.created_at', direction: 'desc' },
        { column: 'webhook_deliveries.id', direction: 'desc' },
      ],
      count: () => countDeliveries(db, filter),
    });
    return toEnvelope(page, toDeliveryView);
  },

  async resendWebhookDelivery(request) {
    const { params, actor, db, clock } = request;
    requireWebhookManager(request, params.organizationId);
    const { delivery } = await inTransaction(db, async (trx) => {
      const sent = await sendAgain(trx, { ...params, actor, now: clock.now() });
      assertEnabled(sent.webhook);
      return sent;
    });
    return toDeliveryView(delivery);
  },
} satisfies Handlers<
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'getWebhookPreview'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'sendWebhookTest'
  | 'listWebhookDeliveries'
  | 'resendWebhookDelivery'
>;

/** Throws 409 for one that is off, which rolls back. */
function assertEnabled({ enabled }: WebhookRow): void {
  if (!enabled) throw conflict('The webhook is off. Switch it on first.');
}

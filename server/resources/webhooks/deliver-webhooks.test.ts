import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookFormat } from '#api/generated/types.gen.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { generateSecretKey, parseSecretKey, SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { WebhookReceiver } from '#server/test/webhook-receiver.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { webhookReader } from './webhook-reader.ts';
import { addWebhook, addTestDelivery, changeWebhook, rotateSecret, sendAgain } from './webhooks.queries.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const PATIENT = { timeout: 30_000 };

const secretKeys = new SecretKeys([parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0)]);
const fetcher = createFetcher({ allowPrivate: true });
const actor = { user: { id: 'u' } };
const organizationId = 'o';
const publicUrl = 'https://docs.press.example';

let database: TestDatabase;
let db: Kysely<Database>;
/** Ahead of the database's, which says when a delivery is due for the first time. */
const clock = {
  offset: 0,
  now: () => new Date(Date.now() + clock.offset),
  advance: (ms: number) => void (clock.offset += ms),
};
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  await db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
  await db.insertInto('users').values({ id: 'u', display_name: 'Ada', email: 'ada@press.example' }).execute();
  receiver = await WebhookReceiver.start();
  receiver.now = clock.now;
  await readAllEvents(db, webhookReader);
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});
beforeEach(async () => {
  await readAllEvents(db, webhookReader);
  // A delivery of the test before may hold what this deletes: as in the product, who loses tries again.
  await inTransaction(db, (trx) => trx.deleteFrom('webhooks').execute());
  clock.offset = 60 * SECOND_MS;
  receiver.received.length = 0;
  receiver.refused.length = 0;
  receiver.answer = () => ({ status: 204 });
});

async function addEndpoint(columns: { events?: string[]; format?: WebhookFormat } = {}) {
  const { row, secret } = await inTransaction(db, (trx) =>
    addWebhook(
      trx,
      { organizationId, actor, now: clock.now() },
      { url: receiver.url, events: ['*'], ...columns },
      secretKeys,
    ),
  );
  receiver.secrets = secret === undefined ? [] : [secret];
  return { ...row, change: { organizationId, actor, now: clock.now(), webhookId: row.id } };
}

interface EventFields {
  action?: string;
  targetKind?: string;
  changeRequestId?: string;
  spaceId?: string;
}

const happen = (targetId: string, fields: EventFields = {}) =>
  inTransaction(db, (trx) =>
    recordAudit(trx, {
      organizationId,
      actor,
      action: 'updateTeam',
      targetKind: 'team',
      targetId,
      summary: 'Changed it.',
      ...fields,
    }),
  );

const deliver = () => deliverWebhooks({ db, fetcher, secretKeys, clock, publicUrl });
const readAndDeliver = async () => {
  await readAllEvents(db, webhookReader);
  return deliver();
};
const listDeliveries = () => db.selectFrom('webhook_deliveries').selectAll().orderBy('seq').execute();
const loadWebhook = (id: string) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pendingCount = async () => (await listDeliveries()).filter(({ state }) => state === 'pending').length;

describe('a receiver', () => {
  it('gets ids of what happens, signed as Standard Webhooks say', async () => {
    await addEndpoint();
    await happen('team-1');
    await happen('cr-1', { action: 'mergeChangeRequest', targetKind: 'change-request' });
    await happen('token', { action: 'createApiToken', targetKind: 'api-token' });
    expect(await readAndDeliver()).toBe(2);
    expect(receiver.refused).toEqual([]);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['team.updated', 'change_request.merged']);
    const [, merged] = receiver.received;
    expect(merged?.body.data).toEqual({
      organization: organizationId,
      target: { kind: 'change-request', id: 'cr-1' },
      changeRequest: 'cr-1',
      actor: 'u',
    });
    expect(merged?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'bindery-webhook',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    const deliveries = await listDeliveries();
    expect(deliveries[1]).toMatchObject({
      state: 'delivered',
      attempts: 1,
      answer_status: 204,
      next_attempt_at: null,
    });
    expect(await readAndDeliver()).toBe(0);
  });

  it('gets the kinds and spaces that it asked for', async () => {
    const { id } = await addEndpoint({ events: ['space.deleted', 'comment.created'] });
    await db
      .updateTable('webhooks')
      .set({ space_ids: ['s-1'] })
      .where('id', '=', id)
      .execute();
    await happen('s-1', { action: 'deleteSpace', targetKind: 'space' });
    await happen('s-2', { action: 'deleteSpace', targetKind: 'space' });
    await happen('s-1', { action: 'updateSpace', targetKind: 'space' });
    await happen('c-1', { action: 'createSpaceComment', targetKind: 'comment', spaceId: 's-1' });
    await happen('c-2', { action: 'createSpaceComment', targetKind: 'comment', spaceId: 's-2' });
    await happen('c-3', { action: 'createSpaceComment', targetKind: 'comment' });
    await readAndDeliver();
    // Deliveries about different things go out at the same time.
    const targets = receiver.received.map(({ body }) => JSON.stringify(body.data['target']));
    expect(targets.toSorted()).toEqual(['{"kind":"comment","id":"c-1"}', '{"kind":"space","id":"s-1"}']);
  });

  it('gets an event once, though its reader begins again', async () => {
    await addEndpoint();
    await happen('team-1');
    const failing = async () => {
      await readAllEvents(db, {
        name: webhookReader.name,
        handle: async (trx, events) => {
          await webhookReader.handle(trx, events);
          throw new Error('before the cursor moves');
        },
      });
    };
    await expect(failing()).rejects.toThrow('before the cursor moves');
    await readAndDeliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('gets the same id and body again after 5 s, then later and later, for two days', async () => {
    await addEndpoint();
    receiver.answer = () => ({ status: 500, body: 'broken\0' });
    await happen('team-1');
    await readAndDeliver();
    const waits: number[] = [];
    while ((await pendingCount()) > 0) {
      const [delivery] = await listDeliveries();
      const wait = (delivery?.next_attempt_at?.getTime() ?? 0) - clock.now().getTime();
      clock.advance(wait - SECOND_MS);
      expect(await deliver()).toBe(0);
      clock.advance(SECOND_MS + 50);
      waits.push(wait);
      expect(await deliver()).toBe(1);
    }
    expect(receiver.received).toHaveLength(12);
    expect(new Set(receiver.received.map(({ id, body }) => JSON.stringify([id, body]))).size).toBe(1);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(1.9 * DAY_MS);
    expect(total).toBeLessThan(2.3 * DAY_MS);
    const [delivery] = await listDeliveries();
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: 12,
      answer_status: 500,
      answer_body: 'broken',
    });
  });

  it.each([301, 302, 307, 400, 404, 500])('has not got what it answers with %i', async (status) => {
    await addEndpoint();
    receiver.answer = () => ({ status, headers: { location: receiver.url } });
    await happen('team-1');
    await readAndDeliver();
    expect(receiver.received).toHaveLength(1);
    expect(await listDeliveries()).toMatchObject([{ state: 'pending', answer_status: status }]);
  });

  it('is left alone for as long as it asks', async () => {
    const { id } = await addEndpoint();
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await happen('team-1');
    await readAndDeliver();
    await happen('team-2');
    clock.advance(0.9 * HOUR_MS);
    expect(await readAndDeliver()).toBe(0);
    receiver.answer = () => ({ status: 200 });
    clock.advance(0.2 * HOUR_MS);
    expect(await deliver()).toBe(2);
    expect((await loadWebhook(id)).failing_since).toBeNull();
  });

  it('is not asked again once it is gone', async () => {
    const { id } = await addEndpoint();
    receiver.answer = () => ({ status: 410 });
    await happen('team-1');
    await happen('team-1');
    await readAndDeliver();
    await happen('team-2');
    clock.advance(DAY_MS);
    await readAndDeliver();
    expect(receiver.received).toHaveLength(1);
    expect(await loadWebhook(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect((await listDeliveries()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', id)
      .execute();
    expect(entries).toContainEqual({ action: 'disableWebhook', actor_id: null });
  });

  it('is switched off after five days without a success, with a notice in the audit log', async () => {
    const { id, change } = await addEndpoint();
    receiver.answer = () => ({ status: 500 });
    for (let day = 0; day < 5; day += 1) {
      await happen(`team-${day}`);
      await readAndDeliver();
      expect((await loadWebhook(id)).enabled).toBe(true);
      clock.advance(DAY_MS);
    }
    const reports = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'summary'])
      .where('target_id', '=', id)
      .where('action', '=', 'reportFailingWebhook')
      .execute();
    expect(reports).toEqual([
      {
        actor_id: null,
        summary: expect.stringMatching(
          /^Every attempt of the webhook to 127\.0\.0\.1:\d+ has failed for a day\.$/,
        ),
      },
    ]);
    await happen('team-5');
    await readAndDeliver();
    expect(await loadWebhook(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect(await pendingCount()).toBe(0);
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', id)
      .where('action', '=', 'disableWebhook')
      .executeTakeFirstOrThrow();
    expect(entry.summary).toMatch(
      /^Switched off the webhook to 127\.0\.0\.1:\d+: every attempt has failed for five days\.$/,
    );
    await inTransaction(db, (trx) => changeWebhook(trx, change, { enabled: true }, secretKeys));
    expect(await loadWebhook(id)).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    });
  });

  it('gets a delivery again when an administrator asks, and a test', async () => {
    const { change } = await addEndpoint({ events: ['space.deleted'] });
    const { delivery } = await inTransaction(db, (trx) =>
      addTestDelivery(trx, { ...change, now: clock.now() }),
    );
    await deliver();
    clock.advance(HOUR_MS);
    const again = { ...change, webhookDeliveryId: delivery.id, now: clock.now() };
    await inTransaction(db, (trx) => sendAgain(trx, again));
    await deliver();
    expect(receiver.received.map(({ id, body }) => [id, body.type])).toEqual([
      [delivery.id, 'webhook.test'],
      [delivery.id, 'webhook.test'],
    ]);
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('verifies with the former and the new secret for as long as both are valid', async () => {
    const { id, change } = await addEndpoint();
    const [former = ''] = receiver.secrets;
    const previousExpiresAt = new Date(clock.now().getTime() + HOUR_MS);
    const { secret } = await inTransaction(db, (trx) =>
      rotateSecret(trx, change, { secretKeys, previousExpiresAt }),
    );
    expect((await loadWebhook(id)).previous_secret).toMatch(/^enc:v1:/);
    receiver.secrets = [former, secret];
    await happen('team-1');
    await readAndDeliver();
    expect(receiver.refused).toEqual([]);
    clock.advance(HOUR_MS);
    await happen('team-2');
    await readAndDeliver();
    expect(receiver.refused).toEqual([expect.stringContaining('No matching signature')]);
    const signatures = receiver.received.map(
      ({ headers }) => String(headers['webhook-signature']).split(' ').length,
    );
    expect(signatures).toEqual([2, 1]);
  });

  it('that does not answer, or answers without an end, is given up', async () => {
    await addEndpoint();
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(100_000) });
    await happen('team-1');
    await readAndDeliver();
    const [cut] = await listDeliveries();
    expect(cut?.answer_body).toHaveLength(2048);
    await db.updateTable('webhooks').set({ url: 'http://127.0.0.1:1/' }).execute();
    clock.advance(HOUR_MS);
    await deliver();
    expect(await listDeliveries()).toMatchObject([
      { state: 'pending', answer_status: null, error: expect.stringContaining("Couldn't fetch the URL") },
    ]);
    const slow = createFetcher({ allowPrivate: true });
    receiver.answer = () => undefined;
    await db.updateTable('webhooks').set({ url: receiver.url }).execute();
    clock.advance(DAY_MS);
    const send: typeof slow.send = (url, options) => slow.send(url, { ...options, timeoutMs: 50 });
    await deliverWebhooks({ db, fetcher: { send }, secretKeys, clock, publicUrl });
    expect(await listDeliveries()).toMatchObject([{ error: 'The URL did not respond in time.' }]);
  });
});

describe('a delivery', () => {
  it('waits neither for a slow receiver, nor for one that is paused and far behind', async () => {
    await addEndpoint();
    const paused = await addEndpoint();
    await db
      .updateTable('webhooks')
      .set({ paused_until: new Date(clock.now().getTime() + DAY_MS) })
      .where('id', '=', paused.id)
      .execute();
    for (let index = 0; index < 10; index += 1) await happen('team-1');
    await sql`insert into webhook_deliveries (id, webhook_id, event_id, type, subject, body, next_attempt_at)
      select 'late-' || n, ${paused.id}, 'late-' || n, 'team.updated', 'team:1', '{}', ${clock.now()}
      from generate_series(1, 300) n`.execute(db);
    await readAllEvents(db, webhookReader);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ids: string[] = [];
    const send: typeof fetcher.send = async (url, options) => {
      const id = options.headers?.['webhook-id'] ?? '';
      ids.push(id);
      if (ids.length === 1) await released;
      return fetcher.send(url, options);
    };
    const delivering = deliverWebhooks({ db, fetcher: { send }, secretKeys, clock, publicUrl });
    await expect.poll(() => ids.length, PATIENT).toBe(1);
    const fast = await addEndpoint();
    await inTransaction(db, (trx) => addTestDelivery(trx, { ...fast.change, now: clock.now() }));
    await expect.poll(() => receiver.received[0]?.body.type, PATIENT).toBe('webhook.test');
    release();
    await delivering;
    expect((await listDeliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(11);
  });

  it('is sent again by another server if its own has ended', async () => {
    await addEndpoint();
    await happen('team-1');
    await readAllEvents(db, webhookReader);
    await db
      .updateTable('webhook_deliveries')
      .set({ locked_until: new Date(clock.now().getTime() + 60 * SECOND_MS), attempts: 1 })
      .execute();
    expect(await deliver()).toBe(0);
    clock.advance(61 * SECOND_MS);
    expect(await deliver()).toBe(1);
  });
});

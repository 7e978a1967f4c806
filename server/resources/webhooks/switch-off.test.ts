import { expect, it, onTestFinished } from 'vitest';
import { recordAudit } from '#server/audit/audit.ts';
import { generateSecretKey, parseSecretKey, SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { WebhookReceiver } from '#server/test/webhook-receiver.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { webhookReader } from './webhook-reader.ts';
import { addWebhook } from './webhooks.queries.ts';

/** As many attempts of one webhook run at once. */
const AT_ONCE = 4;
const SIX_DAYS_MS = 6 * 24 * 3_600_000;

const secretKeys = new SecretKeys([parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0)]);
const fetcher = createFetcher({ allowPrivate: true });
const actor = { user: { id: 'u' } };
const organizationId = 'o';
/** Ahead of the database's, which says when a delivery is due for the first time. */
const clock = { now: () => new Date(Date.now() + 60_000) };

it('a webhook that has failed for five days is switched off by one of several attempts that end at once', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const receiver = await WebhookReceiver.start();
  onTestFinished(() => receiver.close());
  receiver.now = clock.now;
  const { db } = database;
  await db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
  await db.insertInto('users').values({ id: 'u', display_name: 'Ada', email: 'ada@press.example' }).execute();
  await readAllEvents(db, webhookReader);
  const { row, secret = '' } = await inTransaction(db, (trx) => {
    const columns = { url: receiver.url, events: ['*'] };
    return addWebhook(trx, { organizationId, actor, now: clock.now() }, columns, secretKeys);
  });
  receiver.secrets = [secret];
  const since = new Date(Date.now() - SIX_DAYS_MS);
  const failing = { enabled: true, disabled_reason: null, failing_since: since, failure_reported_at: since };
  for (let round = 0; round < 5; round += 1) {
    await db.updateTable('webhooks').set(failing).where('id', '=', row.id).execute();
    let release: (() => void) | undefined;
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    let open = 0;
    receiver.answer = async () => {
      open += 1;
      if (open === AT_ONCE) release?.();
      await all;
      return { status: 500 };
    };
    for (let at = 0; at < AT_ONCE; at += 1) {
      const target = { targetKind: 'team', targetId: `team-${round}-${at}` };
      await inTransaction(db, (trx) =>
        recordAudit(trx, { organizationId, actor, action: 'updateTeam', ...target, summary: '' }),
      );
    }
    await readAllEvents(db, webhookReader);
    const publicUrl = 'https://docs.press.example';
    expect(await deliverWebhooks({ db, fetcher, secretKeys, clock, publicUrl })).toBe(AT_ONCE);
    const webhook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    expect(webhook).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    const states = await db.selectFrom('webhook_deliveries').select('state').distinct().execute();
    expect(states.map(({ state }) => state)).not.toContain('pending');
  }
});

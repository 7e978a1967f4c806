// @module-tag webhooks
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAudit } from '#server/audit/audit.ts';
import { generateSecretKey, parseSecretKey, SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { runMortalServer } from '#server/test/processes/mortal-server.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { WebhookReceiver } from '#server/test/webhook-receiver.ts';
import { webhookReader } from './webhook-reader.ts';
import { addWebhook } from './webhooks.queries.ts';

/** The deep tests set the number. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES ?? 1000);
const SUBJECTS = 50;
const HOUR_MS = 3_600_000;
/** A delivery is refused that often at most, so that none is given up after its twelve attempts. */
const MAX_REFUSALS = 6;

const secretKeys = new SecretKeys([parseSecretKey(generateSecretKey()) ?? Buffer.alloc(0)]);
const fetcher = createFetcher({ allowPrivate: true });
const actor = { user: { id: 'u' } };
const organizationId = 'o';

let database: TestDatabase;
let db: Kysely<Database>;
let offset = HOUR_MS;
const clock = { now: () => new Date(Date.now() + offset) };
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  await db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
  await db.insertInto('users').values({ id: 'u', display_name: 'Ada', email: 'ada@press.example' }).execute();
  await readAllEvents(db, webhookReader);
  receiver = await WebhookReceiver.start();
  receiver.now = clock.now;
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});

async function addEndpoint(): Promise<void> {
  const columns = { url: receiver.url, events: ['*'] };
  const { secret = '' } = await inTransaction(db, (trx) =>
    addWebhook(trx, { organizationId, actor, now: clock.now() }, columns, secretKeys),
  );
  receiver.secrets = [secret];
}

async function changeTeams(count: number): Promise<void> {
  for (let start = 0; start < count; start += 100) {
    await inTransaction(db, async (trx) => {
      for (let index = start; index < Math.min(start + 100, count); index += 1) {
        const target = { targetKind: 'team', targetId: `team-${index % SUBJECTS}` };
        await recordAudit(trx, { organizationId, actor, action: 'updateTeam', ...target, summary: '' });
      }
    });
  }
}

/** Ids of deliveries by their subject, in the order of events. */
async function listBySubject(): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('webhook_deliveries').select(['id', 'subject']).orderBy('seq').execute();
  const bySubject = new Map<string, string[]>();
  for (const { id, subject } of rows) bySubject.set(subject, [...(bySubject.get(subject) ?? []), id]);
  return bySubject;
}

async function countPending(): Promise<number> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .execute();
  return rows.length;
}

it(`a receiver that fails a third of the time gets ${DELIVERIES} deliveries from servers that are killed, first attempts in order per subject`, async () => {
  await addEndpoint();
  await changeTeams(DELIVERIES);
  await readAllEvents(db, webhookReader);
  const expected = await listBySubject();
  const refusals = new Map<string, number>();
  const delivered = new Set<string>();
  receiver.answer = ({ id }) => {
    const refused = refusals.get(id) ?? 0;
    if (receiver.received.length % 3 === 0 && refused < MAX_REFUSALS) {
      refusals.set(id, refused + 1);
      return { status: 500 };
    }
    delivered.add(id);
    return { status: 200 };
  };
  const sender = { db, fetcher, secretKeys, clock };
  for (let round = 0; (await countPending()) > 0; round += 1) {
    await Promise.all([
      runMortalServer(sender, 500 + ((round * 37) % 100)),
      runMortalServer(sender, 700 + ((round * 53) % 100)),
    ]);
    offset += HOUR_MS;
  }
  expect(receiver.refused).toEqual([]);
  expect(delivered.size).toBe(DELIVERIES);
  expect(receiver.received.length).toBeGreaterThan(DELIVERIES * 1.3);
  const first = new Map<string, string[]>();
  const ids = new Set<string>();
  for (const { id, body } of receiver.received) {
    if (ids.has(id)) continue;
    ids.add(id);
    const { kind, id: targetId } = body.data['target'] as { kind: string; id: string };
    const subject = `${kind}:${targetId}`;
    first.set(subject, [...(first.get(subject) ?? []), id]);
  }
  expect(first).toEqual(expected);
}, 3_600_000);

// @module-tag both-engines
// @module-tag outages
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEVEL } from '#server/access/roles.ts';
import { insertApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { newId } from '#server/base/ids.ts';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction, isUnavailable } from '#server/database/engine/transaction.ts';
import { planNotificationMails } from '#server/mail/notifications/plan-mails.ts';
import { mailJobs } from '#server/mail/send-mails.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createMailer } from '#server/network/mailer.ts';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { deliverWebhooks } from '#server/resources/webhooks/deliver-webhooks.ts';
import { webhookReader } from '#server/resources/webhooks/webhook-reader.ts';
import { startMailServer, type TestMailServer } from '../mail-server.ts';
import { SeededRandom } from '../random.ts';
import { readAllEvents } from '../read-events.ts';
import { startApp, TEST_SECRET_KEY, type TestClock } from '../test-app.ts';
import { openTestDatabase, type TestDatabase } from '../test-database.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';
import { CutAfter, KillBefore, runMortalServer } from './mortal-server.ts';

/** The deep tests set the number. */
const ROUNDS = Number(process.env.OUTAGES ?? 20);
const FAULTS = ['killed', 'cut', 'receiver', 'mail'] as const;
type Fault = (typeof FAULTS)[number];
const HOUR_MS = 60 * 60_000;
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';
/** More than most steps have, so that some of them end before their fault. */
const MAX_STATEMENTS = 16;
/** More than a pool has that were cut. */
const MAX_CONNECTIONS = 20;

/** A person is mailed of fewer notifications in an hour than there are rounds. */
const ROUNDS_PER_READER = 20;

const [organizationId, author, token] = ['press', 'ada', 'a-token-of-the-author'];
const readers = Array.from({ length: Math.ceil(ROUNDS / ROUNDS_PER_READER) }, (_, index) => `ruth-${index}`);
const readerOf = (round: number): string => `ruth-${Math.floor(round / ROUNDS_PER_READER)}`;
const emailOf = (id: string): string => `${id}@press.example`;
const fetcher = createFetcher({ allowPrivate: true });
const secretKeys = new SecretKeys([TEST_SECRET_KEY]);

let database: TestDatabase;
let app: FastifyInstance;
let clock: TestClock;
let closeApp: () => Promise<void>;
let receiver: WebhookReceiver;
let mailServer: TestMailServer;
let space: string;

async function send(method: 'POST' | 'GET', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
  for (const id of [author, ...readers]) {
    const role = id === author ? LEVEL.admin : LEVEL.review;
    await db
      .insertInto('users')
      .values({ id, display_name: id, email: emailOf(id), email_confirmed_at: new Date() })
      .execute();
    const member = { organization_id: organizationId, user_id: id, role, search_text: id };
    await db.insertInto('members').values(member).execute();
  }
  const apiToken = { userId: author, name: 'Rounds', expiresAt: null, token, limits: null, actor: null };
  await inTransaction(db, (trx) => insertApiToken(trx, { ...apiToken, now: new Date() }));
  ({ app, clock, close: closeApp } = await startApp({ database, fetcher }));
  receiver = await WebhookReceiver.start();
  receiver.now = () => clock.now();
  mailServer = await startMailServer();
  for (const eventReader of [notificationReader, webhookReader]) await readAllEvents(db, eventReader);
  const base = `/v1/orgs/${organizationId}`;
  const { secret } = await send('POST', `${base}/webhooks`, { url: receiver.url, events: ['*'] });
  receiver.secrets = [secret];
  const { id } = await send('POST', `${base}/spaces`, { title: 'Handbook' });
  const grants = readers.map((reader) => ({
    id: newId(),
    organization_id: organizationId,
    content_kind: 'space' as const,
    content_id: id,
    user_id: reader,
    team_id: null,
    level: LEVEL.review,
  }));
  await db.insertInto('grants').values(grants).execute();
  space = `/v1/spaces/${id}`;
});
afterAll(async () => {
  await closeApp();
  await receiver.close();
  await mailServer.close();
  await database.close();
});

/** What a server does beside requests: each step by itself, as a server that is started again begins with any of them. */
function stepsOf(fault: Fault | undefined, random: SeededRandom): (() => Promise<unknown>)[] {
  const plugin = (): KyselyPlugin | undefined => {
    const statement = 1 + random.below(MAX_STATEMENTS);
    if (fault === 'killed') return new KillBefore(statement);
    const isEmbedded = database.engine === 'pglite';
    return fault === 'cut' ? new CutAfter(statement, { db: database.db, isEmbedded }) : undefined;
  };
  const faulty = () => {
    const added = plugin();
    return added ? database.db.withPlugin(added) : database.db;
  };
  const smtpUrl = fault === 'mail' ? `smtp://${NOWHERE}` : mailServer.url;
  const mailer = createMailer({ smtpUrl, from: 'docs@press.example' });
  const sendTo: typeof fetcher.send = (url, options) =>
    fetcher.send(fault === 'receiver' ? `http://${NOWHERE}/hook` : url, options);
  const delivery = { fetcher: { send: sendTo }, secretKeys, clock };
  return [
    () => readAllEvents(faulty(), notificationReader),
    () => readAllEvents(faulty(), webhookReader),
    () => planNotificationMails({ db: faulty(), mailer, now: clock.now(), waitMs: 0 }),
    () => runDueJobs(faulty(), mailJobs({ mailer, service: app.service }), clock),
    fault === 'killed' && random.chance(0.5)
      ? () => runMortalServer({ ...delivery, db: database.db }, random.below(12))
      : () => deliverWebhooks({ ...delivery, db: faulty(), publicUrl: '' }),
  ];
}

/** Runs a step again where its connection was one that a fault has cut: who uses it next notices. Servers do so, too. */
async function untilConnected(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (attempt === MAX_CONNECTIONS || !isUnavailable(error)) throw error;
    }
  }
}

/** Asks for a review, and lets one fault happen in each step. Returns how many steps failed, and the change request. */
async function runRound(round: number): Promise<{ failures: number; request: string }> {
  const random = new SeededRandom(round);
  // Events have the time of the database, and those of a day ago are not mailed.
  clock.reset();
  const { id } = await send('POST', `${space}/change-requests`, { subject: `Round ${round}` });
  await send('POST', `${space}/change-requests/${id}/requested-reviewers`, { users: [readerOf(round)] });
  clock.advance(HOUR_MS);
  let failures = 0;
  for (const step of stepsOf(FAULTS[round % FAULTS.length], random)) {
    await step().catch(() => (failures += 1));
  }
  // What a killed server has claimed, and what has failed, is due again.
  clock.advance(HOUR_MS);
  for (const step of stepsOf(undefined, random)) await untilConnected(step);
  return { failures, request: String(id) };
}

it(`in ${ROUNDS} rounds with a fault, each event arrives, and nobody is told twice in the console`, async () => {
  const { db } = database;
  const requests: string[] = [];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await runRound(round);
    requests.push(result.request);
    failures += result.failures;
  }
  expect(failures).toBeGreaterThan(ROUNDS / 2);

  // The console: one notification for each request, of one event.
  const told = await db
    .selectFrom('notifications')
    .innerJoin('notification_events', 'notification_events.notification_id', 'notifications.id')
    .select(['notifications.subject_id', 'notifications.count', 'notification_events.event_id'])
    .where('notifications.user_id', 'in', readers)
    .where('notification_events.reason', '=', 'review-requested')
    .execute();
  expect(told.map(({ subject_id }) => subject_id).toSorted()).toEqual(requests.toSorted());
  expect(told.map(({ count }) => count)).toEqual(requests.map(() => 1));

  // The webhook: each event of the record under one id, however often it was sent.
  const events = await db
    .selectFrom('audit_log')
    .select(['id', 'action', 'change_request_id'])
    .where('action', 'in', ['createChangeRequest', 'requestReviewers'])
    .execute();
  expect(events).toHaveLength(2 * ROUNDS);
  const deliveries = await db.selectFrom('webhook_deliveries').select(['id', 'event_id', 'state']).execute();
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'delivered'));
  const received = new Set(receiver.received.map(({ id }) => id));
  expect(received).toEqual(new Set(deliveries.map(({ id }) => id)));
  const byEvent = new Map(deliveries.map(({ event_id, id }) => [event_id, id]));
  expect(byEvent.size).toBe(deliveries.length);
  expect(events.filter(({ id }) => !byEvent.has(id))).toEqual([]);
  // What a killed server had sent may arrive when the clock of the test is an hour further; then it is sent again.
  const refused = receiver.refused.filter((reason) => !reason.endsWith('Message timestamp too old'));
  expect(refused).toEqual([]);

  // Mail: one for each request, under one id, however often it was sent.
  const mails = await db.selectFrom('mails').select(['kind', 'state', 'recipient']).execute();
  const lineOf = ({ kind, state, recipient }: (typeof mails)[number]) => `${kind} ${state} ${recipient}`;
  const wanted = requests.map((_, round) => `notification sent ${emailOf(readerOf(round))}`);
  expect(mails.map(lineOf).toSorted()).toEqual(wanted.toSorted());
  const arrived = await mailServer.received();
  expect(new Set(arrived.map(({ subject }) => subject)).size).toBe(ROUNDS);
  expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(ROUNDS);
}, 900_000);

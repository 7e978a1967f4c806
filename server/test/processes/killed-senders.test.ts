import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEVEL } from '#server/access/roles.ts';
import { newId } from '#server/base/ids.ts';
import { connect, type Connection } from '#server/database/engine/connect.ts';
import { startMailServer, type TestMailServer } from '../mail-server.ts';
import { TEST_SECRET_KEY } from '../test-app.ts';
import { locationOf } from '../test-database.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';
import { KillableServer, ServerData } from './killable-server.ts';

/** Keeps other connections from writing into a table, or also from reading it. */
class HeldTable {
  readonly #client: pg.Client;
  readonly #table: string;

  private constructor(client: pg.Client, table: string) {
    this.#client = client;
    this.#table = table;
  }

  static async hold(url: string, table: string, mode: 'share' | 'access exclusive'): Promise<HeldTable> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`begin; lock table ${table} in ${mode} mode`);
    return new HeldTable(client, table);
  }

  /** Resolves when a statement waits for the table. */
  async untilAwaited(): Promise<void> {
    const query = 'select from pg_locks where relation = $1::regclass and not granted';
    while (((await this.#client.query(query, [this.#table])).rowCount ?? 0) === 0) await sleep(20);
  }

  release(): Promise<void> {
    return this.#client.end();
  }
}

const reader = 'ruth';
const email = 'ruth@press.example';

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a server that is killed', () => {
  let data: ServerData;
  let url: string;
  let server: KillableServer;
  let database: Connection;
  let mailServer: TestMailServer;
  let receiver: WebhookReceiver;
  let channel: WebhookReceiver;
  let base: string;
  let space: string;
  /** Called when the mail server is given a recipient; false never answers. */
  let acceptRecipient = (): boolean => true;

  beforeAll(async () => {
    data = await ServerData.create();
    url = data.environment['DATABASE_URL'] ?? '';
    [receiver, channel] = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
    mailServer = await startMailServer({
      onRcptTo: (_to, _session, done) => {
        if (acceptRecipient()) done();
      },
    });
    server = await KillableServer.start(data, {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'docs@press.example',
      MAIL_AFTER_MINUTES: '0',
      SECRETS_KEY: TEST_SECRET_KEY.toString('base64'),
      ALLOW_PRIVATE_FETCH: 'true',
    });
    database = await connect(locationOf(url));
    const [{ id: organizationId }] = (await server.expect('GET', '/v1/orgs')).items;
    base = `/v1/orgs/${organizationId}`;
    const { id } = await server.expect('POST', `${base}/spaces`, { title: 'Handbook' });
    space = `/v1/spaces/${id}`;
    const { db } = database;
    const user = { id: reader, display_name: 'Ruth', email, email_confirmed_at: new Date() };
    await db.insertInto('users').values(user).execute();
    const member = { organization_id: organizationId, user_id: reader, role: LEVEL.review, search_text: '' };
    await db.insertInto('members').values(member).execute();
    const content = { content_kind: 'space', content_id: id } as const;
    const grant = { id: newId(), organization_id: organizationId, user_id: reader, team_id: null };
    await db
      .insertInto('grants')
      .values({ ...grant, ...content, level: LEVEL.review })
      .execute();
    const { secret } = await server.expect('POST', `${base}/webhooks`, { url: receiver.url, events: ['*'] });
    receiver.secrets = [secret];
    const chat = { url: channel.url, events: ['review.requested'], format: 'mattermost' };
    await server.expect('POST', `${base}/webhooks`, chat);
  });
  afterAll(async () => {
    await database.close();
    await Promise.all([receiver.close(), channel.close(), mailServer.close()]);
    await data.close();
  });
  beforeEach(() => {
    acceptRecipient = () => true;
    for (const target of [receiver, channel]) target.answer = () => ({ status: 204 });
  });

  async function requestReview(subject: string): Promise<string> {
    const { id } = await server.expect('POST', `${space}/change-requests`, { subject });
    await server.expect('POST', `${space}/change-requests/${id}/requested-reviewers`, { users: [reader] });
    return id;
  }

  /** Starts it again, as if it were a minute later: until then, no other server takes over what was begun. */
  async function restart(): Promise<void> {
    for (const table of ['jobs', 'webhook_deliveries'])
      await sql`update ${sql.table(table)} set locked_until = now() - interval '1 second'
        where locked_until is not null`.execute(database.db);
    await server.restart();
    // Where a mail waits for nothing, each event makes it look for what is due; else it does after half a minute.
    await server.expect('PUT', `${base}/teams`, { title: 'Readers' });
  }

  /** The states of what is not sent yet. */
  async function listUnsent(): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`
      select concat(type, ' ', state, ' ', error) as text from webhook_deliveries where state <> 'delivered'
      union all select concat('mail ', state, ' ', error) from mails where state <> 'sent'`.execute(
      database.db,
    );
    return rows.map(({ text }) => text);
  }

  /** Each event once in the console; webhook, channel and mail at least once, under one id. */
  async function expectTold(changeRequest: string, subject: string): Promise<void> {
    const { db } = database;
    const mailsOf = async () =>
      (await mailServer.received()).filter((mail) => mail.subject?.includes(`${subject} (`));
    await expect.poll(async () => (await mailsOf()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    await expect.poll(listUnsent, { timeout: 60_000 }).toEqual([]);
    expect(new Set((await mailsOf()).map(({ messageId }) => messageId)).size).toBe(1);

    const notifications = await db
      .selectFrom('notifications')
      .innerJoin('notification_events', 'notification_events.notification_id', 'notifications.id')
      .select(['notifications.user_id', 'notifications.count', 'notification_events.reason'])
      .where('notifications.subject_id', '=', changeRequest)
      .execute();
    expect(notifications).toEqual([{ user_id: reader, count: 1, reason: 'review-requested' }]);

    const events = await db
      .selectFrom('audit_log')
      .select('id')
      .where('change_request_id', '=', changeRequest)
      .execute();
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhook_deliveries.id', 'event_id'])
      .where('subject', '=', changeRequest)
      .where('format', '=', 'standard')
      .execute();
    expect(deliveries.map(({ event_id: id }) => id).toSorted()).toEqual(
      events.map(({ id }) => id).toSorted(),
    );
    const ids = receiver.received.filter(({ body }) => body.data['changeRequest'] === changeRequest);
    expect(new Set(ids.map(({ id }) => id))).toEqual(new Set(deliveries.map(({ id }) => id)));
    expect(receiver.refused).toEqual([]);
    expect(channel.received.some(({ body }) => JSON.stringify(body).includes(subject))).toBe(true);
  }

  it.each([
    ['before anything reads the event', 'event_cursors', 'access exclusive'],
    ['while the reader of notifications writes', 'notifications', 'share'],
    ['while the reader of webhooks writes', 'webhook_deliveries', 'share'],
    ['before a cursor moves', 'event_cursors', 'share'],
    ['while mail is planned', 'mails', 'share'],
    ['after a receiver has answered, before that is stored', 'webhooks', 'share'],
    ['after the mail server has accepted a mail, before that is stored', 'refused_addresses', 'share'],
  ] as const)('%s tells everybody when it is back', async (step, table, mode) => {
    const held = await HeldTable.hold(url, table, mode);
    const id = await requestReview(step);
    await held.untilAwaited();
    await server.kill();
    await held.release();
    await restart();
    await expectTold(id, step);
  });

  it.each([
    ['while a receiver takes its time', () => receiver],
    ['while a channel takes its time', () => channel],
  ])('%s sends it again', async (step, target) => {
    const { id } = await server.expect('POST', `${space}/change-requests`, { subject: step });
    const killing = new Promise<void>((resolve) => {
      target().answer = ({ body: { type } }) => {
        // A channel is told of requests alone.
        if (type !== undefined && type !== 'review.requested') return { status: 204 };
        target().answer = () => ({ status: 204 });
        resolve(server.kill());
        return undefined;
      };
    });
    // Its answer may be lost.
    await server.send('POST', `${space}/change-requests/${id}/requested-reviewers`, { users: [reader] });
    await killing;
    await restart();
    await expectTold(id, step);
  });

  it('while the mail server takes its time sends the mail again', async () => {
    const step = 'while the mail server takes its time';
    const killing = new Promise<void>((resolve) => {
      acceptRecipient = () => {
        acceptRecipient = () => true;
        resolve(server.kill());
        return false;
      };
    });
    const id = await requestReview(step);
    await killing;
    await restart();
    await expectTold(id, step);
  });
});

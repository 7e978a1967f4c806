import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '#server/base/clock.ts';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, PUBLIC_URL, TEST_SECRET_KEY, testApp } from '#server/test/test-app.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { webhookReader } from './webhook-reader.ts';

/** The longest address that a webhook can have. */
const URL_PREFIX = 'https://hooks.slack.example/services/';
const address = `${URL_PREFIX}${'T'.repeat(2048 - URL_PREFIX.length)}`;

type Send = Fetcher['send'];
type Sent = Awaited<ReturnType<Send>>;

let w: OrganizationFixture;
let sent: { url: string; headers: Record<string, string>; body: string }[];
let answer: Partial<Sent>;
let minutes: number;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const { db } = await testApp();
  await readAllEvents(db, webhookReader);
  // A delivery of the test before may hold what this deletes: as in the product, who loses tries again.
  await inTransaction(db, (trx) => trx.deleteFrom('webhooks').execute());
  sent = [];
  answer = { status: 200 };
  minutes = 1;
});

const clock: Clock = { now: () => new Date(Date.now() + minutes * 60_000) };
const send: Send = async (url, { headers = {}, body = '' }) => {
  sent.push({ url, headers, body: String(body) });
  return { status: 200, headers: {}, body: Buffer.from('ok'), ...answer } as Sent;
};

async function readAndDeliver(): Promise<void> {
  const { db } = await testApp();
  await readAllEvents(db, webhookReader);
  const secretKeys = new SecretKeys([TEST_SECRET_KEY]);
  await deliverWebhooks({ db, fetcher: { send }, secretKeys, clock, publicUrl: PUBLIC_URL });
}

const create = (fields: object = {}) =>
  as(w.admin).post(`${w.base}/webhooks`, { url: address, events: ['*'], format: 'slack', ...fields });
const urlOf = (webhook: { id: string }) => `${w.base}/webhooks/${webhook.id}`;

/** Its creation is an event of the space. */
async function openChangeRequest(spaceId: string, subject: string): Promise<string> {
  const { body } = await as(w.admin).post(`/v1/spaces/${spaceId}/change-requests`, { subject });
  return body.id;
}

const newSpace = (title: string) => createSpace({ organizationId: w.organization.id, title });

describe('a channel', () => {
  it('gets names and titles, at an address that nobody is shown', async () => {
    const { status, body: webhook } = await create();
    expect(status).toBe(201);
    expect(webhook).toMatchObject({ format: 'slack', host: 'hooks.slack.example' });
    expect(webhook).not.toHaveProperty('url');
    expect(webhook).not.toHaveProperty('secret');
    const space = await newSpace('Handbook');
    await openChangeRequest(space.id, 'Tides <!channel>');
    await readAndDeliver();
    expect(sent).toMatchObject([{ url: address, headers: { 'content-type': 'application/json' } }]);
    expect(Object.keys(sent[0]?.headers ?? {})).not.toContain('webhook-signature');
    const { text, blocks } = JSON.parse(sent[0]?.body ?? '');
    expect(text).toBe('Ada Admin opened the change request “Tides &lt;!channel&gt;” in “Handbook”.');
    expect(blocks[1].elements[0].text).toBe(
      `<${PUBLIC_URL}/o/${w.organization.id}/spaces/${space.id}/changes/1|Open in Bindery>`,
    );
    const { body: deliveries } = await as(w.admin).get(`${urlOf(webhook)}/deliveries?state=delivered`);
    expect(deliveries.items).toMatchObject([
      { type: 'change_request.created', request: { body: sent[0]?.body }, answer: { body: 'ok' } },
    ]);
    const { body: listed } = await as(w.admin).get(`${w.base}/webhooks`);
    expect(listed.items[0].lastDelivery).toMatchObject({ state: 'delivered' });
    const { db } = await testApp();
    const rows = await db.selectFrom('webhooks').selectAll().execute();
    const entries = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', webhook.id)
      .execute();
    expect(rows[0]?.address).toMatch(/^enc:v1:/);
    expect(rows[0]?.url).toBe('slack://hooks.slack.example/');
    expect(JSON.stringify([rows, entries, listed, webhook])).not.toContain('services');
  });

  it('gets no title of a space that its webhook leaves out, not even of what was on its way', async () => {
    const [harbour, quay] = [await newSpace('Harbour'), await newSpace('Quay')];
    const { body: webhook } = await create({ spaces: [harbour.id] });
    await openChangeRequest(harbour.id, 'Open subject');
    await openChangeRequest(quay.id, 'Secret subject');
    answer = { status: 500 };
    await readAndDeliver();
    expect(sent.map(({ body }) => JSON.parse(body).text)).toEqual([
      'Ada Admin opened the change request “Open subject” in “Harbour”.',
    ]);
    await as(w.admin).patch(urlOf(webhook), { spaces: [quay.id] });
    answer = { status: 200 };
    minutes += 10;
    await readAndDeliver();
    expect(sent).toHaveLength(1);
    const { body } = await as(w.admin).get(`${urlOf(webhook)}/deliveries`);
    expect(body.items).toMatchObject([
      {
        state: 'failed',
        answer: { error: 'Not sent: the webhook leaves out this kind of event or this space.' },
      },
    ]);
    await as(w.admin).post(`${urlOf(webhook)}/deliveries/${body.items[0].id}/resend`);
    await readAndDeliver();
    expect(sent).toHaveLength(1);
  });

  it('gets names of the moment at which it is sent, and none of a space that left the organization', async () => {
    const space = await newSpace('Old name');
    await create({ format: 'mattermost', events: ['change_request.created'] });
    await openChangeRequest(space.id, 'Tides');
    const { db } = await testApp();
    answer = { status: 429, headers: { 'retry-after': '3600' } };
    await readAndDeliver();
    await db.updateTable('spaces').set({ title: 'New *name*' }).where('id', '=', space.id).execute();
    minutes += 59;
    await readAndDeliver();
    expect(sent).toHaveLength(1);
    minutes += 2;
    await readAndDeliver();
    expect(JSON.parse(sent[1]?.body ?? '').text).toContain('“Tides” in “New \\*name\\*”. [Open in Bindery](');
    const other = await createOrganizationFixture();
    await db
      .updateTable('spaces')
      .set({ organization_id: other.organization.id })
      .where('id', '=', space.id)
      .execute();
    await db
      .updateTable('change_requests')
      .set({ organization_id: other.organization.id })
      .where('space_id', '=', space.id)
      .execute();
    minutes += 120;
    await readAndDeliver();
    expect(JSON.parse(sent[2]?.body ?? '').text).toMatch(/^Ada Admin opened a change request\. \[/);
  });

  it('gets what the preview shows, by the same code', async () => {
    const space = await newSpace('Almanac');
    const preview = (query: string) => as(w.admin).get(`${w.base}/webhook-preview?${query}`);
    const { body } = await preview(`format=teams&type=change_request.merged&space=${space.id}`);
    expect(body.text).toBe('Ada Admin merged the change request “Example change request” in “Almanac”.');
    expect(JSON.parse(body.body).attachments[0].content.body[0].inlines[0].text).toBe(body.text);
    const { body: webhook } = await create({ format: 'teams' });
    await as(w.admin).post(`${urlOf(webhook)}/test`);
    await readAndDeliver();
    const { body: test } = await preview('format=teams');
    expect(sent[0]?.body).toBe(test.body);
    expect(test.text).toMatch(/^Ada Admin sent a test message from .+\. Everyone in this channel reads such/);
    const { body: standard } = await preview('format=standard&type=member.added');
    expect(standard).not.toHaveProperty('text');
    expect(JSON.parse(standard.body)).toMatchObject({ type: 'member.added', data: { actor: w.admin.id } });
    expect((await preview('format=slack&type=*')).status).toBe(400);
    const foreign = await createSpace({
      organizationId: (await createOrganizationFixture()).organization.id,
    });
    expect((await preview(`format=slack&space=${foreign.id}`)).status).toBe(404);
  });

  it('has an address that can be replaced, also after it was lost, and no secret to rotate', async () => {
    const { body: webhook } = await create();
    expect((await as(w.admin).post(`${urlOf(webhook)}/rotate`, {})).status).toBe(409);
    const { db } = await testApp();
    const lost = { address: '', enabled: false, disabled_reason: 'secret' };
    await db.updateTable('webhooks').set(lost).where('id', '=', webhook.id).execute();
    expect((await as(w.admin).patch(urlOf(webhook), { enabled: true })).status).toBe(409);
    const url = 'https://chat.press.example/hooks/2';
    const { body: changed } = await as(w.admin).patch(urlOf(webhook), { url, enabled: true });
    expect(changed).toMatchObject({ host: 'chat.press.example', enabled: true });
    await as(w.admin).post(`${urlOf(webhook)}/test`);
    await readAndDeliver();
    expect(sent.map((request) => request.url)).toEqual([url]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const { db } = await testApp();
  await db.deleteFrom('webhooks').where('organization_id', '=', w.organization.id).execute();
});

const settings = { url: 'https://hooks.press.example/bindery?key=1', events: ['change_request.merged'] };
const create = (body: object = settings) => as(w.admin).post(`${w.base}/webhooks`, body);

describe('an administrator', () => {
  it('gets the secret once; neither lists, the audit log nor the database have it', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const { secret, ...webhook } = body;
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(webhook).toMatchObject({ object: 'webhook', ...settings, enabled: true });
    const { body: loaded } = await as(w.admin).get(`${w.base}/webhooks/${body.id}`);
    expect(loaded).toEqual(webhook);
    const { db } = await testApp();
    const rows = await db.selectFrom('webhooks').selectAll().where('id', '=', body.id).execute();
    const entries = await db.selectFrom('audit_log').selectAll().where('target_id', '=', body.id).execute();
    expect(rows[0]?.secret).toMatch(/^enc:v1:/);
    expect(JSON.stringify([rows, entries])).not.toContain(secret);
  });

  it('has 50 webhooks at most', async () => {
    for (let index = 0; index < 50; index += 1) expect((await create()).status).toBe(201);
    const { status, body } = await create();
    expect(status).toBe(409);
    expect(body.error.message).toBe('An organization can have 50 webhooks. Delete one first.');
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.1/hook',
    'http://localhost/hook',
    'https://hooks.press.example:8443/',
    'https://user:password@hooks.press.example/',
    'ftp://hooks.press.example/',
  ])('cannot have events sent to %s', async (url) => {
    const { status, body } = await create({ ...settings, url });
    expect(status).toBe(400);
    expect(body.error.message).toContain('body.url');
    const { body: webhook } = await create();
    expect((await as(w.admin).patch(`${w.base}/webhooks/${webhook.id}`, { url })).status).toBe(400);
  });

  it('names kinds that exist and spaces of the organization', async () => {
    expect((await create({ ...settings, events: ['change_request.burned'] })).status).toBe(400);
    expect((await create({ ...settings, events: [] })).status).toBe(400);
    const space = await createSpace({ organizationId: w.organization.id });
    const { body } = await create({ ...settings, events: ['*', '*'], spaces: [space.id] });
    expect(body).toMatchObject({ events: ['*'], spaces: [space.id] });
    const { body: updated } = await as(w.admin).patch(`${w.base}/webhooks/${body.id}`, {
      spaces: null,
      title: 'Build',
    });
    expect(updated.spaces).toBeUndefined();
    expect(updated.title).toBe('Build');
  });

  it('switches it off and on; nothing is sent while it is off', async () => {
    const { body } = await create();
    const url = `${w.base}/webhooks/${body.id}`;
    const { body: delivery } = await as(w.admin).post(`${url}/test`);
    const { body: off } = await as(w.admin).patch(url, { enabled: false });
    expect(off).toMatchObject({ enabled: false, disabledReason: 'administrator' });
    const { body: list } = await as(w.admin).get(`${url}/deliveries`);
    expect(list.items).toMatchObject([{ id: delivery.id, state: 'failed', attempts: 0 }]);
    expect((await as(w.admin).post(`${url}/test`)).status).toBe(409);
    expect((await as(w.admin).post(`${url}/deliveries/${delivery.id}/resend`)).status).toBe(409);
    const { body: on } = await as(w.admin).patch(url, { enabled: true });
    expect(on.disabledReason).toBeUndefined();
    const { body: again } = await as(w.admin).post(`${url}/deliveries/${delivery.id}/resend`);
    expect(again).toMatchObject({ id: delivery.id, state: 'pending', request: delivery.request });
  });

  it('cannot switch it on while the server has lost its secret, but rotate it', async () => {
    const { body } = await create();
    const url = `${w.base}/webhooks/${body.id}`;
    const { db } = await testApp();
    await db
      .updateTable('webhooks')
      .set({ secret: '', enabled: false, disabled_reason: 'secret' })
      .where('id', '=', body.id)
      .execute();
    expect((await as(w.admin).patch(url, { enabled: true })).status).toBe(409);
    const rotated = await as(w.admin).post(`${url}/rotate`, {});
    expect(rotated.status).toBe(201);
    expect(rotated.body.previousSecretExpiresAt).toBeUndefined();
    expect((await as(w.admin).patch(url, { enabled: true })).status).toBe(200);
  });
});

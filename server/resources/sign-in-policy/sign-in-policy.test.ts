import { beforeEach, describe, expect, it } from 'vitest';
import { createOrganization } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { createApiToken, startSsoTestSession, startTestSession } from '#server/test/sign-on/start-session.ts';
import { as, testApp } from '#server/test/test-app.ts';

const HOUR_MS = 60 * 60_000;

let w: OrganizationFixture;
let url: string;
beforeEach(async () => {
  w = await createOrganizationFixture();
  url = `${w.base}/sign-in-policy`;
});

const get = (token: string, path = w.base) => as({ token }).get(path);

describe('the sign-in policy', () => {
  it('requires nothing at first, and is changed and reset one by one', async () => {
    expect((await as(w.admin).get(url)).body).toEqual({ object: 'sign-in-policy', passkeyRequired: false });
    const patch = async (body: object) => (await as(w.admin).patch(url, body)).body;
    expect(await patch({ sessionHours: 8, tokenDays: 90 })).toEqual({
      object: 'sign-in-policy',
      passkeyRequired: false,
      sessionHours: 8,
      tokenDays: 90,
    });
    await patch({ passkeyRequired: true, sessionHours: 1 });
    expect(await patch({ sessionHours: null, tokenDays: null })).toEqual({
      object: 'sign-in-policy',
      passkeyRequired: true,
    });
    await patch({});
    const { body } = await as(w.admin).get(`${w.base}/audit-log?action=updateSignInPolicy`);
    expect(body.items.map(({ summary }: { summary: string }) => summary)).toEqual([
      'Changed the sign-in policy: sessions have no limit, API tokens have no limit.',
      'Changed the sign-in policy: a passkey is required, sessions end after 1 hour.',
      'Changed the sign-in policy: sessions end after 8 hours, API tokens work for 90 days.',
    ]);
  });

  it.each([
    [{ sessionHours: 0 }, 'body.sessionHours'],
    [{ sessionHours: 8761 }, 'body.sessionHours'],
    [{ sessionHours: 1.5 }, 'body.sessionHours'],
    [{ tokenDays: 3651 }, 'body.tokenDays'],
    [{ passkeyRequired: null }, 'body.passkeyRequired'],
    [{ twoFactor: true }, 'body.twoFactor'],
  ])('rejects %j', async (body, path) => {
    const response = await as(w.admin).patch(url, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('cannot close the organization to the administrator who changes it', async () => {
    const { clock, db, app } = await testApp();
    const password = await startTestSession(w.admin.id);
    const refused = await as(password).patch(url, { passkeyRequired: true });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('requires a passkey');
    await db
      .updateTable('sessions')
      .set({ created_at: new Date(clock.now().getTime() - 2 * HOUR_MS) })
      .where('id', '=', password.id)
      .execute();
    app.actors.invalidateAll();
    expect((await as(password).patch(url, { sessionHours: 1 })).status).toBe(409);
    const passkey = await startTestSession(w.admin.id, { method: 'passkey' });
    expect((await as(passkey).patch(url, { passkeyRequired: true, sessionHours: 1 })).status).toBe(200);
    const { token } = await createApiToken(w.admin.id, [w.organization.id], { method: 'passkey' });
    expect((await as({ token }).patch(url, { tokenDays: 1 })).status).toBe(200);
  });
});

describe('an organization that requires a passkey', () => {
  it('closes to sessions and tokens without one, at once, and says what to do', async () => {
    const password = await startTestSession(w.editor.id);
    const passkey = await startTestSession(w.editor.id, { method: 'passkey' });
    const sso = await startSsoTestSession(w.editor.id, w.organization.id);
    const token = await createApiToken(w.editor.id, [w.organization.id]);
    const strong = await createApiToken(w.editor.id, [w.organization.id], { method: 'passkey' });
    const statuses = async () => {
      const credentials = [password, passkey, sso, token, strong, w.editor];
      return Promise.all(credentials.map(async (each) => (await get(each.token)).status));
    };
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    await as(w.admin).patch(url, { passkeyRequired: true });
    expect(await statuses()).toEqual([403, 200, 200, 403, 200, 200]);
    expect((await get(password.token)).body.error.message).toBe(
      'This organization requires a passkey. Add one to your account, then sign in with it.',
    );
    await as(w.admin).patch(url, { passkeyRequired: false });
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('shows nothing of itself to a session without one, wherever it asks', async () => {
    const space = await as(w.admin).post(`${w.base}/spaces`, { title: 'Guide' });
    const session = await startTestSession(w.editor.id);
    expect((await get(session.token, `/v1/spaces/${space.body.id}`)).status).toBe(200);
    await as(w.admin).patch(url, { passkeyRequired: true });
    expect((await get(session.token, '/v1/orgs')).body.items).toEqual([]);
    expect((await get(session.token, `/v1/spaces/${space.body.id}`)).status).toBe(404);
    expect((await get(session.token, `${w.base}/members`)).status).toBe(403);
  });

  it('cannot be opened by an invite link either', async () => {
    const session = await startTestSession(w.reader.id);
    const invite = await as(w.admin).post(`${w.base}/link-invites`, { role: 'admin' });
    await as(w.admin).patch(url, { passkeyRequired: true });
    const accept = await as(session).post(`${w.base}/invites/${invite.body.id}`);
    expect(accept.status).toBe(403);
    expect((await as(w.admin).get(`${w.base}/members/${w.reader.id}`)).body.role).toBe('read');
  });
});

describe('an organization that limits sessions', () => {
  it('ends those of members of it alone, which then sign in again', async () => {
    const { clock, app } = await testApp();
    const session = await startTestSession(w.editor.id);
    await as(w.admin).patch(url, { sessionHours: 1 });
    clock.advance(HOUR_MS - 60_000);
    app.actors.invalidateAll();
    const refresh = (cookie: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/refresh',
        headers: { cookie, 'x-requested-with': 'console' },
      });
    const renewed = await refresh(session.cookie);
    expect(renewed.statusCode).toBe(200);
    expect((await get(renewed.json().accessToken)).status).toBe(200);
    clock.advance(2 * 60_000);
    app.actors.invalidateAll();
    expect((await get(renewed.json().accessToken)).status).toBe(401);
    const [cookie = ''] = String(renewed.headers['set-cookie']).split(';');
    expect((await refresh(cookie)).statusCode).toBe(401);
    expect((await get((await startTestSession(w.editor.id)).token)).status).toBe(200);
  });

  it('closes itself to sessions of people who have other organizations', async () => {
    const { clock, app, db } = await testApp();
    const otherOrganization = await createOrganization();
    await db
      .insertInto('members')
      .values({ organization_id: otherOrganization.id, user_id: w.editor.id, role: 3, search_text: '' })
      .execute();
    const session = await startTestSession(w.editor.id);
    await as(w.admin).patch(url, { sessionHours: 1 });
    clock.advance(2 * HOUR_MS);
    const renewed = await app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { cookie: session.cookie, 'x-requested-with': 'console' },
    });
    const { accessToken } = renewed.json();
    const denied = await get(accessToken);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toBe('This organization ends sessions after 1 hour. Sign in again.');
    expect((await get(accessToken, `/v1/orgs/${otherOrganization.id}`)).status).toBe(200);
  });

  it('limits sessions by single sign-on too', async () => {
    await as(w.admin).patch(url, { sessionHours: 1 });
    const { clock, app } = await testApp();
    const sso = await startSsoTestSession(w.editor.id, w.organization.id);
    expect((await get(sso.token)).status).toBe(200);
    clock.advance(HOUR_MS);
    app.actors.invalidateAll();
    expect((await get(sso.token)).status).toBe(401);
  });
});

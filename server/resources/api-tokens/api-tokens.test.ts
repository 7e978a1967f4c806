import { beforeEach, describe, expect, it } from 'vitest';
import { createMember, createOrganization, createToken, type TestMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { createApiToken, startSsoTestSession, startTestSession } from '#server/test/sign-on/start-session.ts';
import { as, testApp } from '#server/test/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let w: OrganizationFixture;
let member: TestMember;
beforeEach(async () => {
  w = await createOrganizationFixture();
  member = w.editor;
});

const statusIn = async (token: string, base = w.base) => (await as({ token }).get(base)).status;

async function joinAnother({ id }: TestMember, fields: { sso?: boolean } = {}): Promise<string> {
  const otherOrganization = await createOrganization({ title: 'Second Press' });
  const { db, app } = await testApp();
  await db
    .insertInto('members')
    .values({ organization_id: otherOrganization.id, user_id: id, role: 3, search_text: '', ...fields })
    .execute();
  app.actors.invalidateAll();
  return otherOrganization.id;
}

/** Creates a token as someone who signed in; the body, or the status and message of the failure. */
async function create(sender: { token: string }, fields: object = {}) {
  const body = { name: 'Nightly build', organizations: [w.organization.id], ...fields };
  const response = await as(sender).post('/v1/user/tokens', body);
  if (response.status !== 201) return { status: response.status, error: response.body.error };
  return response.body;
}

async function updateOrganization(fields: object, id = w.organization.id): Promise<void> {
  const { db, app } = await testApp();
  await db.updateTable('organizations').set(fields).where('id', '=', id).execute();
  app.actors.invalidateAll();
}

async function signIn(token: string) {
  const { app } = await testApp();
  const response = await app.inject({
    method: 'POST',
    url: '/auth/session',
    headers: { 'x-requested-with': 'console' },
    payload: { token },
  });
  return { status: response.statusCode, body: response.json() };
}

describe('an API token that someone creates', () => {
  it('is shown once, listed without its secret, and dated when it is used', async () => {
    const session = await startTestSession(member.id);
    const { app, clock } = await testApp();
    const expiresAt = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
    const created = await create(session, { expiresAt });
    expect(created).toEqual({
      object: 'api-token',
      id: expect.any(String),
      name: 'Nightly build',
      organizations: [{ id: w.organization.id, title: 'Test Press' }],
      createdAt: expect.any(String),
      expiresAt,
      token: expect.stringMatching(/^bnd_\w{43}$/),
    });
    const { token, ...listed } = created;
    const list = async () => (await as(session).get('/v1/user/tokens')).body.items;
    expect((await list())[0]).toEqual(listed);
    expect(await statusIn(token)).toBe(200);
    await app.actors.recordTokenUse();
    if (process.env.TEST_PROCESSES !== '2') {
      expect((await list())[0].lastUsedAt).toEqual(expect.any(String));
    }
    const { body } = await as(w.admin).get(`${w.base}/audit-log?action=createApiToken`);
    expect(body.items[0].summary).toBe('Created the API token “Nightly build” of Edo Editor.');
  });

  it('accesses the chosen organizations and no others', async () => {
    const second = await joinAnother(member);
    const third = await joinAnother(member);
    const { token } = await create(await startTestSession(member.id), {
      organizations: [w.organization.id, second],
    });
    expect(await statusIn(token)).toBe(200);
    expect(await statusIn(token, `/v1/orgs/${second}`)).toBe(200);
    expect(await statusIn(token, `/v1/orgs/${third}`)).toBe(404);
    const { body } = await as({ token }).get('/v1/orgs');
    expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [w.organization.id, second].toSorted(),
    );
  });

  it('has the rights of its owner, now', async () => {
    const { token } = await create(await startTestSession(w.creator.id));
    const post = async () => (await as({ token }).post(`${w.base}/spaces`, { title: 'Guide' })).status;
    expect(await post()).toBe(201);
    await as(w.admin).patch(`${w.base}/members/${w.creator.id}`, { role: 'read' });
    expect(await post()).toBe(403);
  });

  it('starts no session, manages no account and joins no organization', async () => {
    const { token } = await create(await startTestSession(member.id));
    const started = await signIn(token);
    expect(started.status).toBe(403);
    expect(started.body.error.message).toContain('for programs');
    const invite = await as(w.outsider).post(`/v1/orgs/${w.outsider.organizationId}/link-invites`, {
      role: 'read',
    });
    const attempts = [
      await as({ token }).post('/v1/user/tokens', { name: 'More', organizations: [w.organization.id] }),
      await as({ token }).get('/v1/user/tokens'),
      await as({ token }).get('/v1/user/sessions'),
      await as({ token }).post(`/v1/orgs/${w.outsider.organizationId}/invites/${invite.body.id}`),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('stops with its expiry, its revocation, and the membership of its owner', async () => {
    const session = await startTestSession(member.id);
    const { clock, app } = await testApp();
    const short = await create(session, {
      expiresAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    });
    const revoked = await create(session);
    const keptToken = await create(session);
    for (const { token } of [short, revoked, keptToken]) expect(await statusIn(token)).toBe(200);
    expect((await as(session).delete(`/v1/user/tokens/${revoked.id}`)).status).toBe(204);
    expect(await statusIn(revoked.token)).toBe(401);
    clock.advance(2 * DAY_MS);
    app.actors.invalidateAll();
    expect(await statusIn(short.token)).toBe(401);
    expect((await as(w.admin).delete(`${w.base}/members/${member.id}`)).status).toBe(204);
    expect(await statusIn(keptToken.token)).toBe(404);
    expect((await as({ token: keptToken.token }).get('/v1/orgs')).body.items).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a name of blanks', { name: ' \u200b' }, 'body.name'],
    ['no organization', { organizations: [] }, 'body.organizations'],
    ['a past end', { expiresAt: '2020-01-01T00:00:00Z' }, 'body.expiresAt'],
    ['an impossible end', { expiresAt: '2026-02-30T00:00:00Z' }, 'body.expiresAt'],
  ])('is not created with %s', async (_title, fields, path) => {
    const failed = await create(await startTestSession(member.id), fields);
    expect(failed.status).toBe(400);
    expect(failed.error.details[0].path).toBe(path);
  });

  it('is not created for organizations of others, twice the same, or where its owner is disabled', async () => {
    const session = await startTestSession(member.id);
    const ownId = w.organization.id;
    for (const organizations of [[ownId, w.outsider.organizationId], [ownId, ownId], ['missing']]) {
      const failed = await create(session, { organizations });
      expect(failed.status).toBe(400);
      expect(failed.error.details[0].path).toBe(`body.organizations[${organizations.length - 1}]`);
    }
    expect((await create(await startTestSession(w.disabled.id))).status).toBe(400);
  });

  it('is one of a hundred at most', async () => {
    const session = await startTestSession(member.id);
    for (let count = 0; count < 99; count += 1) await createToken(member.id, w.organization.id);
    const failed = await create(session);
    expect(failed.status).toBe(409);
    const { body } = await as(session).get('/v1/user/tokens?limit=1');
    expect(body.count).toBe(100);
    expect((await as(session).delete(`/v1/user/tokens/${body.items[0].id}`)).status).toBe(204);
    expect((await create(session)).id).toBeDefined();
  });
});

describe('an organization that requires single sign-on', () => {
  it('is accessible only to tokens that were created in such a session', async () => {
    const password = await startTestSession(member.id);
    const without = await create(password);
    await updateOrganization({ sso: true });
    expect(await statusIn(password.token)).toBe(200);
    expect(await statusIn(without.token)).toBe(403);
    expect((await create(password)).status).toBe(400);
    const sso = await startSsoTestSession(member.id, w.organization.id);
    const withSso = await create(sso);
    expect(await statusIn(withSso.token)).toBe(200);
    await updateOrganization({ sso: false });
    expect(await statusIn(without.token)).toBe(200);
  });

  it('closes and opens through the API at once', async () => {
    const { token } = await create(await startTestSession(member.id));
    expect(await statusIn(token)).toBe(200);
    await as(w.admin).patch(w.base, { sso: true });
    expect(await statusIn(token)).toBe(403);
    await as(w.admin).patch(w.base, { sso: false });
    expect(await statusIn(token)).toBe(200);
    expect((await as(w.admin).post(`${w.base}/members/${member.id}/sso`)).status).toBe(200);
    expect(await statusIn(token)).toBe(403);
  });

  it('lets a session of it manage only what belongs to it', async () => {
    const second = await joinAnother(member);
    const ordinary = await create(await startTestSession(member.id), { organizations: [second] });
    const sso = await startSsoTestSession(member.id, w.organization.id);
    expect((await create(sso, { organizations: [second] })).status).toBe(400);
    const ownToken = await create(sso);
    const { body } = await as(sso).get('/v1/user/tokens');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([ownToken.id]);
    expect((await as(sso).delete(`/v1/user/tokens/${ordinary.id}`)).status).toBe(404);
    const sessions = await as(sso).get('/v1/user/sessions');
    expect(sessions.body.items).toMatchObject([{ id: sso.id, organization: w.organization.id }]);
    expect((await as(sso).delete('/v1/user/sessions')).status).toBe(204);
    expect(await statusIn(ordinary.token, `/v1/orgs/${second}`)).toBe(200);
  });
});

describe('an organization that limits the age of API tokens', () => {
  it('needs an expiry, and accepts none that is too late', async () => {
    await updateOrganization({ token_days: 90 });
    const session = await startTestSession(member.id);
    const { clock } = await testApp();
    const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    for (const fields of [{}, { expiresAt: inDays(91) }]) {
      const failed = await create(session, fields);
      expect(failed.status).toBe(400);
      expect(failed.error.message).toContain('“Test Press” accepts API tokens for 90 days only');
    }
    expect((await create(session, { expiresAt: inDays(89) })).id).toBeDefined();
  });

  it('closes itself to older ones, for every creator, and to nothing else of their owner', async () => {
    const second = await joinAnother(member);
    const { token } = await create(await startTestSession(member.id), {
      organizations: [w.organization.id, second],
    });
    const { clock } = await testApp();
    clock.advance(2 * DAY_MS);
    const session = await startTestSession(member.id);
    await updateOrganization({ token_days: 1 });
    expect(await statusIn(token)).toBe(403);
    expect(await statusIn(token, `/v1/orgs/${second}`)).toBe(200);
    expect(await statusIn(member.token)).toBe(403);
    expect(await statusIn(session.token)).toBe(200);
    const denied = await as({ token }).get(w.base);
    expect(denied.body.error.message).toContain('API tokens for 1 day only');
  });
});

describe('an API token of a member', () => {
  const urlOf = ({ id }: TestMember, here = w) => `${here.base}/members/${id}/tokens`;

  it('is shown to administrators of its organizations, with no other organization', async () => {
    const second = await joinAnother(member);
    const both = await createApiToken(member.id, [w.organization.id, second]);
    await createApiToken(member.id, [second]);
    const { body } = await as(w.admin).get(urlOf(member));
    const [listed, commandLine, ...others] = body.items;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ id: both.id, organizations: [{ id: w.organization.id }] });
    expect(listed.organizations).toHaveLength(1);
    expect(commandLine).toMatchObject({ name: 'test' });
    expect(commandLine).not.toHaveProperty('organizations');
  });

  it('loses only the organization whose administrator revokes it', async () => {
    const second = await joinAnother(member);
    const { id, token } = await createApiToken(member.id, [w.organization.id, second]);
    expect(await statusIn(token)).toBe(200);
    expect((await as(w.admin).delete(`${urlOf(member)}/${id}`)).status).toBe(204);
    expect(await statusIn(token)).toBe(404);
    expect(await statusIn(token, `/v1/orgs/${second}`)).toBe(200);
    expect((await as(w.admin).delete(`${urlOf(member)}/${id}`)).status).toBe(404);
  });

  it('is revoked where it has no other organization', async () => {
    const { id, token } = await createApiToken(member.id, [w.organization.id]);
    await as(w.admin).delete(`${urlOf(member)}/${id}`);
    expect(await statusIn(token)).toBe(401);
    const { body } = await as(w.admin).get(`${w.base}/audit-log?action=revokeMemberToken`);
    expect(body.items[0].summary).toBe('Revoked the API token “Nightly build” of Edo Editor.');
  });

  it('of the command line closes the organization to sessions that it starts, now and later', async () => {
    const second = await joinAnother(member);
    const before = await signIn(member.token);
    const { body } = await as(w.admin).get(urlOf(member));
    const [{ id }] = body.items;
    expect((await as(w.admin).delete(`${urlOf(member)}/${id}`)).status).toBe(204);
    const after = await signIn(member.token);
    for (const token of [member.token, before.body.accessToken, after.body.accessToken]) {
      expect(await statusIn(token)).toBe(404);
      expect(await statusIn(token, `/v1/orgs/${second}`)).toBe(200);
    }
  });

  it('of someone without an organization leaves its events in the log of the installation', async () => {
    const lonely = await createMember();
    const { db } = await testApp();
    const { id } = await createApiToken(lonely.id, [lonely.organizationId]);
    await db.deleteFrom('members').where('user_id', '=', lonely.id).execute();
    const session = await startTestSession(lonely.id);
    expect((await as(session).delete(`/v1/user/tokens/${id}`)).status).toBe(204);
    const entries = await db
      .selectFrom('installation_log')
      .select(['action', 'summary'])
      .where('target_id', '=', id)
      .execute();
    expect(entries).toEqual([
      { action: 'revokeApiToken', summary: expect.stringContaining('Nightly build') },
    ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createMember, createOrganization, type TestMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { createApiToken, startTestSession } from '#server/test/sign-on/start-session.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeEach(async () => {
  w = await createOrganizationFixture();
});

const sessionsUrl = ({ id }: TestMember, here = w) => `${here.base}/members/${id}/sessions`;
const statusIn = async (token: string, base = w.base) => (await as({ token }).get(base)).status;
const isSignedIn = async (token: string) => (await as({ token }).get('/v1/user')).status === 200;

/** Adds someone to another organization. */
async function joinAnother({ id }: TestMember, role = 6): Promise<string> {
  const otherOrganization = await createOrganization();
  const { db, app } = await testApp();
  await db
    .insertInto('members')
    .values({ organization_id: otherOrganization.id, user_id: id, role, search_text: '' })
    .execute();
  app.actors.invalidateAll();
  return `/v1/orgs/${otherOrganization.id}`;
}

async function summariesOf(action: string, here = w): Promise<string[]> {
  const { body } = await as(here.admin).get(`${here.base}/audit-log?action=${action}`);
  return body.items.map(({ summary }: { summary: string }) => summary);
}

describe('own sessions', () => {
  it('are listed with device, place, time and how they began, the newest first', async () => {
    const first = await startTestSession(w.reader.id, { method: 'passkey' });
    const second = await startTestSession(w.reader.id, { userAgent: 'curl/8.5.0' });
    const { status, body } = await as(second).get('/v1/user/sessions');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        object: 'session',
        id: second.id,
        current: true,
        method: 'password',
        device: {},
        address: '203.0.113.7',
        country: 'NO',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        expiresAt: expect.any(String),
      },
      expect.objectContaining({
        id: first.id,
        current: false,
        method: 'passkey',
        device: { browser: 'Firefox', system: 'Linux' },
      }),
    ]);
    expect((await as(w.reader).get('/v1/user/sessions')).body.items.map(currentOf)).toEqual([false, false]);
  });

  it('end one by one, at once, and only those of the caller', async () => {
    const mine = await startTestSession(w.reader.id);
    const otherSession = await startTestSession(w.reader.id);
    expect(await isSignedIn(otherSession.token)).toBe(true);
    expect((await as(w.editor).delete(`/v1/user/sessions/${otherSession.id}`)).status).toBe(404);
    expect((await as(mine).delete(`/v1/user/sessions/${otherSession.id}`)).status).toBe(204);
    expect(await isSignedIn(otherSession.token)).toBe(false);
    expect(await isSignedIn(mine.token)).toBe(true);
    expect((await as(mine).delete(`/v1/user/sessions/${otherSession.id}`)).status).toBe(404);
    expect(await summariesOf('endSession')).toEqual(['Remi Reader ended their session on Firefox on Linux.']);
  });

  it('end all but the one in use', async () => {
    const mine = await startTestSession(w.reader.id);
    const others = [await startTestSession(w.reader.id), await startTestSession(w.reader.id)];
    const stranger = await startTestSession(w.editor.id);
    expect((await as(mine).delete('/v1/user/sessions')).status).toBe(204);
    for (const { token } of others) expect(await isSignedIn(token)).toBe(false);
    for (const { token } of [mine, stranger]) expect(await isSignedIn(token)).toBe(true);
    expect(await summariesOf('endOtherSessions')).toEqual(['Remi Reader ended all their other sessions.']);
  });

  it('are hidden from an API token of the console', async () => {
    const { token } = await createApiToken(w.reader.id, [w.organization.id]);
    const session = await startTestSession(w.reader.id);
    for (const { status, body } of [
      await as({ token }).get('/v1/user/sessions'),
      await as({ token }).delete('/v1/user/sessions'),
      await as({ token }).delete(`/v1/user/sessions/${session.id}`),
    ]) {
      expect(status).toBe(403);
      expect(body.error.message).toContain('Sign in');
    }
  });
});

const currentOf = ({ current }: { current: boolean }) => current;

describe('sessions of members', () => {
  it('show an administrator no address, and none that does not open the organization', async () => {
    const session = await startTestSession(w.reader.id);
    const { body } = await as(w.admin).get(sessionsUrl(w.reader));
    expect(body.items).toMatchObject([{ id: session.id, current: false, device: { browser: 'Firefox' } }]);
    expect(body.items[0]).not.toHaveProperty('address');
    const { db } = await testApp();
    await db
      .updateTable('sessions')
      .set({ without_organization_ids: [w.organization.id] })
      .where('id', '=', session.id)
      .execute();
    expect((await as(w.admin).get(sessionsUrl(w.reader))).body.items).toEqual([]);
    expect((await as(w.admin).delete(`${sessionsUrl(w.reader)}/${session.id}`)).status).toBe(404);
  });

  it('follow the policy of the organization', async () => {
    const password = await startTestSession(w.reader.id);
    const passkey = await startTestSession(w.reader.id, { method: 'passkey' });
    const link = await startTestSession(w.admin.id, { method: 'link' });
    const { db } = await testApp();
    const policy = { passkey_required: true, session_hours: 1 };
    await db.updateTable('organizations').set(policy).where('id', '=', w.organization.id).execute();
    const idsOf = async (member: TestMember) =>
      (await as(w.admin).get(sessionsUrl(member))).body.items.map(({ id }: { id: string }) => id);
    expect(await idsOf(w.reader)).toEqual([passkey.id]);
    expect(await idsOf(w.admin)).toEqual([link.id]);
    await db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 2 * 60 * 60_000) })
      .where('id', 'in', [password.id, passkey.id])
      .execute();
    expect(await idsOf(w.reader)).toEqual([]);
  });

  it('end for a member of one organization', async () => {
    const session = await startTestSession(w.reader.id);
    expect(await statusIn(session.token)).toBe(200);
    expect((await as(w.admin).delete(`${sessionsUrl(w.reader)}/${session.id}`)).status).toBe(204);
    expect(await isSignedIn(session.token)).toBe(false);
    expect(await summariesOf('endMemberSession')).toEqual([
      'Ended the session of Remi Reader on Firefox on Linux.',
    ]);
  });

  it('go on in the other organizations of a member', async () => {
    const otherOrganization = await joinAnother(w.reader);
    const session = await startTestSession(w.reader.id);
    expect((await as(w.admin).delete(`${sessionsUrl(w.reader)}/${session.id}`)).status).toBe(204);
    expect(await statusIn(session.token)).toBe(404);
    expect(await statusIn(session.token, otherOrganization)).toBe(200);
    const again = await startTestSession(w.reader.id);
    expect(await statusIn(again.token)).toBe(200);
  });
});

describe('a forced sign-out', () => {
  it('of a member ends their sessions, leaves their API tokens, and is in the audit log', async () => {
    const sessions = [await startTestSession(w.reader.id), await startTestSession(w.reader.id)];
    const { token } = await createApiToken(w.reader.id, [w.organization.id]);
    expect((await as(w.admin).delete(sessionsUrl(w.reader))).status).toBe(204);
    for (const session of sessions) expect(await isSignedIn(session.token)).toBe(false);
    expect(await statusIn(token)).toBe(200);
    expect(await summariesOf('signOutMember')).toEqual(['Signed out Remi Reader.']);
  });

  it('of all people spares the session that asks for it, and people of other organizations', async () => {
    const admin = await startTestSession(w.admin.id);
    const otherOfAdmin = await startTestSession(w.admin.id);
    const reader = await startTestSession(w.reader.id);
    const editor = await startTestSession(w.editor.id);
    const elsewhere = await joinAnother(w.editor);
    const outsider = await startTestSession(w.outsider.id);
    expect((await as(admin).delete(`${w.base}/sessions`)).status).toBe(204);
    for (const { token } of [otherOfAdmin, reader]) expect(await isSignedIn(token)).toBe(false);
    expect(await statusIn(admin.token)).toBe(200);
    expect(await statusIn(editor.token)).toBe(404);
    expect(await statusIn(editor.token, elsewhere)).toBe(200);
    expect(await isSignedIn(outsider.token)).toBe(true);
    expect(await summariesOf('signOutAllMembers')).toEqual(['Signed out all members.']);
  });

  it('in one organization does not reopen another one to the session that asks for it', async () => {
    const ownOrganization = await joinAnother(w.reader);
    const session = await startTestSession(w.reader.id);
    await as(w.admin).delete(sessionsUrl(w.reader));
    expect(await statusIn(session.token)).toBe(404);
    expect((await as(session).delete(`${ownOrganization}/sessions`)).status).toBe(204);
    expect(await statusIn(session.token)).toBe(404);
    expect(await statusIn(session.token, ownOrganization)).toBe(200);
  });
});

describe('the log of sign-ins', () => {
  it('has who signed in and out, how and on what, in each organization that the session opens', async () => {
    const otherOrganization = await joinAnother(w.reader, 1);
    const session = await startTestSession(w.reader.id, { method: 'passkey' });
    const { app, db } = await testApp();
    const response = await app.inject({
      method: 'DELETE',
      url: '/auth/session',
      headers: { cookie: session.cookie, 'x-requested-with': 'console' },
    });
    expect(response.statusCode).toBe(204);
    expect(await summariesOf('signIn')).toEqual([
      'Remi Reader signed in with a passkey on Firefox on Linux.',
    ]);
    expect(await summariesOf('signOut')).toEqual(['Remi Reader signed out on Firefox on Linux.']);
    const there = await db
      .selectFrom('audit_log')
      .select('action')
      .where('organization_id', '=', otherOrganization.replace('/v1/orgs/', ''))
      .execute();
    expect(there.map(({ action }) => action).toSorted()).toEqual(['signIn', 'signOut']);
  });

  it('of people without an organization is that of the installation', async () => {
    const lonely = await createMember();
    const { db } = await testApp();
    await db.deleteFrom('members').where('user_id', '=', lonely.id).execute();
    const session = await startTestSession(lonely.id);
    const entries = await db
      .selectFrom('installation_log')
      .selectAll()
      .where('actor_id', '=', lonely.id)
      .execute();
    expect(entries).toMatchObject([
      { action: 'signIn', target_kind: 'session', target_id: session.id, after: { method: 'password' } },
    ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '#server/network/mailer.ts';
import { recordRefusal } from '#server/queue/refused-addresses.ts';
import { AccountServer, newEmail, ORIGIN, PASSWORD } from '#server/test/account-server.ts';
import { createMember, createSpace, type TestMember } from '#server/test/factories.ts';
import { startSsoTestSession } from '#server/test/sign-on/start-session.ts';
import { as, sharedDatabase, startApp } from '#server/test/test-app.ts';
import { createCode } from '../credentials/one-time-codes.ts';
import { createAskedSignInCode } from '../sign-in/link-sign-in.ts';

const HOUR_MS = 60 * 60_000;

const w = new AccountServer();

let admin: TestMember;
let member: TestMember;
let email: string;
let session: string;
beforeEach(async () => {
  admin = w.admin;
  member = await createMember({ role: 'comment', organizationId: admin.organizationId });
  email = newEmail();
  await w.db.updateTable('users').set({ email }).where('id', '=', member.id).execute();
  session = await signInByLink(member);
});

const signIn = (address: string) => w.newBrowser().post('password', { email: address, password: PASSWORD });

async function signInByLink({ id }: TestMember): Promise<string> {
  const code = await createAskedSignInCode(w.db, id, w.clock.now());
  return String((await w.newBrowser().post('link', { code })).body.accessToken);
}

async function post(path: string, body: object = {}, accessToken = session, app = w.app) {
  const response = await app.inject({
    method: 'POST',
    url: `/auth/credentials/${path}`,
    headers: { authorization: `Bearer ${accessToken}` },
    payload: body,
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

async function setPassword(accessToken = session): Promise<void> {
  const response = await w.app.inject({
    method: 'PUT',
    url: '/auth/credentials/password',
    headers: { authorization: `Bearer ${accessToken}` },
    payload: { password: PASSWORD },
  });
  expect(response.statusCode).toBe(204);
}

const storedAccount = (id = member.id) =>
  w.db
    .selectFrom('users')
    .select(['email', 'display_name', 'email_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const listedEmail = async () => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const url = `/v1/orgs/${admin.organizationId}/members/${member.id}`;
  return (await w.app.inject({ url, headers })).json().user?.email;
};

describe('another address', () => {
  it('is the account’s once a mailed link confirms it, and the old one until then', async () => {
    await setPassword();
    const newAddress = newEmail();
    const asked = await w.newBrowser().post('password', { email, password: PASSWORD });
    const ownToken = String(asked.body.accessToken);
    for (const current of [undefined, 'wrong'])
      expect(await post('email', { email: newAddress, ...(current && { current }) }, ownToken)).toMatchObject(
        {
          status: 400,
          body: { error: { details: [{ path: 'body.current' }] } },
        },
      );
    expect((await post('email', { email: newAddress, current: PASSWORD }, ownToken)).status).toBe(202);
    expect((await storedAccount()).email).toBe(email);
    expect((await w.mailsTo(email)).at(-1)?.subject).toBe('Your email address is about to change');
    expect((await signIn(email)).status).toBe(200);
    const code = await w.codeMailedTo(newAddress);
    expect(await post('email/code', { code }, ownToken)).toEqual({
      status: 200,
      body: { email: newAddress, current: email },
    });
    expect((await post('email/confirm', { code }, ownToken)).status).toBe(204);
    expect((await post('email/code', { code }, ownToken)).status).toBe(409);
    expect(await storedAccount()).toMatchObject({ email: newAddress, email_confirmed_at: expect.any(Date) });
    expect(await listedEmail()).toBe(newAddress);
    expect((await w.mailsTo(email)).at(-1)?.subject).toBe('Your email address has changed');
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(newAddress)).status).toBe(200);
    expect((await post('email/confirm', { code }, ownToken)).status).toBe(409);
    const log = w.db
      .selectFrom('audit_log')
      .select(['summary', 'before', 'after'])
      .where('organization_id', '=', admin.organizationId)
      .where('action', '=', 'changeEmail');
    expect(await log.executeTakeFirstOrThrow()).toMatchObject({
      summary: expect.stringMatching(/ changed the email address\.$/),
      before: { email },
      after: { email: newAddress },
    });
  });

  it('that mail servers reject is used again once its owner confirms it by a mailed link', async () => {
    const shownAddress = async () => {
      const headers = { authorization: `Bearer ${session}` };
      return (await w.app.inject({ url: '/auth/credentials/email', headers })).json();
    };
    await recordRefusal(w.db, email, { reason: 'No such user.', refusal: 'address', now: w.clock.now() });
    expect(await shownAddress()).toEqual({
      email,
      isConfirmed: false,
      refusal: { reason: 'No such user.', refusedAt: expect.any(String) },
      hasMail: true,
      canMail: true,
      canConfirm: true,
    });
    expect((await post('email/confirmation')).status).toBe(202);
    const code = await w.codeMailedTo(email);
    expect((await w.mailsTo(email)).at(-1)?.subject).toBe('Confirm your email address');
    expect((await post('email/code', { code })).body).toEqual({ email, current: email });
    expect((await post('email/confirm', { code })).status).toBe(204);
    expect(await shownAddress()).toMatchObject({ isConfirmed: true, refusal: null });
    // It has not changed, so that there is nothing to warn of.
    expect((await w.mailsTo(email)).map(({ subject }) => subject)).not.toContain(
      'Your email address has changed',
    );
    expect((await post('email/confirm', { code })).status).toBe(409);
  });

  it('is confirmed in the session of its owner alone', async () => {
    await post('email/confirmation');
    const code = await w.codeMailedTo(email);
    const theirs = await signInByLink(await createMember({ role: 'read' }));
    expect((await post('email/confirm', { code }, theirs)).status).toBe(409);
    expect(await storedAccount()).toMatchObject({ email_confirmed_at: null });
  });

  it('is none of an account that another person has, whatever they confirm', async () => {
    const newAddress = newEmail();
    await post('email', { email: newAddress });
    const code = await w.codeMailedTo(newAddress);
    const otherMember = await createMember({ role: 'read' });
    const theirs = await signInByLink(otherMember);
    for (const path of ['email/code', 'email/confirm'])
      expect((await post(path, { code }, theirs)).status, path).toBe(409);
    expect((await storedAccount(otherMember.id)).email).not.toBe(newAddress);
    // The attempt does not use it up.
    expect((await post('email/confirm', { code })).status).toBe(204);
  });

  it('is not one of another account, and asking does not disclose it', async () => {
    const usedAddress = (await storedAccount(admin.id)).email;
    const [known, unknown] = [
      await post('email', { email: usedAddress }),
      await post('email', { email: newEmail() }),
    ];
    expect(known).toEqual(unknown);
    expect(await w.codeMailedTo(usedAddress.toLowerCase())).toBe('');
    const newAddress = newEmail();
    await post('email', { email: newAddress });
    const code = await w.codeMailedTo(newAddress);
    await w.db
      .updateTable('users')
      .set({ email: newAddress.toUpperCase() })
      .where('id', '=', admin.id)
      .execute();
    expect(await post('email/confirm', { code })).toMatchObject({
      status: 409,
      body: { error: { message: 'This address belongs to another account.' } },
    });
  });

  it('is not confirmed by links that are late, of an earlier address, or for something else', async () => {
    const [first, second] = [newEmail(), newEmail()];
    await post('email', { email: first });
    await post('email', { email: second });
    const [late, used] = [await w.codeMailedTo(first), await w.codeMailedTo(second)];
    expect((await post('email/confirm', { code: used })).status).toBe(204);
    expect((await post('email/confirm', { code: late })).status).toBe(409);
    const third = newEmail();
    await post('email', { email: third });
    const expired = await w.codeMailedTo(third);
    w.clock.advance(24 * HOUR_MS + 1000);
    session = await signInByLink(member);
    expect((await post('email/confirm', { code: expired })).status).toBe(409);
    const printed = await createAskedSignInCode(w.db, member.id, w.clock.now());
    expect((await post('email/confirm', { code: printed })).status).toBe(409);
    expect((await w.newBrowser().post('link', { code: expired })).status).toBe(401);
    expect((await storedAccount()).email).toBe(second);
  });

  it('is refused in words where it is wrong or can’t be confirmed', async () => {
    for (const wrong of ['nobody', email.toUpperCase(), `${member.id}@deleted.invalid`])
      expect(await post('email', { email: wrong })).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'body.email' }] } },
      });
    const without = await startApp({
      database: await sharedDatabase(),
      publicUrl: ORIGIN,
      mailer: createMailer(undefined),
    });
    const asked = await post('email', { email: newEmail() }, session, without.app);
    await without.close();
    expect(asked).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/can’t send mail/) } },
    });
  });

  it('is not asked for more than a few times', async () => {
    w.clock.freeze();
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1)
      statuses.push((await post('email', { email: newEmail() })).status);
    expect(statuses[0]).toBe(202);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('deleting the account', () => {
  const remove = (body: object = {}, accessToken = session) => post('delete-account', body, accessToken);

  it('ends all access, and keeps what the person wrote with their name', async () => {
    await setPassword();
    const { display_name: name } = await storedAccount();
    const { id: spaceId } = await createSpace({
      organizationId: admin.organizationId,
      defaultLevel: 'comment',
    });
    const comments = `/v1/spaces/${spaceId}/comments`;
    const posted = await as(member).post(comments, { body: { markdown: 'Is this still so?' } });
    expect(posted.status).toBe(200);
    expect((await remove()).status).toBe(204);
    const { items } = (await as(admin).get(comments)).body;
    expect(items).toMatchObject([{ postedBy: { id: member.id, displayName: name } }]);
    expect(items[0].postedBy).not.toHaveProperty('email');
    expect(await storedAccount()).toEqual({
      display_name: name,
      email: `${member.id}@deleted.invalid`,
      email_confirmed_at: null,
    });
    for (const table of [
      'sessions',
      'tokens',
      'passwords',
      'passkeys',
      'known_devices',
      'one_time_codes',
      'members',
    ] as const)
      expect(await w.db.selectFrom(table).selectAll().where('user_id', '=', member.id).execute()).toEqual([]);
    for (const token of [session, member.token]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await w.app.inject({ url: '/v1/user', headers })).statusCode).toBe(401);
    }
    expect((await signIn(email)).status).toBe(401);
    expect((await w.mailsTo(email)).at(-1)?.subject).toBe('Your account was deleted');
    const headers = { authorization: `Bearer ${admin.token}` };
    const log = await w.app.inject({ url: `/v1/orgs/${admin.organizationId}/audit-log`, headers });
    expect(JSON.stringify(log.json())).toContain(`${name} deleted the account and left the organization.`);
    const installation = w.db
      .selectFrom('installation_log')
      .select('summary')
      .where('target_id', '=', member.id)
      .where('action', '=', 'deleteAccount');
    expect((await installation.executeTakeFirstOrThrow()).summary).toBe(`${name} deleted the account.`);
  });

  it('frees the address for a new account, and the old one can’t be added again', async () => {
    await remove();
    const invite = (address: string) =>
      w.app.inject({
        method: 'POST',
        url: `/v1/orgs/${admin.organizationId}/invites`,
        headers: { authorization: `Bearer ${admin.token}` },
        payload: { emails: [address] },
      });
    const { users } = (await invite(email)).json();
    expect(users[0]).not.toBe(member.id);
    expect((await invite(`${member.id}@deleted.invalid`)).statusCode).toBe(400);
  });

  it('is refused to the last administrator, who leaves nothing', async () => {
    const ownSession = await signInByLink(admin);
    const answer = await remove({}, ownSession);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toMatch(/^You are the last administrator of “/);
    expect((await storedAccount(admin.id)).email).not.toContain('deleted.invalid');
    const otherMember = await createMember({ role: 'admin', organizationId: admin.organizationId });
    const both = await Promise.all([remove({}, ownSession), remove({}, await signInByLink(otherMember))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('takes the password of who has one', async () => {
    await setPassword();
    const ownToken = String((await signIn(email)).body.accessToken);
    for (const current of [undefined, 'wrong'])
      expect((await remove({ ...(current && { current }) }, ownToken)).status).toBe(400);
    expect((await remove({ current: PASSWORD }, ownToken)).status).toBe(204);
  });

  it('and another address are not for API tokens, single sign-on, and sessions of one organization', async () => {
    const { db, clock } = w;
    const { token: sso } = await startSsoTestSession(member.id, member.organizationId);
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const vouched = { user_id: member.id, organization_id: admin.organizationId, expires_at };
    const code = await createCode(db, { purpose: 'account', ...vouched }, clock.now());
    const made = await w.newBrowser().post('account', { code, displayName: 'Mallory', password: PASSWORD });
    for (const token of [member.token, sso, String(made.body.accessToken)]) {
      expect((await remove({ current: PASSWORD }, token)).status).toBe(403);
      expect((await post('email', { email: newEmail(), current: PASSWORD }, token)).status).toBe(403);
    }
    expect((await remove({}, 'unknown')).status).toBe(401);
  });
});

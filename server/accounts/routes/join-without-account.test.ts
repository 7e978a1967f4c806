import { describe, expect, it } from 'vitest';
import { createMailer } from '#server/network/mailer.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { AccountServer, newEmail, ORIGIN, PASSWORD } from '#server/test/account-server.ts';
import { createMember } from '#server/test/factories.ts';
import { sharedDatabase, startApp } from '#server/test/test-app.ts';

const HOUR_MS = 60 * 60_000;

const w = new AccountServer();

describe('a person with an invite link and no account', () => {
  /** An invite link of the administrator's organization. */
  async function createInvite(): Promise<{ id: string; secret: string }> {
    const response = await w.app.inject({
      method: 'POST',
      url: `/v1/orgs/${w.admin.organizationId}/link-invites`,
      headers: { authorization: `Bearer ${w.admin.token}` },
      payload: { role: 'edit' },
    });
    return { id: response.json().id, secret: response.json().urls.app.split('/').at(-1) };
  }
  const ask = (secret: string, email: string, organizationId = w.admin.organizationId) =>
    w.newBrowser().post('join', { organizationId, secret, email });
  const revoke = (id: string) =>
    w.app.inject({
      method: 'DELETE',
      url: `/v1/orgs/${w.admin.organizationId}/link-invites/${id}`,
      headers: { authorization: `Bearer ${w.admin.token}` },
    });
  const accept = async (secret: string, accessToken: string) =>
    (
      await w.app.inject({
        method: 'POST',
        url: `/v1/orgs/${w.admin.organizationId}/invites/${secret}`,
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).statusCode;

  it('makes an account by a mailed link, and joins', async () => {
    const email = newEmail();
    const { secret } = await createInvite();
    expect((await ask(secret, email)).status).toBe(202);
    expect((await w.mailsTo(email)).at(-1)?.text).toContain(
      `next=%2Fjoin%2F${w.admin.organizationId}%2F${secret}#mail=`,
    );
    const code = await w.codeMailedTo(email);
    expect((await w.newBrowser().post('code', { code })).body).toEqual({
      kind: 'account',
      email,
      displayName: '',
    });
    const account = { code, displayName: 'Ada Lovelace', password: PASSWORD };
    const { status, body } = await w.newBrowser().post('account', account);
    expect(status).toBe(200);
    const confirmed = w.db.selectFrom('users').select('email_confirmed_at').where('id', '=', body.user.id);
    expect((await confirmed.executeTakeFirstOrThrow()).email_confirmed_at).toBeInstanceOf(Date);
    const path = `/v1/orgs/${w.admin.organizationId}`;
    expect(await w.statusAt(path, body.accessToken)).toBe(404);
    expect(await accept(secret, body.accessToken)).toBe(200);
    expect(await w.statusAt(path, body.accessToken)).toBe(200);
    expect((await w.newBrowser().post('account', account)).status).toBe(401);
    // A person with an account signs in with such a link.
    await ask(secret, email);
    const again = await w.codeMailedTo(email);
    expect((await w.newBrowser().post('code', { code: again })).body).toEqual({ kind: 'sign-in', email });
  });

  it('makes one account, whatever links were mailed to the address', async () => {
    const email = newEmail();
    const { secret } = await createInvite();
    await ask(secret, email);
    const first = await w.codeMailedTo(email);
    await ask(secret, email);
    const second = await w.codeMailedTo(email);
    const make = (code: string) =>
      w.newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD });
    expect((await make(first)).status).toBe(200);
    expect((await make(second)).status).toBe(401);
  });

  it('gets nowhere with links that are wrong, revoked, turned off or of another organization', async () => {
    const { id, secret } = await createInvite();
    const otherMember = await createMember({ role: 'admin' });
    expect((await ask('x'.repeat(32), newEmail())).status).toBe(404);
    expect((await ask(id, newEmail())).status).toBe(404);
    expect((await ask(secret, newEmail(), otherMember.organizationId)).status).toBe(404);
    const turn = (columns: object) =>
      w.db.updateTable('organizations').set(columns).where('id', '=', w.admin.organizationId).execute();
    await turn({ invite_links: false });
    expect((await ask(secret, newEmail())).status).toBe(409);
    await turn({ invite_links: true, sso: true });
    expect((await ask(secret, newEmail())).status).toBe(403);
    await turn({ sso: false });
    const email = newEmail();
    expect((await ask(secret, email)).status).toBe(202);
    const before = await w.codeMailedTo(email);
    expect((await ask(secret, email)).status).toBe(202);
    expect((await revoke(id)).statusCode).toBe(205);
    expect((await ask(secret, newEmail())).status).toBe(404);
    // An earlier request is dropped, and an account does not make a member.
    expect(await w.codeMailedTo(email)).toBe(before);
    const made = await w
      .newBrowser()
      .post('account', { code: before, displayName: 'Ada', password: PASSWORD });
    expect(made.status).toBe(200);
    expect(await accept(secret, made.body.accessToken)).toBe(404);
  });

  it('waits no longer than a day with the mailed link', async () => {
    const email = newEmail();
    await ask((await createInvite()).secret, email);
    const code = await w.codeMailedTo(email);
    w.clock.advance(24 * HOUR_MS + 1000);
    expect(
      (await w.newBrowser().post('account', { code, displayName: 'Ada', password: PASSWORD })).status,
    ).toBe(401);
  });

  it('gets the same answer for addresses that have an account and that don’t', async () => {
    const { secret } = await createInvite();
    const { email } = await w.createPerson();
    const answer = async (address: string) => {
      const { status, body } = await ask(secret, address);
      return [status, body];
    };
    expect(await answer(email)).toEqual(await answer(newEmail()));
  });

  it('reads whom to ask where no mail is sent', async () => {
    const { secret } = await createInvite();
    const without = await startApp({
      database: await sharedDatabase(),
      publicUrl: ORIGIN,
      mailer: createMailer(undefined),
    });
    const asked = await new AccountBrowser(without.app).post('join', {
      organizationId: w.admin.organizationId,
      secret,
      email: newEmail(),
    });
    await without.close();
    expect(asked.status).toBe(409);
    expect(asked.body.error.message).toMatch(/^This server can’t send mail/);
  });
});

import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createInvitedMember } from '#server/test/sign-on/invited-member.ts';
import {
  LINK_PAGE,
  LinkingFixture,
  MAILED_PAGE,
  newEmail,
  newSubject,
  PASSWORD,
} from '#server/test/sign-on/linking-fixture.ts';
import { connectOidc, connectSaml } from '#server/test/sign-on/sign-on-drivers.ts';
import { setPassword } from '../credentials/credentials.queries.ts';
import { hashPassword } from '../credentials/password-hash.ts';

describe.each([
  ['OpenID Connect', connectOidc],
  ['SAML', connectSaml],
])('a sign-on with %s', (_, connect) => {
  const f = new LinkingFixture(connect);

  it('a new person is known by the provider’s own name for them, whatever their address becomes', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject, email })).toBe('/');
    const id = await f.signedInAs(browser);
    expect(await f.identitiesOf(id ?? '')).toEqual([
      expect.objectContaining({ subject, email, organization_id: f.w.organization.id }),
    ]);
    const moved = newEmail();
    const later = f.newBrowser();
    expect(await f.signOn(later, { subject, email: moved })).toBe('/');
    expect(await f.signedInAs(later)).toBe(id);
    const user = f.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id ?? '');
    expect(await user.executeTakeFirst()).toEqual({ email });
  });

  it('an identity with another person’s address signs in its own account', async () => {
    const { subject, member } = await f.createLinked();
    const victim = await f.createPasswordMember({ role: 'admin' });
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject, email: victim.email })).toBe('/');
    expect(await f.signedInAs(browser)).toBe(member.id);
  });

  it('an address of an existing account signs no one in, and the page says what to do', async () => {
    const member = await f.createPasswordMember();
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: member.email.toUpperCase() })).toBe(
      LINK_PAGE,
    );
    expect(await f.signedInAs(browser)).toBeUndefined();
    expect(await f.identitiesOf(member.id)).toEqual([]);
    expect(await f.mailsTo(member.email)).toEqual([]);
  });

  it.each(['password', 'passkey', 'confirmed address', 'token of the operator', 'nothing'])(
    'an address alone opens no account with a way in: %s',
    async (way) => {
      const member = await createInvitedMember({ organizationId: f.w.organization.id, role: 'edit' });
      const now = f.clock.now();
      if (way === 'password') {
        const hash = await hashPassword(PASSWORD, member.id);
        // Made with a link of this organization's administrators.
        await setPassword(f.db, { userId: member.id, hash, organizationId: f.w.organization.id }, now);
      }
      if (way === 'passkey')
        await f.db
          .insertInto('passkeys')
          .values({
            id: newId(),
            user_id: member.id,
            credential_id: newId(),
            public_key: 'x',
            transports: [],
            name: 'Phone',
            organization_id: null,
            last_used_at: null,
          })
          .execute();
      if (way === 'confirmed address')
        await f.db
          .updateTable('users')
          .set({ email_confirmed_at: now })
          .where('id', '=', member.id)
          .execute();
      if (way === 'token of the operator')
        await f.db
          .insertInto('tokens')
          .values({
            id: newId(),
            user_id: member.id,
            session_id: null,
            name: 'Backup',
            hash: newId(),
            last_used_at: null,
            expires_at: null,
            revoked_at: null,
          })
          .execute();
      const page = way === 'password' || way === 'passkey' ? LINK_PAGE : MAILED_PAGE;
      const browser = f.newBrowser();
      expect(await f.signOn(browser, { subject: newSubject(), email: member.email })).toBe(page);
      expect(await f.signedInAs(browser)).toBeUndefined();
      expect(await f.identitiesOf(member.id)).toEqual([]);
    },
  );

  it('members get in at the moment that single sign-on is required', async () => {
    const member = await f.createPasswordMember();
    await f.asAdmin('PATCH', '', { sso: true });
    const credentials = { body: { email: member.email, password: PASSWORD } };
    expect((await f.newBrowser().send('POST', '/auth/password', credentials)).status).toBe(403);
    const [browser, subject] = [f.newBrowser(), newSubject()];
    expect(await f.signOn(browser, { subject, email: member.email })).toBe(LINK_PAGE);
    const token = await f.signInByPassword(browser, member);
    // The password opens nothing but the account.
    expect((await browser.send('GET', f.w.base, { token })).status).toBe(404);
    const { body } = await f.confirm(browser, token);
    expect(body.continueAt).toBe(`${f.idp.startPath}?RelayState=%2F`);
    const { location } = await browser.send('GET', body.continueAt);
    expect((await f.idp.finish(browser, location, { subject, email: member.email })).location).toBe('/');
    const session = await browser.send('POST', '/auth/refresh');
    expect((await browser.send('GET', f.w.base, { token: session.body.accessToken })).status).toBe(200);
    // Another person's wait does not open an account.
    const victim = await f.createPasswordMember();
    const otherBrowser = f.newBrowser();
    expect(await f.signOn(otherBrowser, { subject: newSubject(), email: victim.email })).toBe(LINK_PAGE);
    expect((await otherBrowser.send('POST', '/auth/password', credentials)).status).toBe(403);
  });

  it('a subject at another provider of the organization is another person', async () => {
    const { subject, member } = await f.createLinked();
    const second = await f.connectProvider();
    const stranger = f.newBrowser();
    expect(await f.signOn(stranger, { subject, email: newEmail() }, second)).toBe('/');
    expect(await f.signedInAs(stranger)).not.toBe(member.id);
    expect(await f.signOn(f.newBrowser(), { subject: newSubject(), email: member.email }, second)).toBe(
      LINK_PAGE,
    );
  });

  it('a provider in place of another one recognizes no one, and locks no one out', async () => {
    const { subject, member } = await f.createLinked();
    const only = { subject: newSubject(), email: newEmail() };
    const first = f.newBrowser();
    expect(await f.signOn(first, only)).toBe('/');
    const id = await f.signedInAs(first);
    await f.asAdmin('DELETE', f.idp.path);
    expect(await f.identitiesOf(member.id)).toEqual([]);
    const second = await f.connectProvider();
    expect(await f.signOn(f.newBrowser(), { subject, email: member.email }, second)).toBe(LINK_PAGE);
    const [browser, person] = [f.newBrowser(), { ...only, subject: newSubject() }];
    expect(await f.signOn(browser, person, second)).toBe(MAILED_PAGE);
    const { body } = await f.redeem(browser, await f.codeMailedTo(only.email));
    expect((await f.confirm(browser, body.accessToken)).status).toBe(200);
    const later = f.newBrowser();
    expect(await f.signOn(later, person, second)).toBe('/');
    expect(await f.signedInAs(later)).toBe(id);
  });

  it('another issuer forgets who was linked', async () => {
    const { member } = await f.createLinked();
    expect((await f.asAdmin('PATCH', f.idp.path, { label: 'Jobs' })).status).toBe(200);
    expect(await f.identitiesOf(member.id)).toHaveLength(1);
    expect((await f.asAdmin('PATCH', f.idp.path, f.idp.otherProvider)).status).toBe(200);
    expect(await f.identitiesOf(member.id)).toEqual([]);
  });

  it('who was removed or disabled does not get in, and is unknown afterwards', async () => {
    const { subject, member } = await f.createLinked();
    await f.db.updateTable('members').set({ disabled: true }).where('user_id', '=', member.id).execute();
    expect(await f.signOn(f.newBrowser(), { subject, email: member.email })).toContain('error=sso-account');
    await f.asAdmin('DELETE', `/members/${member.id}`);
    expect(await f.identitiesOf(member.id)).toEqual([]);
    expect(await f.signOn(f.newBrowser(), { subject, email: member.email })).toContain('error=sso-account');
  });
});

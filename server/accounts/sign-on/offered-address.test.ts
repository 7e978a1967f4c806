/** Whose account has a UPN as its address is offered the one that the provider mails to, and confirms it. */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { LinkingFixture, newEmail, PASSWORD } from '#server/test/sign-on/linking-fixture.ts';
import { connectSaml, type CookieBrowser } from '#server/test/sign-on/sign-on-drivers.ts';
import { setPassword } from '../credentials/credentials.queries.ts';
import { hashPassword } from '../credentials/password-hash.ts';

const ADDRESS = '/auth/credentials/offered-email';
const CODE = '/auth/credentials/email/code';
const CONFIRM = '/auth/credentials/email/confirm';

describe('an account whose address is the NameID of its provider', () => {
  const f = new LinkingFixture(connectSaml);

  const newUpn = () => `${newId().toLowerCase()}@upn.example`;

  /** Whom the provider sent by a UPN alone, and names a mail address for now; their browser has signed in again. */
  async function createPerson() {
    const [upn, mail] = [newUpn(), newEmail()];
    const first = f.newBrowser();
    expect(await f.signOn(first, { subject: upn, email: '', more: { mail: undefined } })).toBe('/');
    const id = (await f.signedInAs(first)) ?? '';
    const browser = f.newBrowser();
    const end = await f.signOn(browser, { subject: upn, email: mail });
    return { id, upn, mail, browser, end, token: await tokenOf(browser) };
  }

  type Person = Awaited<ReturnType<typeof createPerson>>;

  const tokenOf = async (browser: CookieBrowser): Promise<string> =>
    (await browser.send('POST', '/auth/refresh')).body.accessToken;

  const offerOf = async ({ browser, token }: Pick<Person, 'browser' | 'token'>) =>
    (await browser.send('GET', ADDRESS, { token })).body.offer;

  const take = ({ browser, token }: Pick<Person, 'browser' | 'token'>, email: string, more = {}) =>
    browser.send('POST', ADDRESS, { token, body: { email, ...more } });

  const confirm = ({ browser, token }: Pick<Person, 'browser' | 'token'>, code: string | undefined) =>
    browser.send('POST', CONFIRM, { token, body: { code } });

  const accountOf = ({ id }: { id: string }) =>
    f.db
      .selectFrom('users')
      .select(['email', 'email_confirmed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  /** Signs in with a password, which a person without one gets, where single sign-on is not required. */
  async function signInWithPassword({ id, upn }: Person, organizationId: string | null = null) {
    await f.db.updateTable('members').set({ sso: false }).where('user_id', '=', id).execute();
    const hash = await hashPassword(PASSWORD, id);
    await setPassword(f.db, { userId: id, hash, organizationId }, f.clock.now());
    const browser = f.newBrowser();
    return { browser, token: await f.signInByPassword(browser, { email: upn }) };
  }

  it('is offered the mailed address at the next sign-in, once, and gets it when a mail there is answered', async () => {
    const person = await createPerson();
    const { upn, mail, browser, token } = person;
    expect(person.end).toBe('/account?next=%2F');
    expect(await offerOf(person)).toEqual({
      email: mail,
      current: upn,
      provider: 'Work',
      canTake: true,
      needsCurrentPassword: false,
    });
    expect((await take(person, mail)).status).toBe(202);
    expect((await accountOf(person)).email).toBe(upn);
    expect(await f.mailsTo(upn)).toEqual(['email-change-notice: undefined']);
    const code = await f.codeMailedTo(mail);
    const response = await browser.send('POST', CODE, { token, body: { code } });
    expect(response.body).toEqual({ email: mail, current: upn });
    expect((await confirm(person, code)).status).toBe(204);
    expect(await accountOf(person)).toEqual({ email: mail, email_confirmed_at: expect.any(Date) });
    expect(await offerOf(person)).toBeNull();
    const later = f.newBrowser();
    expect(await f.signOn(later, { subject: upn, email: mail })).toBe('/');
    expect(await f.signedInAs(later)).toBe(person.id);
  });

  it('asks at a sign-in again only when the provider names another address', async () => {
    const { upn, mail } = await createPerson();
    expect(await f.signOn(f.newBrowser(), { subject: upn, email: mail })).toBe('/');
    const otherEmail = newEmail();
    expect(await f.signOn(f.newBrowser(), { subject: upn, email: otherEmail })).toBe('/account?next=%2F');
    const same = f.newBrowser();
    expect(await f.signOn(same, { subject: upn, email: upn.toUpperCase() })).toBe('/');
    expect(await offerOf({ browser: same, token: await tokenOf(same) })).toBeNull();
  });

  it('gets no address of another account, then or in between, and nothing is merged', async () => {
    const person = await createPerson();
    const { upn, mail } = person;
    await take(person, mail);
    const code = await f.codeMailedTo(mail);
    const otherMember = await f.createPasswordMember({ email: mail.toUpperCase() });
    expect(await confirm(person, code)).toMatchObject({
      status: 409,
      body: { error: { message: 'This address belongs to another account.' } },
    });
    expect((await accountOf(person)).email).toBe(upn);
    expect(await f.identitiesOf(otherMember.id)).toEqual([]);
    // A repeated request discloses nothing, and mails nothing that could be confirmed.
    expect((await take(person, mail)).status).toBe(202);
    expect(await f.codeMailedTo(mail)).toBeUndefined();
  });

  it('gets one address when two people confirm it at once', async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    await f.signOn(f.newBrowser(), { subject: ben.upn, email: ada.mail });
    const codes: (string | undefined)[] = [];
    for (const person of [ada, ben]) {
      await take(person, ada.mail);
      codes.push(await f.codeMailedTo(ada.mail));
    }
    const ends = await Promise.all([confirm(ada, codes[0]), confirm(ben, codes[1])]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('gets only what the provider names, also when it is confirmed', async () => {
    const person = await createPerson();
    const { upn, mail } = person;
    expect((await take(person, newEmail())).status).toBe(409);
    await take(person, mail);
    const code = await f.codeMailedTo(mail);
    await f.signOn(f.newBrowser(), { subject: upn, email: newEmail() });
    expect((await confirm(person, code)).status).toBe(409);
    expect((await accountOf(person)).email).toBe(upn);
  });

  it('is not changed by single sign-on where something else opens the account', async () => {
    const person = await createPerson();
    const { mail, upn } = person;
    await take(person, mail);
    const code = await f.codeMailedTo(mail);
    const elsewhere = await createOrganizationFixture();
    const joins = { token: elsewhere.admin.token, body: { emails: [upn] } };
    await f.newBrowser().send('POST', `${elsewhere.base}/invites`, joins);
    expect(await offerOf(person)).toMatchObject({ email: mail, canTake: false });
    expect((await take(person, mail)).status).toBe(403);
    // Nor by what was mailed before.
    expect((await confirm(person, code)).status).toBe(403);
    expect((await accountOf(person)).email).toBe(upn);
  });

  it.each(['a password', 'a confirmed address'])(
    'is changed in a separate session, not by single sign-on, where it has %s',
    async (what) => {
      const person = await createPerson();
      const ownSession = await signInWithPassword(person);
      if (what === 'a confirmed address') {
        // Nothing else is needed to sign in by mail.
        await f.db.deleteFrom('passwords').where('user_id', '=', person.id).execute();
        await f.db
          .updateTable('users')
          .set({ email_confirmed_at: f.clock.now() })
          .where('id', '=', person.id)
          .execute();
      }
      expect(await offerOf(person)).toMatchObject({ canTake: false });
      expect((await take(person, person.mail)).status).toBe(403);
      expect(await offerOf(ownSession)).toMatchObject({ email: person.mail, canTake: true });
      const current = what === 'a password' ? { current: PASSWORD } : {};
      if (what === 'a password') expect((await take(ownSession, person.mail)).status).toBe(400);
      expect((await take(ownSession, person.mail, current)).status).toBe(202);
      const code = await f.codeMailedTo(person.mail);
      expect((await confirm(person, code)).status).toBe(403);
      expect((await confirm(ownSession, code)).status).toBe(204);
    },
  );

  it('is changed by single sign-on where that is required, so that nothing else opens it', async () => {
    const person = await createPerson();
    await signInWithPassword(person);
    expect(await offerOf(person)).toMatchObject({ canTake: false });
    await f.signOn(f.newBrowser(), { subject: person.upn, email: newEmail() });
    expect(await f.signOn(f.newBrowser(), { subject: person.upn, email: person.mail })).toBe('/');
    await f.asAdmin('PATCH', '', { sso: true });
    const otherPerson = { subject: person.upn, email: newEmail() };
    expect(await f.signOn(f.newBrowser(), otherPerson)).toBe('/account?next=%2F');
    await f.signOn(f.newBrowser(), { subject: person.upn, email: person.mail });
    expect(await offerOf(person)).toMatchObject({ canTake: true, needsCurrentPassword: true });
    expect((await take(person, person.mail)).status).toBe(400);
    expect((await take(person, person.mail, { current: PASSWORD })).status).toBe(202);
    expect((await confirm(person, await f.codeMailedTo(person.mail))).status).toBe(204);
  });

  it('is not changed in a session of one organization that is not by single sign-on, nor by a program', async () => {
    const person = await createPerson();
    const limited = await signInWithPassword(person, f.w.organization.id);
    expect(await offerOf(limited)).toMatchObject({ canTake: false });
    expect((await take(limited, person.mail, { current: PASSWORD })).status).toBe(403);
    const { token } = f.w.admin;
    const browser = f.newBrowser();
    expect((await browser.send('GET', ADDRESS, { token })).status).toBe(403);
    expect((await take({ browser, token }, person.mail)).status).toBe(403);
  });

  it('a person with another address than the provider’s name for them gets no offer', async () => {
    const { browser, token, member, subject } = await f.createLinked();
    expect(await offerOf({ browser, token })).toBeNull();
    const later = f.newBrowser();
    expect(await f.signOn(later, { subject, email: newEmail() })).toBe('/');
    expect(await offerOf({ browser: later, token: await tokenOf(later) })).toBeNull();
    expect(member.email).not.toBe(subject);
  });
});

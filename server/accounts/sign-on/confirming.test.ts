import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { TestMember } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { createInvitedMember } from '#server/test/sign-on/invited-member.ts';
import {
  codeOf,
  LinkingFixture,
  MAILED_PAGE,
  newEmail,
  newSubject,
  UNCONFIRMED_PAGE,
} from '#server/test/sign-on/linking-fixture.ts';
import { connectOidc, connectSaml, type CookieBrowser } from '#server/test/sign-on/sign-on-drivers.ts';

const MINUTE_MS = 60_000;
const SSO_REQUIRED = 'Your organization requires single sign-on.';

describe.each([
  ['OpenID Connect', connectOidc],
  ['SAML', connectSaml],
])('a first sign-on with %s to an account with nothing to sign in with', (_, connect) => {
  const f = new LinkingFixture(connect);

  const createInvited = (fields: Parameters<typeof createInvitedMember>[0] = {}) =>
    createInvitedMember({ organizationId: f.w.organization.id, role: 'edit', sso: true, ...fields });

  /** Links what waits in a browser, in the session that a link started, and goes on to where that leads. */
  async function linkAndContinue(
    browser: CookieBrowser,
    token: string,
    person: { subject: string; email: string },
  ) {
    const { status, body } = await f.confirm(browser, token);
    expect(status).toBe(200);
    const { location } = await browser.send('GET', body.continueAt);
    return (await f.idp.finish(browser, location, person)).location;
  }

  const linkFor = ({ id }: TestMember) => f.asAdmin('POST', `/members/${id}/account-link`);

  it('is confirmed by the link that was mailed to the address, in the same browser', async () => {
    await f.asAdmin('PATCH', '', { sso: true });
    const member = await createInvited();
    const person = { subject: newSubject(), email: member.email };
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { ...person, email: member.email.toUpperCase() })).toBe(MAILED_PAGE);
    expect(await f.signedInAs(browser)).toBeUndefined();
    const code = await f.codeMailedTo(member.email);
    const response = await browser.send('POST', '/auth/code', { body: { code } });
    expect(response.body).toEqual({ kind: 'sign-in', email: member.email });
    const { body } = await f.redeem(browser, code);
    // It opens nothing but the account, where the person is asked.
    expect((await browser.send('GET', f.w.base, { token: body.accessToken })).status).toBe(404);
    const { pending } = (await f.identitiesIn(browser, body.accessToken)).body.identities;
    expect(pending.email.toLowerCase()).toBe(member.email);
    expect(await f.identitiesOf(member.id)).toEqual([]);
    expect(await linkAndContinue(browser, body.accessToken, person)).toBe('/');
    expect(await f.signedInAs(browser)).toBe(member.id);
    expect(await f.identitiesOf(member.id)).toEqual([expect.objectContaining({ subject: person.subject })]);
    const later = f.newBrowser();
    expect(await f.signOn(later, person)).toBe('/');
    expect(await f.signedInAs(later)).toBe(member.id);
  });

  it('a person who has the address at the provider for a moment gets nothing, even if the owner opens the link', async () => {
    const member = await createInvited({ sso: false });
    const attacker = f.newBrowser();
    expect(await f.signOn(attacker, { subject: newSubject(), email: member.email })).toBe(MAILED_PAGE);
    const owner = f.newBrowser();
    const { status, body } = await f.redeem(owner, await f.codeMailedTo(member.email));
    expect(status).toBe(200);
    expect((await f.identitiesIn(owner, body.accessToken)).body.identities.pending).toBeNull();
    expect((await f.confirm(owner, body.accessToken)).status).toBe(409);
    expect(await f.signedInAs(attacker)).toBeUndefined();
    expect(await f.identitiesOf(member.id)).toEqual([]);
  });

  it('where single sign-on is required, the mailed link opens nothing in another browser and stays for this one', async () => {
    await f.asAdmin('PATCH', '', { sso: true });
    const member = await createInvited();
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: member.email })).toBe(MAILED_PAGE);
    const code = await f.codeMailedTo(member.email);
    expect(await f.redeem(f.newBrowser(), code)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining(SSO_REQUIRED) } },
    });
    expect((await f.redeem(browser, code)).status).toBe(200);
    expect((await f.redeem(browser, code)).status).toBe(401);
  });

  it('who comes at once with one address is not linked by that, and no mail is written after half an hour', async () => {
    const member = await createInvited();
    const ends = await Promise.all(
      [1, 2, 3].map(() => f.signOn(f.newBrowser(), { subject: newSubject(), email: member.email })),
    );
    expect(ends).toEqual([MAILED_PAGE, MAILED_PAGE, MAILED_PAGE]);
    expect(await f.identitiesOf(member.id)).toEqual([]);
    f.clock.advance(31 * MINUTE_MS);
    expect(await f.codeMailedTo(member.email)).toBeUndefined();
  });

  it('an account of another organization joins by the domain once its person says so', async () => {
    const domain = `${newId().toLowerCase()}.example`;
    const elsewhere = (await createOrganizationFixture()).organization.id;
    const person = await createInvited({ organizationId: elsewhere, email: `ada@${domain}`, sso: false });
    await f.asAdmin('PATCH', '', { emailDomains: [domain] });
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: person.email })).toBe(MAILED_PAGE);
    expect((await f.asAdmin('GET', `/members/${person.id}`)).status).toBe(404);
    const { body } = await f.redeem(browser, await f.codeMailedTo(person.email));
    expect((await f.confirm(browser, body.accessToken)).status).toBe(200);
    expect((await f.asAdmin('GET', `/members/${person.id}`)).body).toMatchObject({ role: 'read', sso: true });
  });

  it('without mail, an administrator’s link does it, after signing on in the same browser, and once', async () => {
    await f.asAdmin('PATCH', '', { sso: true });
    const member = await createInvited({ email: `${newId().toLowerCase()}@demo.example` });
    const created = await linkFor(member);
    expect(created.status).toBe(201);
    const code = codeOf(created.body.link);
    // Before the sign-on it opens nothing, and is not used up.
    const browser = f.newBrowser();
    expect((await f.redeem(browser, code)).status).toBe(403);
    const person = { subject: newSubject(), email: member.email };
    expect(await f.signOn(browser, person)).toBe(UNCONFIRMED_PAGE);
    expect(await f.mailsTo(member.email)).toEqual([]);
    const { body } = await f.redeem(browser, code);
    const second = codeOf((await linkFor(member)).body.link);
    expect(await linkAndContinue(browser, body.accessToken, person)).toBe('/');
    expect(await f.signedInAs(browser)).toBe(member.id);
    // Neither twice, nor for another person, nor for a person who is linked.
    for (const used of [code, second]) expect((await f.redeem(browser, used)).status).toBe(401);
    expect(await linkFor(member)).toMatchObject({
      status: 409,
      body: { error: { message: 'This member already signs in with single sign-on.' } },
    });
  });

  it('an administrator’s link opens their organization only, and nothing for who has left it', async () => {
    const email = `${newId().toLowerCase()}@demo.example`;
    const member = await createInvited({ email, role: 'admin' });
    const elsewhere = await createOrganizationFixture();
    const added = { token: elsewhere.admin.token, body: { emails: [email] } };
    await f.newBrowser().send('POST', `${elsewhere.base}/invites`, added);
    const code = codeOf((await linkFor(member)).body.link);
    // An administrator is never shut out by single sign-on.
    const { body } = await f.redeem(f.newBrowser(), code);
    const { accessToken: token } = body;
    expect((await f.newBrowser().send('GET', f.w.base, { token })).status).toBe(200);
    expect((await f.newBrowser().send('GET', elsewhere.base, { token })).status).toBe(404);
    const second = codeOf((await linkFor(member)).body.link);
    await f.asAdmin('DELETE', `/members/${member.id}`);
    expect((await f.redeem(f.newBrowser(), second)).status).toBe(401);
  });

  it('people who are invited without mail get such links at once', async () => {
    await f.asAdmin('PATCH', '', { emailDomains: ['demo.example'] });
    const email = `${newId().toLowerCase()}@demo.example`;
    const { body } = await f.asAdmin('POST', '/invites', { emails: [email], sso: true, accountLinks: true });
    const browser = f.newBrowser();
    const person = { subject: newSubject(), email };
    expect(await f.signOn(browser, person)).toBe(UNCONFIRMED_PAGE);
    const session = await f.redeem(browser, codeOf(body.accountLinks[0].link));
    expect(await linkAndContinue(browser, session.body.accessToken, person)).toBe('/');
    expect(await f.signedInAs(browser)).toBe(body.users[0]);
    expect(await f.signOn(f.newBrowser(), { subject: newSubject(), email: newEmail() })).toBe('/');
  });
});

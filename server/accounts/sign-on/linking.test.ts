import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import {
  IDENTITIES,
  LINK_PAGE,
  LinkingFixture,
  newEmail,
  newSubject,
} from '#server/test/sign-on/linking-fixture.ts';
import { connectOidc, connectSaml } from '#server/test/sign-on/sign-on-drivers.ts';

const MINUTE_MS = 60_000;

describe.each([
  ['OpenID Connect', connectOidc],
  ['SAML', connectSaml],
])('a linked sign-on with %s', (_, connect) => {
  const f = new LinkingFixture(connect);

  it('the person signs in as before, links it once, and gets a mail', async () => {
    const member = await f.createPasswordMember();
    const [browser, subject] = [f.newBrowser(), newSubject()];
    expect(await f.signOn(browser, { subject, email: member.email })).toBe(LINK_PAGE);
    const token = await f.signInByPassword(browser, member);
    const provider = {
      id: f.idp.providerId,
      kind: f.idp.kind,
      label: 'Work',
      organization: { id: f.w.organization.id, title: f.w.organization.title },
    };
    expect((await f.identitiesIn(browser, token)).body.identities).toEqual({
      linked: [],
      providers: [provider],
      pending: { provider, email: member.email },
    });
    expect(await f.identitiesOf(member.id)).toEqual([]);
    expect((await f.confirm(browser, token)).body).toEqual({ continueAt: null });
    expect(await f.confirm(browser, token)).toMatchObject({ status: 409 });
    expect((await f.identitiesIn(browser, token)).body.identities).toMatchObject({
      linked: [{ provider, email: member.email, lastUsedAt: null }],
      pending: null,
    });
    expect(await f.mailsTo(member.email)).toEqual(
      expect.arrayContaining(['credentials: linked single sign-on through Work']),
    );
    const audit = await f.asAdmin('GET', '/audit-log?action=changeCredentials');
    expect(audit.body.items[0].summary).toBe(`${member.displayName} linked single sign-on through Work.`);
    const later = f.newBrowser();
    expect(await f.signOn(later, { subject, email: member.email })).toBe('/');
    expect(await f.signedInAs(later)).toBe(member.id);
  });

  it('a pending identity is for this browser, this account and half an hour', async () => {
    const member = await f.createPasswordMember();
    const otherMember = await f.createPasswordMember();
    const browser = f.newBrowser();
    const person = { subject: newSubject(), email: member.email };
    expect(await f.signOn(browser, person)).toBe(LINK_PAGE);
    const elsewhere = f.newBrowser();
    const ownSession = await f.signInByPassword(elsewhere, member);
    expect((await f.identitiesIn(elsewhere, ownSession)).body.identities.pending).toBeNull();
    expect((await f.confirm(elsewhere, ownSession)).status).toBe(409);
    const theirs = await f.signInByPassword(browser, otherMember);
    expect((await f.identitiesIn(browser, theirs)).body.identities.pending).toBeNull();
    expect((await f.confirm(browser, theirs)).status).toBe(409);
    f.clock.advance(30 * MINUTE_MS);
    const late = await f.signInByPassword(browser, member);
    expect((await f.confirm(browser, late)).status).toBe(409);
    expect([...(await f.identitiesOf(member.id)), ...(await f.identitiesOf(otherMember.id))]).toEqual([]);
  });

  it('a pending identity can be declined', async () => {
    const member = await f.createPasswordMember();
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: member.email })).toBe(LINK_PAGE);
    const token = await f.signInByPassword(browser, member);
    expect((await browser.send('DELETE', `${IDENTITIES}/pending`, { token })).status).toBe(204);
    expect((await f.confirm(browser, token)).status).toBe(409);
  });

  it('a pending identity is worth nothing once the provider is another one', async () => {
    const member = await f.createPasswordMember();
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: member.email })).toBe(LINK_PAGE);
    expect((await f.asAdmin('PATCH', f.idp.path, f.idp.otherProvider)).status).toBe(200);
    const token = await f.signInByPassword(browser, member);
    expect((await f.identitiesIn(browser, token)).body.identities.pending).toBeNull();
    expect((await f.confirm(browser, token)).status).toBe(409);
  });

  it('linking on the account’s page is for the session that started it', async () => {
    const member = await f.createPasswordMember();
    const browser = f.newBrowser();
    const token = await f.signInByPassword(browser, member);
    const subject = newSubject();
    // The address may differ: a person who is signed in at both sides confirms that they are one person.
    expect(await f.startLinking(browser, token, { subject, email: newEmail() })).toBe('/account');
    // Another person's session, and another one of the same person, in the same browser.
    const attacker = await f.createPasswordMember();
    for (const owner of [attacker, member]) {
      const otherSession = await f.signInByPassword(browser, owner);
      expect((await f.confirm(browser, otherSession)).status).toBe(409);
    }
    expect(await f.identitiesOf(member.id)).toEqual([]);
    expect((await f.confirm(browser, token)).status).toBe(200);
    expect(await f.identitiesOf(member.id)).toEqual([expect.objectContaining({ subject })]);
  });

  it('an attacker’s linking that a victim finishes links nothing', async () => {
    const attacker = await f.createPasswordMember();
    const theirs = f.newBrowser();
    const token = await f.signInByPassword(theirs, attacker);
    const started = await theirs.send('POST', IDENTITIES, { token, body: { providerId: f.idp.providerId } });
    const victim = await f.createPasswordMember();
    const browser = f.newBrowser();
    const ownSession = await f.signInByPassword(browser, victim);
    await f.idp.finish(browser, started.body.url, { subject: newSubject(), email: victim.email });
    expect((await f.confirm(browser, ownSession)).status).toBe(409);
    expect((await f.confirm(theirs, token)).status).toBe(409);
    expect([...(await f.identitiesOf(attacker.id)), ...(await f.identitiesOf(victim.id))]).toEqual([]);
  });

  it('linking ends with the session that started it', async () => {
    const member = await f.createPasswordMember();
    const browser = f.newBrowser();
    const token = await f.signInByPassword(browser, member);
    const started = await browser.send('POST', IDENTITIES, { token, body: { providerId: f.idp.providerId } });
    await browser.send('DELETE', '/auth/session');
    const { location } = await f.idp.finish(browser, started.body.url, {
      subject: newSubject(),
      email: member.email,
    });
    expect(location).toContain('error=sso-expired');
    expect(await f.signedInAs(browser)).toBeUndefined();
    expect(await f.identitiesOf(member.id)).toEqual([]);
  });

  it('one person at the provider is one account', async () => {
    const { subject, member } = await f.createLinked();
    const otherMember = await f.createPasswordMember();
    const browser = f.newBrowser();
    const token = await f.signInByPassword(browser, otherMember);
    expect(await f.startLinking(browser, token, { subject, email: otherMember.email })).toBe('/account');
    expect(await f.confirm(browser, token)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('linked to an account already') } },
    });
    expect(await f.identitiesOf(otherMember.id)).toEqual([]);
    expect(await f.identitiesOf(member.id)).toHaveLength(1);
  });

  it('an account of others joins by the domain, once its owner says so', async () => {
    const domain = `${newId().toLowerCase()}.example`;
    const member = await f.createPasswordMember({
      organizationId: (await createOrganizationFixture()).organization.id,
      email: `ada@${domain}`,
    });
    await f.asAdmin('PATCH', '', { emailDomains: [domain] });
    const browser = f.newBrowser();
    expect(await f.signOn(browser, { subject: newSubject(), email: member.email })).toBe(LINK_PAGE);
    expect((await f.asAdmin('GET', `/members/${member.id}`)).status).toBe(404);
    const token = await f.signInByPassword(browser, member);
    expect((await f.confirm(browser, token)).status).toBe(200);
    expect((await f.asAdmin('GET', `/members/${member.id}`)).body).toMatchObject({ role: 'read', sso: true });
  });

  it('is unlinked by its person, but never the last way in', async () => {
    const { member, browser, token, subject } = await f.createLinked();
    const [identity] = await f.identitiesOf(member.id);
    const unlink = (caller = token) =>
      browser.send('DELETE', `${IDENTITIES}/${identity?.id}`, { token: caller });
    const otherMember = await f.createPasswordMember();
    expect((await unlink(await f.signInByPassword(f.newBrowser(), otherMember))).status).toBe(404);
    await f.db.updateTable('members').set({ sso: true }).where('user_id', '=', member.id).execute();
    expect(await unlink()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('requires single sign-on') } },
    });
    await f.db.updateTable('members').set({ sso: false }).where('user_id', '=', member.id).execute();
    const password = f.db.selectFrom('passwords').selectAll().where('user_id', '=', member.id);
    const stored = await password.executeTakeFirstOrThrow();
    await f.db.deleteFrom('passwords').where('user_id', '=', member.id).execute();
    expect((await unlink()).status).toBe(409);
    await f.db.insertInto('passwords').values(stored).execute();
    expect((await unlink()).status).toBe(204);
    expect((await unlink()).status).toBe(404);
    expect(await f.mailsTo(member.email)).toEqual(
      expect.arrayContaining(['credentials: unlinked single sign-on through Work']),
    );
    expect(await f.signOn(f.newBrowser(), { subject, email: member.email })).toBe(LINK_PAGE);
  });

  it('is neither linked nor unlinked by an API token or a session by single sign-on', async () => {
    const { member, subject } = await f.createLinked();
    const [identity] = await f.identitiesOf(member.id);
    const browser = f.newBrowser();
    await f.signOn(browser, { subject, email: member.email });
    const session = await browser.send('POST', '/auth/refresh');
    for (const token of [session.body.accessToken, f.w.editor.token]) {
      const body = { providerId: f.idp.providerId };
      expect((await f.identitiesIn(browser, token)).status).toBe(403);
      expect((await browser.send('POST', IDENTITIES, { token, body })).status).toBe(403);
      expect((await f.confirm(browser, token)).status).toBe(403);
      expect((await browser.send('DELETE', `${IDENTITIES}/${identity?.id}`, { token })).status).toBe(403);
    }
    expect((await browser.send('GET', '/auth/credentials')).status).toBe(401);
  });

  it('is not linked at a provider of an organization that the person does not belong to', async () => {
    const stranger = await f.createPasswordMember({
      organizationId: (await createOrganizationFixture()).organization.id,
    });
    const browser = f.newBrowser();
    const token = await f.signInByPassword(browser, stranger);
    for (const providerId of [f.idp.providerId, newId()])
      expect((await browser.send('POST', IDENTITIES, { token, body: { providerId } })).status).toBe(404);
  });
});

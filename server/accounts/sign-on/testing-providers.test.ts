/** An administrator tests a provider: everything is shown, and nothing is created or changed. */
import { describe, expect, it } from 'vitest';
import { LinkingFixture, newEmail, newSubject } from '#server/test/sign-on/linking-fixture.ts';
import {
  type CookieBrowser,
  connectOidc,
  connectSaml,
  type PersonThere,
} from '#server/test/sign-on/sign-on-drivers.ts';

const TESTS = '/auth/sign-on-tests';

describe.each([
  ['OpenID Connect', connectOidc],
  ['SAML', connectSaml],
])('a test of a provider with %s', (_, connect) => {
  const f = new LinkingFixture(connect);

  /** An administrator with a session. */
  async function openSession(role: 'admin' | 'edit' = 'admin') {
    const member = await f.createPasswordMember({ role });
    const browser = f.newBrowser();
    return { browser, token: await f.signInByPassword(browser, member) };
  }

  type Session = Awaited<ReturnType<typeof openSession>>;

  const start = ({ browser, token }: Session, providerId = f.idp.providerId) =>
    browser.send('POST', TESTS, { token, body: { providerId } });

  /** The visible traces of a sign-in. */
  async function state() {
    const inOrganization = (table: 'members' | 'sign_on_identities') =>
      f.db.selectFrom(table).selectAll().where('organization_id', '=', f.w.organization.id).execute();
    const audit = await f.db
      .selectFrom('audit_log')
      .select('id')
      .where('organization_id', '=', f.w.organization.id)
      .execute();
    const table = f.idp.kind === 'saml' ? ('saml_providers' as const) : ('oidc_providers' as const);
    const provider = await f.db
      .selectFrom(table)
      .select('status')
      .where('id', '=', f.idp.providerId)
      .executeTakeFirstOrThrow();
    return {
      members: await inOrganization('members'),
      identities: await inOrganization('sign_on_identities'),
      sessions: await f.db.selectFrom('sessions').select('id').execute(),
      users: await f.db.selectFrom('users').select(['id', 'email']).execute(),
      audit,
      status: provider.status,
    };
  }

  const read = ({ browser, token }: Session, code: string) =>
    browser.send('POST', `${TESTS}/result`, { token, body: { code } });

  /** Tests with a person; what is shown. Expects that nothing else has changed. */
  async function test(session: Session, person: PersonThere) {
    const before = await state();
    const started = await start(session);
    expect(started.status).toBe(200);
    const { location } = await f.idp.finish(session.browser, started.body.url, person);
    const [path, code = ''] = location.split('#');
    expect(path).toBe(`/o/${f.w.organization.id}/sso/test`);
    expect(await state()).toEqual(before);
    const result = await read(session, code);
    expect(result.status).toBe(200);
    return { code, result: result.body };
  }

  it('shows what the provider sent, and that the person would become a member', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const { result } = await test(await openSession(), { subject, email });
    expect(result).toMatchObject({
      provider: { kind: f.idp.kind, id: f.idp.providerId, label: 'Work' },
      email: { value: email },
      subject: { value: subject },
      outcome: { kind: 'new', team: null },
    });
    const sentValues: { name: string; values: string[] }[] = result.sent;
    expect(sentValues.flatMap(({ values }) => values)).toEqual(expect.arrayContaining([subject, email]));
    expect(sentValues.map(({ name }) => name)).not.toContain('nonce');
    expect(JSON.stringify(result)).not.toMatch(/Signature|eyJ/);
  });

  it('shows the account that is linked, and the one that its person has to link first', async () => {
    const { member, subject } = await f.createLinked();
    const session = await openSession();
    const email = newEmail();
    expect((await test(session, { subject, email })).result.outcome).toEqual({
      kind: 'linked',
      displayName: member.displayName,
      email: member.email,
      offeredEmail: null,
    });
    expect((await test(session, { subject: newSubject(), email: member.email })).result.outcome).toEqual({
      kind: 'to-link',
      hasCredential: true,
    });
  });

  // Subjects of OpenID Connect are no addresses.
  it.skipIf(connect === connectOidc)('shows the address that a person with a UPN is offered', async () => {
    const [upn, mail] = [newEmail(), newEmail()];
    expect(await f.signOn(f.newBrowser(), { subject: upn, email: '', more: { mail: undefined } })).toBe('/');
    const { result } = await test(await openSession(), { subject: upn, email: mail });
    expect(result.outcome).toMatchObject({ kind: 'linked', email: upn, offeredEmail: mail });
  });

  it('shows why a sign-in would be refused', async () => {
    const session = await openSession();
    const disabled = await test(session, { subject: newSubject(), email: f.w.disabled.email });
    expect(disabled.result.outcome).toMatchObject({ kind: 'refused', code: 'sso-account' });
    const nameless = await test(session, { subject: newSubject(), email: 'no address' });
    expect(nameless.result.outcome).toMatchObject({
      kind: 'refused',
      code: f.idp.kind === 'saml' ? 'sso-no-address' : 'sso-refused',
    });
    expect(nameless.result.sent).not.toEqual([]);
  });

  it('shows which of several claims the address and the name come from, and whether the address counts', async () => {
    const session = await openSession();
    const email = newEmail();
    if (f.idp.kind === 'oidc') {
      const silent = { subject: newSubject(), email, more: { email_verified: undefined, name: 'Nora New' } };
      expect((await test(session, silent)).result).toMatchObject({
        email: { value: email, from: 'email (ID token)' },
        proof: 'says-nothing',
        displayName: { value: 'Nora New', from: 'name' },
        outcome: { kind: 'refused', code: 'sso-unverified' },
      });
      const denied = { ...silent, subject: newSubject(), more: { email_verified: false } };
      expect((await test(session, denied)).result.proof).toBe('says-unverified');
      return;
    }
    const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
    const more = { mail: undefined, [claim]: email, givenname: 'Nora', surname: 'New' };
    const person = { subject: 'nora@upn.example', email, more };
    expect((await test(session, person)).result).toMatchObject({
      email: { value: email, from: claim },
      displayName: { value: 'Nora New', from: 'givenname + surname' },
      subject: { value: 'nora@upn.example', from: 'NameID' },
    });
  });

  // ID tokens come from the issuer itself.
  it.skipIf(connect === connectOidc)(
    'shows nothing of a response that can’t be verified, but why',
    async () => {
      const session = await openSession();
      const alterations: [code: string, alter: (xml: string) => string][] = [
        ['sso-sha1', (xml) => xml.replaceAll('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1')],
        [
          'sso-encrypted',
          (xml) =>
            xml.replace(
              '</samlp:Response>',
              '<saml:EncryptedAssertion></saml:EncryptedAssertion></samlp:Response>',
            ),
        ],
        ['sso-unsolicited', (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '')],
        ['sso-refused', (xml) => xml.replace('press.example<', 'evil.example<')],
      ];
      for (const [code, alter] of alterations) {
        const { result } = await test(session, { subject: newSubject(), email: newEmail(), alter });
        expect(result).toMatchObject({ sent: [], email: null, outcome: { kind: 'refused', code } });
      }
    },
  );

  it('is for administrators of the organization, in a session', async () => {
    expect(await start(await openSession('edit'))).toMatchObject({ status: 403 });
    const { admin } = f.w;
    const body = { providerId: f.idp.providerId };
    expect(await f.newBrowser().send('POST', TESTS, { token: admin.token, body })).toMatchObject({
      status: 403,
    });
    expect(await f.newBrowser().send('POST', TESTS, { body })).toMatchObject({ status: 401 });
    expect(await start(await openSession(), 'unknown')).toMatchObject({ status: 404 });
  });

  it('is read in the session that started it, for ten minutes, and works once', async () => {
    const session = await openSession();
    const person = { subject: newSubject(), email: newEmail() };
    const { code } = await test(session, person);
    expect(await read(await openSession(), code)).toMatchObject({ status: 404 });
    expect(await read(session, code)).toMatchObject({ status: 200 });
    const started = await start(session);
    const elsewhere: CookieBrowser = f.newBrowser();
    expect((await f.idp.finish(elsewhere, started.body.url, person)).location).toMatch(
      /^\/login\?error=sso-expired/,
    );
    expect(await f.signedInAs(elsewhere)).toBeUndefined();
    f.clock.advance(10 * 60_000);
    expect(await read(session, code)).toMatchObject({ status: 404 });
  });
});

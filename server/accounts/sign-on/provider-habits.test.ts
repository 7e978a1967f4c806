/**
 * Known habits of identity providers, each tried twice: a test predicts the result of a sign-in. `expected`
 * are the values that count, or the code of the refusal.
 */
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { IdentityProvider, type ResponseFields } from '#server/test/sign-on/identity-provider.ts';
import { LinkingFixture } from '#server/test/sign-on/linking-fixture.ts';
import { metadataOf } from '#server/test/sign-on/provider-metadata.ts';
import {
  type ConnectDriver,
  connectOidcWith,
  connectSaml,
  connectSamlWith,
  type PersonThere,
  type SignOnDriver,
} from '#server/test/sign-on/sign-on-drivers.ts';

const SCHEMAS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

interface Values {
  email: string;
  displayName: string;
  subject: string;
  /** The attribute that the address was read from. */
  from: string;
  proof?: string;
}

/** A habit: how a provider is set up, whom it sends, and what comes of it. `key` is part of all addresses, in lower case. */
interface Habit {
  name: string;
  connect: ConnectDriver;
  person: (key: string) => PersonThere;
  expected: (key: string) => Values | { code: string };
  /** How it sends the same person the next time, if that differs. */
  later?: (key: string) => PersonThere;
  /** Where the sign-in has to lead to. */
  startsAt?: RegExp;
}

const domainOf = (key: string) => `${key}.example`;
const mailOf = (key: string) => `ada@${domainOf(key)}`;
const upnOf = (key: string) => `ada@${key}.onmicrosoft.com`;

/** A person whose NameID is their address. */
const byAddress = (key: string): PersonThere => ({
  subject: mailOf(key),
  email: '',
  more: { mail: undefined },
});
const addressAlone = (key: string): Values => ({
  email: mailOf(key),
  displayName: 'ada',
  subject: mailOf(key),
  from: 'NameID',
});

const withNameId =
  (format: string) =>
  (idp: IdentityProvider, fields: ResponseFields): string =>
    idp.wrap(
      fields,
      idp.sign(idp.assertion(fields).replace('<saml:NameID>', `<saml:NameID Format="${format}">`)),
    );

const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

/** A provider with SAML whose settings or responses are special. */
const saml = (
  name: string,
  more: Partial<Omit<PersonThere, 'subject' | 'email'>>,
  {
    settings,
    code,
    startsAt,
  }: { settings?: (idp: IdentityProvider) => object; code?: string; startsAt?: RegExp } = {},
): Habit => ({
  name,
  connect: settings ? connectSamlWith((idp) => ({ ...idp.settings, ...settings(idp) })) : connectSaml,
  person: (key) => ({ ...byAddress(key), ...more }),
  expected: (key) => (code === undefined ? addressAlone(key) : { code }),
  ...(startsAt && { startsAt }),
});

const samlHabits: Habit[] = [
  saml('the assertion is signed', {}),
  saml('only the response around it is signed', {
    respond: (idp, fields) => idp.sign(idp.wrap(fields, idp.assertion(fields))),
  }),
  saml('both are signed', {
    respond: (idp, fields) => idp.sign(idp.wrap(fields, idp.sign(idp.assertion(fields)))),
  }),
  {
    name: 'the NameID is a UPN, and the address a claim',
    connect: connectSaml,
    person: (key) => ({
      subject: upnOf(key),
      email: '',
      more: {
        mail: undefined,
        [`${SCHEMAS}/name`]: upnOf(key),
        [`${SCHEMAS}/emailaddress`]: mailOf(key),
        [`${SCHEMAS}/givenname`]: 'Ada',
        [`${SCHEMAS}/surname`]: 'Lovelace',
      },
    }),
    expected: (key) => ({
      email: mailOf(key),
      displayName: 'Ada Lovelace',
      subject: upnOf(key),
      from: `${SCHEMAS}/emailaddress`,
    }),
  },
  {
    name: 'the NameID is a lasting one, and the address an attribute',
    connect: connectSaml,
    person: (key) => ({
      subject: `G-${key}`,
      email: '',
      more: { mail: undefined, email: mailOf(key) },
      respond: withNameId(PERSISTENT),
    }),
    expected: (key) => ({ email: mailOf(key), displayName: 'ada', subject: `G-${key}`, from: 'email' }),
  },
  {
    name: 'the NameID is another one each time, and the address an attribute',
    connect: connectSaml,
    person: (key) => ({ subject: `_${newId()}`, email: mailOf(key), respond: withNameId(TRANSIENT) }),
    expected: (key) => ({ email: mailOf(key), displayName: 'ada', subject: mailOf(key), from: 'mail' }),
  },
  {
    name: 'the address has capitals',
    connect: connectSaml,
    person: (key) => ({ ...byAddress(key), subject: mailOf(key).toUpperCase() }),
    later: byAddress,
    expected: (key) => ({
      ...addressAlone(key),
      email: `ADA@${domainOf(key)}`,
      displayName: 'ADA',
    }),
  },
  saml('there are blanks around the NameID', {
    respond: (idp, fields) => idp.response({ ...fields, email: `\n      ${fields.email}\n    ` }),
  }),
  saml('its clock is 50 seconds ahead', {
    respond: (idp, fields) =>
      idp.response({ ...fields, now: new Date(fields.now.getTime() + 50_000), from: 0 }),
  }),
  saml(
    'it signs with SHA-1',
    { alter: (xml) => xml.replaceAll('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1') },
    { code: 'sso-sha1' },
  ),
  saml(
    'it encrypts the assertion',
    {
      respond: (idp, fields) =>
        idp.wrap(
          fields,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
        ),
    },
    { code: 'sso-encrypted' },
  ),
  saml(
    'it has two certificates, and signs with the second',
    {},
    {
      settings: ({ certificate }) => ({
        certificate: `${new IdentityProvider().certificate}\n${certificate}`,
      }),
    },
  ),
  saml(
    'its certificate is bare base64',
    {},
    {
      settings: ({ certificate }) => ({ certificate: bare(certificate) }),
    },
  ),
  saml(
    'there is text before its certificate, and lines end with CRLF',
    {},
    {
      settings: ({ certificate }) => ({
        certificate: `Certificate:\r\n    Data: Version 3\r\n${certificate.replaceAll('\n', '\r\n')}`,
      }),
    },
  ),
  {
    ...saml('it is entered by its metadata alone', {}),
    connect: connectSamlWith((idp) => ({ label: 'Work', metadataXML: metadataOf(idp) })),
  },
  saml(
    'its address has a query',
    {},
    {
      settings: () => ({ ssoURL: 'https://idp.example/sso?idpid=C01' }),
      startsAt: /^https:\/\/idp\.example\/sso\?idpid=C01&SAMLRequest=/,
    },
  ),
];

/** A provider with OpenID Connect; it knows people by another name than their address. */
const oidc = (
  name: string,
  said: NonNullable<PersonThere['more']>,
  expected: Partial<Values> | { code: string } = {},
  habits: Parameters<typeof connectOidcWith>[0] = {},
): Habit => ({
  name,
  connect: connectOidcWith(habits),
  person: (key) => ({ subject: `s-${key}`, email: mailOf(key), more: said }),
  expected: (key) =>
    'code' in expected
      ? expected
      : {
          email: mailOf(key),
          displayName: 'ada',
          subject: `s-${key}`,
          from: 'email (ID token)',
          proof: 'email_verified',
          ...expected,
        },
});

const silent = { email_verified: undefined };
const trusting = { settings: () => ({ trustsVerifiedDomains: true }) };

const oidcHabits: Habit[] = [
  oidc('it has confirmed the address', { name: 'Ada Lovelace' }, { displayName: 'Ada Lovelace' }),
  oidc('it never says whether it has', silent, { code: 'sso-unverified' }),
  oidc(
    'it never says, and its addresses count in verified domains',
    silent,
    { proof: 'verified-domain' },
    trusting,
  ),
  oidc('its domain’s owner has verified the address', { ...silent, xms_edov: true }, { proof: 'xms_edov' }),
  oidc(
    'it tells the address only when it is asked',
    {},
    { from: 'email (userinfo)' },
    { answersOnRequest: true },
  ),
  {
    ...oidc('the address has capitals', {}),
    person: (key) => ({ subject: `s-${key}`, email: mailOf(key).toUpperCase() }),
    expected: (key) => ({
      email: `ADA@${domainOf(key)}`,
      displayName: 'ADA',
      subject: `s-${key}`,
      from: 'email (ID token)',
      proof: 'email_verified',
    }),
  },
  oidc(
    'its issuer is entered with a slash too many',
    {},
    {},
    { settings: ({ issuer }) => ({ issuer: `${issuer}/` }) },
  ),
  oidc(
    'the address of its description is entered as issuer',
    {},
    {},
    {
      settings: ({ issuer }) => ({ issuer: `${issuer}/.well-known/openid-configuration` }),
    },
  ),
];

describe.each([
  ['SAML', samlHabits],
  ['OpenID Connect', oidcHabits],
])('with %s', (_, habits) => {
  const f = new LinkingFixture(connectSaml);

  async function verifyDomain(domain: string): Promise<void> {
    await f.asAdmin('PATCH', '', { emailDomains: [domain] });
    await f.db
      .updateTable('email_domains')
      .set({ proven_at: f.clock.now() })
      .where('organization_id', '=', f.w.organization.id)
      .execute();
  }

  /** The result of a test of a provider, for an administrator in a separate session. */
  async function testAt(idp: SignOnDriver, person: PersonThere) {
    const member = await f.createPasswordMember({ role: 'admin' });
    const browser = f.newBrowser();
    const token = await f.signInByPassword(browser, member);
    const body = { providerId: idp.providerId };
    const started = await browser.send('POST', '/auth/sign-on-tests', { token, body });
    const { location } = await idp.finish(browser, started.body.url, person);
    const [, code] = location.split('#');
    const response = await browser.send('POST', '/auth/sign-on-tests/result', { token, body: { code } });
    expect(response.status, location).toBe(200);
    return { url: String(started.body.url), result: response.body };
  }

  it.each(habits.map((habit) => [habit.name, habit] as const))('%s', async (_name, habit) => {
    const key = newId().toLowerCase();
    await verifyDomain(domainOf(key));
    const expected = habit.expected(key);
    const idp = await f.connectProvider(habit.connect);
    const { url, result } = await testAt(idp, habit.person(key));
    if (habit.startsAt) expect(url).toMatch(habit.startsAt);
    const browser = f.newBrowser();
    const end = await f.signOn(browser, habit.person(key), idp);
    if ('code' in expected) {
      expect(result.outcome).toMatchObject({ kind: 'refused', code: expected.code });
      return expect(end).toMatch(new RegExp(`^/login\\?error=${expected.code}&`));
    }
    const { email, displayName, subject, from, proof = null } = expected;
    expect(result).toMatchObject({
      email: { value: email, from },
      displayName: { value: displayName },
      subject: { value: subject },
      proof,
      outcome: { kind: 'new' },
    });
    expect(end).toBe('/');
    const id = (await f.signedInAs(browser)) ?? '';
    const stored = await f.db
      .selectFrom('users')
      .select(['email', 'display_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ email, display_name: displayName });
    expect(await f.identitiesOf(id)).toMatchObject([{ subject }]);
    const later = (habit.later ?? habit.person)(key);
    const again = await testAt(idp, { ...later, email: later.email.toUpperCase() });
    expect(again.result.outcome).toMatchObject({ kind: 'linked', email });
    const otherBrowser = f.newBrowser();
    expect(await f.signOn(otherBrowser, later, idp)).toBe('/');
    return expect(await f.signedInAs(otherBrowser)).toBe(id);
  });
});

describe('a sign-in that begins at the provider', () => {
  const f = new LinkingFixture(connectSaml);

  const nobodyAsked = (idp: IdentityProvider, fields: ResponseFields) =>
    idp.response(fields).replaceAll(/ InResponseTo="[^"]*"/g, '');

  it('starts one here, which then is taken', async () => {
    const key = newId().toLowerCase();
    const browser = f.newBrowser();
    const person = { ...byAddress(key), respond: nobodyAsked };
    const { location: started } = await browser.send('GET', f.idp.startPath);
    const { location } = await f.idp.finish(f.newBrowser(), started, person);
    expect(location).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    expect((await f.idp.finish(browser, location, byAddress(key))).location).toBe('/');
    expect(await f.signedInAs(browser)).toBeDefined();
  });
});

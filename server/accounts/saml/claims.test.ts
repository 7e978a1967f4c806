import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { linkTestIdentity } from '#server/test/sign-on/linked-identity.ts';
import { refreshSession, SignOn } from '#server/test/sign-on/sign-on.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { type SentPerson, takePerson } from './person.ts';

const SCHEMAS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const NONE = { email: [], name: [] };

function sent(
  nameId: string | null,
  attributes: Record<string, string | string[]>,
  format?: string,
): SentPerson {
  return {
    nameId,
    nameIdFormat: format ?? null,
    attributes: Object.entries(attributes).map(([name, values]) => ({ name, values: [values].flat() })),
  };
}

const UPN = 'ada@corp.onmicrosoft.com';
const MAIL = 'ada.lovelace@corp.example';

describe('the person of a response', () => {
  it.each<[string, Record<string, string | string[]>, string]>([
    [
      'Entra',
      {
        [`${SCHEMAS}/emailaddress`]: MAIL,
        [`${SCHEMAS}/givenname`]: 'Ada',
        [`${SCHEMAS}/surname`]: 'Lovelace',
        [`${SCHEMAS}/name`]: UPN,
      },
      'Ada Lovelace',
    ],
    ['Okta', { email: MAIL, firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    ['Google', { Email: MAIL, first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
    [
      'ADFS',
      { 'http://schemas.xmlsoap.org/claims/EmailAddress': MAIL, [`${SCHEMAS}/name`]: 'Ada L.' },
      'Ada L.',
    ],
    [
      'Keycloak',
      { 'urn:oid:1.2.840.113549.1.9.1': MAIL, 'urn:oid:2.5.4.42': 'Ada', 'urn:oid:2.5.4.4': 'Lovelace' },
      'Ada Lovelace',
    ],
    [
      'Shibboleth',
      {
        'urn:oid:0.9.2342.19200300.100.1.3': [MAIL, 'ada@old.example'],
        'urn:oid:2.16.840.1.113730.3.1.241': 'Ada',
      },
      'Ada',
    ],
    ['OneLogin', { 'User.email': MAIL, 'User.FirstName': 'Ada' }, 'Ada'],
    ['a provider without names', { mail: MAIL }, 'ada.lovelace'],
  ])('of %s has the mail claim as address, and a name that is none', (_provider, attributes, name) => {
    const person = takePerson(sent(UPN, attributes), NONE);
    expect(person.email?.value).toBe(MAIL);
    expect(person.displayName?.value).toBe(name);
    expect(person.subject).toEqual({ value: UPN, from: 'NameID' });
  });

  it('has the NameID as address where no attribute has one', () => {
    const person = takePerson(sent(MAIL, { email: 'none', groups: ['a', 'b'] }), NONE);
    expect(person.email).toEqual({ value: MAIL, from: 'NameID' });
    expect(takePerson(sent('S-1-5-21', {}), NONE).email).toBeNull();
  });

  it('is read from the attributes that the settings name, before the usual ones', () => {
    const person = sent('x1', {
      mail: 'old@corp.example',
      'urn:corp:Mail': MAIL,
      nick: 'Countess',
      displayName: 'Ada',
    });
    const readPerson = takePerson(person, { email: ['URN:corp:mail'], name: ['nick'] });
    expect(readPerson.email).toEqual({ value: MAIL, from: 'urn:corp:Mail' });
    expect(readPerson.displayName).toEqual({ value: 'Countess', from: 'nick' });
    expect(takePerson(person, { email: ['missing'], name: ['missing'] }).email?.value).toBe(
      'old@corp.example',
    );
  });

  it('stays the same one when settings change, with a NameID that is another one each time', () => {
    const person = sent(
      '_1',
      { mail: 'Old@corp.example', upn: MAIL },
      'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    );
    const before = takePerson(person, NONE).subject?.value;
    expect(before).toBe('old@corp.example');
    expect(takePerson(person, { email: ['upn'], name: [] }).subject?.value).toBe(before);
    const addressAsNameId = sent(UPN, { mail: MAIL }, 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient');
    expect(takePerson(addressAsNameId, NONE).subject?.value).toBe(UPN);
  });
});

let w: OrganizationFixture;
let signOn: SignOn;
beforeAll(async () => {
  w = await createOrganizationFixture();
  signOn = await SignOn.connect(w);
});

const attributesOf = (email: string) => ({
  [`${SCHEMAS}/emailaddress`]: email,
  [`${SCHEMAS}/givenname`]: 'Ada',
  [`${SCHEMAS}/surname`]: 'Lovelace',
});

describe('a sign-in whose NameID is no address of the person', () => {
  it('makes an account with the mail claim and the name, and finds it again by the NameID', async () => {
    const key = newId().toLowerCase();
    const [upn, mail] = [`${key}@corp.onmicrosoft.com`, `${key}@corp.example`];
    const first = await signOn.signIn(upn, { attributes: attributesOf(mail) });
    const { userId } = await refreshSession(first.cookie ?? '');
    const { body } = await as(w.admin).get(`${w.base}/members/${userId}`);
    expect(body.user).toMatchObject({ email: mail, displayName: 'Ada Lovelace' });
    const renamed = await signOn.signIn(upn, { attributes: attributesOf(`new-${mail}`) });
    expect((await refreshSession(renamed.cookie ?? '')).userId).toBe(userId);
  });

  it('stays the same account for people who signed in before, whose address is the NameID', async () => {
    const key = newId().toLowerCase();
    const [upn, mail] = [`${key}@corp.onmicrosoft.com`, `${key}@corp.example`];
    const before = await refreshSession((await signOn.signIn(upn)).cookie ?? '');
    const after = await signOn.signIn(upn, { attributes: attributesOf(mail) });
    expect((await refreshSession(after.cookie ?? '')).userId).toBe(before.userId);
    const { body } = await as(w.admin).get(`${w.base}/members/${before.userId}`);
    expect(body.user.email).toBe(upn);
  });

  it('opens no account by the claim, for every owner of its address', async () => {
    const victim = await createMember({ organizationId: w.organization.id });
    const response = await signOn.signIn('mallory@corp.onmicrosoft.com', {
      attributes: attributesOf(victim.email),
    });
    expect(response.cookie).toBeUndefined();
    expect(response.location).toMatch(/error=sso-(?:mailed|link|unconfirmed)/);
    // Whose identity it is decides, not what the response says beside it.
    await linkTestIdentity(signOn.identityProvider, victim);
    const otherPerson = await signOn.signIn('mallory@corp.onmicrosoft.com', {
      attributes: attributesOf(victim.email),
    });
    expect(otherPerson.cookie).toBeUndefined();
  });

  it('reads the attributes that the settings name', async () => {
    const here = await SignOn.connect(w, { emailAttributes: ['corpMail'], nameAttributes: ['nick'] });
    expect(here.provider).toMatchObject({ emailAttributes: ['corpMail'], nameAttributes: ['nick'] });
    const mail = `${newId().toLowerCase()}@corp.example`;
    const attributes = { corpMail: mail, nick: 'Countess', email: `other-${mail}` };
    const { userId } = await refreshSession((await here.signIn('x-1', { attributes })).cookie ?? '');
    const { body } = await as(w.admin).get(`${w.base}/members/${userId}`);
    expect(body.user).toMatchObject({ email: mail, displayName: 'Countess' });
  });
});

describe('an unrequested response', () => {
  const unsolicited = async (email: string, changes: object = {}) =>
    signOn.idp
      .response(await signOn.fields(email, { requestId: '', ...changes }))
      .replaceAll(' InResponseTo=""', '');

  /** Posts as a browser with a cookie. */
  async function post(xml: string, { cookie, relayState }: { cookie?: string; relayState?: string } = {}) {
    const { app } = await testApp();
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      ...(relayState !== undefined && { RelayState: relayState }),
    });
    const response = await app.inject({
      method: 'POST',
      url: new URL(signOn.provider.service.acsURL).pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie !== undefined && { cookie }),
      },
      payload: form.toString(),
    });
    return {
      location: String(response.headers.location),
      cookies: [response.headers['set-cookie'] ?? []].flat().map((text) => text.split(';', 1)[0] ?? ''),
    };
  }

  it('is not taken, and starts a sign-on, which then is', async () => {
    const email = `${newId().toLowerCase()}@new.example`;
    const relayState = `${signOn.provider.service.startURL.split('/auth/')[0]}/o/x?tab=1`;
    const { location, cookies } = await post(await unsolicited(email), { relayState });
    expect(location).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    expect(new URL(location).searchParams.get('RelayState')).toBe('/o/x?tab=1');
    expect(cookies.some((cookie) => cookie.startsWith('bindery_refresh='))).toBe(false);
    const { db } = await testApp();
    expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
    expect((await signOn.signIn(email)).cookie).toBeDefined();
  });

  it('starts one once; a provider that answers like that again and again ends on a page that says so', async () => {
    const first = await post(await unsolicited('ada@new.example'));
    const again = await post(await unsolicited('ada@new.example'), { cookie: first.cookies.join('; ') });
    expect(again.location).toContain('/login?error=sso-unsolicited');
  });

  it.each([
    ['of another issuer', { issuer: 'urn:other' }, 'sso-refused'],
    ['that denies', { status: '<samlp:Status><samlp:StatusCode Value="x"/></samlp:Status>' }, 'sso-denied'],
  ])('%s starts none', async (_what, changes, code) => {
    expect((await post(await unsolicited('ada@new.example', changes))).location).toContain(`error=${code}`);
  });
});

describe('the sign-in page says what to change', () => {
  it('if a response is signed with SHA-1', async () => {
    const xml = signOn.idp.response(await signOn.fields('ada@new.example'));
    for (const [from, to] of [
      ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
      ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'],
    ] as const)
      expect((await signOn.post(xml.replaceAll(from, to))).location).toContain('error=sso-sha1');
  });

  it('if the assertion is encrypted', async () => {
    const fields = await signOn.fields('ada@new.example');
    const content =
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>';
    expect((await signOn.post(signOn.idp.wrap(fields, content))).location).toContain('error=sso-encrypted');
  });

  it('if there is no address', async () => {
    expect((await signOn.signIn('S-1-5-21')).location).toContain('error=sso-no-address');
  });
});

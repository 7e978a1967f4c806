import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMember } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { createInvitedMember } from '#server/test/sign-on/invited-member.ts';
import { linkTestIdentity } from '#server/test/sign-on/linked-identity.ts';
import { postForm, refreshSession, SignOn } from '#server/test/sign-on/sign-on.ts';
import { anonymous, as, PUBLIC_URL, startApp, testApp } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';

let fixture: OrganizationFixture;
let signOn: SignOn;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
  signOn = await SignOn.connect(fixture, { defaultTeam: fixture.team.id, defaultRole: 'comment' });
});

const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** The session of a browser after a sign-in. */
async function startSession(cookie: string | undefined) {
  const { status, token, userId } = await refreshSession(cookie ?? '');
  expect(status).toBe(200);
  return { token, id: userId };
}

describe('a sign-in', () => {
  it('starts with a request to the provider, which returns to a path of the console only', async () => {
    const { url, requestId, cookie } = await signOn.start('/o/some?tab=1');
    expect(`${url.origin}${url.pathname}`).toBe(signOn.idp.ssoURL);
    expect(requestId).toMatch(/^_\w{43}$/);
    expect(url.searchParams.get('RelayState')).toBe('/o/some?tab=1');
    expect(cookie).toMatch(/^bindery_sso=.*HttpOnly/);
    const text = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(text).toContain(`AssertionConsumerServiceURL="${signOn.provider.service.acsURL}"`);
    expect(text).toContain(signOn.provider.service.entityID);
    for (const evil of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/auth/x',
    ]) {
      expect((await signOn.start(evil)).url.searchParams.get('RelayState') ?? '/').toBe('/');
    }
  });

  it('finds the provider by the email domain or the account', async () => {
    const { app } = await testApp();
    const domain = `${newId().toLowerCase()}.example`;
    await as(fixture.admin).patch(fixture.base, { emailDomains: [domain] });
    const requestSignIn = async (query: Record<string, string>) => {
      const url = `/auth/saml?${new URLSearchParams(query)}`;
      return String((await app.inject({ method: 'GET', url })).headers.location);
    };
    const start = new URL(signOn.provider.service.startURL).pathname;
    expect(await requestSignIn({ email: ` Ada@${domain.toUpperCase()} `, RelayState: '/o/x' })).toBe(
      `${start}?RelayState=%2Fo%2Fx`,
    );
    expect(await requestSignIn({ email: fixture.reader.email, RelayState: '//evil.example' })).toBe(
      `${start}?RelayState=%2F`,
    );
    for (const email of ['ada@elsewhere.example', 'ada', `@${domain}.`, '']) {
      expect(await requestSignIn({ email })).toMatch(/^\/login\?error=sso-unknown&request=/);
    }
    expect(await requestSignIn({})).toMatch(/error=sso-unknown/);
    expect(await requestSignIn({ email: 'ada@elsewhere.example', RelayState: '/o/x?tab=1' })).toMatch(
      /error=sso-unknown&request=[\w-]+&next=%2Fo%2Fx%3Ftab%3D1$/,
    );
    expect(await requestSignIn({ RelayState: '//evil.example' })).not.toContain('next');
    await as(fixture.admin).patch(fixture.base, { emailDomains: [] });
  });

  it('adds a new person as user and member, with role and team, and a session of 12 hours', async () => {
    const email = newEmail();
    const { requestId } = await signOn.start(`/o/${fixture.organization.id}`);
    const attributes = { displayName: 'Nora New' };
    const response = await signOn.signIn(email, { requestId, attributes });
    expect(response).toMatchObject({ status: 303, location: `/o/${fixture.organization.id}` });
    const nora = await startSession(response.cookie);
    const { body } = await as(fixture.admin).get(`${fixture.base}/members/${nora.id}`);
    expect(body).toMatchObject({
      role: 'comment',
      sso: true,
      teams: 1,
      user: { displayName: 'Nora New', email },
    });
    expect(body.lastSeenAt).toBeDefined();
    expect((await as(nora).get(fixture.base)).status).toBe(200);
    const provider = await as(fixture.admin).get(`${fixture.base}/saml/${signOn.provider.id}`);
    expect(provider.body.status).toBe('active');

    const { clock, db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'summary'])
      .where('target_id', '=', nora.id)
      .execute();
    const summary = 'Nora New joined with single sign-on through Work.';
    expect(audit).toEqual([{ action: 'signInThroughSaml', actor_id: nora.id, summary }]);
    clock.advance(11 * 3_600_000);
    const again = await signOn.signIn(email);
    expect((await startSession(again.cookie)).id).toBe(nora.id);
    expect((await refreshSession(again.cookie ?? '')).status).toBe(200);
    clock.advance(12 * 3_600_000 + 1000);
    expect((await refreshSession(again.cookie ?? '')).status).toBe(401);
    clock.reset();
  });

  it('keeps name, role and teams of an invited member; rejects disabled and removed ones', async () => {
    const member = await createInvitedMember({
      organizationId: fixture.organization.id,
      role: 'edit',
      displayName: 'Old Olga',
    });
    await linkTestIdentity(signOn.identityProvider, member);
    const response = await signOn.signIn(member.email.toUpperCase(), {
      attributes: { displayName: 'New Olga' },
    });
    expect((await startSession(response.cookie)).id).toBe(member.id);
    const { body } = await as(fixture.admin).get(`${fixture.base}/members/${member.id}`);
    expect(body).toMatchObject({ role: 'edit', teams: 0, sso: false, user: { displayName: 'Old Olga' } });
    expect(await signOn.signIn(fixture.disabled.email)).toMatchObject({
      location: expect.stringContaining('error=sso-account'),
      cookie: undefined,
    });
    await as(fixture.admin).delete(`${fixture.base}/members/${member.id}`);
    expect(await signOn.signIn(member.email)).toMatchObject({
      location: expect.stringContaining('error=sso-account'),
      cookie: undefined,
    });
  });

  it('takes the email from an attribute if the NameID is none', async () => {
    const email = newEmail();
    const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
    const response = await signOn.signIn('S-1-5-21', { attributes: { [claim]: email } });
    const { id } = await startSession(response.cookie);
    expect((await as(fixture.admin).get(`${fixture.base}/members/${id}`)).body.user.email).toBe(email);
  });

  it('accepts a response that is signed as a whole', async () => {
    const email = newEmail();
    const fields = await signOn.fields(email);
    const whole = signOn.idp.sign(signOn.idp.wrap(fields, signOn.idp.assertion(fields)));
    expect((await startSession((await signOn.post(whole)).cookie)).id).toBeDefined();
  });
});

describe('an SSO session', () => {
  it('is limited to its organization, so that no organization can take over another’s account', async () => {
    const here = await createOrganizationFixture();
    const attacker = await SignOn.connect(here);
    const victim = await createMember({ role: 'admin', email: `${newId().toLowerCase()}@victim.example` });
    const elsewhere = `/v1/orgs/${victim.organizationId}`;
    // A non-member whose email domain the organization has not claimed.
    expect((await attacker.signIn(victim.email)).location).toContain('error=sso-account');
    expect((await as(here.admin).get(`${here.base}/members/${victim.id}`)).status).toBe(404);
    // Claiming the domain, or inviting them, costs an administrator nothing; the session must not grant more.
    await as(here.admin).patch(here.base, { emailDomains: ['victim.example'] });
    // The person has to link it first, which an identity provider can't do for them.
    expect(await attacker.signIn(victim.email)).toMatchObject({
      location: expect.stringContaining('error=sso-mailed'),
      cookie: undefined,
    });
    expect((await as(here.admin).get(`${here.base}/members/${victim.id}`)).status).toBe(404);
    // Even if the victim is talked into linking it.
    await as(here.admin).post(`${here.base}/invites`, { emails: [victim.email] });
    await linkTestIdentity(attacker.identityProvider, victim);
    const stolenSession = await startSession((await attacker.signIn(victim.email)).cookie);
    expect(stolenSession.id).toBe(victim.id);
    expect((await as(stolenSession).get(here.base)).status).toBe(200);
    expect((await as(stolenSession).get(elsewhere)).status).toBe(404);
    expect((await as(stolenSession).get(`${elsewhere}/members`)).status).toBe(404);
    const { body } = await as(stolenSession).get('/v1/orgs');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([here.organization.id]);
    const third = await createOrganizationFixture();
    const link = await as(third.admin).post(`${third.base}/link-invites`, { role: 'read' });
    const secret = link.body.urls.app.split('/').at(-1);
    expect((await as(stolenSession).post(`${third.base}/invites/${secret}`)).status).toBe(403);
  });

  it('adds no one through a public domain that an older release accepted', async () => {
    const here = await createOrganizationFixture();
    const attacker = await SignOn.connect(here);
    const victim = await createMember({ email: `${newId().toLowerCase()}@gmail.com` });
    const { db } = await testApp();
    await db
      .updateTable('organizations')
      .set({ email_domains: ['gmail.com'] })
      .where('id', '=', here.organization.id)
      .execute();
    expect((await attacker.signIn(victim.email)).location).toContain('error=sso-account');
    expect((await as(here.admin).get(`${here.base}/members/${victim.id}`)).status).toBe(404);
  });

  it('ends for the organization with the membership', async () => {
    const email = newEmail();
    const person = await startSession((await signOn.signIn(email)).cookie);
    await as(fixture.admin).delete(`${fixture.base}/members/${person.id}`);
    expect((await as(person).get(fixture.base)).status).toBe(404);
  });
});

describe('an organization that requires single sign-on', () => {
  const startByToken = async (token: string) => {
    const { status, body } = await as(anonymous).post('/auth/session', { token });
    return { status, token: body.accessToken, message: body.error?.message };
  };

  it('rejects new sessions without it for all but administrators; API tokens and existing sessions continue', async () => {
    const here = await createOrganizationFixture();
    const old = await startByToken(here.editor.token);
    expect(old.status).toBe(200);
    await as(here.admin).patch(here.base, { sso: true });
    const rejected = await startByToken(here.editor.token);
    expect(rejected).toMatchObject({ status: 403, message: expect.stringContaining('single sign-on') });
    expect((await startByToken(here.admin.token)).status).toBe(200);
    expect((await as(here.editor).get(here.base)).status).toBe(200);
    expect((await as({ token: old.token }).get(here.base)).status).toBe(200);
  });

  it('is not accessible to a session of another organization; SSO members likewise', async () => {
    const here = await createOrganizationFixture();
    const member = await createMember({ organizationId: here.organization.id, sso: true });
    expect((await startByToken(member.token)).status).toBe(403);
    const otherOrganization = await createOrganizationFixture();
    await as(otherOrganization.admin).post(`${otherOrganization.base}/invites`, { emails: [member.email] });
    const session = await startByToken(member.token);
    expect(session.status).toBe(200);
    expect((await as(session).get(otherOrganization.base)).status).toBe(200);
    expect((await as(session).get(here.base)).status).toBe(404);
    expect((await as(member).get(here.base)).status).toBe(200);
  });
});

describe('the URLs of a provider', () => {
  it('return our metadata without a token', async () => {
    const { app } = await testApp();
    const { entityID, acsURL } = signOn.provider.service;
    expect(entityID.startsWith(`${PUBLIC_URL}/auth/saml/`)).toBe(true);
    const response = await app.inject({ method: 'GET', url: new URL(entityID).pathname });
    expect(response.headers['content-type']).toContain('samlmetadata+xml');
    expect(response.body).toContain(`entityID="${entityID}"`);
    expect(response.body).toContain(`Location="${acsURL}"`);
    const unknown = await app.inject({ method: 'GET', url: '/auth/saml/none/metadata' });
    expect(unknown.statusCode).toBe(404);
  });

  it('redirect to the sign-in page if the provider is unknown or incomplete', async () => {
    const { app } = await testApp();
    const { body } = await as(fixture.admin).post(`${fixture.base}/saml`, { label: 'Half' });
    for (const id of ['none', body.id]) {
      const response = await app.inject({ method: 'GET', url: `/auth/saml/${id}` });
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toMatch(/^\/login\?error=sso-unavailable&request=[\w-]+$/);
    }
  });
});

describe('with https and several processes', () => {
  it('a sign-in can be finished by any of them, in the browser that started it', async () => {
    const database = await openTestDatabase();
    const options = { database, publicUrl: 'https://docs.example' };
    const [one, other] = [await startApp(options), await startApp(options)];
    const idp = new IdentityProvider();
    const [organizationId, id] = [newId(), newId()];
    await one.db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
    const { label, entityID: entity_id, ssoURL: sso_url, certificate } = idp.settings;
    const columns = { id, organization_id: organizationId, label, entity_id, sso_url, certificate };
    await one.db
      .insertInto('saml_providers')
      .values({ ...columns, default_team_id: null })
      .execute();
    const acsURL = `https://docs.example/auth/saml/${id}/acs`;

    const started = await one.app.inject({ method: 'GET', url: `/auth/saml/${id}` });
    const cookie = String(started.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; Secure; SameSite=None/);
    const query = new URL(String(started.headers.location)).searchParams;
    const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
    const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
    const fields = { requestId, acsURL, audience: `https://docs.example/auth/saml/${id}/metadata` };
    const xml = idp.response({ ...fields, email: newEmail(), now: new Date() });
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString();
    const stolen = await postForm(other.app, acsURL, form, 'bindery_sso=another');
    expect(stolen).toMatchObject({ location: expect.stringContaining('sso-refused'), cookie: undefined });
    const response = await postForm(other.app, acsURL, form, cookie.split(';', 1)[0]);
    expect(response).toMatchObject({ status: 303, location: '/', cookie: expect.any(String) });
    await Promise.all([one.close(), other.close()]);
    await database.close();
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { IdentityProvider, selfSigned } from '#server/test/sign-on/identity-provider.ts';
import { anonymous, as, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

const { settings } = new IdentityProvider();

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/saml`;
});

async function createProvider(here: OrganizationFixture, fields: object = settings): Promise<string> {
  const { status, body } = await as(here.admin).post(`${here.base}/saml`, fields);
  expect(status).toBe(201);
  return body.id;
}

describe.each([
  ['listSamlProviders', 'get', '', undefined],
  ['createSamlProvider', 'post', '', { label: 'Work' }],
  ['getSamlProvider', 'get', '/some', undefined],
  ['updateSamlProvider', 'patch', '/some', { label: 'Work' }],
  ['deleteSamlProvider', 'delete', '/some', undefined],
] as const)('%s', (_operation, method, path, body) => {
  const send = (who: Parameters<typeof as>[0]) =>
    method === 'get' || method === 'delete'
      ? as(who)[method](base + path)
      : as(who)[method](base + path, body);

  it('needs a token, and the role admin', async () => {
    expect((await send(anonymous)).status).toBe(401);
    expect((await send(w.outsider)).status).toBe(404);
    expect((await send(w.disabled)).status).toBe(403);
    expect((await send(w.creator)).body.error.message).toContain('"admin"');
  });
});

describe('createSamlProvider', () => {
  it.each([
    ['body.label', {}],
    ['body.label', { label: '' }],
    ['body.label', { label: '   ' }],
    ['body.label', { label: 'x'.repeat(31) }],
    ['body.certificate', { label: 'Work', certificate: 'none' }],
    ['body.certificate', { label: 'Work', certificate: 'x'.repeat(10_001) }],
    ['body.ssoURL', { label: 'Work', ssoURL: 'somewhere' }],
    ['body.ssoURL', { label: 'Work', ssoURL: 'javascript:alert(1)' }],
    ['body.ssoURL', { label: 'Work', ssoURL: 'https://me:secret@idp.example/' }],
    ['body.entityID', { label: 'Work', entityID: 'x'.repeat(1025) }],
    ['body.entityID', { label: 'Work', entityID: ' ' }],
    ['body.defaultRole', { label: 'Work', defaultRole: 'emperor' }],
    ['body.defaultTeam', { label: 'Work', defaultTeam: 'none' }],
    ['body.status', { label: 'Work', status: 'active' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).post(base, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it.each<[string, string, () => string]>([
    ['a short RSA key', '512 bits', () => new IdentityProvider(undefined, 512).certificate],
    ['an outdated RSA key', '1024 bits', () => new IdentityProvider(undefined, 1024).certificate],
    [
      'an elliptic key',
      'must be RSA',
      () => selfSigned(generateKeyPairSync('ec', { namedCurve: 'secp224r1' })),
    ],
    [
      'a DSA key',
      'must be RSA',
      () => selfSigned(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })),
    ],
    ['a past end', 'expired on 20', () => new IdentityProvider({ from: -9, until: -8 }).certificate],
    [
      'a start in the future',
      'is not valid until 20',
      () => new IdentityProvider({ from: 8, until: 9 }).certificate,
    ],
  ])('rejects a certificate with %s, alone and beside a valid one', async (_what, message, create) => {
    const certificate = create();
    const created = await as(w.admin).post(base, { ...settings, certificate });
    const patched = await as(w.admin).patch(`${base}/${await createProvider(w)}`, { certificate });
    for (const { status, body } of [created, patched]) {
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe('body.certificate');
      expect(body.error.message).toContain(message);
    }
  });

  it('accepts an expired or future certificate beside a valid one, but no weak one', async () => {
    const validities = [
      { from: -9, until: -8 },
      { from: 8, until: 9 },
    ];
    for (const validity of validities) {
      const certificate = `${new IdentityProvider(validity).certificate}\n${settings.certificate}`;
      const { status, body } = await as(w.admin).post(base, { ...settings, certificate });
      expect({ status, certificate: body.certificate }).toEqual({ status: 201, certificate });
    }
    const weak = new IdentityProvider(undefined, 1024).certificate;
    const certificate = `${settings.certificate}\n${weak}`;
    expect((await as(w.admin).post(base, { ...settings, certificate })).status).toBe(400);
  });

  it('rejects teams of another organization', async () => {
    const otherTeam = await createTeam({ organizationId: w.outsider.organizationId });
    const response = await as(w.admin).post(base, { label: 'Work', defaultTeam: otherTeam.id });
    expect(response.status).toBe(400);
  });

  it('returns the values to enter at the identity provider', async () => {
    const fields = { ...settings, defaultTeam: w.team.id, defaultRole: null };
    const bare = settings.certificate.replaceAll(/-----[^-]+-----|\s/g, '');
    const { status, body } = await as(w.admin).post(base, { ...fields, certificate: bare });
    expect(status).toBe(201);
    const url = `${PUBLIC_URL}/auth/saml/${body.id}`;
    expect(body).toMatchObject({
      ...settings,
      object: 'saml-provider',
      defaultTeam: { id: w.team.id, title: 'Writers' },
      defaultRole: null,
      status: 'pending',
      service: { acsURL: `${url}/acs`, startURL: url, entityID: `${url}/metadata` },
      urls: { location: `${PUBLIC_URL}${base}/${body.id}` },
    });
    expect((await as(w.admin).get(`${base}/${body.id}`)).body).toEqual(body);
  });

  it("uses the organization's default role where none is given", async () => {
    const { body } = await as(w.admin).post(base, { label: 'Half' });
    expect(body.defaultRole).toBe('read');
    expect(body).not.toHaveProperty('certificate');
    expect(body).not.toHaveProperty('defaultTeam');
  });
});

describe('listSamlProviders', () => {
  it('lists the newest first, page by page', async () => {
    const here = await createOrganizationFixture();
    const url = `${here.base}/saml`;
    const old = await createProvider(here);
    const young = await createProvider(here, { label: 'Half' });
    expect((await as(here.admin).get(`${url}?limit=0`)).status).toBe(400);
    const first = await as(here.admin).get(`${url}?limit=1`);
    expect(first.body).toMatchObject({ count: 2, items: [{ id: young }] });
    const next = await as(here.admin).get(`${url}?limit=1&page=${encodeURIComponent(first.body.next.page)}`);
    expect(next.body.items).toMatchObject([{ id: old }]);
  });
});

describe('updateSamlProvider', () => {
  it('updates the given members, and resets the status when trust settings change', async () => {
    const id = await createProvider(w);
    const { db } = await testApp();
    const isActive = { status: 'active' };
    await db.updateTable('saml_providers').set(isActive).where('id', '=', id).execute();
    const url = `${base}/${id}`;
    const patch = async (body: object) => (await as(w.admin).patch(url, body)).body;
    expect(await patch({})).toMatchObject({ ...settings, ...isActive });
    expect(await patch({ label: 'Home', defaultTeam: w.team.id })).toMatchObject({
      label: 'Home',
      ...isActive,
    });
    const cleared = await patch({ defaultTeam: null, defaultRole: 'edit', entityID: settings.entityID });
    expect(cleared).toMatchObject({ defaultRole: 'edit', ...isActive });
    expect(cleared).not.toHaveProperty('defaultTeam');
    const { certificate } = new IdentityProvider();
    expect(await patch({ certificate })).toMatchObject({ certificate, status: 'pending' });
    expect((await as(w.admin).patch(url, { certificate: 'none' })).status).toBe(400);
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'summary'])
      .where('target_id', '=', id)
      .orderBy('at')
      .execute();
    expect(audit).toHaveLength(4);
    expect(audit[1]).toEqual({
      action: 'updateSamlProvider',
      summary: 'Changed the identity provider “Home”.',
    });
  });

  it('returns 404 for another organization, and drops deleted teams', async () => {
    const otherOrganization = await createOrganizationFixture();
    const otherProvider = await createProvider(otherOrganization);
    expect((await as(w.admin).get(`${base}/${otherProvider}`)).status).toBe(404);
    expect((await as(w.admin).patch(`${base}/${otherProvider}`, { label: 'Mine' })).status).toBe(404);
    expect((await as(w.admin).delete(`${base}/${otherProvider}`)).status).toBe(404);
    const team = await createTeam({ organizationId: otherOrganization.organization.id });
    const url = `${otherOrganization.base}/saml/${otherProvider}`;
    expect((await as(otherOrganization.admin).patch(url, { defaultTeam: team.id })).body.defaultTeam.id).toBe(
      team.id,
    );
    await as(otherOrganization.admin).delete(`${otherOrganization.base}/teams/${team.id}`);
    expect((await as(otherOrganization.admin).get(url)).body).not.toHaveProperty('defaultTeam');
  });
});

describe('listSsoLogins', () => {
  it('lists complete providers to every member', async () => {
    const here = await createOrganizationFixture();
    const url = `${here.base}/sso`;
    expect((await as(anonymous).get(url)).status).toBe(401);
    expect((await as(here.outsider).get(url)).status).toBe(404);
    expect((await as(here.disabled).get(url)).status).toBe(403);
    expect((await as(here.guest).get(url)).body).toEqual({ items: [] });
    await createProvider(here, { label: 'Half' });
    const id = await createProvider(here);
    expect((await as(here.guest).get(url)).body).toEqual({
      items: [{ id, label: 'Work', startURL: `${PUBLIC_URL}/auth/saml/${id}` }],
    });
    expect((await as(here.admin).delete(`${here.base}/saml/${id}`)).status).toBe(204);
    expect((await as(here.guest).get(url)).body).toEqual({ items: [] });
  });
});

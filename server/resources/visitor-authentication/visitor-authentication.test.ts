import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite() {
  const { id } = await createSite({ organizationId: w.organization.id });
  const url = `${w.base}/sites/${id}/visitor-authentication`;
  const admin = as(w.admin);
  return {
    id,
    get: async () => (await admin.get(url)).body,
    setSignInUrl: (signInUrl: string | null) => admin.patch(url, { signInUrl }),
    createKey: (body: object = {}) => admin.post(`${url}/keys`, body),
    checkToken: (token: string) => admin.post(`${url}/check`, { token }),
    deleteKey: (keyId: string) => admin.delete(`${url}/keys/${keyId}`),
  };
}

describe('an administrator', () => {
  it('gets the secret of a key once, and neither a list nor the audit log has it', async () => {
    const site = await openSite();
    const { status, body } = await site.createKey();
    expect(status).toBe(201);
    expect(Buffer.from(body.secret, 'base64url')).toHaveLength(32);
    const { secret, ...key } = body;
    expect(key).toMatchObject({ object: 'site-visitor-key', lastCharacters: secret.slice(-4) });
    expect(await site.get()).toEqual({ object: 'site-visitor-authentication', keys: [key] });
    expect((await site.deleteKey(key.id)).status).toBe(205);
    expect((await site.get()).keys).toEqual([]);
    const { db } = await testApp();
    const entries = await db.selectFrom('audit_log').selectAll().where('target_id', '=', site.id).execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'createSiteVisitorKey',
      'deleteSiteVisitorKey',
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('has two valid keys at most', async () => {
    const site = await openSite();
    await site.createKey();
    await site.createKey();
    expect((await site.createKey()).status).toBe(409);
    expect((await site.createKey({ expirePreviousAfterHours: 1 })).status).toBe(409);
    expect((await site.createKey({ expirePreviousAfterHours: 0 })).status).toBe(201);
    expect((await site.get()).keys).toHaveLength(1);
  });

  it('rotates a key: the previous one is valid for a while', async () => {
    const site = await openSite();
    const first = await site.createKey();
    const second = await site.createKey({ expirePreviousAfterHours: 720 });
    expect(second.status).toBe(201);
    expect(second.body.expiresAt).toBeUndefined();
    const { keys } = await site.get();
    expect(keys.map(({ id }: { id: string }) => id)).toEqual([first.body.id, second.body.id]);
    expect(keys[0].expiresAt).toBeDefined();
    expect((await site.createKey({ expirePreviousAfterHours: 721 })).status).toBe(400);
  });

  it('sets and removes the sign-in address', async () => {
    const site = await openSite();
    for (const signInUrl of ['https://example.com/sign-in?a=b', 'http://localhost:4000/']) {
      expect((await site.setSignInUrl(signInUrl)).body.signInUrl).toBe(signInUrl);
      expect((await site.get()).signInUrl).toBe(signInUrl);
    }
    expect((await site.setSignInUrl(null)).body.signInUrl).toBeUndefined();
  });

  it('learns whether a token is accepted, or why not', async () => {
    const site = await openSite();
    const { clock } = await testApp();
    const now = Math.floor(clock.now().getTime() / 1000);
    const [old, current] = [(await site.createKey()).body, (await site.createKey()).body];
    const token = (claims: object, secret: string = current.secret, header = {}) =>
      new SignJWT({ exp: now + 3600, ...claims })
        .setProtectedHeader({ alg: 'HS256', ...header })
        .sign(new TextEncoder().encode(secret));
    const expiresAt = new Date((now + 3600) * 1000).toISOString();
    const of = (status: string, more = {}) => ({ object: 'site-visitor-token-check', status, ...more });
    const check = async (text: string) => (await site.checkToken(text)).body;

    const valid = await token({ sub: 'a', isPartner: true, unsigned: { isStaff: true } });
    const key = current.id;
    const claims = { isPartner: true };
    const ignored = ['unsigned'];
    expect(await check(valid)).toEqual(of('valid', { key, expiresAt, claims, ignoredClaims: ignored }));
    expect(await check(` ${valid}\n`)).toMatchObject({ status: 'valid' });
    expect(await check(await token({}, old.secret))).toMatchObject({ status: 'valid', key: old.id });
    const past = new Date((now - 120) * 1000).toISOString();
    expect(await check(await token({ exp: now - 120 }))).toEqual(of('expired', { key, expiresAt: past }));
    expect(await check(await token({ nbf: now + 120 }))).toEqual(of('not-yet-valid', { key, expiresAt }));
    expect(await check(await token({ exp: undefined }))).toEqual(of('no-end', { key }));
    expect(await check(await token({ exp: 1e300 }))).toEqual(
      of('valid', { key, claims: {}, ignoredClaims: [] }),
    );
    expect(await check(await token({ exp: 'soon' }))).toEqual(of('malformed', { key }));
    // Claims signed by others are not repeated.
    expect(await check(await token({}, 'x'.repeat(40)))).toEqual(of('wrong-key'));
    expect(await check(await token({}, 'x'.repeat(64), { alg: 'HS512' }))).toEqual(of('wrong-algorithm'));
    for (const text of ['x', 'a.b.c', valid.slice(0, 40), 'x'.repeat(8000), `${valid}=`, `${valid}.a`]) {
      expect(await check(text), text.slice(0, 40)).toEqual(of('malformed'));
    }
    expect(await check(valid.slice(0, -5))).toEqual(of('wrong-key'));

    await site.deleteKey(old.id);
    await site.createKey({ expirePreviousAfterHours: 1 });
    clock.advance(2 * 3_600_000);
    expect(await check(await token({ exp: now + 9000 }))).toMatchObject({ status: 'expired-key', key });
    clock.reset();
  });

  it('sees of a token only the claims that the schema has', async () => {
    const site = await openSite();
    const { secret } = (await site.createKey()).body;
    const claim = { type: 'boolean', description: 'A claim' };
    const jsonSchema = {
      type: 'object',
      properties: {
        isStaff: claim,
        unsigned: { type: 'object', description: 'Unsigned', properties: {} },
      },
    };
    await as(w.admin).put(`${w.base}/sites/${site.id}/adaptive-schema`, { jsonSchema });
    const token = await new SignJWT({ isStaff: true, isPartner: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    expect((await site.checkToken(token)).body).toMatchObject({
      claims: { isStaff: true },
      ignoredClaims: ['isPartner'],
    });
  });

  it.each(['http://example.com', 'javascript:alert(1)', '/sign-in', 'https://a:b@example.com'])(
    'gets a message that %s is no sign-in address',
    async (signInUrl) => {
      const site = await openSite();
      const { status, body } = await site.setSignInUrl(signInUrl);
      expect([status, body.error.details[0].path]).toEqual([400, 'body.signInUrl']);
      expect((await site.get()).signInUrl).toBeUndefined();
    },
  );
});

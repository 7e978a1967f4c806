import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, newToken, TOKEN_PREFIX } from '#server/access/tokens.ts';
import { createMember, createToken, type TestMember } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

let member: TestMember;
beforeAll(async () => {
  member = await createMember();
});

const statusFor = async (authorization?: string) => {
  const { app } = await testApp();
  const response = await app.inject({
    url: '/v1/user',
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  return response.statusCode;
};

describe('newToken', () => {
  it('creates unique tokens of equal length', () => {
    const tokens = Array.from({ length: 200 }, newToken);
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{43}$`));
  });
});

describe('authentication', () => {
  it('accepts a bearer token, whatever the case of the scheme', async () => {
    expect(await statusFor(`Bearer ${member.token}`)).toBe(200);
    expect(await statusFor(`bearer ${member.token}`)).toBe(200);
  });

  it('rejects everything else with 401 and WWW-Authenticate', async () => {
    for (const header of [undefined, '', 'Bearer', `Basic ${member.token}`, member.token, 'Bearer a b']) {
      expect(await statusFor(header)).toBe(401);
    }
    const { headers, body } = await as({ token: newToken() }).get('/v1/user');
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(body.error.message).toBe('The token is missing, invalid, expired or revoked.');
  });

  it('stores only the hash of a token', async () => {
    const { db } = await testApp();
    const rows = await db.selectFrom('tokens').select('hash').where('user_id', '=', member.id).execute();
    expect(rows).toEqual([{ hash: hashSecret(member.token) }]);
  });

  it('rejects expired and revoked tokens', async () => {
    const { clock } = await testApp();
    const now = clock.now().getTime();
    const expired = await createToken(member.id, '', { expiresAt: new Date(now - 1) });
    const revoked = await createToken(member.id, '', { revokedAt: new Date(now) });
    const valid = await createToken(member.id, '', { expiresAt: new Date(now + 60_000) });
    expect((await as({ token: expired }).get('/v1/user')).status).toBe(401);
    expect((await as({ token: revoked }).get('/v1/user')).status).toBe(401);
    expect((await as({ token: valid }).get('/v1/user')).status).toBe(200);
  });

  it('caches a caller until they are invalidated', async () => {
    const someone = await createMember();
    const { app, db } = await testApp();
    const headers = { authorization: `Bearer ${someone.token}` };
    const nameNow = async () => (await app.inject({ url: '/v1/user', headers })).json().displayName;
    expect(await nameNow()).toBe(someone.displayName);
    await db.updateTable('users').set({ display_name: 'Renamed' }).where('id', '=', someone.id).execute();
    expect(await nameNow()).toBe(someone.displayName);
    app.actors.invalidateUser(someone.id);
    expect(await nameNow()).toBe('Renamed');
  });

  it('stores which tokens were used, when asked to', async () => {
    const { app, db } = await testApp();
    const someone = await createMember();
    const lastUsed = async () => {
      const { last_used_at } = await db
        .selectFrom('tokens')
        .select('last_used_at')
        .where('user_id', '=', someone.id)
        .executeTakeFirstOrThrow();
      return last_used_at;
    };
    await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${someone.token}` } });
    expect(await lastUsed()).toBeNull();
    await app.actors.recordTokenUse();
    expect(await lastUsed()).toBeInstanceOf(Date);
  });
});

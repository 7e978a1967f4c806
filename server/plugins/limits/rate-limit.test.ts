import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newToken } from '#server/access/tokens.ts';
import { newId } from '#server/base/ids.ts';
import { createToken } from '#server/commands/accounts.ts';
import { startApp } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';

const LIMIT = 3;
const MINUTE_MS = 60_000;

let limited: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  limited = await startApp({ rateLimit: LIMIT });
});
afterAll(() => limited.close());
// Each test starts at the beginning of a minute.
beforeEach(() => limited.clock.advance(MINUTE_MS - (limited.clock.now().getTime() % MINUTE_MS) + 1));

async function newPerson() {
  const id = newId();
  const email = `${id}@press.example`.toLowerCase();
  await limited.db.insertInto('users').values({ id, display_name: 'Someone', email }).execute();
  return {
    id,
    token: await createToken(limited.db, { email, name: 'test', expiresAt: null, now: new Date() }),
  };
}

interface Call {
  url?: string;
  authorization?: string;
  token?: string;
  payload?: object;
  from?: string;
  headers?: Record<string, string>;
}

async function send({ url = '/v1/user', authorization, token, payload, from = '192.0.2.1', headers }: Call) {
  const header = token === undefined ? authorization : `Bearer ${token}`;
  return limited.app.inject({
    url,
    method: payload ? 'POST' : 'GET',
    remoteAddress: from,
    headers: { ...headers, ...(header !== undefined && { authorization: header }) },
    ...(payload && { payload }),
  });
}

async function statuses(calls: readonly Call[]): Promise<number[]> {
  const problems: number[] = [];
  for (const call of calls) problems.push((await send(call)).statusCode);
  return problems;
}

const times = (count: number, call: () => Call) => Array.from({ length: count }, call);

describe('the rate limit', () => {
  it('counts per token and minute, returns the remaining number, and answers 429 above it', async () => {
    const [caller, otherCaller] = [await newPerson(), await newPerson()];
    const first = await send(caller);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    expect(await statuses([caller, caller])).toEqual([200, 200]);
    const rejected = await send(caller);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json().error.code).toBe(429);
    expect(rejected.headers['x-ratelimit-remaining']).toBe('0');
    expect((await send(otherCaller)).statusCode).toBe(200);
    const retryAfter = String(rejected.headers['retry-after']);
    expect(retryAfter).toMatch(/^[1-9]\d?$/);
    // The end of the minute; the clock may have come closer to it since.
    const reset = Number(rejected.headers['x-ratelimit-reset']);
    expect(reset % 60).toBe(0);
    expect((reset - Number(retryAfter)) * 1000).toBeLessThanOrEqual(limited.clock.now().getTime());
    limited.clock.advance(Number(retryAfter) * 1000);
    expect((await send(caller)).statusCode).toBe(200);
  });

  it('counts failed sign-ins for the IP address, whatever else they send', async () => {
    const guess = (index: number): Call => ({
      url: '/auth/link',
      payload: { code: `guess-${index}` },
      authorization: `Bearer ${newToken()}`,
    });
    expect(await statuses([0, 1, 2, 3, 4].map(guess))).toEqual([401, 401, 401, 429, 429]);
    const person = await newPerson();
    await send(person);
    expect((await send({ ...guess(5), token: person.token })).statusCode).toBe(429);
    expect((await send({ ...guess(6), url: '/%61uth/link' })).statusCode).toBe(429);
    expect((await send({ ...guess(7), from: '192.0.2.2' })).statusCode).toBe(401);
  });

  it('counts unknown tokens for the IP address, and accepts known ones from there', async () => {
    const person = await newPerson();
    expect((await send(person)).statusCode).toBe(200);
    const unknown = times(4, () => ({ token: newToken() }));
    expect(await statuses(unknown)).toEqual([401, 401, 401, 429]);
    expect((await send({ authorization: 'x'.repeat(10_000) })).statusCode).toBe(429);
    expect((await send(person)).statusCode).toBe(200);
  });

  it('counts a verified token for itself, not for its IP address', async () => {
    for (let index = 0; index < LIMIT * 2; index += 1) {
      expect((await send(await newPerson())).statusCode).toBe(200);
    }
  });

  it('counts the first 64 bits of an IPv6 address, and an IPv4 address in either form', async () => {
    const from = (address: string): Call => ({ token: newToken(), from: address });
    const inOneNetwork = [
      '2001:db8:0:1::1',
      '2001:db8:0:1::2',
      '2001:db8:0:1:ffff::',
      '2001:db8:0:1:1:2:3:4',
    ];
    expect(await statuses(inOneNetwork.map(from))).toEqual([401, 401, 401, 429]);
    expect((await send(from('2001:db8:0:2::1'))).statusCode).toBe(401);
    const both = ['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.7', '::ffff:c633:6407'];
    expect(await statuses(both.map(from))).toEqual([401, 401, 401, 429]);
  });

  it('counts the clients of a proxy one by one where the operator names its header', async () => {
    const behind = await startApp({ rateLimit: LIMIT, clientHeaders: { address: 'x-real-ip' } });
    const guess = (client: string) =>
      behind.app.inject({
        url: '/v1/user',
        remoteAddress: '10.0.0.9',
        headers: { authorization: `Bearer ${newToken()}`, 'x-real-ip': client },
      });
    const problems: number[] = [];
    for (let index = 0; index <= LIMIT; index += 1) problems.push((await guess('203.0.113.7')).statusCode);
    expect(problems).toEqual([401, 401, 401, 429]);
    expect((await guess('203.0.113.8')).statusCode).toBe(401);
    await behind.close();
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Client-IP', 'CF-Connecting-IP', 'Via'])(
    'believes no address that %s makes up',
    async (name) => {
      const from = `198.51.100.${20 + name.length}`;
      const calls = ['203.0.113.1', '203.0.113.2', '127.0.0.1', 'for=203.0.113.4'].map((address): Call => ({
        token: newToken(),
        from,
        headers: { [name]: address },
      }));
      expect(await statuses(calls)).toEqual([401, 401, 401, 429]);
    },
  );

  it('counts a search of a published site as several pages of it', async () => {
    const organizationId = newId();
    const siteId = newId();
    await limited.db.insertInto('organizations').values({ id: organizationId, title: 'Press' }).execute();
    const site = { id: siteId, organization_id: organizationId, title: 'Docs', visibility: 'public' };
    const empty = { icon: null, adaptive_schema: null, ads: null };
    await limited.db
      .insertInto('sites')
      .values({ ...site, ...empty, published: true, share_key: newId() })
      .execute();
    const base = `/published/${organizationId}/${siteId}/`;
    expect(await statuses(times(4, () => ({ url: `${base}robots.txt` })))).toEqual([200, 200, 200, 429]);
    const from = '192.0.2.44';
    const search = await send({ url: `${base}~/search?q=tide`, from });
    expect([search.statusCode, search.headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    expect((await send({ url: `${base}robots.txt`, from })).statusCode).toBe(429);
    // Where no page is, pages are searched for.
    expect((await send({ url: `${base}nothing`, from: '192.0.2.45' })).statusCode).toBe(429);
  });

  it('counts the sessions of a person together, so that starting more gains nothing', async () => {
    const { token } = await newPerson();
    const sessions: Call[] = [];
    for (let index = 0; index <= LIMIT; index += 1) {
      const from = `198.51.100.${index + 20}`;
      const started = await send({ url: '/auth/session', payload: { token }, from });
      sessions.push({ token: started.json().accessToken, from });
    }
    expect(await statuses(sessions)).toEqual([200, 200, 200, 429]);
  });

  it('counts a revoked token for the IP address again', async () => {
    const { id, token } = await newPerson();
    await send({ token });
    await limited.db
      .updateTable('tokens')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', id)
      .execute();
    limited.app.actors.invalidateUser(id);
    expect(await statuses(times(6, () => ({ token })))).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

describe('a sign-in', () => {
  it('accepts only a short text in a small body', async () => {
    const long = await send({ url: '/auth/link', payload: { code: 'x'.repeat(300) } });
    expect(long.statusCode).toBe(400);
    expect(long.json().error.details[0].path).toBe('body.code');
    const large = await send({ url: '/auth/session', payload: { token: 'x'.repeat(5000) } });
    expect(large.statusCode).toBe(413);
    expect(large.json().error.message).toBe('The body is larger than 4 KiB.');
  });

  it('rejects a token that is longer than any', async () => {
    expect((await send({ token: 'x'.repeat(300) })).statusCode).toBe(401);
  });
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('three servers on one database', () => {
  const TOGETHER = 30;

  it('grant no more than the limit together once they have told each other, and no request waits for it', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const first = await startApp({ database, rateLimit: TOGETHER });
    const { clock } = first;
    clock.advance(MINUTE_MS - (clock.now().getTime() % MINUTE_MS) + 1);
    clock.freeze();
    const servers = [
      first,
      ...(await Promise.all([1, 2].map(() => startApp({ database, rateLimit: TOGETHER, clock })))),
    ];
    onTestFinished(async () => {
      for (const server of servers) await server.close();
    });
    const exchange = async () => {
      for (const { app } of servers) await app.rateExchange?.flush();
      await database.pubSub?.waitForDelivery();
    };
    const grantedOf = async (place: number, requests: number) => {
      const answers = Array.from({ length: requests }, () =>
        servers[place]?.app.inject({ url: '/v1/user', remoteAddress: '192.0.2.9' }),
      );
      return (await Promise.all(answers)).filter((answer) => answer?.statusCode === 401).length;
    };
    // Within one second nobody knows of the others.
    expect([await grantedOf(0, 12), await grantedOf(1, 12)]).toEqual([12, 12]);
    await exchange();
    expect(await grantedOf(2, 12)).toBe(6);
    await exchange();
    for (const place of [0, 1, 2]) expect(await grantedOf(place, 5)).toBe(0);
    // Others are not concerned.
    const other = await servers[0]?.app.inject({ url: '/v1/user', remoteAddress: '192.0.2.10' });
    expect(other?.headers['x-ratelimit-remaining']).toBe(String(TOGETHER - 1));
  });
});

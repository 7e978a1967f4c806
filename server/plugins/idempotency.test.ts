import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { IdempotencyCache } from './idempotency.ts';

let fixture: OrganizationFixture;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
});

/** Creates a team with an idempotency key. */
async function create(title: string, key: string, token = fixture.admin.token) {
  const { app } = await testApp();
  return app.inject({
    method: 'PUT',
    url: `${fixture.base}/teams`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { title },
  });
}

async function countTeams(title: string): Promise<number> {
  const { app } = await testApp();
  const response = await app.inject({
    url: `${fixture.base}/teams?title=${encodeURIComponent(title)}`,
    headers: { authorization: `Bearer ${fixture.admin.token}` },
  });
  return response.json().count;
}

describe('a request with an idempotency key', () => {
  it('is executed once and answered twice', async () => {
    const first = await create('Once', 'key-once-1');
    const second = await create('Once', 'key-once-1');
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countTeams('Once')).toBe(1);
  });

  it('is executed once although it arrives twice at the same time', async () => {
    const responses = await Promise.all([create('Twins', 'key-twins-1'), create('Twins', 'key-twins-1')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await countTeams('Twins')).toBe(1);
  });

  it('is executed separately for another key or another caller', async () => {
    await create('Several', 'key-several-1');
    await create('Several', 'key-several-2');
    expect(await countTeams('Several')).toBe(2);
    const otherCaller = await create('Several', 'key-several-1', fixture.reader.token);
    expect(otherCaller.statusCode).toBe(403);
  });

  it('is rejected with another body, concurrently or later, and executed as first sent', async () => {
    const responses = await Promise.all([create('First', 'key-other-1'), create('Second', 'key-other-1')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 422]);
    const later = await create('Second', 'key-other-1');
    expect(later.statusCode).toBe(422);
    expect(later.json().error.message).toContain('Idempotency-Key');
    expect([await countTeams('First'), await countTeams('Second')]).toEqual([1, 0]);
  });

  it.each(['', 'two words', 'ü', 'a'.repeat(256)])('is rejected for the invalid key %j', async (key) => {
    const { statusCode, body } = await create('Unkeyed', key);
    expect(statusCode).toBe(400);
    expect(JSON.parse(body).error.details[0].path).toBe('header.idempotency-key');
    expect(await countTeams('Unkeyed')).toBe(0);
  });

  it('is executed once after a failure that several waited for', async () => {
    const responses = await Promise.all(
      ['', 'Waiting', 'Waiting'].map((title) => create(title, 'key-waiting-1')),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 201, 201]);
    expect(await countTeams('Waiting')).toBe(1);
  });

  it('is executed again after a failure', async () => {
    expect((await create('', 'key-refused-1')).statusCode).toBe(400);
    expect((await create('Accepted', 'key-refused-1')).statusCode).toBe(201);
  });

  it('repeats a response without a body', async () => {
    const { app } = await testApp();
    const team = (await create('Gone', 'key-gone-1')).json();
    const remove = () =>
      app.inject({
        method: 'DELETE',
        url: `${fixture.base}/teams/${team.id}`,
        headers: { authorization: `Bearer ${fixture.admin.token}`, 'idempotency-key': 'key-gone-2' },
      });
    const first = await remove();
    const second = await remove();
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.body).toBe('');
  });
});

describe('stored responses', () => {
  const response = (body: string) => ({ status: 200, headers: {}, body });

  it('have a maximum total size: the oldest are evicted first', async () => {
    const attempts = new IdempotencyCache(10);
    for (const name of ['first', 'second', 'third']) attempts.start(name, 0).resolve(response('12345'));
    expect(await attempts.find('first', 1)).toBeUndefined();
    expect(await attempts.find('second', 1)).toEqual(response('12345'));
    expect(await attempts.find('third', 1)).toEqual(response('12345'));
  });

  it('have a maximum number', async () => {
    const attempts = new IdempotencyCache();
    for (let index = 0; index <= 5000; index += 1) attempts.start(`${index}`, 0).resolve(response('x'));
    expect(await attempts.find('0', 1)).toBeUndefined();
    expect(await attempts.find('1', 1)).toEqual(response('x'));
  });

  it('free their space when they are replaced or have expired', async () => {
    const attempts = new IdempotencyCache(10);
    attempts.start('old', -3_600_000).resolve(response('1234567890'));
    attempts.start('a', 0).resolve(response('12345'));
    attempts.start('b', 0).resolve(response('12345'));
    attempts.start('b', 0).resolve(response('54321'));
    expect(await attempts.find('a', 1)).toEqual(response('12345'));
    expect(await attempts.find('b', 1)).toEqual(response('54321'));
  });
});

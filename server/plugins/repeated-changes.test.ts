import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { type World, world } from '#server/test/world.ts';

let w: World;
beforeAll(async () => {
  w = await world();
});

/** Creates a team with a key. */
async function create(title: string, key: string, token = w.admin.token) {
  const { app } = await testApp();
  return app.inject({
    method: 'PUT',
    url: `${w.base}/teams`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { title },
  });
}

async function countTeams(title: string): Promise<number> {
  const { app } = await testApp();
  const answer = await app.inject({
    url: `${w.base}/teams?title=${encodeURIComponent(title)}`,
    headers: { authorization: `Bearer ${w.admin.token}` },
  });
  return answer.json().count;
}

describe('a change with a key', () => {
  it('is done once and answered twice', async () => {
    const first = await create('Once', 'key-once-1');
    const second = await create('Once', 'key-once-1');
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countTeams('Once')).toBe(1);
  });

  it('is done once although it arrives twice at the same time', async () => {
    const answers = await Promise.all([create('Twins', 'key-twins-1'), create('Twins', 'key-twins-1')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await countTeams('Twins')).toBe(1);
  });

  it('is another change with another key, another body or another person', async () => {
    await create('Several', 'key-several-1');
    await create('Several', 'key-several-2');
    await create('Several too', 'key-several-1');
    expect(await countTeams('Several')).toBe(3);
    const stranger = await create('Several', 'key-several-1', w.reader.token);
    expect(stranger.statusCode).toBe(403);
  });

  it('is decided anew after a refusal', async () => {
    expect((await create('', 'key-refused-1')).statusCode).toBe(400);
    expect((await create('Accepted', 'key-refused-1')).statusCode).toBe(201);
  });

  it('repeats an answer without a body', async () => {
    const { app } = await testApp();
    const team = (await create('Gone', 'key-gone-1')).json();
    const remove = () =>
      app.inject({
        method: 'DELETE',
        url: `${w.base}/teams/${team.id}`,
        headers: { authorization: `Bearer ${w.admin.token}`, 'idempotency-key': 'key-gone-2' },
      });
    const first = await remove();
    const second = await remove();
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.body).toBe('');
  });
});

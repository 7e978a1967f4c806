import { beforeAll, describe, expect, it } from 'vitest';
import { anonymous, as } from '#server/test/test-app.ts';
import { type World, world } from '#server/test/world.ts';

describe('listMembers', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });

  it('needs a token', async () => {
    expect((await as(anonymous).get(`${w.base}/members`)).status).toBe(401);
  });
  it('lists', async () => {
    const a = await as(w.admin).get(`${w.base}/members?limit=3`);
    expect(a.body).toMatchObject({ count: 10 });
    expect(a.status).toBe(200);
  });
});

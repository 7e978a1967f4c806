import { beforeAll, describe, expect, it } from 'vitest';
import { assertModified, NotModified } from './base/etag.ts';
import { createSpace, createTeam } from './test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from './test/organization-fixture.ts';
import { as, testApp } from './test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const having = (tag: unknown) => ({ 'if-none-match': String(tag) });

describe('a person who has the response already', () => {
  it('gets 304 without a body, with the headers of every response', async () => {
    const first = await as(w.reader).get(`${w.base}/teams`);
    const { status, body, headers } = await as(w.reader).get(
      `${w.base}/teams`,
      having(`"other", W/${first.headers.etag}`),
    );
    expect(status).toBe(304);
    expect(body).toBeUndefined();
    expect(headers).toMatchObject({
      etag: first.headers.etag,
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('content-length');
  });

  it('gets 304 to HEAD too', async () => {
    const { app } = await testApp();
    const headers = { authorization: `Bearer ${w.reader.token}` };
    const { headers: found } = await app.inject({ method: 'HEAD', url: w.base, headers });
    const conditionalHeaders = { ...headers, ...having(found.etag) };
    expect((await app.inject({ method: 'HEAD', url: w.base, headers: conditionalHeaders })).statusCode).toBe(
      304,
    );
  });

  it('gets the new one after a change, also where `updatedAt` stays', async () => {
    const { id } = await createTeam({ organizationId: w.organization.id, members: [w.editor.id] });
    const url = `${w.base}/teams/${id}`;
    const { headers } = await as(w.admin).get(url);
    expect((await as(w.admin).get(url, having(headers.etag))).status).toBe(304);
    expect((await as(w.admin).put(`${url}/members`, { add: [w.reader.id] })).status).toBeLessThan(300);
    const after = await as(w.admin).get(url, having(headers.etag));
    expect(after.status).toBe(200);
    expect(after.body.members).toBe(2);
  });

  it('gets the answer for the own rights, whatever tag others have', async () => {
    const url = `${w.base}/teams`;
    const { headers } = await as(w.admin).get(url);
    const { status, body } = await as(w.reader).get(url, having(headers.etag));
    expect(status).toBe(200);
    expect(body.items[0].permissions.admin).toBe(false);
    expect((await as(w.outsider).get(url, having(headers.etag))).status).toBe(404);
    expect((await as({}).get(url, having(headers.etag))).status).toBe(401);
  });

  it('changes it with the same tag as If-Match', async () => {
    const url = `/v1/spaces/${(await createSpace({ organizationId: w.organization.id })).id}`;
    const space = await as(w.admin).get(url);
    const match = { 'if-match': String(space.headers.etag) };
    const changed = await as(w.admin).patch(url, { title: 'Renamed' }, match);
    expect(changed.status).toBe(200);
    expect((await as(w.admin).patch(url, { title: 'Lost' }, match)).status).toBe(412);
    expect((await as(w.admin).get(url, having(changed.headers.etag))).status).toBe(304);
  });
});

describe('assertModified', () => {
  const request = (known: string, method = 'GET') => ({ method, headers: having(known) }) as never;
  const createReply = () => {
    const headers = new Map<string, unknown>();
    const reply = {
      header: (name: string, value: unknown) => headers.set(name, value),
      getHeader: (name: string) => headers.get(name),
    };
    return { reply: reply as never, headers };
  };

  it.each(['W/"0.seven"', '"0.seven"', '*'])('stops a read of who has %s', (known) => {
    const { reply } = createReply();
    expect(() => assertModified(request(known), reply, 'W/"0.seven"')).toThrow(NotModified);
  });

  it('lets changes and other versions pass, and tags them', () => {
    const { reply, headers } = createReply();
    expect(() => assertModified(request('W/"0.six"'), reply, 'W/"0.seven"')).not.toThrow();
    expect(() => assertModified(request('W/"0.seven"', 'POST'), reply, 'W/"0.seven"')).not.toThrow();
    expect(headers.get('etag')).toBe('W/"0.seven"');
  });
});

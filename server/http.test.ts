import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { LEVEL } from './access/roles.ts';
import { newId } from './base/ids.ts';
import { createToken } from './commands/accounts.ts';
import type { Database } from './database/tables/schema.ts';
import { createMember, type TestMember } from './test/factories.ts';
import { anonymous, as, startApp, testApp } from './test/test-app.ts';

let member: TestMember;
beforeAll(async () => {
  member = await createMember({ role: 'admin' });
});
const membersUrl = () => `/v1/orgs/${member.organizationId}/members`;

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  const { app } = await testApp();
  return app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${member.token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** An administrator and another member, created without the factories, which only know the shared app. */
async function createPair(db: Kysely<Database>) {
  const organizationId = newId();
  await db.insertInto('organizations').values({ id: organizationId, title: 'Broken' }).execute();
  const add = async (role: number) => {
    const id = newId();
    await db
      .insertInto('users')
      .values({ id, display_name: 'Someone', email: `${id}@press.example` })
      .execute();
    await db
      .insertInto('members')
      .values({ organization_id: organizationId, user_id: id, role, last_seen_at: null, search_text: '' })
      .execute();
    return id;
  };
  const adminId = await add(LEVEL.admin);
  const token = await createToken(db, {
    email: `${adminId}@press.example`,
    name: 'test',
    expiresAt: null,
    now: new Date(),
  });
  return { organizationId, otherId: await add(LEVEL.read), token };
}

const json = { 'content-type': 'application/json' };
const updateUrl = () => `${membersUrl()}/${member.id}`;

describe('errors', () => {
  it('answers 404 for an unknown URL, in the error format', async () => {
    const { status, body, headers } = await as(member).get('/v1/planets');
    expect(status).toBe(404);
    expect(body).toEqual({ error: { code: 404, message: 'There is no such URL.' } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('answers 405 with Allow for another method of a known address', async () => {
    const { status, body, headers } = await as(member).put(membersUrl());
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(body.error.code).toBe(405);
  });

  it('answers 415 for a body that is not JSON', async () => {
    const response = await send('PATCH', updateUrl(), { 'content-type': 'text/plain' }, 'role=read');
    expect(response.statusCode).toBe(415);
    expect(response.json().error.code).toBe(415);
  });

  it.each(['{"role":', '{role: 1}', 'null x', '{"__proto__": {"role": "admin"}}'])(
    'answers 400 for the malformed body %s',
    async (payload) => {
      const response = await send('PATCH', updateUrl(), json, payload);
      expect(response.statusCode).toBe(400);
      expect(response.json().error.message).toBe('The body is not valid JSON.');
    },
  );

  it('answers 413 for more than 10 MiB', async () => {
    const response = await send('PATCH', updateUrl(), json, `{"role":"${'x'.repeat(10 * 1024 * 1024)}"}`);
    expect(response.statusCode).toBe(413);
    expect(response.json().error.message).toBe('The body is larger than 10 MiB.');
  });

  it('answers 400 for a URL that cannot be decoded', async () => {
    const response = await send('GET', '/v1/orgs/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toBe('The URL is malformed.');
    expect(response.headers['x-request-id']).toBeDefined();
  });
});

describe('HTTP', () => {
  it('rejects an unexpected body, and ignores an empty one with Content-Type: application/json', async () => {
    const ping = `/v1/orgs/${member.organizationId}/ping`;
    expect((await send('POST', ping, json, '')).statusCode).toBe(200);
    expect((await send('POST', ping, json, '{}')).statusCode).toBe(200);
    const extra = await send('POST', ping, json, '{"when":"now"}');
    expect(extra.statusCode).toBe(400);
    expect(extra.json().error.details[0].path).toBe('body.when');
  });

  it('accepts a missing body if it has no required properties', async () => {
    const response = await send('POST', `/v1/orgs/${member.organizationId}/collections`);
    expect(response.statusCode).toBe(201);
    expect((await send('POST', `/v1/collections/${response.json().id}/move`)).json().id).toBe(
      response.json().id,
    );
    const spaces = `/v1/orgs/${member.organizationId}/spaces`;
    const space = (await send('POST', spaces)).json().id;
    expect((await send('POST', `/v1/spaces/${space}/change-requests`)).json().status).toBe('draft');
    const teams = `/v1/orgs/${member.organizationId}/teams`;
    expect((await send('PUT', teams)).json().error.message).toBe('body.title is required.');
    expect((await send('PUT', teams, json, '')).json().error.message).toBe('A JSON body is required.');
  });

  it('adds a request id to every response, and keeps a simple one of the caller', async () => {
    const response = await send('GET', '/v1/user', { 'x-request-id': 'trace-1.2:3' });
    expect(response.headers['x-request-id']).toBe('trace-1.2:3');
    const bad = await send('GET', '/v1/planets', { 'x-request-id': 'a b\u00e4' });
    expect(bad.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });

  it('answers HEAD without a body, and URLs with a trailing slash', async () => {
    const head = await send('HEAD', '/v1/user');
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect((await send('GET', '/v1/')).json().extensions).toContain('getCurrentUser');
  });

  it('allows consoles of other deployments to call the API', async () => {
    const preflight = await send('OPTIONS', membersUrl(), { origin: 'https://console.example' });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    const failed = await as(anonymous).get(membersUrl(), { origin: 'https://console.example' });
    expect(failed.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    });
    expect(failed.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('sends a strict policy with everything except data', async () => {
    const { headers } = await send('GET', '/livez');
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers 503 when the disk is full, and 500 without internal details when a handler fails', async () => {
    const { app, db, close } = await startApp();
    const user = await createPair(db);
    const change = () =>
      app.inject({
        method: 'PATCH',
        url: `/v1/orgs/${user.organizationId}/members/${user.otherId}`,
        headers: { authorization: `Bearer ${user.token}` },
        payload: { role: 'edit' },
      });
    await sql`create function refuse() returns trigger language plpgsql as
      'begin raise exception using errcode = 53100, message = ''No space left''; end'`.execute(db);
    await sql`create trigger full_disk before insert on audit_log execute function refuse()`.execute(db);
    const full = await change();
    expect(full.statusCode).toBe(503);
    expect(full.json().error.message).toBe('The database disk is full. Nothing was changed.');
    await db.schema.dropTable('audit_log').execute();
    const response = await change();
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toMatch(/audit_log|relation|\.ts/);
    expect(response.json().error.message).toBe('The server could not complete the request.');
    expect(response.headers['x-request-id']).toMatch(/^\w+/);
    await close();
  });

  it('answers 431 to headers of more than 16 KiB', async () => {
    const { app, close } = await startApp();
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${url}/livez`, { headers: { 'x-long': 'x'.repeat(17_000) } });
    expect(response.status).toBe(431);
    expect((await response.json()).error.message).toBe('The request headers are too large.');
    await close();
  });
});

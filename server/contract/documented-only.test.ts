import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { listOperations } from '#server/contract/document.ts';
import { createMember, createSpace } from '#server/test/factories.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';
import { withoutExtensions } from './documented-only.ts';

describe('the contract without extensions', () => {
  const documented = withoutExtensions(contract);

  it('has the 135 specified operations and the server’s version', () => {
    const all = listOperations(contract);
    const expected = all.filter(({ id, tags }) => id === 'getServerInfo' || !tags.includes('extensions'));
    const idsOf = (operations: typeof all) => operations.map(({ id }) => id);
    expect(idsOf(listOperations(documented))).toEqual(idsOf(expected));
    expect(expected).toHaveLength(136);
  });

  it('has no marked member, and does not require one', () => {
    expect(JSON.stringify(documented)).not.toContain('x-extension');
    const { schemas } = documented.components;
    expect(schemas.ServerInfo).toMatchObject({ required: ['name', 'version'] });
    expect(Object.keys(schemas.Invite?.properties ?? {})).not.toContain('urls');
    expect(Object.keys(contract.components.schemas.Invite.properties)).toContain('urls');
  });
});

describe('a server without extensions', () => {
  let app: TestApp['app'];
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ app, close } = await startApp({ database: await sharedDatabase(), documentedOnly: true }));
  });
  afterAll(() => close());

  async function ask(method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, token: string) {
    const response = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    return { status: response.statusCode, body: response.json() };
  }

  it('lists no extensions and answers 404 or 405 to them', async () => {
    const { token, organizationId } = await createMember({ role: 'admin' });
    const base = `/v1/orgs/${organizationId}`;
    const space = await createSpace({ organizationId });
    expect(await ask('GET', '/v1', token)).toEqual({
      status: 200,
      body: { name: 'bindery', version: contract.info.version },
    });
    for (const path of [
      '/v1/user',
      `${base}/content`,
      `${base}/link-invites`,
      `/v1/spaces/${space.id}/revisions`,
      `/v1/spaces/${space.id}/change-requests/1/events`,
    ])
      expect((await ask('GET', path, token)).status, path).toBe(404);
    const publish = await ask('POST', `${base}/sites/none/publish`, token);
    expect(publish.status).toBe(404);
    expect((await ask('GET', `/v1/spaces/${space.id}/content/pages`, token)).status).toBe(200);
    expect((await ask('GET', `${base}/teams`, token)).status).toBe(200);
  });

  it('serves its definition without them, to any origin', async () => {
    const { headers, payload } = await app.inject({ url: '/openapi.json' });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(JSON.parse(payload)).toEqual(withoutExtensions(contract));
  });
});

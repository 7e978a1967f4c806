import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { createMember } from '#server/test/factories.ts';
import { anonymous, as } from '#server/test/test-app.ts';

describe('getServerInfo', () => {
  it('answers 401 without a token', async () => {
    expect((await as(anonymous).get('/v1')).status).toBe(401);
  });

  it('names the service and the extensions that it serves, with and without a slash', async () => {
    const member = await createMember();
    const { status, body } = await as(member).get('/v1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'bindery', version: contract.info.version });
    expect(body.extensions).toEqual(
      expect.arrayContaining([
        'createSpace',
        'getCurrentUser',
        'getSiteStructure',
        'listSpaces',
        'publishSite',
      ]),
    );
    expect((await as(member).get('/v1/')).body).toEqual(body);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as } from '#server/test/test-app.ts';

const jsonSchema = {
  $id: 'visitors',
  type: 'object',
  properties: {
    isBetaUser: { type: 'boolean', description: 'Takes part in the beta program.' },
    unsigned: {
      type: 'object',
      description: 'What visitors tell about themselves.',
      properties: { isDeveloper: { type: 'boolean', description: 'Writes programs.' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

let w: OrganizationFixture;
let site: SiteEditor;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  site = await SiteEditor.open(w);
  url = site.url('/adaptive-schema');
});

describe('getSiteAdaptiveSchema', () => {
  it('needs a token and a visible site', async () => {
    expect((await as(anonymous).get(url)).status).toBe(401);
    expect((await as(w.guest).get(url)).status).toBe(404);
    expect((await as(w.outsider).get(url)).status).toBe(404);
    expect((await as(w.admin).get(`${w.base}/sites/unknown/adaptive-schema`)).status).toBe(404);
  });

  it('returns a schema without claims while none is stored', async () => {
    const ownSite = await SiteEditor.open(w);
    const { status, body } = await as(w.reader).get(ownSite.url('/adaptive-schema'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'site-adaptive-schema', jsonSchema: { type: 'object' } });
    expect(Object.keys(body.jsonSchema.properties)).toEqual(['unsigned']);
    expect(body).not.toHaveProperty('updatedAt');
  });
});

describe('putSiteAdaptiveSchema', () => {
  it('needs a token and an administrator', async () => {
    expect((await as(anonymous).put(url, { jsonSchema })).status).toBe(401);
    expect((await as(w.creator).put(url, { jsonSchema })).status).toBe(403);
    expect((await as(w.guest).put(url, { jsonSchema })).status).toBe(404);
  });

  it.each([
    ['no schema', {}],
    ['a schema of another type', { jsonSchema: { ...jsonSchema, type: 'array' } }],
    ['a schema without properties', { jsonSchema: { type: 'object' } }],
    ['an unknown member', { jsonSchema, title: 'x' }],
  ])('rejects %s', async (_, body) => {
    expect((await as(w.admin).put(url, body)).status).toBe(400);
  });

  it('rejects claims that are not boolean, naming each', async () => {
    const properties = { plan: { type: 'string' }, seats: { type: 'number' } };
    const response = await as(w.admin).put(url, { jsonSchema: { type: 'object', properties } });
    expect(response.status).toBe(400);
    expect(response.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'body.jsonSchema.properties.plan.type',
      'body.jsonSchema.properties.seats.type',
    ]);
  });

  it('stores and replaces a schema, and honors If-Match', async () => {
    const first = await as(w.admin).put(url, { jsonSchema }, { 'if-match': '*' });
    expect(first).toMatchObject({ status: 200, body: { jsonSchema, updatedAt: expect.any(String) } });
    expect((await as(w.reader).get(url)).body).toEqual(first.body);
    const properties = { isStaff: { type: 'boolean', description: 'Works here.' } };
    const replacement = { jsonSchema: { type: 'object', properties } };
    const tag = { 'if-match': first.headers.etag };
    const second = await as(w.admin).put(url, replacement, tag);
    expect(second.body.jsonSchema).toEqual({ type: 'object', properties, additionalProperties: false });
    expect((await as(w.admin).put(url, { jsonSchema }, tag)).status).toBe(412);
    expect((await as(w.reader).get(url)).body).toEqual(second.body);
  });

  it('stores the first schema for a caller who has read that there is none, unless another was faster', async () => {
    const ownSite = await SiteEditor.open(w);
    const address = ownSite.url('/adaptive-schema');
    const none = { 'if-match': String((await as(w.admin).get(address)).headers.etag) };
    expect((await as(w.admin).put(address, { jsonSchema }, none)).status).toBe(200);
    expect((await as(w.admin).put(address, { jsonSchema }, none)).status).toBe(412);
  });

  it('rejects If-Match where no schema was stored', async () => {
    const ownSite = await SiteEditor.open(w);
    const response = await as(w.admin).put(
      ownSite.url('/adaptive-schema'),
      { jsonSchema },
      { 'if-match': '"mi5zu3xw"' },
    );
    expect(response.status).toBe(412);
  });
});

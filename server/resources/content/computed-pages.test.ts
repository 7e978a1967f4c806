import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Owls', version: '2.0', description: 'Who is awake.' },
  servers: [{ url: 'https://owls.example/v2' }],
  paths: {
    '/owls/{id}': {
      parameters: [{ name: 'id', in: 'path', description: 'Which | owl' }],
      get: { summary: 'Get an owl', responses: { 200: { description: 'The owl' } } },
      delete: { deprecated: true },
    },
  },
};

let w: OrganizationFixture;
let url: string;
let versionId: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const { db } = await testApp();
  const spec = { id: newId(), organization_id: w.organization.id, slug: 'owls' };
  versionId = newId();
  const source = {
    source_url: null,
    source_text: '{}',
    last_processed_at: null,
    last_process_error_code: null,
  };
  await db
    .insertInto('api_specs')
    .values({ ...spec, ...source, last_version_id: versionId })
    .execute();
  const filesystem = JSON.stringify({ 'openapi.json': DOCUMENT });
  await db
    .insertInto('api_spec_versions')
    .values({ id: versionId, api_spec_id: spec.id, content_hash: 'hash', filesystem })
    .execute();
  const space = await createSpace({ organizationId: w.organization.id });
  const dependencies = { spec: { ref: { kind: 'openapi', spec: 'owls' } } } as const;
  const computed = { type: 'builtin:openapi', dependencies, props: {} };
  const { pages } = await writeContent(space, [
    { title: 'Reference', text: 'Read me.\n', type: 'computed', computed },
  ]);
  url = `/v1/spaces/${space.id}/content/page/${pages[0]?.id}`;
});

describe('a computed page', () => {
  it('appends the operations of its specification', async () => {
    const { body } = await as(w.reader).get(`${url}?format=markdown`);
    expect(body.type).toBe('computed');
    expect(body.markdown.split('\n\n')).toEqual([
      'Read me.',
      'Owls 2.0',
      'Who is awake.',
      '`https://owls.example/v2`',
      '## Get an owl',
      '`GET /owls/{id}`',
      '| Parameter | In | Description |\n| --- | --- | --- |\n| `id` | path | Which \\| owl |',
      '| Status | Response |\n| --- | --- |\n| 200 | The owl |',
      '## DELETE /owls/{id}',
      '`DELETE /owls/{id}`',
      '> [!WARNING]\n> This operation is deprecated.',
      '| Parameter | In | Description |\n| --- | --- | --- |\n| `id` | path | Which \\| owl |\n',
    ]);
  });

  it('has only its own text with computed=false', async () => {
    const built = (await as(w.reader).get(url)).body;
    const { body } = await as(w.reader).get(`${url}?format=markdown&computed=false`);
    expect(body.markdown).toBe('Read me.\n');
    expect(body).not.toHaveProperty('computedSeed');
    expect(built.computedSeed).toEqual(expect.any(String));
    expect(built.documentId).not.toBe(body.documentId);
  });

  it('has a new seed for a new version', async () => {
    const { db } = await testApp();
    const before = (await as(w.reader).get(url)).body.computedSeed;
    const next = newId();
    await db
      .updateTable('api_specs')
      .set({ last_version_id: next })
      .where('last_version_id', '=', versionId)
      .execute();
    expect((await as(w.reader).get(url)).body.computedSeed).not.toBe(before);
    await db
      .updateTable('api_specs')
      .set({ last_version_id: versionId })
      .where('last_version_id', '=', next)
      .execute();
  });
});

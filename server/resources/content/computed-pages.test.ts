import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { toPageDocument } from '#server/content/documents/document-nodes.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { computedPage, createApiSpec, writeContent } from '#server/test/content-factories.ts';
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
  ({ versionId } = await createApiSpec(w.organization.id, 'owls', DOCUMENT));
  const space = await createSpace({ organizationId: w.organization.id });
  const { pages } = await writeContent(space, [
    { title: 'Reference', text: 'Read me.\n', ...computedPage('owls') },
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
      '## Servers',
      '- `https://owls.example/v2`',
      '## Get an owl',
      '`GET /owls/{id}`',
      '**Path parameters**',
      '- `id` (any type). Which | owl',
      "```bash\ncurl 'https://owls.example/v2/owls/ID'\n```",
      '**Responses**',
      '`200` The owl',
      '## DELETE /owls/{id}',
      '`DELETE /owls/{id}`',
      '> [!WARNING]\n> This operation is deprecated.',
      '**Path parameters**',
      '- `id` (any type). Which | owl',
      "```bash\ncurl -X DELETE 'https://owls.example/v2/owls/ID'\n```\n",
    ]);
  });

  it('is a document with the same text, whose id changes with it', async () => {
    const { body } = await as(w.reader).get(url);
    const { markdown, documentId } = (await as(w.reader).get(`${url}?format=markdown`)).body;
    expect(body.document).toEqual(toPageDocument(markdown));
    expect(body.documentId).toBe(documentId);
    expect(documentId).toBe(documentIdOf(markdown));
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

import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { addSpecVersion, createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

const operation = (summary: string) => ({
  summary,
  responses: {
    200: {
      description: 'Done',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Owl' } } },
    },
  },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Owls', version: '1' },
  paths: { '/owls': { get: operation('List owls'), post: operation('Add an owl') } },
  components: {
    schemas: {
      Owl: {
        type: 'object',
        properties: { wings: { type: 'integer' }, nest: { $ref: '#/components/schemas/Nest' } },
      },
      Nest: { type: 'object', properties: { eggs: { type: 'integer' } } },
    },
  },
};

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const operationBlock = (slug: string, path: string) =>
  `{% openapi-operation spec="${slug}" path="${path}" method="get" %}\n[the document](https://x.example)\n{% endopenapi-operation %}\n`;
const schemasBlock = (slug: string, names: string) =>
  `{% openapi-schemas spec="${slug}" schemas="${names}" grouped="true" %}\n{% endopenapi-schemas %}\n`;

async function openSite(text: (slug: string) => string) {
  const slug = `owls-${newId().toLowerCase()}`;
  const spec = await createApiSpec(w.organization.id, slug, DOCUMENT);
  const site = await SiteEditor.open(w, { title: 'Owl docs', visibility: 'public', published: true });
  await site.addSection('Guide');
  const { spaceId } = await site.write('Guide/Guide', [{ title: 'Guide', text: text(slug) }]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  return { spec, slug, spaceId, base };
}

/** What an editor sees of a text that is not saved. */
async function preview(spaceId: string, markdown: string): Promise<ParentNode> {
  const url = `/v1/spaces/${spaceId}/change-requests`;
  const { body: changeRequest } = await as(w.admin).post(url, { subject: 'Owls' });
  const { body: content } = await as(w.admin).get(`/v1/spaces/${spaceId}/content/pages`);
  const { status, body } = await as(w.admin).post(`${url}/${changeRequest.id}/page-previews`, {
    page: content.pages[0].id,
    document: { markdown },
  });
  expect(status).toBe(201);
  return parsePage((await fetchPage(body.url.slice(PUBLIC_URL.length))).body);
}

const textOf = (page: ParentNode) => page.querySelector('main')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe('a block of an API specification in Markdown', () => {
  it('is the operation or the schemas, in the text of the page and of the whole site', async () => {
    const { base } = await openSite((slug) =>
      [
        'Before.\n',
        operationBlock(slug, '/owls'),
        schemasBlock(slug, 'Owl,Nest'),
        '```\n{% openapi-operation spec="x" path="/y" method="get" %}\n```\n',
        'After.',
      ].join('\n'),
    );
    for (const path of ['guide.md', '~/full-text/1.txt']) {
      const { status, body } = await fetchPage(base + path);
      expect(status).toBe(200);
      expect(body).toContain('## List owls');
      expect(body).toContain('`GET /owls`');
      expect(body).toContain('wings');
      expect(body).toContain('eggs');
      expect(body).not.toContain('reference:');
      expect(body).not.toContain('the document');
      expect(body.match(/\{%/g)).toHaveLength(1);
      expect(body.indexOf('After.')).toBeGreaterThan(body.indexOf('eggs'));
    }
  });

  it('names definitions that the site has no page of, without links', async () => {
    const { base } = await openSite((slug) => schemasBlock(slug, 'Owl'));
    const page = parsePage((await fetchPage(base)).body);
    expect(textOf(page)).toContain('Nest');
    expect(page.querySelectorAll('main a:not([href])')).toHaveLength(0);
  });

  it('changes with the specification', async () => {
    const { base, spec } = await openSite((slug) => operationBlock(slug, '/owls'));
    const tags = async () =>
      Promise.all(
        ['guide.md', '~/full-text/1.txt'].map(async (path) => (await fetchPage(base + path)).headers['etag']),
      );
    await catchUpOperations((await testApp()).db);
    const before = await tags();
    expect(await tags()).toEqual(before);
    await addSpecVersion(spec.id, { ...DOCUMENT, paths: { '/owls': { get: operation('Find owls') } } });
    const [page, whole] = await tags();
    expect(page).not.toBe(before[0]);
    expect(whole).not.toBe(before[1]);
    expect((await fetchPage(`${base}guide.md`)).body).toContain('## Find owls');
  });
});

describe('a block of an API specification in the preview of what is written', () => {
  it('is what readers get', async () => {
    const { spaceId, slug } = await openSite(() => 'Nothing yet.');
    const page = await preview(spaceId, operationBlock(slug, '/owls') + schemasBlock(slug, 'Nest'));
    expect(page.querySelector('main h2')?.textContent).toContain('List owls');
    expect(textOf(page)).toContain('eggs');
    expect(page.querySelector('link[rel="stylesheet"][href*="reference"]')).not.toBeNull();
  });

  it('says why something is missing, which visitors do not read', async () => {
    const { db } = await testApp();
    const { spaceId, slug, base } = await openSite((name) => operationBlock(name, '/bats'));
    const pending = `pending-${newId().toLowerCase()}`;
    const { id } = await createApiSpec(w.organization.id, pending, DOCUMENT);
    await db.updateTable('api_specs').set({ last_version_id: null }).where('id', '=', id).execute();
    const text = [
      operationBlock(slug, '/bats'),
      schemasBlock(slug, 'Owl,Bat'),
      operationBlock('no-such', '/owls'),
      operationBlock(pending, '/owls'),
      '{% openapi src="https://no.example/openapi.yaml" path="/owls" method="get" %}\n',
    ].join('\n');
    const page = await preview(spaceId, text);
    const reasons = Array.from(page.querySelectorAll('main .unknown'), ({ textContent }) => textContent);
    const visitors = ' Visitors see its name only.';
    expect(reasons).toEqual([
      `The API specification ${slug} has no GET /bats.${visitors}`,
      `The API specification ${slug} has no Bat.${visitors}`,
      `There is no API specification no-such, so GET /owls is not shown.${visitors}`,
      `The API specification ${pending} could not be read yet, so GET /owls is not shown.${visitors}`,
      `There is no API specification https://no.example/openapi.yaml, so GET /owls is not shown.${visitors}`,
    ]);
    expect(textOf(page)).toContain('wings');
    const published = parsePage((await fetchPage(base)).body);
    expect(published.querySelectorAll('main .unknown')).toHaveLength(0);
    expect(textOf(published)).toContain('GET /bats');
  });
});

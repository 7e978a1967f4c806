import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { referencePageId } from '#server/content/specifications/reference-pages.ts';
import { catchUpIndex } from '#server/content/stored/index-space.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { addSpecVersion, computedPage, createApiSpec, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const operation = (summary: string, tag: string) => ({
  summary,
  operationId: summary.toLowerCase().replaceAll(' ', '-'),
  tags: [tag],
  responses: {},
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Owls', version: '1' },
  paths: { '/owls': { get: operation('List owls', 'Owls'), post: operation('Add an owl', 'Owls') } },
  components: { schemas: { Owl: { type: 'object' } } },
};

let fixture: OrganizationFixture;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
});

/** Reads what a job reads after a version was processed. */
async function catchUp() {
  const { db } = await testApp();
  await catchUpOperations(db);
  await catchUpIndex(db);
}

/** A space with a reference on the page `api`, and a text that links to its pages. */
async function writeReference(pages: 'tag' | 'operation', text: (slug: string) => string) {
  const slug = `owls-${newId().toLowerCase()}`;
  const spec = await createApiSpec(fixture.organization.id, slug, DOCUMENT);
  const space = await createSpace({ organizationId: fixture.organization.id });
  const { computed, type } = computedPage(slug);
  if (!computed) throw new Error('The page is computed.');
  await writeContent(space, [
    { id: 'api', title: 'API', type, computed: { ...computed, props: { pages } } },
    { id: 'guide', title: 'Guide', text: text(slug) },
  ]);
  await catchUp();
  const broken = async () => {
    const { body } = await as(fixture.admin).get(`/v1/spaces/${space.id}/links?status=broken`);
    const items: { relation: string; targetReference: { url: string } }[] = body.items;
    return items.map(({ relation, targetReference: { url } }) => [relation, url]);
  };
  const brokenOnHome = async () => {
    const { body } = await as(fixture.admin).get(`${fixture.base}/broken-links`);
    const items: { space: { id: string }; broken: number }[] = body.items;
    return items.find((item) => item.space.id === space.id)?.broken ?? 0;
  };
  return { spec, space, broken, brokenOnHome };
}

describe('links to an API reference', () => {
  it('work for its pages, by id and by path, and for its operations and schemas', async () => {
    const page = referencePageId('api', 'operation/add-an-owl');
    const links = [`/pages/${page}`, '/api/owls/list-owls', '/api/owls', '/pages/api#add-an-owl'];
    const text = [...links, '/api/schemas/owl', '/pages/api#schema-Owl', '/pages/api#authentication'];
    const { broken, brokenOnHome } = await writeReference('operation', () =>
      text.map((href) => `[a](${href})`).join(' '),
    );
    expect(await broken()).toEqual([]);
    expect(await brokenOnHome()).toBe(0);
  });

  it('are broken for everybody to see when a new version has the operation no more', async () => {
    const gone = referencePageId('api', 'operation/add-an-owl');
    const stays = referencePageId('api', 'operation/list-owls');
    const { spec, broken, brokenOnHome } = await writeReference(
      'operation',
      () => `[gone](/pages/${gone}) [too](/api/owls/add-an-owl) [stays](/pages/${stays})`,
    );
    expect(await brokenOnHome()).toBe(0);
    const { get } = DOCUMENT.paths['/owls'];
    await addSpecVersion(spec.id, { ...DOCUMENT, paths: { '/owls': { get } } });
    await catchUp();
    expect(await broken()).toEqual([
      ['page', `/pages/${gone}`],
      ['page', '/api/owls/add-an-owl'],
    ]);
    expect(await brokenOnHome()).toBe(2);
    await addSpecVersion(spec.id, DOCUMENT);
    await catchUp();
    expect(await brokenOnHome()).toBe(0);
  });
});

describe('blocks of API specifications', () => {
  const block = (slug: string, method: string, path: string) =>
    `{% openapi-operation spec="${slug}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}\n`;

  it('are broken links where the specification has no such operation or schema', async () => {
    const { broken, brokenOnHome } = await writeReference('tag', (slug) =>
      [
        block(slug, 'POST', '/owls'),
        block(slug, 'delete', '/owls'),
        `{% openapi-schemas spec="${slug}" schemas="Owl, Bat" grouped="true" %}\n{% endopenapi-schemas %}\n`,
        block('never-added', 'get', '/owls'),
        '{% openapi src="https://api.example.com/openapi.yaml" path="/x" method="get" %}\n',
      ].join('\n'),
    );
    const slugless = (await broken()).map(([relation, url = '']) => [
      relation,
      url.replace(/^owls-\S+ /, ''),
    ]);
    expect(slugless.toSorted()).toEqual([
      ['operation', 'DELETE /owls'],
      ['operation', 'never-added GET /owls'],
      ['schema', 'Bat'],
    ]);
    expect(await brokenOnHome()).toBe(3);
  });

  it('are counted anew when a specification is added or deleted', async () => {
    const { db } = await testApp();
    const later = `later-${newId().toLowerCase()}`;
    const { spec, brokenOnHome } = await writeReference('tag', (slug) =>
      [block(slug, 'get', '/owls'), block(later, 'get', '/owls')].join('\n'),
    );
    expect(await brokenOnHome()).toBe(1);
    await createApiSpec(fixture.organization.id, later, DOCUMENT);
    await catchUp();
    expect(await brokenOnHome()).toBe(0);
    await db.deleteFrom('api_specs').where('id', '=', spec.id).execute();
    await catchUp();
    expect(await brokenOnHome()).toBe(1);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { addSpecVersion, computedPage, createApiSpec } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responses = (schema: object) => ({
  200: { description: 'ok', content: { 'application/json': { schema } } },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Owls', version: '2', description: 'About owls.' },
  tags: [{ name: 'Owls', description: 'All of *them*.' }, { name: 'Nests' }],
  paths: {
    '/owls': {
      get: { operationId: 'listOwls', tags: ['Owls'], summary: 'List owls', responses: responses(ref('A')) },
      post: { operationId: 'addOwl', tags: ['Owls'], summary: 'Add an owl', responses: {} },
    },
    '/nests': { get: { operationId: 'listNests', tags: ['Nests'], summary: 'List nests', responses: {} } },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E'].map((name, at, all) => [
        name,
        {
          type: 'object',
          properties: { [`below${name}`]: ref(all[at + 1] ?? 'A'), end: { type: 'string' } },
        },
      ]),
    ),
  },
  security: [{ key: [] }],
};

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite(props: Record<string, unknown>, document: object = DOCUMENT) {
  const site = await SiteEditor.open(w, { title: 'Owl docs', published: true });
  await site.addSection('Guide');
  const slug = `owls-${newId().toLowerCase()}`;
  const spec = await createApiSpec(w.organization.id, slug, document);
  const { computed, ...page } = computedPage(slug);
  if (!computed) throw new Error('The page is computed.');
  const { spaceId } = await site.write('Guide/Guide', [
    { title: 'Guide', text: 'Start here.\n' },
    { title: 'API', text: 'Read me.\n', ...page, computed: { ...computed, props } },
  ]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const open = async (path: string) => {
    const { status, body, headers } = await fetchPage(base + path);
    return { status, headers, page: parsePage(body) };
  };
  return { base, spaceId, slug, spec, open };
}

const textOf = (page: ParentNode) => page.querySelector('main')?.textContent ?? '';
const linksIn = (page: ParentNode, selector: string) =>
  Array.from(page.querySelectorAll(selector), (link) => link.getAttribute('href'));

describe('an API reference with a page for each tag', () => {
  it('has an overview that leads to them, and operations with everything', async () => {
    const { base, open } = await openSite({ pages: 'tag' });
    const { page: overview } = await open('api');
    expect(textOf(overview)).toContain('About owls.');
    expect(textOf(overview)).toContain('Read me.');
    expect(linksIn(overview, 'main .fields a')).toEqual([
      `${base}api/owls`,
      `${base}api/owls#listOwls`,
      `${base}api/owls#addOwl`,
      `${base}api/nests`,
      `${base}api/nests#listNests`,
      `${base}api/schemas`,
    ]);
    expect(linksIn(overview, 'nav a')).toEqual(
      expect.arrayContaining([`${base}api/owls`, `${base}api/schemas`]),
    );
    const { page: owls } = await open('api/owls');
    expect(owls.querySelector('h1')?.textContent).toBe('Owls');
    expect(textOf(owls)).toContain('All of them.');
    expect(Array.from(owls.querySelectorAll('h2'), (heading) => heading.id)).toEqual(['listOwls', 'addOwl']);
    expect(linksIn(owls, '.access a')).toContain(`${base}api#authentication`);
  });

  it('leads to definitions below the third level at addresses of their own', async () => {
    const { base, open } = await openSite({ pages: 'tag' });
    const { page: owls } = await open('api/owls');
    const fields = Array.from(
      owls.querySelectorAll('.response .field > code'),
      ({ textContent }) => textContent,
    );
    expect(fields).toContain('belowC');
    expect(fields).not.toContain('belowD');
    expect(linksIn(owls, '.response a.type')).toContain(`${base}api/schemas/d`);
    const { page: schema, status } = await open('api/schemas/d');
    expect(status).toBe(200);
    expect(textOf(schema)).toContain('belowD');
    const { page: schemas } = await open('api/schemas');
    expect(linksIn(schemas, 'main .fields a')).toContain(`${base}api/schemas/e`);
  });

  it('is found by search on the page of the tag', async () => {
    const { db } = await testApp();
    const { base } = await openSite({ pages: 'tag' });
    await catchUpOperations(db);
    const { body } = await fetchPage(`${base}~/search?q=nests`, { accept: 'application/json' });
    expect(JSON.parse(body).results).toMatchObject([
      { title: 'List nests', url: `${base}api/nests#listNests`, path: ['Guide', 'API', 'Nests'] },
    ]);
  });

  it('is Markdown with the same addresses, and in the sitemap', async () => {
    const { base } = await openSite({ pages: 'tag' });
    const { body: overview } = await fetchPage(`${base}api.md`);
    expect(overview).toContain(`${base}api/owls.md#addOwl`);
    expect(overview).not.toContain('reference:');
    const { body: owls } = await fetchPage(`${base}api/owls.md`);
    expect(owls).toContain('## List owls');
    const { body: sitemap } = await fetchPage(`${base}sitemap.xml`);
    expect(sitemap).toContain(`${base}api/nests`);
    expect(sitemap).not.toContain(`${base}api/schemas/d`);
  });

  it('has no definitions where its author wants none', async () => {
    const { open } = await openSite({ pages: 'tag', models: false });
    expect((await open('api/schemas')).status).toBe(404);
    expect((await open('api/owls')).page.querySelector('a.type') ?? null).toBeNull();
  });
});

describe('an API reference with a page for each operation', () => {
  it('has them below their tags', async () => {
    const { base, open } = await openSite({ pages: 'operation' });
    const { page: owls } = await open('api/owls');
    expect(linksIn(owls, 'main .fields a')).toEqual([`${base}api/owls/listowls`, `${base}api/owls/addowl`]);
    const { page: operation } = await open('api/owls/addowl');
    expect(operation.querySelector('h1')?.textContent).toBe('Add an owl');
  });
});

describe('a large API reference', () => {
  it('is divided by itself, with every operation whole', async () => {
    const long = 'Word '.repeat(400);
    const paths = Object.fromEntries(
      Array.from({ length: 250 }, (_, n) => [
        `/owls/${n}`,
        {
          get: {
            operationId: `getOwl${n}`,
            description: long,
            tags: ['Owls'],
            responses: responses(ref('A')),
          },
        },
      ]),
    );
    const { base, open } = await openSite({}, { ...DOCUMENT, paths });
    const { page: overview } = await open('api');
    const pages = linksIn(overview, 'main .field a').filter((href) => href?.includes('/owls'));
    expect(pages.slice(0, 2)).toEqual([`${base}api/owls`, `${base}api/owls-2`]);
    const anchors: string[] = [];
    for (const href of pages) {
      const { page } = await open(String(href).slice(base.length));
      for (const section of page.querySelectorAll('section.operation')) {
        anchors.push(section.querySelector('h2')?.id ?? '');
        expect(section.querySelector('.response')).not.toBeNull();
      }
    }
    expect(new Set(anchors).size).toBe(250);
  });
});

describe('a member who reads pages', () => {
  it('gets those of the reference, unless they are not to be computed', async () => {
    const { spaceId } = await openSite({ pages: 'tag' });
    const { body } = await as(w.reader).get(`/v1/spaces/${spaceId}/content/pages`);
    const api = body.pages[1];
    expect(api.pages.map(({ title, type, path }: Record<string, string>) => [title, type, path])).toEqual([
      ['Owls', 'computed', 'api/owls'],
      ['Nests', 'computed', 'api/nests'],
      ['Schemas', 'computed', 'api/schemas'],
    ]);
    const { body: owls } = await as(w.reader).get(
      `/v1/spaces/${spaceId}/content/page/${api.pages[0].id}?format=markdown`,
    );
    expect(owls.markdown).toContain('## Add an owl');
    const { body: overview } = await as(w.reader).get(
      `/v1/spaces/${spaceId}/content/page/${api.id}?format=markdown`,
    );
    expect(overview.markdown).toContain(`(/pages/${api.pages[0].id}#addOwl)`);
    const { body: stored } = await as(w.reader).get(`/v1/spaces/${spaceId}/content/pages?computed=false`);
    expect(stored.pages[1].pages).toEqual([]);
  });
});

describe('a block of an API specification', () => {
  it('shows the operation or schemas of the newest version, and its name where there is none', async () => {
    const site = await SiteEditor.open(w, { title: 'Owl docs', published: true });
    await site.addSection('Guide');
    const slug = `owls-${newId().toLowerCase()}`;
    const spec = await createApiSpec(w.organization.id, slug, DOCUMENT);
    const block = (path: string) =>
      `{% openapi-operation spec="${slug}" path="${path}" method="get" %}\n{% endopenapi-operation %}`;
    const schemas = `{% openapi-schemas spec="${slug}" schemas="A,B" grouped="true" %}\n{% endopenapi-schemas %}`;
    const text = `Before.\n\n${block('/owls')}\n\n${block('/bats')}\n\n${block('/nests')}\n\n${schemas}\n\nAfter.\n`;
    await site.write('Guide/Guide', [{ title: 'Guide', text }]);
    const base = `/published/${w.organization.id}/${site.id}/`;
    const read = async () => {
      const { body, headers } = await fetchPage(base);
      return { page: parsePage(body), etag: headers['etag'] };
    };
    const { page, etag } = await read();
    expect(Array.from(page.querySelectorAll('main h2'), ({ textContent }) => textContent?.trim())).toEqual([
      'List owls',
      'List nests',
    ]);
    expect(textOf(page)).toContain('GET /bats');
    expect(textOf(page)).toContain('belowB');
    const names = Array.from(page.querySelectorAll('main .tabs > input'), (input) => input.id);
    expect(new Set(names).size).toBe(names.length);
    const changed = { ...DOCUMENT, paths: { '/bats': { get: { summary: 'List bats', responses: {} } } } };
    await addSpecVersion(spec.id, changed);
    const next = await read();
    expect(next.etag).not.toBe(etag);
    expect(
      Array.from(next.page.querySelectorAll('main h2'), ({ textContent }) => textContent?.trim()),
    ).toEqual(['List bats']);
  });
});

describe('a page of an operation that is gone', () => {
  it('leads to where the operation is, or to the reference', async () => {
    const { base, spec } = await openSite({ pages: 'operation' });
    await fetchPage(`${base}api`);
    const { get } = DOCUMENT.paths['/owls'];
    await addSpecVersion(spec.id, { ...DOCUMENT, paths: { '/birds': { get: { ...get, tags: ['Nests'] } } } });
    const moved = await fetchPage(`${base}api/owls/listowls`);
    expect([moved.status, moved.headers['location']]).toEqual([301, `${base}api/nests/listowls`]);
    const removed = await fetchPage(`${base}api/owls/addowl`);
    expect([removed.status, removed.headers['location']]).toEqual([301, `${base}api`]);
    expect((await fetchPage(`${base}api/owls/never`)).status).toBe(404);
  });

  it('leads to the reference where that is one page by now', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 101 }, (_, n) => [`/owls/${n}`, { get: { tags: ['Owls'], responses: {} } }]),
    );
    const { base, spec } = await openSite({}, { ...DOCUMENT, paths: many });
    expect((await fetchPage(`${base}api/owls-2`)).status).toBe(200);
    await addSpecVersion(spec.id, DOCUMENT);
    const former = await fetchPage(`${base}api/owls-2`);
    expect([former.status, former.headers['location']]).toEqual([301, `${base}api`]);
  });

  it('is not where links to anchors of the first page lead', async () => {
    const site = await SiteEditor.open(w, { title: 'Owl docs', published: true });
    await site.addSection('Guide');
    const slug = `owls-${newId().toLowerCase()}`;
    await createApiSpec(w.organization.id, slug, DOCUMENT);
    const { computed, ...page } = computedPage(slug);
    if (!computed) throw new Error('The page is computed.');
    await site.write('Guide/Guide', [
      { title: 'Guide', text: '[a](/api#addOwl) [b](/api#schema-B) [c](/api#authentication)\n' },
      { title: 'API', ...page, computed: { ...computed, props: { pages: 'tag' } } },
    ]);
    const base = `/published/${w.organization.id}/${site.id}/`;
    const { body } = await fetchPage(base);
    expect(linksIn(parsePage(body), 'main p a').slice(0, 3)).toEqual([
      `${base}api/owls#addOwl`,
      `${base}api/schemas/b#schema-B`,
      `${base}api#authentication`,
    ]);
  });
});

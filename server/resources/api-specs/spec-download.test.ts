import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { computedPage } from '#server/test/content-factories.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { processSpec } from './process-spec.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const noWeb = fetcherOf(() => Promise.reject(new Error('Nothing is fetched.')));

const OWLS = `# Of the night.
openapi: 3.1.0
info: {title: Owls, version: "1"}
paths:
  /owls:
    get:
      tags: [Owls]
      summary: List owls
      responses:
        "200": {description: ok, content: {application/json: {schema: {$ref: "schemas/owl.json#/Owl"}}}}
`;
const OWL = '{ "Owl": { "type": "object", "properties": { "wings": {} } } }\n';

interface Options {
  files?: Record<string, string>;
  props?: Record<string, unknown>;
}

/** A site whose page `api` shows a specification that was sent as files. */
async function openSite({
  files = { 'openapi.yaml': OWLS, 'schemas/owl.json': OWL },
  props = { pages: 'tag' },
}: Options = {}) {
  const { db, clock } = await testApp();
  const slug = `owls-${newId().toLowerCase()}`;
  const source = {
    files: Object.entries(files).map(([name, text]) => ({ name, text })),
    main: 'openapi.yaml',
  };
  const { body: spec } = await as(w.admin).post(`${w.base}/openapi`, { slug, source });
  await processSpec(db, spec.id, { fetcher: noWeb, now: clock.now() });
  const site = await SiteEditor.open(w, { title: 'Owl docs', visibility: 'public', published: true });
  await site.addSection('Guide');
  const { computed, type } = computedPage(slug);
  if (!computed) throw new Error('The page is computed.');
  await site.write('Guide/Guide', [
    { title: 'Guide', text: 'Start here.\n' },
    { title: 'API', type, computed: { ...computed, props } },
  ]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const linkOn = async (path: string) => {
    const { body } = await fetchPage(base + path);
    return / href="([^"]*\/~\/specifications\/[^"]*)"/.exec(body)?.[1];
  };
  return { site, base, linkOn };
}

describe('a visitor who downloads the specification of an API reference', () => {
  it('gets it as it was given, with the files that it refers to', async () => {
    const { linkOn } = await openSite();
    const url = (await linkOn('api')) ?? '';
    expect(await linkOn('api/owls')).toBeUndefined();
    const file = await fetchPage(url);
    expect(file.body).toBe(OWLS);
    expect(file.headers).toMatchObject({
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''openapi.yaml",
    });
    const again = await fetchPage(url, { 'if-none-match': String(file.headers['etag']) });
    expect(again.status).toBe(304);
    const { pathname } = new URL('schemas/owl.json', `https://docs.example${url}`);
    expect((await fetchPage(pathname)).body).toBe(OWL);
    expect((await fetchPage(url.replace('openapi.yaml', 'other.yaml'))).status).toBe(404);
  });

  it('gets it without what is in conditions', async () => {
    const secret = 'Hoot. {% if visitor.claims.unsigned.beta %}Secret{% endif %}';
    const files = {
      'openapi.yaml': OWLS.replace('List owls', JSON.stringify(secret)),
      'schemas/owl.json': OWL,
    };
    const { linkOn } = await openSite({ files });
    const { body } = await fetchPage((await linkOn('api')) ?? '');
    expect(body).not.toContain('Secret');
    expect(JSON.parse(body).paths['/owls'].get.summary).toContain('Hoot.');
  });

  it('gets nothing where the author or the site does not let them', async () => {
    const open = await openSite();
    const closed = await openSite({ props: { pages: 'tag', download: false } });
    expect(await closed.linkOn('api')).toBeUndefined();
    const url = (await open.linkOn('api')) ?? '';
    const [, rest = ''] = url.split('/~/');
    expect((await fetchPage(`${closed.base}~/${rest}`)).status).toBe(404);
    const { status } = await open.site.creator.patch(open.site.url(''), { visibility: 'share-link' });
    expect(status).toBe(200);
    expect((await fetchPage(url)).status).not.toBe(200);
  });
});

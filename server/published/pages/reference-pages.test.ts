import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { computedPage, createApiSpec, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage, testApp } from '#server/test/test-app.ts';
import { parsePage } from '../testing/parse-page.ts';

const document = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Owls', version: '2' },
  paths: {
    '/owls/{id}': {
      get: { operationId: 'getOwl', summary, description: 'See [the guide](guide) or [that](javascript:x).' },
    },
  },
  components: { schemas: { Owl: { type: 'object' } } },
});

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A published site whose second page shows a specification. */
async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Owl docs', published: true });
  await site.addSection('Guide');
  const slug = `owls-${newId().toLowerCase()}`;
  const spec = await createApiSpec(w.organization.id, slug, document('Get an owl'));
  const { spaceId } = await site.write('Guide/Guide', [
    { title: 'Guide', text: 'Start here.\n' },
    { title: 'Reference', text: '## Rules\n\nBe quiet.\n', ...computedPage(slug) },
  ]);
  return { base: `/published/${w.organization.id}/${site.id}/`, spaceId, slug, spec };
}

/** Gives a specification another version. */
async function addVersion(specId: string, summary: string): Promise<void> {
  const { db } = await testApp();
  const id = newId();
  const filesystem = JSON.stringify({ 'openapi.json': document(summary) });
  await db
    .insertInto('api_spec_versions')
    .values({ id, api_spec_id: specId, content_hash: id, filesystem })
    .execute();
  await db.updateTable('api_specs').set({ last_version_id: id }).where('id', '=', specId).execute();
}

describe('a visitor who searches', () => {
  const search = async (base: string, text: string) => {
    const url = `${base}~/search?q=${encodeURIComponent(text)}`;
    const { body } = await fetchPage(url, { accept: 'application/json' });
    const { results }: { results: { title: string; url: string; path: string[] }[] } = JSON.parse(body);
    return results;
  };

  it('finds operations by what they do, their path and their id, and gets to them', async () => {
    const { db } = await testApp();
    const { base } = await openSite();
    await catchUpOperations(db);
    for (const text of ['get an owl', 'owls', 'getOwl', 'guide owl']) {
      const results = (await search(base, text)).filter(({ title }) => title === 'Get an owl');
      expect({ text, found: results }).toMatchObject({
        text,
        found: [{ url: `${base}reference#getOwl`, path: ['Guide', 'Reference'] }],
      });
    }
    expect(await search(base, 'ostrich')).toEqual([]);
  });

  it('finds those of the current version at once, after pages with the words in their titles', async () => {
    const { db } = await testApp();
    const { base, spec } = await openSite();
    await catchUpOperations(db);
    await addVersion(spec.id, 'Reference of an ostrich');
    await catchUpOperations(db);
    expect((await search(base, 'owls')).map(({ title }) => title)).toEqual(['Reference of an ostrich']);
    expect((await search(base, 'reference')).map(({ title }) => title)).toEqual([
      'Reference',
      'Reference of an ostrich',
    ]);
  });

  it('finds no operation of a page that is hidden, and none on other sites', async () => {
    const { db } = await testApp();
    const { base, spaceId, slug } = await openSite();
    const otherSite = await openSite();
    await catchUpOperations(db);
    expect((await search(otherSite.base, 'owl')).map(({ url }) => url)).toEqual([
      `${otherSite.base}reference#getOwl`,
    ]);
    await writeContent({ id: spaceId }, [
      { title: 'Guide', text: 'Start here.\n' },
      { title: 'Reference', text: 'Hush.\n', hidden: true, ...computedPage(slug) },
    ]);
    expect(await search(base, 'owl')).toEqual([]);
  });

  it('gets to the page alone where one of its own headings has the anchor', async () => {
    const { db } = await testApp();
    const { base, spaceId } = await openSite();
    const slug = `keys-${newId().toLowerCase()}`;
    const paths = { '/keys': { get: { operationId: 'keys', summary: 'List keys' } } };
    await createApiSpec(w.organization.id, slug, { openapi: '3.1.0', paths });
    await writeContent({ id: spaceId }, [
      { title: 'Guide', text: 'Start here.\n' },
      { title: 'Reference', text: '## Keys\n\nKeep them.\n', ...computedPage(slug) },
    ]);
    await catchUpOperations(db);
    const urls = (await search(base, 'list keys')).map(({ url }) => url);
    expect(urls).toEqual([`${base}reference`]);
    expect((await fetchPage(`${base}reference`)).body).toContain('<h2 id="keys-1">List keys');
  });
});

describe('a page that shows an API specification', () => {
  it('has what people wrote and the operations, in its contents too', async () => {
    const { base } = await openSite();
    const { status, body } = await fetchPage(`${base}reference`);
    expect(status).toBe(200);
    const page = parsePage(body);
    const links = Array.from(page.querySelectorAll('.contents a'), (link) => [
      link.getAttribute('href'),
      link.textContent,
    ]);
    expect(links).toEqual([
      ['#rules', 'Rules'],
      ['#getOwl', 'GET Get an owl'],
      ['#schemas', 'Schemas'],
    ]);
    expect(page.getElementById('getOwl')?.localName).toBe('h2');
    expect(page.body.className).toContain('with-reference');
    expect(body).not.toMatch(/javascript:/);
  });

  it('links from descriptions lead where those of texts do', async () => {
    const { base } = await openSite();
    const { body } = await fetchPage(`${base}reference`);
    expect(body).toContain(`<a href="${base}">the guide</a>`);
  });

  it('says the same as markdown', async () => {
    const { base } = await openSite();
    const { body } = await fetchPage(`${base}reference.md`);
    expect(body).toMatch(
      /^# Reference\n\n## Rules\n\nBe quiet\.\n\nOwls 2\n\n## Get an owl\n\n`GET \/owls\/\{id\}`/,
    );
    expect(body).toContain("curl -g 'https://api.example.com/owls/{id}'");
  });

  it('is another page once the specification has another version', async () => {
    const { base, spec } = await openSite();
    const first = await fetchPage(`${base}reference`);
    const etag = String(first.headers.etag);
    expect((await fetchPage(`${base}reference`, { 'if-none-match': etag })).status).toBe(304);
    await addVersion(spec.id, 'Find an owl');
    const changed = await fetchPage(`${base}reference`, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('Find an owl');
    expect(changed.body).not.toContain('Get an owl');
  });

  it('shows only what people wrote while there is no version', async () => {
    const { db } = await testApp();
    const { base, spec } = await openSite();
    await db.updateTable('api_specs').set({ last_version_id: null }).where('id', '=', spec.id).execute();
    const { status, body } = await fetchPage(`${base}reference`);
    expect(status).toBe(200);
    expect(body).toContain('Be quiet.');
    expect(body).not.toContain('with-reference');
  });
});

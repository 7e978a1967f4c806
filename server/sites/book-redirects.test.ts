import { beforeAll, expect, it } from 'vitest';
import { createGrant } from '#server/test/factories.ts';
import { archive, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, type Sender } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const bookOf = (folder: string, redirects: Record<string, string>) => ({
  [`${folder}.gitbook.yaml`]: text(
    `redirects:\n${Object.entries(redirects)
      .map(([from, to]) => `  ${JSON.stringify(from)}: ${to}\n`)
      .join('')}`,
  ),
  [`${folder}README.md`]: text('# Harbor\n'),
  [`${folder}guide/tides.md`]: text('# Tides\n'),
});

async function importFiles(files: Parameters<typeof archive>[0], ask: object = {}, who: Sender = w.creator) {
  const url = archive(files);
  const { status, body } = await as(who).post(`${w.base}/imports`, { url, source: 'zip', ...ask });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

async function warningsOf(importId: string, who: Sender = w.creator) {
  const { body } = await as(who).get(`${w.base}/imports/${importId}/report?limit=1000`);
  return body.items
    .filter(({ message }: { message: string }) => message.includes('redirect'))
    .map(({ path, message }: Record<string, string>) => `${path}: ${message}`)
    .toSorted();
}

async function redirectsOf(siteId: string) {
  const { status, body } = await as(w.creator).get(`${w.base}/sites/${siteId}/redirects?limit=1000`);
  expect(status).toBe(200);
  return body.items
    .map(({ source, target, status: code }: Record<string, unknown>) => `${source} ${target} ${code}`)
    .toSorted();
}

async function firstRedirectOf(siteId: string): Promise<string> {
  const { body } = await as(w.creator).get(`${w.base}/sites/${siteId}/redirects`);
  return String(body.items[0].id);
}

it('a site that an import makes has the redirects of its books', async () => {
  const body = await importFiles(
    {
      'docs.yaml': text(`
site:
  title: Harbor
  structure:
    - type: section
      title: Start
      path: start
      children:
        - { type: space, title: English, path: en, content: { directory: ./start } }
        - { type: space, title: Deutsch, path: de, content: { directory: ./german } }
    - type: section
      title: Plans
      path: plans
      children:
        - { type: space, title: Plans, content: { directory: ./plans } }
`),
      ...bookOf('start/', {
        'old/tides': 'guide/tides.md#low',
        'de/former': 'guide/tides.md',
        'guide/tides': 'README.md',
        gone: 'nowhere.md',
        'what?': 'README.md',
      }),
      ...bookOf('german/', { former: 'guide/tides.md', 'old/tides': 'README.md' }),
      ...bookOf('plans/', { '/old/': './guide/tides.md' }),
    },
    { makeSite: true },
  );
  expect(await redirectsOf(body.site.site)).toEqual([
    '/de/former /guide/tides 301',
    '/de/old/tides /de/german 301',
    '/old/tides /guide/tides#low 301',
    '/plans/old/ /plans/guide/tides 301',
  ]);
  expect(await warningsOf(body.id)).toEqual([
    'german/former: The redirect to "guide/tides.md" is left out: the site redirects its path already.',
    'start/gone: The redirect to "nowhere.md" is left out: that is no page of the book.',
    'start/guide/tides: The redirect to "README.md" is left out: a page has its path.',
    'start/what?: The redirect to "README.md" is left out: its path must not contain whitespace, "?", "#" or "\\".',
  ]);
});

it('redirects wait with a space until a site has it, and leave those of the site as they are', async () => {
  const { id, space } = await importFiles(bookOf('', { 'old/tides': 'guide/tides.md', kept: 'README.md' }));
  expect(await warningsOf(id)).toEqual([]);
  const { body: first } = await as(w.creator).post(`${w.base}/sites`, { title: 'First', spaces: [space] });
  expect(await redirectsOf(first.id)).toEqual(['/kept /readme 301', '/old/tides /guide/tides 301']);

  const { body: second } = await as(w.creator).post(`${w.base}/sites`, { title: 'Second' });
  const url = `${w.base}/sites/${second.id}`;
  await as(w.creator).post(`${url}/redirects`, { source: '/KEPT', target: 'https://example.org/' });
  const { status } = await as(w.creator).post(`${url}/site-spaces`, { spaceId: space });
  expect(status).toBe(201);
  expect(await redirectsOf(second.id)).toEqual([
    '/KEPT https://example.org/ 301',
    '/old/tides /guide/tides 301',
  ]);

  const { body: section } = await as(w.creator).post(`${url}/sections`, { title: 'More', spaceId: space });
  expect(await redirectsOf(second.id)).toEqual([
    '/KEPT https://example.org/ 301',
    `/${section.path}/kept /${section.path}/readme 301`,
    `/${section.path}/old/tides /${section.path}/guide/tides 301`,
    '/old/tides /guide/tides 301',
  ]);
});

it('redirects into a space that a site shows are made for who may change the site, and named for others', async () => {
  const { space } = await importFiles(bookOf('', {}));
  const { body: site } = await as(w.creator).post(`${w.base}/sites`, { title: 'Present', spaces: [space] });
  const direct = { spaceId: space, mode: 'direct' };
  await importFiles(bookOf('', { former: 'README.md' }), direct);
  expect(await redirectsOf(site.id)).toEqual(['/former /readme 301']);
  await as(w.admin).delete(`${w.base}/sites/${site.id}/redirects/${await firstRedirectOf(site.id)}`);
  await createGrant({
    organizationId: w.organization.id,
    spaceId: space,
    userId: w.editor.id,
    level: 'edit',
  });
  const { id } = await importFiles(bookOf('', { former: 'README.md', older: 'README.md' }), direct, w.editor);
  expect(await warningsOf(id, w.admin)).toEqual([
    'older: A redirect leads from here to README.md. Who may change the site that shows the space has to add it.',
  ]);
  expect(await redirectsOf(site.id)).toEqual([]);
});

it('redirects that come by a change request are made when it is merged, those that are gone stay so', async () => {
  const { space } = await importFiles(bookOf('', { kept: 'README.md' }));
  const { body: site } = await as(w.creator).post(`${w.base}/sites`, { title: 'Merged', spaces: [space] });
  await as(w.admin).delete(`${w.base}/sites/${site.id}/redirects/${await firstRedirectOf(site.id)}`);
  const { spaces } = await importFiles(bookOf('', { kept: 'README.md', former: 'README.md' }), {
    spaceId: space,
  });
  expect(await redirectsOf(site.id)).toEqual([]);
  const url = `/v1/spaces/${space}/change-requests/${spaces[0].changeRequest}/merge`;
  expect((await as(w.creator).post(url)).body.result).toBe('merge');
  expect(await redirectsOf(site.id)).toEqual(['/former /readme 301']);
});

it('redirects wait with a space until a place of a site shows it instead of another one', async () => {
  const { space } = await importFiles(bookOf('', { former: 'README.md' }));
  const { space: other } = await importFiles(bookOf('', {}));
  const { body: site } = await as(w.creator).post(`${w.base}/sites`, { title: 'Changed', spaces: [other] });
  const url = `${w.base}/sites/${site.id}/site-spaces`;
  const { body: places } = await as(w.creator).get(url);
  const { status } = await as(w.creator).patch(`${url}/${places.items[0].id}`, { spaceId: space });
  expect(status).toBe(200);
  expect(await redirectsOf(site.id)).toEqual(['/former /readme 301']);
});

it('names redirects beyond those that a site can have', async () => {
  const all = Object.fromEntries(Array.from({ length: 5002 }, (_, index) => [`old-${index}`, 'README.md']));
  const { id, space } = await importFiles(bookOf('', all));
  expect(await warningsOf(id)).toEqual(
    ['old-5000', 'old-5001'].map(
      (path) => `${path}: The redirect to "README.md" is left out: a site can have 5000 redirects.`,
    ),
  );
  const { body: site } = await as(w.creator).post(`${w.base}/sites`, { title: 'Many', spaces: [space] });
  const { body } = await as(w.creator).get(`${w.base}/sites/${site.id}/redirects?count=true`);
  expect(body.count).toBe(5000);
});

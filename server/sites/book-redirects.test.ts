// @module-tag either-engine
import { beforeAll, expect, it } from 'vitest';
import { archive, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

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

async function importFiles(files: Parameters<typeof archive>[0], ask: object = {}) {
  const url = archive(files);
  const { status, body } = await as(w.creator).post(`${w.base}/imports`, { url, source: 'zip', ...ask });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

async function warningsOf(importId: string) {
  const { body } = await as(w.creator).get(`${w.base}/imports/${importId}/report?limit=1000`);
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

it('names redirects into a space that a site shows already', async () => {
  const { space } = await importFiles(bookOf('', {}));
  const { body: site } = await as(w.creator).post(`${w.base}/sites`, { title: 'Present', spaces: [space] });
  const { id } = await importFiles(bookOf('', { former: 'README.md' }), { spaceId: space, mode: 'direct' });
  expect(await warningsOf(id)).toEqual([
    'former: A redirect leads from here to README.md. Add it to the site that shows the space.',
  ]);
  expect(await redirectsOf(site.id)).toEqual([]);
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

/** Links between the books of one source. */
import { beforeAll, describe, expect, it } from 'vitest';
import { archive, contentOf, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { linksIn } from '#server/test/published/open-site.ts';
import { as, fetchPage } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const GUIDE = '# Guide\n\nAsk [the pilots](../pilots/radio.md#call), or read [the page](deep/page.md).\r\n';
const PAGE =
  '# Page\n\n{% content-ref url="../../pilots/radio.md" %}\n[radio](../../pilots/radio.md)\n{% endcontent-ref %}\n';
const BOOKS = {
  'docs.yaml': text(`
site:
  title: Harbor
  structure:
    - { type: section, title: Guide, path: guide, children: [{ type: space, title: Guide, content: { directory: ./guide } }] }
    - { type: section, title: Pilots, path: pilots, children: [{ type: space, title: Pilots, content: { directory: ./pilots } }] }
`),
  'guide/README.md': text(GUIDE),
  'guide/deep/page.md': text(PAGE),
  'guide/SUMMARY.md': text('* [Guide](README.md)\n* [Page](deep/page.md)\n'),
  'pilots/README.md': text('# Pilots\n\n[Guide](../guide/)\n'),
  'pilots/radio.md': text('# Radio\n\n## Call\n\nChannel 12.\n'),
  'pilots/SUMMARY.md': text('* [Pilots](README.md)\n* [Radio](radio.md)\n'),
};
const INSTANCES = {
  'docusaurus.config.js': text(`export default {
    presets: [['classic', { docs: {} }]],
    plugins: [['@docusaurus/plugin-content-docs', { id: 'pilots', path: 'pilots', routeBasePath: 'p' }]],
  };`),
  'docs/harbor.md': text('# Harbor\n'),
  'docs/tides.md': text('# Tides\n\n[a](/p/radio#call)\n'),
  'pilots/radio.md': text('# Radio\n\n## Call\n'),
};

type Books = Parameters<typeof archive>[0];

async function importBooks(files: Books, ask: object = {}) {
  const { status, body } = await as(w.creator).post(`${w.base}/imports`, { url: archive(files), ...ask });
  expect({ status, body }).toMatchObject({ status: 201, body: { state: 'done' } });
  return body;
}

async function importedBooks(files: Books = BOOKS, ask: object = {}) {
  const body = await importBooks(files, ask);
  const [guide, pilots] = body.spaces.map(({ space }: { space: string }) => space);
  return { body, guide, pilots, radio: (await contentOf(pilots)).idOf('Radio') ?? '' };
}

const linksOf = async (space: string) => (await as(w.creator).get(`/v1/spaces/${space}/links`)).body;

describe('links between the books of a source', () => {
  it('lead to the page of the other space, from a text that stays as it is', async () => {
    const { body, guide, pilots, radio } = await importedBooks();
    const { textOf, revision, idOf } = await contentOf(guide);
    expect(textOf('Guide')).toBe(GUIDE.replace('\r\n', '\n'));
    expect(textOf('Page')).toBe(PAGE);
    expect(revision.files).toEqual([]);
    const { body: report } = await as(w.creator).get(`${w.base}/imports/${body.id}/report`);
    expect(report.items).toEqual([]);

    const { items, stats } = await linksOf(guide);
    expect(stats.broken.total).toBe(0);
    expect(items.map(({ targetReference: to }: { targetReference: object }) => to)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          space: expect.objectContaining({ id: pilots }),
          page: { id: radio, title: 'Radio', path: 'radio' },
          anchor: 'call',
        }),
      ]),
    );
    const page = `/v1/spaces/${guide}/content/page/${idOf('Guide')}`;
    const { body: read } = await as(w.creator).get(page);
    expect(JSON.stringify(read.document)).toContain(
      JSON.stringify({ kind: 'anchor', anchor: 'call', space: pilots, page: radio }),
    );
  });

  it('lead visitors of the site to the other section', async () => {
    const { body, radio } = await importedBooks(BOOKS, { makeSite: true });
    const site = `${w.base}/sites/${body.site.site}`;
    await as(w.creator).post(`${site}/publish`);
    const base = `/published/${w.organization.id}/${body.site.site}/`;
    const { body: page } = await fetchPage(base);
    const link = linksIn(page).find((url) => url.includes('~/pages/')) ?? '';
    expect(link).toMatch(new RegExp(`/${radio}#call$`));
    const { headers } = await fetchPage(link.replace(/#.*/, ''));
    expect(headers.location).toBe(`${base}pilots/radio`);
    const { body: markdown } = await fetchPage(`${base}index.md`);
    expect(markdown).toContain('~/pages/');
  });

  it('hold when a page moves, and when its book alone is imported again', async () => {
    const { guide } = await importedBooks();
    const requests = `/v1/spaces/${guide}/change-requests`;
    const url = `${requests}/${(await as(w.creator).post(requests, {})).body.id}`;
    const { idOf } = await contentOf(guide);
    const move = { operation: 'update_page', page: idOf('Page'), into: idOf('Guide'), slug: 'moved' };
    expect((await as(w.creator).post(`${url}/content`, { changes: [move] })).status).toBe(200);
    const { body: moved } = await as(w.creator).get(`${url}/content/page/${idOf('Page')}?format=markdown`);
    expect([moved.git.path, moved.markdown]).toEqual([
      'moved.md',
      PAGE.replaceAll('../../pilots/radio.md', '../pilots/radio.md'),
    ]);
    expect((await as(w.creator).get(`${url}/links`)).body.stats.broken.total).toBe(0);

    const alone = {
      'README.md': BOOKS['guide/README.md'],
      'deep/page.md': text(`${PAGE}\nMore.\n`),
      'SUMMARY.md': BOOKS['guide/SUMMARY.md'],
    };
    const again = await importBooks(alone, { spaceId: guide, mode: 'direct' });
    expect(again.spaces).toMatchObject([{ addedPages: 0, updatedPages: 1, removedPages: 0, files: 0 }]);
    expect((await linksOf(guide)).stats.broken.total).toBe(0);
  });

  it('become paths where they were addresses of the site before', async () => {
    const { body, guide, pilots, radio } = await importedBooks(INSTANCES);
    expect((await contentOf(guide)).textOf('Tides')).toContain('[a](../pilots/radio.md#call)');
    expect((await linksOf(guide)).items).toMatchObject([
      { status: 'ok', targetReference: { space: { id: pilots }, page: { id: radio }, anchor: 'call' } },
    ]);
    const { body: report } = await as(w.creator).get(`${w.base}/imports/${body.id}/report`);
    expect(report.items).toMatchObject([
      { path: 'docs/tides.md', line: 3, kind: 'changed', message: expect.stringContaining('/p/radio#call') },
    ]);
  });

  it.each([
    ['GitBook', BOOKS, 'Page', '](../../pilots/radio.md)'],
    ['Docusaurus', INSTANCES, 'Tides', '](../pilots/radio.md#call)'],
  ])(
    'of %s lead within the space where all become one, also a second time',
    async (_kind, files, title, path) => {
      const { space } = await importBooks(files, { books: 'space' });
      const { textOf, pages, revision, idOf } = await contentOf(space);
      expect(pages.filter(({ type }) => type === 'group')).toHaveLength(2);
      expect(textOf(title)).toContain(path);
      expect(revision.book?.neighbors).toBeUndefined();
      expect((await linksOf(space)).stats.broken.total).toBe(0);
      const again = await importBooks(files, { spaceId: space, mode: 'direct' });
      expect(again.spaces).toMatchObject([{ addedPages: 0, updatedPages: 0, removedPages: 0, files: 0 }]);
      expect((await contentOf(space)).idOf('Radio')).toBe(idOf('Radio'));
      expect((await linksOf(space)).stats.broken.total).toBe(0);
    },
  );
});

describe('a book that is left out', () => {
  it('gets no space, and no place in the site', async () => {
    const { body: planned } = await as(w.creator).post(`${w.base}/imports`, {
      url: archive(BOOKS),
      plan: true,
    });
    expect(planned.recognized.books.map(({ title }: { title: string }) => title)).toEqual([
      'Guide',
      'Pilots',
    ]);
    const at = `${w.base}/imports/${planned.id}`;
    for (const leaveOut of [[2], [0, 1]])
      expect((await as(w.creator).post(`${at}/apply`, { leaveOut })).status).toBe(400);
    const { body } = await as(w.creator).post(`${at}/apply`, { leaveOut: [1], makeSite: true });
    expect(body).toMatchObject({ state: 'done', spaces: [{ title: 'Guide' }] });
    const { body: structure } = await as(w.creator).get(`${w.base}/sites/${body.site.site}/structure`);
    expect(JSON.stringify(structure)).not.toContain('Pilots');
    const { body: report } = await as(w.creator).get(`${at}/report?kind=left-out`);
    expect(report.items).toContainEqual(expect.objectContaining({ path: 'pilots', kind: 'left-out' }));
  });
});

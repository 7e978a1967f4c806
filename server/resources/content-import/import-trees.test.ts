import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { contentOf, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, type Sender, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const BOOK = {
  'README.md': text('# Harbor\n\n![Plan](.gitbook/assets/plan.png)\n'),
  'SUMMARY.md': text(
    '# Table of contents\n\n* [Harbor](README.md)\n* [Tides](tides.md)\n\n## More\n\n* [Quay](quay.md)\n',
  ),
  'tides.md': text('---\ndescription: High and low\n---\n\n# Tides\n\nSee [the quay](quay.md).\n'),
  'quay.md': text('# Quay\n\nStone.\n'),
  '.gitbook/assets/plan.png': PIXEL,
  '.gitbook/assets/same.png': PIXEL,
};

type Files = Parameters<typeof zipSync>[0];

/** Uploads files in pieces; returns their ids. */
async function upload(files: Record<string, Buffer>, who: Sender = w.creator): Promise<string[]> {
  const { app } = await testApp();
  const ids: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const { status, body } = await as(who).post(`${w.base}/import-uploads`, { name, size: bytes.length });
    expect({ status, body }).toMatchObject({ status: 201 });
    const half = Math.floor(bytes.length / 2);
    for (const [start, end] of [
      [0, half],
      [half, bytes.length],
    ] as const) {
      const url = new URL(body.url);
      const { statusCode, headers } = await app.inject({
        method: 'PUT',
        url: `${url.pathname}${url.search}`,
        headers: { 'upload-offset': String(start), 'content-type': 'application/octet-stream' },
        payload: bytes.subarray(start, end),
      });
      expect({ statusCode, offset: headers['upload-offset'] }).toEqual({
        statusCode: 204,
        offset: String(end),
      });
    }
    ids.push(body.id);
  }
  return ids;
}

const importUploads = async (files: Record<string, Buffer>, ask: object = {}, who: Sender = w.creator) =>
  as(who).post(`${w.base}/imports`, { uploads: await upload(files, who), ...ask });
const zip = (files: Files) => Buffer.from(zipSync(files));

async function reportOf(importId: string) {
  const { body } = await as(w.creator).get(`${w.base}/imports/${importId}/report?limit=1000`);
  return body.items.map(({ path, kind, message }: Record<string, string>) => [path, kind, message]);
}

describe('an import of an uploaded archive', () => {
  it('keeps order, titles and files of the book, and equal bytes once', async () => {
    const { status, body } = await importUploads({ 'harbor.zip': zip(BOOK) });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { state: 'done', recognized: { kind: 'gitbook' }, from: 'harbor.zip' },
    });
    const { pages, revision, textOf } = await contentOf(body.space);
    expect(pages.map(({ title, type, git }) => [type, title, git?.path])).toEqual([
      ['document', 'Harbor', 'README.md'],
      ['document', 'Tides', 'tides.md'],
      ['group', 'More', undefined],
      ['document', 'Quay', 'quay.md'],
    ]);
    expect(pages[1]?.description).toBe('High and low');
    expect(textOf('Tides')).toContain('[the quay](quay.md)');
    expect(revision.files.map(({ git }) => git?.path)).toContain('.gitbook/assets/plan.png');
    const { db } = await testApp();
    const rows = await db.selectFrom('files').select('id').where('space_id', '=', body.space).execute();
    expect(rows).toHaveLength(1);
    const left = await db
      .selectFrom('import_sources')
      .select('id')
      .where('import_id', '=', body.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('a second time updates what has changed by path, and keeps ids and addresses', async () => {
    const first = await importUploads({ 'docs.zip': zip(BOOK) });
    const before = await contentOf(first.body.space);
    const { 'quay.md': _quay, ...others } = BOOK;
    const changed = {
      ...others,
      'SUMMARY.md': text(
        '# Table of contents\n\n* [Harbor](README.md)\n* [The tides](tides.md)\n* [Pier](pier.md)\n',
      ),
      'pier.md': text('# Pier\n\nWood.\n'),
      '.gitbook/assets/plan.png': Buffer.concat([PIXEL, Buffer.from([0])]),
    };
    const second = await importUploads({ 'docs.zip': zip(changed) }, { spaceId: first.body.space });
    expect(second.body.spaces).toMatchObject([
      { changeRequest: expect.any(String), addedPages: 1, updatedPages: 1, removedPages: 2 },
    ]);
    const after = await contentOf(first.body.space, second.body.revision);
    expect(after.idOf('The tides')).toBe(before.idOf('Tides'));
    expect(after.pages.find(({ title }) => title === 'The tides')?.path).toBe('tides');
    expect(after.idOf('Quay')).toBeUndefined();
    const planOf = ({ revision }: typeof before) =>
      revision.files.find(({ git }) => git?.path === '.gitbook/assets/plan.png');
    expect(planOf(after)?.id).toBe(planOf(before)?.id);
    expect(planOf(after)?.data).not.toBe(planOf(before)?.data);
    expect((await contentOf(first.body.space)).idOf('Quay')).toBeDefined();
  });

  it('a second time says what it would change before anything is written', async () => {
    const first = await importUploads({ 'docs.zip': zip(BOOK) });
    const { space } = first.body;
    const { 'quay.md': _quay, ...rest } = BOOK;
    const other = Buffer.concat([PIXEL, Buffer.alloc(1)]);
    const changed = zip({
      ...rest,
      'SUMMARY.md': text(
        '# Table of contents\n\n* [Harbor](README.md)\n* [Tides](tides.md)\n* [Buoys](buoys.md)\n',
      ),
      'tides.md': text('---\ndescription: High and low\n---\n\n# Tides\n\nTwice a day.\n'),
      'buoys.md': text('# Buoys\n\nRed and green.\n'),
      '.gitbook/assets/plan.png': other,
    });
    const { body: planned } = await importUploads({ 'docs.zip': changed }, { spaceId: space, plan: true });
    expect(planned).toMatchObject({
      state: 'planned',
      recognized: { changes: { addedPages: 1, updatedPages: 1, removedPages: 2, files: 1 } },
    });
    const at = `${w.base}/imports/${planned.id}`;
    const { body: list } = await as(w.creator).get(`${at}/changes`);
    expect(list.items.map((one: ContentChange) => [one.type, one.page?.title ?? one.file?.name])).toEqual([
      ['page_edited', 'Tides'],
      ['page_created', 'Buoys'],
      ['page_deleted', 'More'],
      ['page_deleted', 'Quay'],
      ['file_edited', 'plan.png'],
    ]);
    const textsOf = async (n: number) => (await as(w.creator).get(`${at}/changes/${list.items[n].id}`)).body;
    expect(await textsOf(0)).toEqual({
      before: expect.stringContaining('See [the quay](quay.md).'),
      after: expect.stringContaining('Twice a day.'),
    });
    expect(await textsOf(1)).toEqual({ after: expect.stringContaining('Red and green.') });
    expect(await textsOf(3)).toEqual({ before: expect.stringContaining('Stone.') });
    expect((await as(w.creator).get(`${at}/changes/99`)).status).toBe(404);
    expect((await contentOf(space)).revision.id).toBe(first.body.revision);

    await as(w.creator).post(`${at}/apply`, { mode: 'direct' });
    expect((await as(w.creator).get(at)).body).toMatchObject({
      state: 'done',
      spaces: [{ addedPages: 1, updatedPages: 1, removedPages: 2, files: 1 }],
    });
    expect((await as(w.creator).get(`${at}/changes`)).body.items).toEqual([]);
  });

  it('the same once more changes nothing but the revision', async () => {
    const first = await importUploads({ 'twice.zip': zip(BOOK) });
    const second = await importUploads(
      { 'twice.zip': zip(BOOK) },
      { spaceId: first.body.space, mode: 'direct' },
    );
    expect(second.body.spaces).toMatchObject([{ addedPages: 0, updatedPages: 0, removedPages: 0, files: 0 }]);
    const [a, b] = [
      await contentOf(first.body.space, first.body.revision),
      await contentOf(first.body.space),
    ];
    expect(b.revision.pages).toEqual(a.revision.pages);
    expect(b.revision.files).toEqual(a.revision.files);
  });

  it('that holds archives, as an export in parts does, is that of all of them', async () => {
    const [home, tides] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
    const first = zip({
      [`Harbor ${home}.md`]: text(`# Harbor\n\n[Tides](Harbor%20${home}/Tides%20${tides}.md)\n`),
    });
    const second = zip({
      [`Harbor ${home}/Tides ${tides}.md`]: text('# Tides\n\n![Plan](plan.png)\n'),
      [`Harbor ${home}/plan.png`]: PIXEL,
    });
    const whole = zip({ 'Export-1.zip': new Uint8Array(first), 'Export-2.zip': new Uint8Array(second) });
    const { status, body } = await importUploads({ 'Export.zip': whole });
    expect({ status, recognized: body.recognized }).toMatchObject({
      status: 201,
      recognized: { kind: 'notion' },
    });
    const { pages, revision } = await contentOf(body.space);
    expect(pages.map(({ title }) => title)).toEqual(['Harbor', 'Tides']);
    expect(revision.files.map(({ name }) => name)).toEqual(['plan.png']);
    const { db } = await testApp();
    const sources = db.selectFrom('import_sources').select('id').where('import_id', '=', body.id);
    expect(await sources.execute()).toEqual([]);
  });

  it('names and refuses paths that lead out of it, and keeps the rest', async () => {
    const { body } = await importUploads({
      'a.zip': zip({ ...BOOK, '../secret.md': text('# S'), '/etc/x.md': text('# X') }),
    });
    expect(await reportOf(body.id)).toEqual(
      expect.arrayContaining([
        ['../secret.md', 'left-out', 'Its path leads out of the archive.'],
        ['/etc/x.md', 'left-out', 'Its path leads out of the archive.'],
      ]),
    );
    expect(body.isComplete).toBe(false);
    const { app } = await testApp();
    const url = new URL(body.urls.report);
    const csv = await app.inject(`${url.pathname}${url.search}`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.body).toContain('../secret.md,,left-out,Its path leads out of the archive.');
  });

  it('names files of Git LFS, whose bytes are not in it', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 9\n`;
    const { body } = await importUploads({
      'a.zip': zip({ ...BOOK, '.gitbook/assets/plan.png': text(pointer) }),
    });
    expect(await reportOf(body.id)).toContainEqual([
      '.gitbook/assets/plan.png',
      'left-out',
      expect.stringContaining('It is stored with Git LFS'),
    ]);
    expect(body.isComplete).toBe(false);
    const { revision } = await contentOf(body.space);
    expect(revision.files.map(({ name }) => name)).toEqual(['same.png']);
  });

  it.each([
    ['a bomb', zip({ 'a.md': Buffer.alloc(20_000_000) }), 'expands to more than 100 times its size'],
    ['no archive', Buffer.from('PK, but nothing else'), 'not a ZIP archive, or it is damaged'],
    ['nothing to read', zip({ 'picture.png': PIXEL }), 'no pages'],
  ])('is refused as a whole where it is %s', async (_what, bytes, problem) => {
    const { status, body } = await importUploads({ 'a.zip': bytes });
    expect(status).toBe(400);
    expect(body.error.message).toContain(problem);
  });
});

const SITE = {
  'docs.yaml': text(`
site:
  title: Acme
  structure:
    - type: section
      title: Start
      path: start
      condition: "visitor.claims.beta == true"
      children:
        - { type: space, title: English, path: en, content: { directory: ./start } }
    - type: section
      title: Secret
      hidden: true
      children:
        - { type: space, title: Plans, content: { directory: ./plans } }
`),
  'start/README.md': text('# Start\n'),
  'plans/README.md': text('# Plans\n'),
};

describe('an import of a source with a site', () => {
  it('makes collection, spaces and site at once, without what is hidden', async () => {
    const { status, body } = await importUploads({ 'acme.zip': zip(SITE) }, { makeSite: true });
    expect({ status, spaces: body.spaces?.length, site: body.site }).toMatchObject({
      status: 201,
      spaces: 2,
      site: { title: 'Acme', site: expect.any(String) },
    });
    const url = `${w.base}/sites/${body.site.site}`;
    const { body: site } = await as(w.creator).get(url);
    expect(site).toMatchObject({ published: false, adaptiveContent: { enabled: true } });
    const { body: sections } = await as(w.creator).get(`${url}/sections`);
    expect(sections.items).toMatchObject([
      { title: 'Start', path: 'start', condition: 'visitor.claims.beta == true' },
    ]);
    expect((await reportOf(body.id)).map(([path]: string[]) => path)).toContain('Secret');
  });

  it('only plans it where nobody asked for it', async () => {
    const { body } = await importUploads({ 'acme.zip': zip(SITE) });
    expect(body.site).toEqual({ title: 'Acme', reason: 'The site was not asked for.' });
  });
});

describe('an import of several uploads', () => {
  it('is one of a folder', async () => {
    const files = Object.fromEntries(
      Object.entries(BOOK).map(([path, bytes]) => [`docs/${path}`, Buffer.from(bytes)]),
    );
    const { status, body } = await importUploads(files);
    expect({ status, from: body.from, kind: body.recognized?.kind }).toEqual({
      status: 201,
      from: 'docs',
      kind: 'gitbook',
    });
    expect((await contentOf(body.space)).pages.map(({ title }) => title)).toEqual([
      'Harbor',
      'Tides',
      'More',
      'Quay',
    ]);
  });

  it('takes none of somebody else, none twice and none that has not arrived', async () => {
    const [id = ''] = await upload({ 'a.zip': zip(BOOK) }, w.editor);
    const ask = { uploads: [id] };
    expect((await as(w.creator).post(`${w.base}/imports`, ask)).status).toBe(400);
    const { body: open } = await as(w.creator).post(`${w.base}/import-uploads`, { name: 'b.zip', size: 9 });
    const response = await as(w.creator).post(`${w.base}/imports`, { uploads: [open.id] });
    expect(response.body.error.details[0].path).toBe('body.uploads');
  });
});

describe('an import from a repository', () => {
  it('takes the folder that was named', async () => {
    const files = Object.fromEntries(
      Object.entries(BOOK).map(([path, bytes]) => [`acme-docs-1/handbook/${path}`, bytes]),
    );
    publishPage(
      'https://codeload.github.com/acme/docs/zip/main',
      zip({ ...files, 'acme-docs-1/README.md': text('# Code') }),
      'application/zip',
    );
    const { status, body } = await as(w.creator).post(`${w.base}/imports`, {
      repository: { url: 'https://github.com/acme/docs', branch: 'main', folder: 'handbook' },
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    expect(
      flattenPages((await contentOf(body.space)).revision.pages).map(({ title }) => title),
    ).not.toContain('Code');
  });

  it('says that an address is not of one', async () => {
    const page = publishPage('https://press.example/docs/info/refs?service=git-upload-pack', 'Not Git');
    const { status, body } = await as(w.creator).post(`${w.base}/imports`, {
      repository: { url: page.slice(0, page.indexOf('/info')) },
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('does not answer as a Git server does');
  });
});

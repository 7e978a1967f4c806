import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { FetchError } from '#server/network/fetch-error.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createChangeRequest, createWrittenSpace, PIXEL } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { archive, contentOf, publishWebsite, text } from '#server/test/imported-content.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, type Sender, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let organizationId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  organizationId = w.organization.id;
});

async function createEmptySpace(): Promise<string> {
  return (await createSpace({ organizationId, defaultLevel: 'inherit' })).id;
}

async function importContent(spaceId: string, source: string, url: string, who: Sender = w.editor) {
  return as(who).post(`/v1/spaces/${spaceId}/content/import`, { source, url });
}

describe('importSpaceContent', () => {
  it('needs a token', async () => {
    expect(
      (await importContent(await createEmptySpace(), 'html', 'https://a.example/', anonymous)).status,
    ).toBe(401);
  });

  it.each([
    ['body.url', { source: 'html' }],
    ['body.url', { source: 'html', url: 'no address' }],
    ['body.source', { url: 'https://a.example/' }],
    ['body.source', { source: 'word', url: 'https://a.example/' }],
    ['body.url', { source: 'html', url: 'ftp://a.example/' }],
    ['not a public address', { source: 'website', url: 'http://127.0.0.1:4400/' }],
    ['not a public address', { source: 'zip', url: 'http://[::ffff:10.0.0.1]/a.zip' }],
    ['user name', { source: 'html', url: 'http://a:b@a.example/' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.editor).post(`/v1/spaces/${await createEmptySpace()}/content/import`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('returns 404 to non-members and requires the permission edit and an unlocked space', async () => {
    const spaceId = await createEmptySpace();
    const url = `${publishWebsite({ '/a': '<p>a</p>' })}/a`;
    expect((await importContent(spaceId, 'html', url, w.outsider)).status).toBe(404);
    expect((await importContent(spaceId, 'html', url, w.commenter)).status).toBe(403);
    await as(w.admin).patch(`/v1/spaces/${spaceId}`, { editMode: 'locked' });
    expect((await importContent(spaceId, 'html', url, w.admin)).status).toBe(403);
  });

  it('appends a page with its image, and writes an audit entry', async () => {
    const { space, start } = await createWrittenSpace({ organizationId, defaultLevel: 'inherit' });
    const site = publishWebsite({
      '/guide/tides': `<title>Tides &amp; currents</title><nav><a href="/x">Home</a></nav>
        <h1>Tides &amp; currents</h1><p id="intro">See <a href="#low">below</a> and <a href="https://b.example/">there</a>.</p>
        <img src="../pictures/tide.png" alt="A tide"><img src="missing.png">
        <h2 id="low">Low tide</h2><script>alert(1)</script>`,
      '/pictures/tide.png': PIXEL,
    });
    const before = await contentOf(space.id);
    const response = await importContent(space.id, 'html', `${site}/guide/tides`);
    expect(response).toMatchObject({ status: 201, body: { importedResources: 2, totalResources: 3 } });
    const { revision, textOf, pages } = await contentOf(space.id);
    expect(response.body.revision).toBe(revision.id);
    expect(revision).toMatchObject({ type: 'edits', parents: [before.revision.id] });
    expect(pages.map(({ id }) => id)).toContain(start.id);
    const image = revision.files.at(-1);
    expect(image).toMatchObject({
      name: 'tide.png',
      contentType: 'image/png',
      width: 1,
      height: 1,
      size: PIXEL.length,
    });
    expect(textOf('Tides & currents')).toBe(
      `See [below](#low-tide) and [there](https://b.example/).\n\n![A tide](../pictures/tide.png)![](${site}/guide/missing.png)\n\n## Low tide`,
    );
    const { db } = await testApp();
    const stored = await db
      .selectFrom('files')
      .select('data')
      .where('id', '=', image?.id ?? '')
      .execute();
    expect(stored.map(({ data }) => data?.equals(PIXEL))).toEqual([true]);
    const audit = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'importSpaceContent')
      .where('target_id', '=', space.id)
      .execute();
    expect(audit).toMatchObject([{ actor_id: w.editor.id, after: { revision: revision.id } }]);
    const file = await as(w.reader).get(`/v1/spaces/${space.id}/content/files/${image?.id}`);
    expect(file).toMatchObject({
      status: 200,
      body: { name: 'tide.png', dimensions: { width: 1, height: 1 } },
    });
    const served = await as(w.reader).get(
      `/v1/spaces/${space.id}/content/page/${pages.at(-1)?.id}?format=markdown`,
    );
    expect(served.body).toMatchObject({ markdown: expect.stringContaining('## Low tide') });
  });

  it.each([
    ['html', '/guide/a', '<title>Tides</title>High', '<title>Spring tides</title>Higher'],
    ['markdown', '/guide/a.md', '# Tides\n\nHigh', '# Spring tides\n\nHigher'],
  ])('updates the page of a second import (%s), and keeps its id and path', async (source, path, a, b) => {
    const spaceId = await createEmptySpace();
    // HTML needs no content type.
    const url = `${publishWebsite({ [path]: a }, '')}${path}`;
    await importContent(spaceId, source, url);
    const before = await contentOf(spaceId);
    publishPage(url, b, '');
    await importContent(spaceId, source, url);
    const after = await contentOf(spaceId);
    expect(after.pages.map(({ id, title }) => [id, title])).toEqual([[before.idOf('Tides'), 'Spring tides']]);
    expect(after.pages.map((page) => page.path)).toEqual(['a']);
    expect(after.textOf('Spring tides')).toContain('Higher');
  });

  it('updates the pages of a website, adds new ones and removes those that are gone', async () => {
    const spaceId = await createEmptySpace();
    const site = publishWebsite({
      '/': '<title>Home</title><a href="/a">a</a> <a href="/b/">b</a><img src="/p.png">',
      '/a': '<title>A</title>one',
      '/b/': '<title>B</title>two',
      '/b': '<title>B</title>two',
      '/p.png': PIXEL,
    });
    await importContent(spaceId, 'website', `${site}/`);
    const before = await contentOf(spaceId);
    publishPage(`${site}/`, '<title>Home</title><a href="/a">a</a> <a href="/c">c</a><img src="/p.png">');
    publishPage(`${site}/a`, '<title>A</title>one more');
    publishPage(`${site}/c`, '<title>C</title>three');
    publishPage(`${site}/b`, new FetchError('status', 'It is gone.'));
    await importContent(spaceId, 'website', `${site}/`);
    const after = await contentOf(spaceId);
    expect(after.pages.map(({ title }) => title)).toEqual(['Home', 'A', 'C']);
    expect([after.idOf('Home'), after.idOf('A')]).toEqual([before.idOf('Home'), before.idOf('A')]);
    expect(after.revision.files).toEqual(before.revision.files);
  });

  it('imports a website with the links between its pages', async () => {
    const spaceId = await createEmptySpace();
    const site = publishWebsite({
      '/': '<title>Start</title><a href="/guide/">guide</a> <a href="/about">about</a> <a href="https://elsewhere.example/">e</a> <a href="/gone">gone</a> <a href="/file.pdf">pdf</a>',
      '/guide': '<title>Guide</title><a href="/">start</a> <a href="deep/one#part-b">deep</a>',
      '/about': '<title>About</title><a href="/guide/index.html">guide</a>',
      '/deep/one': '<title>Deep</title><h2 id="part-b">Part b!</h2><a href="/too/deep">further</a>',
      '/too/deep': '<title>Deeper</title>',
    });
    const { status, body } = await importContent(spaceId, 'website', `${site}/`);
    expect({ status, ...body }).toMatchObject({ status: 201, importedResources: 5, totalResources: 6 });
    const { revision, textOf, idOf } = await contentOf(spaceId);
    const [start] = revision.pages;
    expect(start?.pages.map(({ title }) => title)).toEqual(['Guide', 'About']);
    expect(start?.pages[0]?.pages.map(({ path }) => path)).toEqual(['start/guide/one']);
    expect(textOf('Start')).toContain('[guide](guide.md) [about](about.md)');
    expect(textOf('Start')).toContain(`[gone](${site}/gone)`);
    expect(textOf('Guide')).toBe('[start](index.md) [deep](deep/one.md#part-b)');
    expect(textOf('About')).toBe('[guide](guide.md)');
    expect(textOf('Deep')).toContain('[further](../too/deep.md)');
    const { body: links } = await as(w.editor).get(
      `/v1/spaces/${spaceId}/content/page/${idOf('Guide')}/links`,
    );
    expect(links.items.map((link: { status: string }) => link.status)).toEqual(['ok', 'ok']);
  });

  it('imports a markdown file with its title and images', async () => {
    const spaceId = await createEmptySpace();
    const site = publishWebsite(
      {
        '/a/tides.md': '---\ntags: [sea]\n---\n# The *tides*\n\n![t](t.png) [up](../b.md)\n',
        '/a/t.png': PIXEL,
      },
      'text/markdown',
    );
    const imported = await importContent(spaceId, 'markdown', `${site}/a/tides.md`);
    expect(imported.body.importedResources).toBe(2);
    const { textOf, revision } = await contentOf(spaceId);
    expect(textOf('The tides')).toBe(`![t](t.png) [up](${site}/b.md)\n`);
    expect(revision.files.map(({ git }) => git?.path)).toEqual(['a/t.png']);
  });

  it('imports a markdown archive as a tree, and leaves links unchanged that lead out of it or are invalid', async () => {
    const spaceId = await createEmptySpace();
    const unchanged = '[a](nothing.md) [b](//[) [c](https://a.test:99999/) [d](//b.test/README.md)';
    const url = archive({
      'docs-main': {
        'README.md': text('# Home\n\n[Guide](guide/) [Steps](guide/2-steps.md#second-step) ![p](img/p.png)'),
        guide: {
          'index.md': text('# Guide\n\n[Home](../README.md)'),
          '10-end.md': text('The end'),
          '2-steps.md': text(`# Steps\n\n[Home](/README.md) ${unchanged}`),
        },
        reference: { deep: { 'a b.md': text('`[x](../../README.md)`') } },
        img: { 'p.png': PIXEL, 'fake.png': text('no picture') },
        '.git': { 'HEAD.md': text('hidden') },
      },
    });
    expect(await importContent(spaceId, 'zip', url)).toMatchObject({
      status: 201,
      body: { importedResources: 8 },
    });
    const { revision, textOf, idOf } = await contentOf(spaceId);
    expect(revision.pages.map(({ title, type }) => [title, type])).toEqual([
      ['Home', 'document'],
      ['Guide', 'document'],
      ['Reference', 'group'],
    ]);
    expect(revision.pages[1]?.pages.map(({ title }) => title)).toEqual(['Steps', '10 end']);
    expect(textOf('Home')).toContain('[Guide](guide/) [Steps](guide/2-steps.md#second-step) ![p](img/p.png)');
    expect(textOf('Guide')).toContain('[Home](../README.md)');
    expect(textOf('Steps')).toContain(`[Home](/README.md) ${unchanged}`);
    expect(textOf('A b')).toBe('`[x](../../README.md)`');
    const { body: links } = await as(w.editor).get(
      `/v1/spaces/${spaceId}/content/page/${idOf('Home')}/links`,
    );
    expect(
      links.items.map(({ targetReference: { kind } }: { targetReference: { kind: string } }) => kind),
    ).toEqual(['anchor', 'file', 'page']);
  });

  it.each([
    ['html', () => publishPage('https://fails.example/a', new FetchError('timeout', 'Slow.')), 'Slow.'],
    ['html', () => `${publishWebsite({ '/a': 'text' }, 'text/plain')}/a`, 'Expected HTML'],
    ['website', () => `${publishWebsite({ '/a': PIXEL }, 'image/png')}/a`, 'Expected HTML'],
    ['html', () => `${publishWebsite({ '/a': 'Just words' }, '')}/a`, 'Expected HTML'],
    ['markdown', () => `${publishWebsite({ '/a': '<p>' })}/a`, 'Expected Markdown'],
    ['zip', () => `${publishWebsite({ '/a': 'text' })}/a`, 'not a ZIP archive'],
    ['zip', () => archive({ 'a.txt': text('a') }), 'no pages'],
    [
      'zip',
      () => archive({ 'a.md': text('a'), 'b.md': new Uint8Array(20 * 1024 * 1024) }),
      '100 times its size',
    ],
    ['html', () => `${publishWebsite({ '/a': '<div>'.repeat(100_000) })}/a`, 'too deeply nested'],
    ['html', () => `${publishWebsite({ '/a': '<p>a'.repeat(250_001) })}/a`, '250,001 HTML tags'],
    ['website', () => `${publishWebsite({ '/a': '<br>'.repeat(250_001) })}/a`, 'up to 250,000'],
  ])('changes nothing when it fails (%s)', async (source, url, reason) => {
    const spaceId = await createEmptySpace();
    const before = (await as(w.reader).get(`/v1/spaces/${spaceId}`)).body;
    const response = await importContent(spaceId, source, url());
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain(reason);
    expect((await as(w.reader).get(`/v1/spaces/${spaceId}`)).body).toEqual(before);
    const { db } = await testApp();
    const rows = await db.selectFrom('revisions').select('id').where('space_id', '=', spaceId).execute();
    expect(rows).toHaveLength(1);
    expect(await db.selectFrom('files').select('id').where('space_id', '=', spaceId).execute()).toEqual([]);
  });

  it('converts a long page while other requests are served', async () => {
    const spaceId = await createEmptySpace();
    const page = `<title>Long</title>${'<h2>Part</h2><p>The <b>tide</b> comes <a href="/a">in</a>.</p>'.repeat(4000)}`;
    const importing = importContent(spaceId, 'html', `${publishWebsite({ '/long': page })}/long`);
    const isDone = importing.then(() => true);
    let served = 0;
    // PGlite responds without yielding, but messages of the task process arrive only between turns of the event loop.
    for (; !(await Promise.race([isDone, wait(5, false)])); served += 1) {
      await as(w.reader).get(`/v1/spaces/${spaceId}`);
    }
    const { status, body } = await importing;
    expect({ status, body }).toMatchObject({ status: 201 });
    // If the conversion ran on this thread, no request would be served during it.
    expect(served).toBeGreaterThan(20);
    expect((await contentOf(spaceId)).textOf('Long')).toContain('The **tide** comes');
  });

  it('fetches from a real server if private addresses are allowed', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=iso-8859-1');
      response.end(Buffer.from('<title>Fl\xE4che</title><p>\xFC</p>', 'latin1'));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { app, close } = await startApp({
      database: await sharedDatabase(),
      fetcher: createFetcher({ allowPrivate: true }),
    });
    const spaceId = await createEmptySpace();
    const response = await app.inject({
      method: 'POST',
      url: `/v1/spaces/${spaceId}/content/import`,
      headers: { authorization: `Bearer ${w.editor.token}` },
      payload: { source: 'html', url: `http://127.0.0.1:${port}/` },
    });
    expect(response.statusCode).toBe(201);
    expect((await contentOf(spaceId)).textOf('Fläche')).toBe('ü');
    await close();
    server.close();
  });
});

describe('importChangeRequestContent', () => {
  const url = () => `${publishWebsite({ '/a': '<title>New page</title><p>a</p>' })}/a`;
  const changeRequest = async () => {
    const { space } = await createWrittenSpace({ organizationId, defaultLevel: 'inherit' });
    const { id } = await createChangeRequest(space.id);
    return { spaceId: space.id, id, path: `/v1/spaces/${space.id}/change-requests/${id}/content/import` };
  };

  it('returns an error without a token, for unknown sources, to non-members and without the permission edit', async () => {
    const { path } = await changeRequest();
    const body = { source: 'html', url: url() };
    expect((await as(anonymous).post(path, body)).status).toBe(401);
    expect((await as(w.editor).post(path, { ...body, source: 'confluence' })).status).toBe(400);
    expect((await as(w.outsider).post(path, body)).status).toBe(404);
    expect((await as(w.editor).post(path.replace(/requests\/\w+/, 'requests/none'), body)).status).toBe(404);
    expect((await as(w.commenter).post(path, body)).status).toBe(403);
  });

  it.each(['merged', 'archived'])('returns an error if it is %s', async (status) => {
    const { id, path } = await changeRequest();
    const { db } = await testApp();
    await db.updateTable('change_requests').set({ status }).where('id', '=', id).execute();
    expect((await as(w.editor).post(path, { source: 'html', url: url() })).status).toBe(409);
  });

  it('changes the change request only, also in a locked space', async () => {
    const { spaceId, id, path } = await changeRequest();
    await as(w.admin).patch(`/v1/spaces/${spaceId}`, { editMode: 'locked' });
    const before = await contentOf(spaceId);
    const { status, body } = await as(w.editor).post(path, { source: 'html', url: url() });
    expect(status).toBe(201);
    expect((await contentOf(spaceId)).revision.id).toBe(before.revision.id);
    const { revision, textOf } = await contentOf(spaceId, body.revision);
    expect(revision).toMatchObject({ changeRequestId: id });
    expect(textOf('New page')).toBe('a');
  });
});

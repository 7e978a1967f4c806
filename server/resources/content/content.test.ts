import { beforeAll, describe, expect, it } from 'vitest';
import { toPageDocument } from '#server/content/documents/document-nodes.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
/** Content URLs of the space, and of a change request by id and by number. */
let bases: Record<string, string>;

beforeAll(async () => {
  w = await createOrganizationFixture();
  written = await createWrittenSpace({ organizationId: w.organization.id });
  const { id, number } = await createChangeRequest(written.space.id);
  const space = `/v1/spaces/${written.space.id}`;
  bases = {
    space: `${space}/content`,
    'change request': `${space}/change-requests/${id}/content`,
    'change request by number': `${space}/change-requests/${number}/content`,
  };
});

describe.each(['space', 'change request', 'change request by number'])('content of a %s', (name) => {
  const get = (path: string, who: Parameters<typeof as>[0] = w.reader) =>
    as(who).get(`${bases[name]}${path}`);

  it('needs a token', async () => {
    for (const path of ['', '/pages', '/files', `/files/${written.file.id}`, `/page/${written.start.id}`]) {
      expect((await get(path, anonymous)).status).toBe(401);
    }
  });

  it('names an invalid query parameter', async () => {
    const response = await get(`/page/${written.start.id}?format=docx`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain('query.format');
    expect((await get('?computed=perhaps')).status).toBe(400);
  });

  it('returns 404 where the space is not visible, and for unknown pages and files', async () => {
    for (const path of ['', '/pages', '/files']) expect((await get(path, w.outsider)).status).toBe(404);
    expect((await get('/page/nothing')).status).toBe(404);
    expect((await get('/files/nothing')).status).toBe(404);
    expect((await get('', w.disabled)).status).toBe(403);
  });

  it('has pages at their paths, with slashes as they are or encoded', async () => {
    const { deep } = written;
    expect(deep.path).toContain('/');
    for (const path of [deep.path, encodeURIComponent(deep.path), `${deep.path}/`]) {
      const { status, body } = await get(`/path/${path}?format=markdown`);
      expect({ status, id: body.id, text: body.markdown }).toEqual({
        status: 200,
        id: deep.id,
        text: 'Deep text\n',
      });
    }
    expect((await get(`/path/${deep.path}`, anonymous)).status).toBe(401);
    expect((await get(`/path/${deep.path}`, w.outsider)).status).toBe(404);
    expect((await get('/path/start/nothing')).status).toBe(404);
    const { status, body } = await get(`/path/${'a'.repeat(1025)}`);
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: 'path.pagePath' });
    expect((await get('/path/')).status).toBe(404);
  });

  it('is the latest revision with its pages and files', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'revision',
      id: written.revisionId,
      type: 'edits',
      pages: [
        {
          id: written.start.id,
          title: 'Start',
          path: 'start',
          pages: [{ title: 'Deep', path: 'start/deep' }],
        },
        { title: 'Other', type: 'document' },
      ],
      files: [{ id: written.file.id, name: 'dot.png', dimensions: { width: 1, height: 1 } }],
    });
    expect(body.pages[0]).not.toHaveProperty('markdown');
    expect((await get('/pages')).body.pages).toEqual(body.pages);
  });

  it('returns a page as markdown', async () => {
    const { body } = await get(`/page/${written.deep.id}?format=markdown`);
    expect(body).toMatchObject({
      title: 'Deep',
      markdown: 'Deep text\n',
      documentId: written.deep.documentId,
    });
    expect(body).not.toHaveProperty('document');
  });

  it('returns a page as a document with blocks that have ids', async () => {
    const { body } = await get(`/page/${written.start.id}`);
    expect(body).not.toHaveProperty('markdown');
    const [heading, one, two] = body.document.nodes;
    expect(heading).toMatchObject({ type: 'heading-1', meta: { id: 'start' } });
    expect(one).toMatchObject({ type: 'paragraph', nodes: [{ leaves: [{ text: 'One' }] }] });
    expect(new Set([heading.key, one.key, two.key]).size).toBe(3);
  });

  it('lists files page by page and returns one', async () => {
    const { body } = await get('/files?limit=1');
    expect(body).toMatchObject({ count: 1, items: [{ id: written.file.id, contentType: 'image/png' }] });
    expect(body).not.toHaveProperty('next');
    expect((await get(`/files/${written.file.id}`)).body).toMatchObject({ id: written.file.id });
  });
});

it('is the same document if a task process renders the page', async () => {
  const { id } = await createChangeRequest(written.space.id);
  const base = `/v1/spaces/${written.space.id}/change-requests/${id}/content`;
  const markdown = `# "Long" \\ page\n\n${'- one of **many** lines\n'.repeat(2000)}`;
  const changes = [{ operation: 'insert_page', title: 'Long', document: { markdown } }];
  const edited = await as(w.admin).post(base, { changes });
  const { status, body } = await as(w.admin).get(`${base}/page/${edited.body.pages[0]}`);
  expect(status).toBe(200);
  expect(body.title).toBe('Long');
  expect(body.document).toEqual(toPageDocument(markdown));
});

describe('paths of change requests', () => {
  it('return 404 for change requests of other spaces', async () => {
    const otherSpace = await createSpace({ organizationId: w.organization.id });
    const { id } = await createChangeRequest(otherSpace.id);
    const unknown = await as(w.reader).get(`/v1/spaces/${written.space.id}/change-requests/nothing/content`);
    expect(unknown.status).toBe(404);
    for (const name of [id, '77', '0', '01', '99999999999999999999', '1.0', '-1']) {
      const url = `/v1/spaces/${written.space.id}/change-requests/${name}/content`;
      expect(await as(w.reader).get(url)).toMatchObject({ status: 404, body: unknown.body });
    }
  });
});

describe('the URL of a file', () => {
  const download = async (url: string) => {
    const { app } = await testApp();
    return app.inject({ method: 'GET', url: url.replace('http://bindery.test', '') });
  };
  const imageUrl = async (): Promise<string> =>
    (await as(w.reader).get(`${bases['space']}/files/${written.file.id}`)).body.downloadURL;

  it('serves the file with its content type', async () => {
    const response = await download(await imageUrl());
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.length).toBe(written.file.size);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline/),
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('is valid for that file only, for an hour', async () => {
    const url = await imageUrl();
    const { clock } = await testApp();
    expect((await download(url.replace(written.file.id, 'another'))).statusCode).toBe(403);
    expect((await download(url.replace(/expires=\d+/, 'expires=99999999999'))).statusCode).toBe(403);
    expect((await download(`/files/${written.file.id}`)).statusCode).toBe(403);
    clock.advance(58 * 60_000);
    expect((await download(url)).statusCode).toBe(200);
    clock.advance(2 * 60_000);
    expect((await download(url)).statusCode).toBe(403);
    clock.reset();
  });

  it('forces a download for types that can contain scripts', async () => {
    const html = await createWrittenSpace({ organizationId: w.organization.id });
    const { db } = await testApp();
    const types = ['text/html', 'text/javascript', 'text/css', 'image/svg+xml', 'text/plain\r\nx-a: b'];
    for (const type of types) {
      await db.updateTable('files').set({ content_type: type }).where('id', '=', html.file.id).execute();
      const url = `/v1/spaces/${html.space.id}/content/files/${html.file.id}`;
      const response = await download((await as(w.reader).get(url)).body.downloadURL);
      expect(response.headers['content-disposition']).toMatch(/^attachment/);
      expect(response.headers['content-type']).toMatch(/^(application\/octet-stream|image\/svg\+xml)$/);
      expect(response.headers).not.toHaveProperty('x-a');
    }
  });
});

import { expect, it } from 'vitest';
import { createWrittenSpace, PIXEL } from '#server/test/content-factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

it('a replaced picture is served anew on its page and at its published address', async () => {
  const w = await createOrganizationFixture();
  const { space, file, other } = await createWrittenSpace({
    organizationId: w.organization.id,
    defaultLevel: 'inherit',
  });
  const site = await SiteEditor.open(w, { title: 'Tide docs', visibility: 'public', published: true });
  await site.addSection('Start');
  await site.creator.post(site.url('/sections'), { spaceId: space.id, title: 'Guide' });
  const page = `/published/${w.organization.id}/${site.id}/guide/${other.path}`;
  const addressOf = (html: string) => / src="([^"]*~\/files\/[^"]*)"/.exec(html)?.[1] ?? '';

  const before = await fetchPage(page);
  const address = addressOf(before.body);
  const first = await fetchPage(address);
  expect(first.status).toBe(200);
  const tag = { 'if-none-match': String(first.headers.etag) };
  expect((await fetchPage(address, tag)).status).toBe(304);

  // Another picture takes its place: a GIF.
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  expect(bytes.equals(PIXEL)).toBe(false);
  const { body: upload } = await as(w.editor).post(`/v1/spaces/${space.id}/uploads`, {
    name: 'dot.gif',
    size: bytes.length,
  });
  const { app } = await testApp();
  await app.inject({
    method: 'PUT',
    url: upload.url.slice(PUBLIC_URL.length),
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { status } = await as(w.editor).post(`/v1/spaces/${space.id}/content`, {
    changes: [{ operation: 'update_file', file: file.id, upload: upload.id }],
  });
  expect(status).toBe(200);

  // The page asks for the new bytes at another address, which may be kept.
  const after = await fetchPage(page, { 'if-none-match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  const versioned = addressOf(after.body);
  expect(versioned).toBe(`${address}?v=${upload.id}`);
  const replaced = await fetchPage(versioned);
  expect(replaced.headers).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(replaced.headers.etag).not.toBe(first.headers.etag);
  // A reader with the address without a version and the former bytes gets the new ones, and has to revalidate
  // each time.
  const former = await fetchPage(address, tag);
  expect(former.status).toBe(200);
  expect(former.headers).toMatchObject({ 'content-type': 'image/gif', etag: replaced.headers.etag });
  expect(former.headers['cache-control']).toContain('no-cache');
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldUploads } from '#server/content/stored/uploads.ts';
import { createWrittenSpace, PIXEL } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let space: string;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = `/v1/spaces/${written.space.id}`;
  url = `${space}/change-requests/${(await as(w.editor).post(`${space}/change-requests`, {})).body.id}`;
});

/** Sends bytes to the URL of an upload. */
async function put(address: string, payload: Buffer, headers: Record<string, string> = {}) {
  const { app } = await testApp();
  return app.inject({
    method: 'PUT',
    url: address.replace(PUBLIC_URL, ''),
    payload,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
}

/** A finished upload. */
async function upload(data: Buffer, name = 'owl.png', who = w.editor): Promise<string> {
  const { status, body } = await as(who).post(`${space}/uploads`, { name, size: data.length });
  expect(status).toBe(201);
  expect((await put(body.url, data)).statusCode).toBe(204);
  return body.id;
}

const edit = (changes: object[], at = url, who: Parameters<typeof as>[0] = w.editor) =>
  as(who).post(`${at}/content`, { changes });

const filesOf = async (at: string) => (await as(w.reader).get(`${at}/content/files`)).body.items;

async function download(at: string) {
  const { app } = await testApp();
  return app.inject(at.replace(PUBLIC_URL, ''));
}

describe('createFileUpload', () => {
  it('is for editors, and names what is wrong', async () => {
    const send = (body: object, who: Parameters<typeof as>[0] = w.editor) =>
      as(who).post(`${space}/uploads`, body);
    expect((await send({ name: 'a.png', size: 1 }, anonymous)).status).toBe(401);
    expect((await send({ name: 'a.png', size: 1 }, w.outsider)).status).toBe(404);
    expect((await send({ name: 'a.png', size: 1 }, w.commenter)).status).toBe(403);
    for (const [path, body] of [
      ['body.size', { name: 'a.png', size: 20 * 1024 * 1024 + 1 }],
      ['body.size', { name: 'a.png', size: 0 }],
      ['body.name', { name: '../a.png', size: 1 }],
      ['body.name', { name: '..', size: 1 }],
    ] as const) {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect(JSON.stringify(response.body.error)).toContain(path);
    }
  });

  it('takes bytes at the signed URL only, and exactly as many as announced', async () => {
    const { body } = await as(w.editor).post(`${space}/uploads`, { name: 'a.png', size: PIXEL.length });
    expect((await put(body.url.replace('signature=', 'signature=x'), PIXEL)).statusCode).toBe(403);
    expect((await put(body.url, Buffer.concat([PIXEL, PIXEL]))).statusCode).toBe(413);
    expect((await put(body.url, PIXEL.subarray(1))).statusCode).toBe(400);
    const unfinished = await edit([{ operation: 'insert_file', upload: body.id }]);
    expect(unfinished.status).toBe(400);
    expect(unfinished.body.error.message).toContain('body.changes[0].upload');
    expect((await put(body.url, PIXEL)).statusCode).toBe(204);
    expect((await edit([{ operation: 'insert_file', upload: body.id }])).status).toBe(200);
    expect((await put(body.url, PIXEL)).statusCode).toBe(404);
  });

  it('stores large files as they are, and leaves nothing of those that break off', async () => {
    const data = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31) % 251));
    const id = await upload(data, 'large.bin');
    const broken = await as(w.editor).post(`${space}/uploads`, { name: 'a.bin', size: data.length });
    expect((await put(broken.body.url, data.subarray(1))).statusCode).toBe(400);
    const { db } = await testApp();
    expect(await db.selectFrom('file_upload_chunks').select('upload_id').execute()).toEqual([]);
    const { body } = await edit([{ operation: 'insert_file', upload: id }]);
    const file = await as(w.reader).get(`${url}/content/files/${body.files[0]}`);
    expect(file.body).toMatchObject({ size: data.length, contentType: 'application/octet-stream' });
    expect((await download(file.body.downloadURL)).rawPayload.equals(data)).toBe(true);
  });

  it('counts uploads that are announced at the same time', async () => {
    const person = await createOrganizationFixture();
    const ownSpace = await createWrittenSpace({
      organizationId: person.organization.id,
      defaultLevel: 'inherit',
    });
    const uploads = Array.from({ length: 53 }, () =>
      as(person.editor).post(`/v1/spaces/${ownSpace.space.id}/uploads`, { name: 'a.bin', size: 1 }),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  it('limits what a person has uploaded and not used, for a day', async () => {
    const person = await createOrganizationFixture();
    const ownSpace = await createWrittenSpace({
      organizationId: person.organization.id,
      defaultLevel: 'inherit',
    });
    const begin = (size: number) =>
      as(person.editor).post(`/v1/spaces/${ownSpace.space.id}/uploads`, { name: 'a.bin', size });
    for (let count = 0; count < 10; count += 1) expect((await begin(20 * 1024 * 1024)).status).toBe(201);
    expect((await begin(1)).status).toBe(409);
    const { db, clock } = await testApp();
    await deleteOldUploads(db, new Date(clock.now().getTime() + 25 * 3_600_000));
    expect((await begin(1)).status).toBe(201);
  });
});

describe('files of a change request', () => {
  it('are added with the type that their bytes have, and shown on a page in the same edit', async () => {
    const [picture, page] = [
      await upload(PIXEL),
      await upload(Buffer.from('<script>alert(1)</script>'), 'page.html'),
    ];
    const { body } = await edit([
      { operation: 'insert_file', upload: picture },
      { operation: 'insert_file', upload: page, name: 'notes.html' },
      {
        operation: 'update_page',
        page: written.start.id,
        document: { markdown: `![Owl](/files/${picture})\n` },
        cover: { ref: { kind: 'file', file: picture } },
      },
    ]);
    expect(body.files).toEqual([picture, page]);
    const files = await filesOf(url);
    expect(files).toHaveLength(3);
    expect(files).toContainEqual(
      expect.objectContaining({ id: picture, contentType: 'image/png', dimensions: { width: 1, height: 1 } }),
    );
    const shownFile = files.find(({ id }: { id: string }) => id === page);
    expect(shownFile).toMatchObject({ name: 'notes.html', contentType: 'text/plain' });
    const { headers } = await download(shownFile.downloadURL);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''notes.html",
    });
    const links = await as(w.reader).get(`${url}/content/page/${written.start.id}/links`);
    expect(links.body.items.map(({ status }: { status: string }) => status)).not.toContain('broken');
    expect(await filesOf(space)).toHaveLength(1);
  });

  it('are not taken from the uploads of others, or twice', async () => {
    const others = await upload(PIXEL, 'a.png', w.admin);
    expect((await edit([{ operation: 'insert_file', upload: others }])).status).toBe(400);
    const ownFile = await upload(PIXEL);
    const twice = { operation: 'insert_file', upload: ownFile };
    const response = await edit([twice, twice]);
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain('body.changes[1].upload');
    await edit([{ operation: 'update_page', page: written.start.id, upload: others }]);
    expect((await edit([{ operation: 'insert_file', upload: others }], url, w.admin)).status).toBe(200);
  });

  it('are replaced, renamed and removed, in the differences and by the merge', async () => {
    const { file } = written;
    const [added, bytes] = [
      await upload(PIXEL, 'new.png'),
      await upload(Buffer.from('GIF89a\x02\x00\x03\x00')),
    ];
    await edit([{ operation: 'insert_file', upload: added }]);
    await edit([{ operation: 'update_file', file: file.id, upload: bytes, name: 'owl.gif' }]);
    const { body } = await as(w.reader).get(`${url}/changes`);
    expect(body.changes).toEqual([
      {
        type: 'file_edited',
        file: {
          id: file.id,
          name: 'owl.gif',
          previousName: 'dot.png',
          replaced: true,
          contentType: 'image/gif',
          size: 10,
        },
      },
      { type: 'file_created', file: expect.objectContaining({ id: added, name: 'new.png' }) },
    ]);
    const before = (await as(w.reader).get(`${space}/content/files/${file.id}`)).body;
    expect((await download(before.downloadURL)).rawPayload).toEqual(PIXEL);
    expect((await as(w.reviewer).post(`${url}/merge`)).body.result).toBe('merge');
    const merged = (await as(w.reader).get(`${space}/content/files/${file.id}`)).body;
    expect(merged).toMatchObject({ name: 'owl.gif', dimensions: { width: 2, height: 3 } });
    const response = await download(merged.downloadURL);
    expect(response.rawPayload.toString('latin1')).toBe('GIF89a\x02\x00\x03\x00');
    expect(response.headers['content-disposition']).toContain('owl.gif');

    const next = `${space}/change-requests/${(await as(w.editor).post(`${space}/change-requests`, {})).body.id}`;
    await edit([{ operation: 'delete_file', file: file.id }], next);
    expect((await as(w.reviewer).post(`${next}/merge`)).body.result).toBe('merge');
    expect((await filesOf(space)).map(({ id }: { id: string }) => id)).toEqual([added]);
  });

  it('conflict where both sides changed the same, and edits resolve it', async () => {
    const { file } = written;
    await edit([{ operation: 'update_file', file: file.id, name: 'theirs.png' }]);
    await edit([{ operation: 'update_file', file: file.id, name: 'ours.png' }], space);
    expect((await as(w.reviewer).post(`${url}/merge`)).body.result).toBe('conflicts');
    const { body } = await as(w.reader).get(`${url}/conflicts`);
    expect(body).toMatchObject({
      conflicts: [],
      files: [
        {
          file: file.id,
          attributes: ['name'],
          base: { name: 'dot.png' },
          space: { name: 'ours.png' },
          changeRequest: { name: 'theirs.png' },
        },
      ],
    });
    const resolve = (changes: object[]) =>
      as(w.editor).post(`${url}/content`, { changes, resolves: body.spaceRevision });
    const open = await resolve([{ operation: 'update_page', page: written.start.id, title: 'Begin' }]);
    expect(open.status).toBe(409);
    expect(open.body.error.message).toContain('"theirs.png"');
    expect((await resolve([{ operation: 'update_file', file: file.id, name: 'both.png' }])).status).toBe(200);
    expect((await as(w.reviewer).post(`${url}/merge`)).body.result).toBe('merge');
    expect(await filesOf(space)).toMatchObject([{ id: file.id, name: 'both.png' }]);
  });

  it('become what the space has, if an edit says so', async () => {
    const { file } = written;
    const [theirs, ours] = [await upload(Buffer.from('%PDF-1.4')), await upload(Buffer.from('%PDF-1.7'))];
    await edit([{ operation: 'update_file', file: file.id, upload: theirs }]);
    await edit([{ operation: 'update_file', file: file.id, upload: ours }], space);
    const { spaceRevision: resolves } = (await as(w.reader).get(`${url}/conflicts`)).body;
    const change = { operation: 'update_file', file: file.id, useSpaceVersion: true };
    expect((await edit([change])).status).toBe(400);
    const { status } = await as(w.editor).post(`${url}/content`, { changes: [change], resolves });
    expect(status).toBe(200);
    const { body } = await as(w.reader).get(`${url}/content/files/${file.id}`);
    expect((await download(body.downloadURL)).payload).toBe('%PDF-1.7');
    expect((await as(w.reader).get(`${url}/changes`)).body.changes).toEqual([]);
  });

  it('that one side replaced and the other deleted are a conflict, too', async () => {
    const { file } = written;
    await edit([{ operation: 'delete_file', file: file.id }]);
    await edit([{ operation: 'update_file', file: file.id, upload: await upload(PIXEL) }], space);
    const { body } = await as(w.reader).get(`${url}/conflicts`);
    expect(body.files).toMatchObject([{ file: file.id, attributes: ['file'] }]);
  });

  it('are copied with their replaced bytes', async () => {
    const { file } = written;
    await edit(
      [{ operation: 'update_file', file: file.id, upload: await upload(Buffer.from('%PDF-1.7')) }],
      space,
    );
    const { body: copy } = await as(w.admin).post(`${space}/duplicate`);
    const [copied] = await filesOf(`/v1/spaces/${copy.id}`);
    expect(copied.contentType).toBe('application/pdf');
    expect((await download(copied.downloadURL)).payload).toBe('%PDF-1.7');
  });
});

describe('editSpaceContent', () => {
  it('edits a space directly unless it is locked or newer', async () => {
    const change = { operation: 'insert_page', title: 'Direct' };
    const { body } = await edit([change], space);
    const { body: content } = await as(w.reader).get(`${space}/content`);
    expect(content).toMatchObject({ id: body.revision, type: 'edits', parents: [written.revisionId] });
    expect(content.pages.at(-1)).toMatchObject({ id: body.pages[0], path: 'direct' });
    const results = await as(w.reader).get(`${space}/search?query=direct`);
    expect(JSON.stringify(results.body)).toContain(body.pages[0]);
    const stale = await as(w.editor).post(`${space}/content`, {
      changes: [change],
      revision: written.revisionId,
    });
    expect(stale.status).toBe(409);
    await as(w.admin).patch(space, { editMode: 'locked' });
    const locked = await edit([change], space);
    expect(locked.status).toBe(403);
    expect(locked.body.error.message).toContain('locked');
  });
});

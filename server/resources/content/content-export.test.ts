import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createFile, PIXEL, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let space: Awaited<ReturnType<typeof createSpace>>;

const TEXT = '---\n\nNot front matter [a](../README.md)\n';

beforeAll(async () => {
  w = await createOrganizationFixture();
  space = await createSpace({
    organizationId: w.organization.id,
    defaultLevel: 'inherit',
    title: 'Owls & mice',
  });
  const file = await createFile(space.id);
  await writeContent(
    space,
    [
      { title: 'Start', text: `![A dot](/files/${file.id})\n` },
      {
        title: 'Guide',
        text: TEXT,
        hidden: true,
        git: { path: 'guide/README.md' },
        source: { frontMatter: '---\nhidden: true # yes\n---\n\n', lineEnds: 'crlf' },
      },
    ],
    [file],
  );
});

const exportsOf = (more = '') => `/v1/spaces/${space.id}${more}/content/exports`;

async function download(url: string) {
  const { app } = await testApp();
  return app.inject({ method: 'GET', url: url.replace('http://bindery.test', '') });
}

describe('exports', () => {
  it('give a reader all pages and files, hidden ones too, and write it down', async () => {
    const { status, body } = await as(w.reader).post(exportsOf());
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'content-export', state: 'ready', files: 4 });
    const response = await download(body.url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toContain('Owls%20%26%20mice.zip');
    const files = unzipSync(response.rawPayload);
    const texts = Object.entries(files).map(([path, data]) => [path, Buffer.from(data).toString('utf8')]);
    expect(Object.fromEntries(texts)).toMatchObject({
      'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n',
      'guide/README.md': `---\nhidden: true # yes\n---\n\n${TEXT.replaceAll('\n', '\r\n')}`,
    });
    const [picture = ''] = Object.keys(files).filter((path) => path.startsWith('.gitbook/assets/'));
    expect(Buffer.from(files[picture] ?? [])).toEqual(PIXEL);
    expect(Buffer.from(files['README.md'] ?? []).toString()).toBe(`# Start\n\n![A dot](${picture})\n`);
    const { db } = await testApp();
    const entry = await db
      .selectFrom('audit_log')
      .select(['action', 'summary'])
      .where('target_id', '=', space.id)
      .where('action', '=', 'exportSpaceContent')
      .executeTakeFirst();
    expect(entry).toEqual({
      action: 'exportSpaceContent',
      summary: 'Exported the content of “Owls & mice”.',
    });
  });

  it('of a change request are its own revision, and stay so', async () => {
    const { id } = await createChangeRequest(space.id);
    const path = `/change-requests/${id}`;
    const { body } = await as(w.reader).post(exportsOf(path));
    const changes = [{ operation: 'insert_page', title: 'Later' }];
    expect((await as(w.editor).post(`/v1/spaces/${space.id}${path}/content`, { changes })).status).toBe(200);
    const before = unzipSync((await download(body.url)).rawPayload);
    expect(before).not.toHaveProperty(['later.md']);
    const after = await as(w.reader).post(exportsOf(path));
    expect(unzipSync((await download(after.body.url)).rawPayload)).toHaveProperty(['later.md']);
  });

  it('have an address for an hour that nobody can change', async () => {
    const { body } = await as(w.reader).post(exportsOf());
    const other = await createSpace({ organizationId: w.organization.id });
    expect((await download(body.url.replace(space.id, other.id))).statusCode).toBe(403);
    expect((await download(body.url.replace(/signature=.../, 'signature=abc'))).statusCode).toBe(403);
    expect(new Date(body.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  });
});

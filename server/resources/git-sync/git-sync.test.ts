import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { setPage } from '#server/test/fake-web.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const REPOSITORY = 'https://git.press.example/team/docs.git';
const connection = { url: REPOSITORY, branch: 'main', token: 'secret-token', initial: 'repository' };

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A space of the fixture's organization, with its address. */
async function createConnectedSpace(body: object = {}) {
  const { id } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const url = `/v1/spaces/${id}`;
  const { status } = await as(w.admin).put(`${url}/git`, { ...connection, ...body });
  expect(status).toBe(200);
  return { id, url };
}

describe('connecting a space', () => {
  it('waits for its first sync, and never shows the token', async () => {
    const { id, url } = await createConnectedSpace({ directory: '/docs/', branch: 'refs/heads/main' });
    const { body } = await as(w.admin).get(`${url}/git`);
    expect(body).toMatchObject({
      object: 'git-connection',
      space: id,
      url: REPOSITORY,
      branch: 'main',
      directory: 'docs',
      state: 'waiting',
      hasToken: true,
      initial: 'repository',
    });
    expect(JSON.stringify(body)).not.toContain('secret-token');
    const { db } = await testApp();
    const { token } = await db
      .selectFrom('git_connections')
      .select('token')
      .where('space_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(token).toMatch(/^enc:v1:/);
    const { rows } = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('space_id', '=', id)
      .execute()
      .then((entries) => ({ rows: JSON.stringify(entries) }));
    expect(rows).toContain('connectSpaceGit');
    expect(rows).not.toContain('secret-token');
  });

  it('shows its repository on the space, and in the documented operation', async () => {
    const { url } = await createConnectedSpace({ url: 'https://gitlab.com/team/docs.git' });
    const expected = {
      repoName: 'team/docs',
      url: 'https://gitlab.com/team/docs',
      installationProvider: 'gitlab',
    };
    expect((await as(w.reader).get(url)).body.gitSync).toMatchObject(expected);
    expect((await as(w.reader).get(`${url}/git/info`)).body).toMatchObject(expected);
    const other = await createConnectedSpace();
    expect((await as(w.reader).get(`${other.url}/git/info`)).body.installationProvider).toBeUndefined();
  });

  it.each([
    ['git@git.press.example:team/docs.git', /SSH/],
    ['ssh://git@git.press.example/team/docs.git', /SSH/],
    ['https://ada:token@git.press.example/docs.git', /own field/],
    ['http://git.press.example/docs.git', /https/],
    ['https://127.0.0.1/docs.git', /FETCH_HOSTS/],
    ['file:///etc', /http/],
    ['docs', /not valid/],
  ])('refuses the address %s', async (address, reason) => {
    const { id } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const { status, body } = await as(w.admin).put(`/v1/spaces/${id}/git`, { ...connection, url: address });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(reason);
    expect(body.error.details).toMatchObject([{ path: 'body.url' }]);
  });

  it.each([
    ['branch', '../main'],
    ['branch', 'refs/tags/v1'],
    ['branch', 'a b'],
    ['directory', '../docs'],
    ['directory', 'docs/.git'],
  ])('refuses the %s “%s”', async (field, value) => {
    const { id } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const { status, body } = await as(w.admin).put(`/v1/spaces/${id}/git`, { ...connection, [field]: value });
    expect([status, body.error.details[0].path]).toEqual([400, `body.${field}`]);
  });

  it('keeps the connection and its token where the repository is the same, and replaces it where it is not', async () => {
    const { url } = await createConnectedSpace();
    const { body: before } = await as(w.admin).get(`${url}/git`);
    const { token: _, ...rest } = connection;
    const { body: same } = await as(w.admin).put(`${url}/git`, { ...rest, authorEmails: 'account' });
    expect(same).toMatchObject({ id: before.id, hasToken: true, authorEmails: 'account' });
    const { body: replaced } = await as(w.admin).put(`${url}/git`, { ...rest, branch: 'next' });
    expect(replaced.id).not.toBe(before.id);
    expect(replaced).toMatchObject({ branch: 'next', hasToken: false });
  });
});

describe('a connection', () => {
  it('pauses, goes on, and is asked for a sync', async () => {
    const { url } = await createConnectedSpace();
    const { body: paused } = await as(w.admin).patch(`${url}/git`, { paused: true });
    expect(paused.state).toBe('paused');
    expect(paused.nextSyncAt).toBeUndefined();
    expect((await as(w.admin).patch(`${url}/git`, { paused: false })).body.state).toBe('waiting');
    expect((await as(w.creator).post(`${url}/git/sync`)).status).toBe(202);
    expect((await as(w.reviewer).post(`${url}/git/sync`)).status).toBe(403);
  });

  it('is asked for a sync by the documented operations, for its own repository alone', async () => {
    const { url } = await createConnectedSpace({ directory: 'docs' });
    const repository = { url: REPOSITORY, ref: 'refs/heads/main', repoProjectDirectory: 'docs' };
    const importFrom = (body: object) => as(w.admin).post(`${url}/git/import`, { ...repository, ...body });
    expect((await importFrom({})).status).toBe(204);
    for (const [body, path] of [
      [{ url: 'https://git.press.example/other.git' }, 'body.url'],
      [{ url: 'https://ada:token@git.press.example/team/docs.git' }, 'body.url'],
      [{ ref: 'refs/heads/next' }, 'body.ref'],
      [{ repoProjectDirectory: 'site' }, 'body.repoProjectDirectory'],
      [{ force: true }, 'body.force'],
      [{ standalone: true }, 'body.standalone'],
    ] as const) {
      const { status, body: error } = await importFrom(body);
      expect([status, error.error.details[0].path]).toEqual([400, path]);
    }
    const exported = { ...repository, commitMessage: 'Export' };
    expect((await as(w.admin).post(`${url}/git/export`, exported)).status).toBe(204);
    expect((await as(w.admin).post(`${url}/git/export`, { ...exported, force: true })).status).toBe(400);
  });

  it('ends without a change of the space; then nothing names the repository', async () => {
    const { id, url } = await createConnectedSpace();
    const { body: before } = await as(w.admin).get(url);
    expect((await as(w.admin).delete(`${url}/git`)).status).toBe(204);
    const { body: after } = await as(w.admin).get(url);
    expect(after.revision).toBe(before.revision);
    expect(after.gitSync).toBeUndefined();
    expect((await as(w.admin).get(`${url}/git`)).status).toBe(404);
    const { db } = await testApp();
    const rows = await db.selectFrom('git_connections').select('id').where('space_id', '=', id).execute();
    expect(rows).toEqual([]);
  });

  it('takes over a rewritten branch only as far as it was shown', async () => {
    const { url } = await createConnectedSpace();
    const { body } = await as(w.admin).get(`${url}/git`);
    const { status, body: error } = await as(w.admin).patch(`${url}/git`, {
      acceptedRewrite: 'a'.repeat(40),
    });
    expect([status, error.error.details[0].path]).toEqual([400, 'body.acceptedRewrite']);
    expect(body.rewrittenTo).toBeUndefined();
  });
});

/** What a server of repositories says of its branches. */
function publishRefs(repository: string, branches: readonly string[]): void {
  const refs = branches.map((name) => `${'1'.repeat(40)} refs/heads/${name}`);
  const [first, ...others] = refs;
  const lines = [
    '# service=git-upload-pack\n',
    null,
    `${first}\0agent=git/2.47\n`,
    ...others.map((line) => `${line}\n`),
    null,
  ];
  const packets = lines.map((line) =>
    line === null ? '0000' : `${(line.length + 4).toString(16).padStart(4, '0')}${line}`,
  );
  setPage(`${repository}/info/refs?service=git-upload-pack`, {
    contentType: 'application/x-git-upload-pack-advertisement',
    body: Buffer.from(packets.join('')),
  });
}

describe('viewing a branch', () => {
  it('offers the branches of the repository that match', async () => {
    const repository = 'https://git.press.example/branches.git';
    const { url } = await createConnectedSpace({ url: repository });
    const question = `${url}/git/branches?search=FEAT`;
    expect((await as(w.editor).get(question)).body).toMatchObject({
      branches: [],
      error: expect.any(String),
      errorReason: 'unreachable',
    });
    publishRefs(repository, ['feature/one', 'feature/two', 'fix', 'main']);
    const commit = '1'.repeat(40);
    expect((await as(w.editor).get(question)).body).toEqual({
      object: 'git-branches',
      branches: [
        { name: 'feature/one', commit },
        { name: 'feature/two', commit },
      ],
      hasMore: false,
    });
    expect((await as(w.editor).get(`${url}/git/branches`)).body.branches).toHaveLength(3);
    expect((await as(w.commenter).get(`${url}/git/branches`)).status).toBe(403);
  });
});

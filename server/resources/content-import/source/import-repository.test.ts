import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { contentOf } from '#server/test/imported-content.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, sharedDatabase, startApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let peer: GitPeer;
let docs: GitClone;
let server: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  [w, peer] = await Promise.all([createOrganizationFixture(), GitPeer.start()]);
  server = await startApp({
    database: await sharedDatabase(),
    fetcher: createFetcher({ allowPrivate: true }),
  });
  docs = await peer.create('docs');
  await docs.commit({ 'handbook/README.md': '# Old harbor\n' });
  await docs.git('tag', '-a', 'v1', '-m', 'First');
  await docs.git('push', '-q', 'origin', 'v1');
  await symlink('README.md', join(docs.folder, 'linked.md'));
  await docs.commit({
    'README.md': '# Code\n',
    'handbook/README.md': '# Harbor\n\n![Pier](../pictures/pier.png)\n',
    'handbook/SUMMARY.md': '* [Harbor](README.md)\n* [Tides](tides.md)\n',
    'handbook/tides.md': '# Tides\n\nSee the [harbor](README.md).\n',
    'handbook/pictures/quay.png': PIXEL,
    'pictures/pier.png': PIXEL,
  });
});
afterAll(async () => {
  await server.close();
  await peer.stop();
});

/** The answer to a request of the creator, once the import has ended. */
async function send(url: string, payload: object) {
  const authorization = `Bearer ${w.creator.token}`;
  const answer = await server.app.inject({ method: 'POST', url, headers: { authorization }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const importRepository = (repository: object) => send(`${w.base}/imports`, { repository });

const titlesOf = async (space: string) => (await contentOf(space)).pages.map(({ title }) => title);

describe('an import of a repository at any host', () => {
  it('receives it as Git does, and says what it leaves out', async () => {
    const { status, body } = await importRepository({ url: peer.urlOf('docs') });
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'done' } });
    const { body: report } = await as(w.creator).get(`${w.base}/imports/${body.id}/report`);
    expect(report.items).toContainEqual(
      expect.objectContaining({ path: 'linked.md', kind: 'left-out', message: 'It is a symbolic link.' }),
    );
  });

  it('takes the folder, the branch, the tag or the commit that was named', async () => {
    const url = peer.urlOf('docs');
    const { body } = await importRepository({ url, branch: 'main', folder: 'handbook' });
    expect(await titlesOf(body.space)).toEqual(['Harbor', 'Tides']);
    const tagged = await importRepository({ url, branch: 'v1', folder: 'handbook' });
    expect(await titlesOf(tagged.body.space)).toEqual(['Old harbor']);
    const first = (await docs.git('rev-parse', 'v1^{commit}')).trim();
    const older = await importRepository({ url, branch: first, folder: 'handbook' });
    expect(await titlesOf(older.body.space)).toEqual(['Old harbor']);
  });

  it('updates the pages that came from the same folder', async () => {
    const url = peer.urlOf('docs');
    const { body: first } = await importRepository({ url, folder: 'handbook' });
    const { idOf } = await contentOf(first.space);
    const { body: again } = await send(`${w.base}/imports`, {
      repository: { url, folder: 'handbook' },
      spaceId: first.space,
    });
    expect(again).toMatchObject({ state: 'done' });
    expect((await contentOf(first.space)).idOf('Tides')).toBe(idOf('Tides'));
  });

  it.each([
    [{ name: 'nothing' }, 'There is no repository at this address that everybody may read.'],
    [{ branch: 'gone' }, 'The repository has no branch or tag gone.'],
    [{ folder: 'nowhere' }, 'The repository has no files in the folder nowhere.'],
  ])(
    'says why %j cannot be imported',
    async ({ name = 'docs', ...wish }: Record<string, string>, problem) => {
      const { status, body } = await importRepository({ url: peer.urlOf(name), ...wish });
      expect(status).toBe(400);
      expect(body.error.message).toContain(problem);
    },
  );

  it('sends no password to be told of a repository that not everybody may read', async () => {
    peer.credentials = { username: 'git', token: 'secret' };
    const { body } = await importRepository({ url: peer.urlOf('docs') });
    peer.credentials = undefined;
    expect(body.error.message).toContain('Not everybody may read this repository.');
  });
});

describe('an import of a wiki by its address', () => {
  it('has its pages in the order of its sidebar', async () => {
    const wiki = await peer.create('docs.wiki');
    await wiki.commit({
      'Home.md': 'Welcome to the [[Tide tables]].\n',
      'Tide-tables.md': 'High and low.\n',
      '_Sidebar.md': '* [[Home]]\n* [[Tide tables]]\n',
    });
    const { body: space } = await as(w.creator).post(`${w.base}/spaces`, { title: 'Wiki' });
    const { status, body } = await send(`/v1/spaces/${space.id}/content/import`, {
      url: peer.urlOf('docs.wiki'),
      source: 'github-wiki',
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    expect(await titlesOf(space.id)).toEqual(expect.arrayContaining(['Home', 'Tide tables']));
  });
});

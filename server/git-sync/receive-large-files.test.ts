import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadFile } from '#server/content/stored/file-bytes.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { SyncedSpace } from '#server/test/git/synced-space.ts';

const hashOf = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

const pointerTo = (bytes: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${hashOf(bytes)}\nsize ${bytes.length}\n`;

const PLACE = '.gitbook/assets/p.png';
const BOOK = {
  'README.md': `# Home\n\n![p](${PLACE})\n`,
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n',
};

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

/** What the server of Git LFS has, and how it answers. */
const server = {
  files: new Map<string, string>(),
  /** Instead of the bytes that it has. */
  status: 200,
  batchStatus: 200,
  /** What it says besides, to fill its answer. */
  more: '',
  requests: new Array<{ path: string; authorization: string | undefined; key: string | undefined }>(),
};

beforeEach(() => {
  server.files.clear();
  server.requests.length = 0;
  Object.assign(server, { status: 200, batchStatus: 200, more: '' });
  peer.intercept = answerLargeFiles;
});

async function answerLargeFiles(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', peer.url);
  const isBatch = pathname.endsWith('.git/info/lfs/objects/batch');
  if (!isBatch && !pathname.startsWith('/large/')) return false;
  const { authorization, 'x-key': key } = request.headers;
  server.requests.push({ path: pathname, authorization, key: key?.toString() });
  if (isBatch) {
    const { objects, operation } = JSON.parse(await text(request));
    expect(operation).toBe('download');
    const answers = objects.map(({ oid, size }: { oid: string; size: number }) =>
      server.files.has(oid)
        ? {
            oid,
            size,
            actions: { download: { href: `${peer.url}/large/moved/${oid}`, header: { 'x-key': 'k' } } },
          }
        : { oid, size, error: { code: 404, message: 'no such object' } },
    );
    response.writeHead(server.batchStatus, { 'content-type': 'application/vnd.git-lfs+json' });
    response.end(JSON.stringify({ transfer: 'basic', objects: answers, more: server.more }));
  } else if (pathname.startsWith('/large/moved/')) {
    response.writeHead(302, { location: pathname.replace('/moved', '') }).end();
  } else {
    response.writeHead(server.status).end(server.files.get(pathname.split('/').at(-1) ?? ''));
  }
  return true;
}

let number = 0;
async function open(files: Record<string, string>): Promise<{ clone: GitClone; space: SyncedSpace }> {
  number += 1;
  const clone = await peer.create(`large-${number}`);
  await clone.commit({ ...BOOK, ...files });
  const credentials = { username: 'robin', token: 'secret' };
  return { clone, space: await SyncedSpace.create(peer.urlOf(`large-${number}`), { credentials }) };
}

async function bytesOf(space: SyncedSpace, path = PLACE): Promise<string | undefined> {
  const { files } = await space.content();
  const file = files.find(({ git }) => git?.path === path);
  return file && (await loadFile(space.context, file.data ?? file.id)).toString();
}

test('pictures of Git LFS come in with their bytes, and their pointers stay in the branch', async () => {
  server.files.set(hashOf('picture'), 'picture');
  const { clone, space } = await open({
    [PLACE]: pointerTo('picture'),
    '.gitbook/assets/same.png': pointerTo('picture'),
  });
  const outcome = await space.sync();
  expect(outcome).toMatchObject({ state: 'synced', notes: [], incoming: { files: 2 } });
  expect(await bytesOf(space)).toBe('picture');
  const token = `Basic ${Buffer.from('robin:secret').toString('base64')}`;
  expect(server.requests.map(({ authorization, key }) => [authorization, key])).toEqual([
    [token, undefined],
    [undefined, 'k'],
    [undefined, 'k'],
  ]);
  await space.write('Home', `# Home\n\nHere\n\n![p](${PLACE})\n`);
  expect((await space.sync()).outgoing).toMatchObject([{ paths: ['README.md'] }]);
  expect((await clone.files())[PLACE]).toBe(pointerTo('picture'));

  server.files.set(hashOf('other'), 'other');
  await clone.commit({ [PLACE]: pointerTo('other') });
  expect(await space.sync()).toMatchObject({ notes: [], incoming: { files: 1 } });
  expect(await bytesOf(space)).toBe('other');
});

test('a picture that its server does not have is named, and comes in with a later commit', async () => {
  const { clone, space } = await open({ [PLACE]: pointerTo('picture') });
  const outcome = await space.sync();
  expect(outcome).toMatchObject({ state: 'synced' });
  expect(outcome.notes).toEqual([
    {
      path: PLACE,
      message: 'It is stored with Git LFS, and was left out. The server says "no such object".',
    },
  ]);
  expect(await bytesOf(space)).toBeUndefined();
  server.files.set(hashOf('picture'), 'picture');
  await clone.commit({ 'README.md': `# Home\n\nNow\n\n![p](${PLACE})\n` });
  expect((await space.sync()).notes).toEqual([]);
  expect(await bytesOf(space)).toBe('picture');
  expect((await clone.files())[PLACE]).toBe(pointerTo('picture'));
});

test('a repository whose server has no Git LFS, or whose bytes are others, loses nothing', async () => {
  server.files.set(hashOf('picture'), 'picture');
  const { clone, space } = await open({ [PLACE]: pointerTo('picture') });
  await space.sync();
  for (const [answer, reason] of [
    [{ batchStatus: 404 }, 'The server has no files of Git LFS for this repository.'],
    [{ batchStatus: 403 }, 'The token may not do this. Check its rights for the repository.'],
    [{ batchStatus: 200, more: 'x'.repeat(3_000_000) }, 'The addresses of its files are larger than 2 MiB.'],
    [{ more: '', status: 404 }, 'The server does not have it.'],
    [{ status: 200 }, 'The server gives other bytes than the branch names.'],
  ] as const) {
    Object.assign(server, answer);
    const bytes = `next ${reason}`;
    server.files.set(hashOf(bytes), 'no such');
    await clone.commit({ [PLACE]: pointerTo(bytes) });
    expect((await space.sync()).notes).toEqual([
      { path: PLACE, message: `It is stored with Git LFS, and was left out. ${reason}` },
    ]);
    expect(await bytesOf(space)).toBe('picture');
  }
  const huge = pointerTo('x').replace('size 1', 'size 104857601');
  await clone.commit({ [PLACE]: huge });
  expect((await space.sync()).notes).toEqual([
    { path: PLACE, message: 'It is stored with Git LFS, and was left out. It is larger than 100 MiB.' },
  ]);
  server.files.set(hashOf('last'), 'last');
  await clone.commit({ [PLACE]: pointerTo('last') });
  const outcome = await space.sync();
  expect([outcome.notes, outcome.changeRequest, await bytesOf(space)]).toEqual([[], undefined, 'last']);
});

test('a sync is tried again where the server of Git LFS does not answer', async () => {
  server.files.set(hashOf('picture'), 'picture');
  const { space } = await open({ [PLACE]: pointerTo('picture') });
  server.status = 503;
  expect(await space.sync()).toMatchObject({ state: 'failed', problem: { reason: 'unreachable' } });
  server.status = 200;
  expect(await space.sync()).toMatchObject({ state: 'synced', notes: [] });
  expect(await bytesOf(space)).toBe('picture');
});

import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GitServer } from '#server/git-sync/git-server.ts';
import { probeRepository } from '#server/git-sync/probe-repository.ts';
import { syncConnection } from '#server/git-sync/sync-connection.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { GitPeer } from './git-peer.ts';
import { rawObject, rawRepository } from './raw-repository.ts';
import { SyncedSpace } from './synced-space.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterEach(() => {
  peer.intercept = undefined;
  peer.credentials = undefined;
});
afterAll(() => peer.stop());

const PAGE = '# Page\n\nText\n';

describe('a repository with', () => {
  const names: [string, string][] = [
    ['a name that leads out', '..'],
    ['the name of its own folder', '.'],
    ['settings of Git', '.git'],
    ['settings of Git in other letters', '.GIT'],
    ['a short name of them', 'git~1'],
    ['a slash in a name', 'a/../../b'],
    ['a backslash in a name', 'a\\..\\b'],
    ['a control character in a name', 'a\u0007b'],
  ];
  test.each(names)('%s: the file is left out and named, the rest is read', async (_what, name) => {
    const repository = await rawRepository(peer, {
      entries: [
        { mode: '100644', name: 'README.md', object: rawObject('blob', PAGE) },
        { mode: '40000', name, object: rawObject('tree', '') },
        { mode: '100644', name: `${name}`, object: rawObject('blob', '# Bad\n') },
      ],
    });
    const space = await SyncedSpace.create(repository);
    const outcome = await space.sync();
    expect([outcome.state, outcome.problem]).toEqual(['synced', undefined]);
    expect(Object.keys(await space.texts())).toEqual(['Page']);
    expect(outcome.notes.map(({ message }) => message)).toContain('Its name is not allowed.');
    await space.end();
  });

  test('links, submodules and names that are no text: they are named, and stay when a page is edited', async () => {
    const repository = await rawRepository(peer, {
      entries: [
        { mode: '100644', name: 'README.md', object: rawObject('blob', PAGE) },
        { mode: '120000', name: 'link.md', object: rawObject('blob', '/etc/passwd') },
        {
          mode: '160000',
          name: 'module',
          object: { oid: '1'.repeat(40), bytes: Buffer.alloc(0), type: 'commit' },
        },
        { mode: '100644', name: Buffer.from([0xff, 0xfe, 0x2e]), object: rawObject('blob', 'x') },
        { mode: '100755', name: 'run.sh', object: rawObject('blob', 'true\n') },
      ],
    });
    const space = await SyncedSpace.create(repository);
    const outcome = await space.sync();
    expect(outcome.notes.map(({ message }) => message).toSorted()).toEqual(
      ['Its name is not UTF-8.', 'It is a submodule.', 'It is a symbolic link.'].toSorted(),
    );
    await space.write('Page', '# Page\n\nOther\n');
    expect((await space.sync()).outgoing).toMatchObject([{ paths: ['README.md'] }]);
    const { state, incoming } = await space.sync();
    expect([state, incoming]).toEqual(['synced', undefined]);
    await space.end();
  });

  test('a folder that is there a million times: too many files', async () => {
    let tree = rawObject('tree', Buffer.alloc(0), [
      { mode: '100644', name: 'a.md', object: rawObject('blob', PAGE) },
    ]);
    for (let depth = 0; depth < 6; depth += 1) {
      const lines = Array.from({ length: 10 }, (_, index) => ({
        mode: '40000',
        name: `f${index}`,
        object: tree,
      }));
      tree = rawObject('tree', Buffer.alloc(0), lines);
    }
    const space = await SyncedSpace.create(await rawRepository(peer, { tree }));
    expect((await space.sync()).problem).toMatchObject({ reason: 'too-many-files' });
    await space.end();
  });

  test('folders a thousand deep: what is below the limit is named', async () => {
    let tree = rawObject('tree', Buffer.alloc(0), [
      { mode: '100644', name: 'a.md', object: rawObject('blob', PAGE) },
    ]);
    for (let depth = 0; depth < 300; depth += 1)
      tree = rawObject('tree', Buffer.alloc(0), [{ mode: '40000', name: 'd', object: tree }]);
    const top = rawObject('tree', Buffer.alloc(0), [
      { mode: '100644', name: 'README.md', object: rawObject('blob', PAGE) },
      { mode: '40000', name: 'd', object: tree },
    ]);
    const space = await SyncedSpace.create(await rawRepository(peer, { tree: top }));
    const outcome = await space.sync();
    expect(outcome.state).toBe('synced');
    expect(outcome.notes).toHaveLength(1);
    await space.end();
  });

  test('names that differ in letter case, reserved names and other encodings: all are kept as they are', async () => {
    const entries = [
      { mode: '100644', name: 'README.md', object: rawObject('blob', PAGE) },
      { mode: '100644', name: 'page.md', object: rawObject('blob', '# A\n') },
      { mode: '100644', name: 'Page.md', object: rawObject('blob', '# B\n') },
      { mode: '100644', name: 'CON.md', object: rawObject('blob', '# C\n') },
      { mode: '100644', name: 'latin.md', object: rawObject('blob', Buffer.from('# D\u00e9\n', 'latin1')) },
    ];
    const space = await SyncedSpace.create(await rawRepository(peer, { entries }));
    const outcome = await space.sync();
    expect([outcome.state, outcome.problem]).toEqual(['synced', undefined]);
    expect(outcome.outgoing).toEqual([]);
    await space.write('Page', '# Page\n\nOther\n');
    expect((await space.sync()).outgoing).toMatchObject([{ paths: ['README.md'] }]);
    await space.end();
  });
});

/** An answer to every request for a pack. */
function answerPacks(bytes: Buffer): void {
  peer.intercept = (request, response) => {
    if (!request.url?.endsWith('/git-upload-pack') || request.headers['git-protocol'] !== undefined)
      return false;
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
    response.end(bytes);
    return true;
  };
}

type Asked = 'branches' | 'a pack' | 'a push';

/** What a request asks for. */
function askedBy({
  url = '',
  headers,
}: {
  url?: string;
  headers: Record<string, unknown>;
}): Asked | undefined {
  if (url.endsWith('/git-receive-pack')) return 'a push';
  if (!url.endsWith('/git-upload-pack')) return undefined;
  return headers['git-protocol'] === undefined ? 'a pack' : 'branches';
}

/** Answers without an end. */
function answerForEver(asked: Asked, part: Buffer): void {
  peer.intercept = (request, response) => {
    if (askedBy(request) !== asked) return false;
    request.resume();
    const service = asked === 'a push' ? 'git-receive-pack' : 'git-upload-pack';
    response.writeHead(200, { 'content-type': `application/x-${service}-result` });
    const parts = Readable.from(
      (function* repeat() {
        for (;;) yield part;
      })(),
    );
    pipeline(parts, response, () => {});
    return true;
  };
}

const packet = (bytes: Buffer) =>
  Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);

const inPackets = (pack: Buffer) =>
  Buffer.concat([
    packet(Buffer.from('NAK\n')),
    packet(Buffer.concat([Buffer.from([1]), pack])),
    Buffer.from('0000'),
  ]);

/** A pack with one object that says another size than it has. */
function packOf({ size, content }: { size: number; content: Buffer }): Buffer {
  const head: number[] = [];
  let rest = Math.floor(size / 16);
  head.push((3 << 4) | (size & 15) | (rest > 0 ? 128 : 0));
  while (rest > 0) {
    head.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest = Math.floor(rest / 128);
  }
  const count = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]);
  const body = Buffer.concat([Buffer.from('PACK'), count, Buffer.from(head), deflateSync(content)]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

describe('a server that', () => {
  const answers: [string, Buffer, string][] = [
    ['answers with a page', Buffer.from('<html>Sign in</html>'), 'not-git'],
    ['ends within a packet', Buffer.from('00ffNAK'), 'not-git'],
    ['sends no pack', packet(Buffer.from('NAK\n')), 'not-git'],
    ['sends something else as a pack', inPackets(Buffer.alloc(100, 'x')), 'content-refused'],
    [
      'sends an object that is larger than it says',
      inPackets(packOf({ size: 10, content: Buffer.alloc(1_000_000) })),
      'content-refused',
    ],
    [
      'announces an object of a gigabyte',
      inPackets(packOf({ size: 2 ** 30, content: Buffer.alloc(10) })),
      'too-large',
    ],
    ['says that it cannot', packet(Buffer.from('\u0003Out of memory\n')), 'unreachable'],
  ];
  test.each(answers)('%s', async (_what, bytes, reason) => {
    const clone = await peer.create(`answers-${reason}-${bytes.length}`);
    await clone.commit({ 'README.md': PAGE });
    const space = await SyncedSpace.create(peer.urlOf(`answers-${reason}-${bytes.length}`));
    answerPacks(bytes);
    try {
      const outcome = await space.sync();
      expect([outcome.state, outcome.problem?.reason]).toEqual(['failed', reason]);
    } finally {
      peer.intercept = undefined;
    }
    // Afterwards, nothing of it is left in the way.
    expect((await space.sync()).state).toBe('synced');
    await space.end();
  });

  const manyOf = (bytes: Buffer) => Buffer.concat(Array.from({ length: 2000 }, () => bytes));
  const endless: [string, Buffer, string][] = [
    ['lines', manyOf(packet(Buffer.from(`shallow ${'a'.repeat(40)}\n`))), 'not-git'],
    ['a pack', packet(Buffer.concat([Buffer.from([1]), Buffer.alloc(60_000)])), 'too-large'],
    ['progress', packet(Buffer.concat([Buffer.from([2]), Buffer.alloc(60_000, '.')])), 'too-large'],
  ];
  test.each(endless)('sends %s for ever: the sync ends', async (what, part, reason) => {
    const name = `endless-${what.replaceAll(/\W/g, '')}`;
    const clone = await peer.create(name);
    await clone.commit({ 'README.md': PAGE });
    const space = await SyncedSpace.create(peer.urlOf(name));
    answerForEver('a pack', part);
    const outcome = await space.sync();
    expect([outcome.state, outcome.problem?.reason]).toEqual(['failed', reason]);
    peer.intercept = undefined;
    expect((await space.sync()).state).toBe('synced');
    await space.end();
  });

  test('lists branches for ever: the sync ends with a sentence about them', async () => {
    const clone = await peer.create('endless-branches');
    await clone.commit({ 'README.md': PAGE });
    const space = await SyncedSpace.create(peer.urlOf('endless-branches'));
    answerForEver('branches', manyOf(packet(Buffer.from(`${'a'.repeat(40)} refs/heads/main\n`))));
    const { state, problem } = await space.sync();
    expect([state, problem?.reason]).toEqual(['failed', 'too-large']);
    expect(problem?.message).toMatch(/^The server lists more branches than fit into 16 MiB\./);
    peer.intercept = undefined;
    expect((await space.sync()).state).toBe('synced');
    await space.end();
  });

  test('answers a push for ever: the sync ends with a sentence, and the commit is sent once', async () => {
    const clone = await peer.create('endless-push');
    await clone.commit({ 'README.md': PAGE });
    const space = await SyncedSpace.create(peer.urlOf('endless-push'));
    await space.sync();
    await space.write('Page', '# Page\n\nOther\n');
    answerForEver('a push', manyOf(packet(Buffer.concat([Buffer.from([2]), Buffer.alloc(100, '.')]))));
    const { state, problem } = await space.sync();
    expect([state, problem?.message]).toEqual(['failed', 'The answer of the server to the push has no end.']);
    peer.intercept = undefined;
    expect((await space.sync()).outgoing).toMatchObject([{ paths: ['README.md'] }]);
    expect((await space.sync()).outgoing).toEqual([]);
    expect((await clone.git('ls-remote', 'origin', 'main')).length).toBeGreaterThan(40);
    await space.end();
  });

  test('begins an answer and then says nothing is left when the sync is stopped', async () => {
    const clone = await peer.create('silent');
    await clone.commit({ 'README.md': PAGE });
    const space = await SyncedSpace.create(peer.urlOf('silent'));
    const stopping = new AbortController();
    peer.intercept = (request, response) => {
      if (!request.url?.endsWith('/git-upload-pack') || request.headers['git-protocol'] !== undefined)
        return false;
      request.resume();
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.write(packet(Buffer.from('NAK\n')));
      stopping.abort();
      return true;
    };
    const stopped = await syncConnection({ ...space.context, signal: stopping.signal }, space.connection);
    expect(stopped.problem).toMatchObject({ isTemporary: true });
    peer.intercept = undefined;
    expect((await space.sync()).state).toBe('synced');
    await space.end();
  });

  const refused: [string, string, string][] = [
    ['an address of SSH', 'git@example.org:team/docs.git', 'address-refused'],
    ['a token in the address', 'https://user:secret@example.org/docs.git', 'address-refused'],
    ['no encryption', 'http://example.org/docs.git', 'address-refused'],
    ['a private address', 'https://10.0.0.1/docs.git', 'address-refused'],
    ['a file', 'file:///etc/passwd', 'address-refused'],
  ];
  test.each(refused)('has %s is refused before anything is sent', async (_what, url, reason) => {
    const fetcher = createFetcher({ allowPrivate: false, resolve: async () => [] });
    const probe = probeRepository({ fetcher, workFolder: '/nowhere' }, { url }, { organizationId: 'o' });
    await expect(probe).rejects.toMatchObject({ reason });
  });

  test('redirects to another host gets no token there', async () => {
    const other = await GitPeer.start();
    await other.create('moved');
    const seen: (string | undefined)[] = [];
    other.intercept = (request) => {
      seen.push(request.headers.authorization);
      return false;
    };
    peer.intercept = (request, response) => {
      response.writeHead(302, { location: `${other.url}${request.url}` }).end();
      return true;
    };
    const remote = { url: peer.urlOf('moved'), credentials: { token: 'secret' } };
    const server = new GitServer(createFetcher({ allowPrivate: true }), remote);
    expect(await server.listRefs()).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((header) => header === undefined)).toBe(true);
    await other.stop();
  });

  test('asks for a token says so, and whether the token may push', async () => {
    await peer.create('private');
    peer.credentials = { username: 'git', token: 'secret' };
    const fetcher = createFetcher({ allowPrivate: true });
    const url = peer.urlOf('private');
    await expect(new GitServer(fetcher, { url }).listRefs()).rejects.toMatchObject({
      reason: 'authentication',
    });
    const wrong = new GitServer(fetcher, { url, credentials: { token: 'other' } });
    await expect(wrong.listRefs()).rejects.toMatchObject({ reason: 'authentication' });
    const server = new GitServer(fetcher, { url, credentials: { token: 'secret' } });
    expect(await server.listRefs()).toEqual([]);
    expect(await server.mayWrite()).toBe(true);
    peer.credentials = undefined;
    await expect(new GitServer(fetcher, { url: peer.urlOf('missing') }).listRefs()).rejects.toMatchObject({
      reason: 'repository-not-found',
    });
  });
});

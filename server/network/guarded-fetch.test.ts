// @module-tag without-database
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { REACH_HINT } from './addresses.ts';
import { FetchHosts } from './fetch-hosts.ts';
import { createFetcher, type FetcherOptions } from './guarded-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

const local = (options: Partial<FetcherOptions> = {}) => createFetcher({ allowPrivate: true, ...options });

/** A fetcher for a small fake internet: all names are served by this machine. */
function internet(names: Record<string, string[]>, port: number, options: Partial<FetcherOptions> = {}) {
  const connections: string[] = [];
  const lookups: string[] = [];
  const connect = buildConnector({});
  const fetcher = createFetcher({
    allowPrivate: false,
    resolve: async (name) => {
      lookups.push(name);
      return names[name] ?? [];
    },
    connect: (target, callback) => {
      connections.push(target.hostname);
      connect({ ...target, hostname: '127.0.0.1', port: String(port) }, callback);
    },
    ...options,
  });
  return { fetcher, connections, lookups };
}

const PUBLIC = '93.184.215.14';

describe('createFetcher', () => {
  it('fetches from a real server where private addresses are allowed', async () => {
    const port = await listen((request, response) => {
      response.setHeader('content-type', 'Text/HTML; charset=utf-8');
      response.end(`${request.headers.accept} ${request.url}`);
    });
    const url = `http://localhost:${port}/a?b=c`;
    const fetched = await local()(url, { accept: 'text/html' });
    expect(fetched).toMatchObject({ url, contentType: 'text/html' });
    expect(fetched.body.toString()).toBe('text/html /a?b=c');
  });

  it('sends no cookies and no credentials, and ignores proxies of the environment', async () => {
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    const port = await listen((request, response) => response.end(Object.keys(request.headers).join()));
    const { body } = await local()(`http://127.0.0.1:${port}/`);
    delete process.env.HTTP_PROXY;
    expect(body.toString()).not.toMatch(/cookie|authorization|proxy/);
  });

  it.each([
    ['gzip', gzipSync('the text')],
    ['br', brotliCompressSync('the text')],
    ['identity', Buffer.from('the text')],
  ])('decodes %s', async (encoding, bytes) => {
    const port = await listen((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(bytes);
    });
    expect((await local()(`http://127.0.0.1:${port}/`)).body.toString()).toBe('the text');
  });

  it.each([301, 404, 500])('fails with the status %d', async (status) => {
    const port = await listen((_, response) => {
      response.statusCode = status;
      response.end('no');
    });
    await expect(local()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      failure: 'status',
      message: `127.0.0.1 responded with status ${status}.`,
    });
  });

  it('reports what cannot be reached', async () => {
    const { fetcher } = internet({}, 1);
    await expect(fetcher('http://nowhere.example/')).rejects.toMatchObject({ failure: 'unreachable' });
    await expect(local()('http://127.0.0.1:1/')).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it.each([
    ['content-encoding', 'zstd'],
    ['content-encoding', 'gzip'],
  ])('rejects a body with %s %s', async (name, value) => {
    const port = await listen((_, response) => {
      response.setHeader(name, value);
      response.end('not compressed at all');
    });
    await expect(local()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

describe('private hosts that the operator has named', () => {
  const names = {
    'git.corp.example': ['10.2.3.4'],
    'wiki.corp.example': ['192.168.7.8'],
    'docs.acme.internal': ['10.2.9.9'],
    'metadata.corp.example': ['169.254.169.254'],
    'self.corp.example': ['127.0.0.1'],
    'both.corp.example': ['10.2.3.4', '169.254.169.254'],
  };
  const hosts = FetchHosts.parse('*.corp.example, git.corp.example:8443, 10.2.0.0/16');

  it.each([
    'http://git.corp.example/',
    'http://git.corp.example:8443/',
    'http://wiki.corp.example/',
    'http://docs.acme.internal/',
    'http://10.2.200.1/',
  ])('are reached: %s', async (url) => {
    const port = await listen((_, response) => response.end('private'));
    const { fetcher } = internet(names, port, { hosts });
    expect((await fetcher(url)).body.toString()).toBe('private');
  });

  it.each([
    'http://metadata.corp.example/',
    'http://self.corp.example/',
    'http://both.corp.example/',
    'http://unknown.acme.internal/',
    'http://wiki.corp.example:8443/',
    'http://docs.acme.internal:8443/',
    'http://10.3.0.1/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::ffff:10.2.3.4]/',
    'http://169.254.169.254/',
  ])('are not reached where it is not meant, and the setting is named: %s', async (url) => {
    const { fetcher, connections } = internet(names, 1, { hosts });
    await expect(fetcher(url)).rejects.toThrow(/FETCH_HOSTS\.$/);
    expect(connections).toEqual([]);
  });

  it('are looked at again after a redirect', async () => {
    const port = await listen(({ url }, response) => {
      if (url === '/good') response.writeHead(302, { location: 'http://git.corp.example/end' });
      if (url === '/bad') response.writeHead(302, { location: 'http://metadata.corp.example/' });
      response.end('end');
    });
    const { fetcher, connections } = internet({ ...names, 'docs.example': [PUBLIC] }, port, { hosts });
    expect((await fetcher('http://docs.example/good')).url).toBe('http://git.corp.example/end');
    await expect(fetcher('http://docs.example/bad')).rejects.toThrow(REACH_HINT);
    expect(connections).toEqual([PUBLIC, '10.2.3.4', PUBLIC]);
  });
});

describe('the check of host names', () => {
  it.each([
    [['127.0.0.1']],
    [['10.0.0.7']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['fd00::1']],
    [[PUBLIC, '192.168.1.1']],
    [['not an address']],
  ])('rejects a name that resolves to %j, without connecting', async (addresses) => {
    const { fetcher, connections } = internet({ 'docs.example': addresses }, 1);
    await expect(fetcher('http://docs.example/')).rejects.toMatchObject({
      failure: 'unreachable',
      message: `No public address was found for docs.example. ${REACH_HINT}`,
    });
    expect(connections).toEqual([]);
  });

  it('connects to the checked address, even if DNS changes afterwards', async () => {
    const port = await listen((_, response) => response.end('public'));
    const lookups = [[PUBLIC], ['127.0.0.1']];
    const { fetcher, connections } = internet({}, port, { resolve: async () => lookups.shift() ?? [] });
    expect((await fetcher('http://rebinding.example/')).body.toString()).toBe('public');
    expect(connections).toEqual([PUBLIC]);
    await expect(fetcher('http://rebinding.example/')).rejects.toMatchObject({ failure: 'unreachable' });
    expect(connections).toEqual([PUBLIC]);
  });

  it('tries the next address of a name if one does not respond', async () => {
    const port = await listen((_, response) => response.end('second'));
    const connect = buildConnector({});
    const fetcher = createFetcher({
      allowPrivate: false,
      resolve: async () => ['93.184.215.1', '93.184.215.2'],
      connect: ({ hostname, ...target }, callback) => {
        if (hostname === '93.184.215.1') callback(new Error('no route'), null);
        else connect({ ...target, hostname: '127.0.0.1', port: String(port) }, callback);
      },
    });
    expect((await fetcher('http://docs.example/')).body.toString()).toBe('second');
  });
});

describe('the check of redirects', () => {
  const redirecting = (target: string) =>
    listen((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: target }).end();
      else response.end('the end');
    });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://docs.example:6379/',
    'file:///etc/passwd',
    'http://user:secret@docs.example/',
  ])('rejects one to %s', async (target) => {
    const port = await redirecting(target);
    const names = { 'docs.example': [PUBLIC], 'inside.example': ['10.1.2.3'] };
    const { fetcher, connections } = internet(names, port);
    await expect(fetcher('http://docs.example/start')).rejects.toMatchObject({ failure: 'refused' });
    expect(connections).toEqual([PUBLIC]);
  });

  it('reports the same error for a private name and for an unknown one', async () => {
    const messages = [];
    for (const name of ['inside.example', 'nowhere.example']) {
      const port = await redirecting(`http://${name}/`);
      const names = { 'docs.example': [PUBLIC], 'inside.example': ['10.1.2.3'] };
      const { fetcher, connections } = internet(names, port);
      const error = await fetcher('http://docs.example/start').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ failure: 'unreachable' });
      messages.push(String(error).replace(name, ''));
      expect(connections).toEqual([PUBLIC]);
    }
    expect(messages[0]).toBe(messages[1]);
  });

  it('follows one to a public address, and returns the final URL', async () => {
    const port = await redirecting('//other.example/end');
    const { fetcher } = internet({ 'docs.example': [PUBLIC], 'other.example': [PUBLIC] }, port);
    expect(await fetcher('http://docs.example/start')).toMatchObject({ url: 'http://other.example/end' });
  });

  it('follows at most five', async () => {
    const port = await listen((request, response) => {
      const remainingHops = Number(request.url?.slice(1));
      if (remainingHops === 0) response.end('arrived');
      else response.writeHead(307, { location: `/${remainingHops - 1}` }).end();
    });
    const url = `http://127.0.0.1:${port}`;
    expect((await local()(`${url}/5`)).body.toString()).toBe('arrived');
    await expect(local()(`${url}/6`)).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

describe('the limits of a fetch', () => {
  it('times out on a server that does not respond', async () => {
    const port = await listen(() => {});
    await expect(local({ timeoutMs: 100 })(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      failure: 'timeout',
    });
  });

  it('times out on a body that arrives too slowly', async () => {
    const port = await listen((_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(local({ timeoutMs: 200 })(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      failure: 'timeout',
    });
  });

  it('stops when the caller aborts', async () => {
    const port = await listen(() => {});
    const fetched = local()(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(50) });
    await expect(fetched).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('times out on a name that is never resolved', async () => {
    const fetcher = createFetcher({
      allowPrivate: false,
      timeoutMs: 100,
      resolve: () => new Promise(() => {}),
    });
    await expect(fetcher('http://docs.example/')).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('cuts off an endless body', async () => {
    const port = await listen((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', write);
      write();
    });
    await expect(local()(`http://127.0.0.1:${port}/`, { maxBytes: 1024 * 1024 })).rejects.toMatchObject({
      failure: 'too-large',
      message: 'The response is larger than 1 MiB.',
    });
  });

  it('does not read a body with a Content-Length above the limit', async () => {
    const port = await listen((_, response) => {
      response.writeHead(200, { 'content-length': String(11 * 1024 * 1024) });
      response.write('x');
    });
    await expect(local()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'too-large' });
  });

  it.each([
    ['more than the maximum', Buffer.alloc(12 * 1024 * 1024, 'ab c d'), 10],
    ['an implausible ratio', Buffer.alloc(5 * 1024 * 1024), 10],
  ])('stops a compressed body of %s', async (_, content, mebibytes) => {
    const bomb = gzipSync(content);
    const port = await listen((__, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(bomb);
    });
    await expect(
      local()(`http://127.0.0.1:${port}/`, { maxBytes: mebibytes * 1024 * 1024 }),
    ).rejects.toMatchObject({ failure: 'too-large' });
  });
});

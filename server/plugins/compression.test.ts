import fastify from 'fastify';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedJson } from '#server/base/raw-json.ts';
import { createMember, createSpace, type TestMember } from '#server/test/factories.ts';
import { testApp } from '#server/test/test-app.ts';
import { chooseEncoding, registerCompression } from './compression.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.1, gzip;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000,gzip;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['deflate, *', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('of Accept-Encoding %j chooses %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

describe('registerCompression', () => {
  const app = fastify();
  registerCompression(app);
  const long = JSON.stringify({ text: 'Ö ein Satz. '.repeat(20_000) });
  const json = 'application/json; charset=utf-8';
  app.get('/short', async (_request, reply) => reply.type(json).send('{"text":"short"}'));
  app.get('/text', async (_request, reply) =>
    reply.type(json).header('etag', '"1.a"').send(long.slice(0, 5000)),
  );
  app.get('/long', async (_request, reply) => reply.type(json).send(long));
  app.get('/bytes', async (_request, reply) => reply.type(json).send(Buffer.from(long)));
  app.get('/image', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
  app.get('/done', async (_request, reply) =>
    reply.type(json).header('content-encoding', 'zstd').send(Buffer.from(long)),
  );
  app.get('/stream', async (_request, reply) => reply.type(json).send(Readable.from([long])));
  const shared = new SharedJson(long);
  app.get('/shared', async (_request, reply) => reply.type(json).send(shared.bytes));
  afterAll(() => app.close());
  const get = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

  it.each(['/long', '/bytes'])('compresses %s for who accepts it', async (url) => {
    const brotli = await get(url, 'gzip, br');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(long);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
    const zipped = await get(url, 'gzip');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(long);
    const plain = await get(url);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.body).toBe(long);
  });

  it('sends what many wait for to one after the other', async () => {
    for (const encoding of ['br', 'identity']) {
      let turns = 0;
      const count = () => {
        turns += 1;
        counter = setImmediate(count);
      };
      let counter = setImmediate(count);
      const sizes = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { rawPayload } = await get('/shared', encoding);
          return { turn: turns, length: rawPayload.length };
        }),
      );
      clearImmediate(counter);
      expect(new Set(sizes.map(({ length }) => length)).size).toBe(1);
      // Between two of them others are answered.
      expect(new Set(sizes.map(({ turn }) => turn)).size).toBe(20);
    }
  });

  it('marks the tag of other bytes as weak', async () => {
    expect((await get('/text', 'br')).headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"1.a"' });
    expect((await get('/text')).headers.etag).toBe('"1.a"');
  });

  it('answers HEAD with the headers of GET', async () => {
    const { headers, rawPayload } = await get('/text', 'br', 'HEAD');
    expect(rawPayload).toHaveLength(0);
    expect(headers['content-length']).toBe((await get('/text', 'br')).headers['content-length']);
  });

  it.each(['/short', '/image', '/done', '/stream'])('leaves %s alone', async (url) => {
    const [asked, plain] = await Promise.all([get(url, 'br'), get(url)]);
    expect(asked.rawPayload.equals(plain.rawPayload)).toBe(true);
  });
});

describe('a person with a browser', () => {
  let member: TestMember;
  beforeAll(async () => {
    member = await createMember({ role: 'admin' });
  });
  const send = async (
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ) => {
    const { app } = await testApp();
    const { token } = member;
    return app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br', ...headers },
      ...(payload && { payload }),
    });
  };

  it('gets lists compressed, and 304 by the tag of the compressed one', async () => {
    const { organizationId } = member;
    for (let count = 0; count < 5; count += 1) await createSpace({ organizationId });
    const url = `/v1/orgs/${organizationId}/spaces`;
    const first = await send('GET', url, {});
    expect(first.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString()).items).toHaveLength(5);
    const { statusCode, headers } = await send('GET', url, { 'if-none-match': String(first.headers.etag) });
    expect(statusCode).toBe(304);
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('changes what was read compressed, with If-Match', async () => {
    const { id } = await createSpace({ organizationId: member.organizationId });
    const url = `/v1/spaces/${id}`;
    const etag = String((await send('GET', url, {})).headers.etag);
    expect(
      (await send('PATCH', url, { 'if-match': `W/${etag.replace('W/', '')}` }, { title: 'New' })).statusCode,
    ).toBe(200);
  });

  it('gets a repeated change in the encoding of the repetition', async () => {
    const url = `/v1/orgs/${member.organizationId}/spaces`;
    const key = { 'idempotency-key': 'once' };
    const body = { title: 'Created once' };
    const first = await send('POST', url, key, body);
    const again = await send('POST', url, { ...key, 'accept-encoding': 'identity' }, body);
    const text =
      first.headers['content-encoding'] === 'br' ? brotliDecompressSync(first.rawPayload) : first.body;
    expect(first.statusCode).toBe(201);
    expect(again.body).toBe(text.toString());
  });
});

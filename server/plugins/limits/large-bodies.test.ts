// @module-tag without-database
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type ClientRequest, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Caller } from '#server/base/caller.ts';
import { registerClientAddress } from '../client-address.ts';
import { registerBodyParser } from './body-parser.ts';
import { registerLargeBodies } from './large-bodies.ts';

const BODY = JSON.stringify({ text: 'x'.repeat(300_000) });

let app: FastifyInstance;
let port = 0;
beforeEach(async () => {
  app = fastify({ bodyLimit: 1_000_000, forceCloseConnections: true });
  registerClientAddress(app, { address: 'x-client' });
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = new Caller();
    reply.raw.once('close', () => reply.raw.writableFinished || request.caller.leave());
    done();
  });
  registerLargeBodies(app);
  registerBodyParser(app);
  app.post('/', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  [{ port }] = app.addresses() as [AddressInfo];
});
afterEach(() => app.close());

/** Sends headers and the first half of a large body. */
function begin(client: string): { request: ClientRequest; answered: Promise<number>; finish: () => void } {
  const request = openRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': BODY.length, 'x-client': client },
  });
  request.on('error', () => undefined);
  request.write(BODY.slice(0, 150_000));
  const answered = once(request, 'response').then(([{ statusCode }]) => Number(statusCode));
  answered.catch(() => undefined);
  return { request, answered, finish: () => void request.end(BODY.slice(150_000)) };
}

/** A whole one. */
function send(client: string): { answered: Promise<number>; isAnswered: () => boolean } {
  const { answered, finish } = begin(client);
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  finish();
  return { answered, isAnswered: () => isAnswered };
}

describe('large bodies', () => {
  it('of one caller arrive two at a time, whatever others send', async () => {
    const slow = [begin('203.0.113.7'), begin('203.0.113.7')];
    // Both have begun: the third comes behind them.
    await Promise.all(slow.map(({ request }) => once(request, 'socket')));
    expect(await send('198.51.100.1').answered).toBe(200);
    const third = send('203.0.113.7');
    for (let sentCount = 0; sentCount < 5; sentCount += 1)
      expect(await send('198.51.100.1').answered).toBe(200);
    expect(third.isAnswered()).toBe(false);
    slow[0]?.finish();
    expect(await third.answered).toBe(200);
    slow[1]?.finish();
    expect(await Promise.all(slow.map(({ answered }) => answered))).toEqual([200, 200]);
  });

  it('of a client that hangs up make room, received or waiting', async () => {
    const hung = Array.from({ length: 3 }, () => begin('203.0.113.7'));
    await Promise.all(hung.map(({ request }) => once(request, 'socket')));
    expect(await send('198.51.100.1').answered).toBe(200);
    for (const { request } of hung) request.destroy();
    expect(await send('203.0.113.7').answered).toBe(200);
  });

  it('one after the other make room each time', async () => {
    for (let sentCount = 0; sentCount < 4; sentCount += 1)
      expect((await app.inject({ method: 'POST', url: '/', payload: { text: BODY } })).statusCode).toBe(200);
  });

  it('are recognized by their length, or by having none', async () => {
    const slow = [begin('203.0.113.7'), begin('203.0.113.7')];
    await Promise.all(slow.map(({ request }) => once(request, 'socket')));
    expect(await send('198.51.100.1').answered).toBe(200);
    const url = `http://127.0.0.1:${port}/`;
    const headers = { 'content-type': 'application/json', 'x-client': '203.0.113.7' };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200);
    const stream = new Blob(['{}']).stream();
    const signal = AbortSignal.timeout(300);
    const chunked = fetch(url, {
      method: 'POST',
      headers,
      body: stream,
      duplex: 'half',
      signal,
    } as RequestInit);
    await expect(chunked).rejects.toThrow(/timeout/);
    for (const { finish } of slow) finish();
    expect(await Promise.all(slow.map(({ answered }) => answered))).toEqual([200, 200]);
  });
});

// @module-tag without-database
import fastify from 'fastify';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { handleClientError, registerErrors } from './errors.ts';
import { registerHostCheck } from './host-check.ts';
import { registerHandlerTimeout } from './limits/handler-timeout.ts';

const HEADERS =
  'POST /items HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Writes a raw request, keeps the sending side open, and reads the whole response. */
async function exchange(server: Server, request: string) {
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  closing.push(async () => socket.destroy());
  socket.write(request);
  const response = await text(socket);
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: head.split(' ')[1], head: head.toLowerCase(), error: JSON.parse(body).error };
}

async function listen({ timeoutMs = 60_000 } = {}) {
  const app = fastify({ clientErrorHandler: handleClientError });
  registerHandlerTimeout(app, { timeoutMs, bodyTimeoutMs: timeoutMs });
  registerErrors(app);
  registerHostCheck(app, { publicUrl: 'http://bindery.test', publishedUrl: 'http://bindery.test' });
  app.post('/items', async () => ({ done: true }));
  app.post('/slow-items', async () => wait(500, { done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  return app.server;
}

describe('a slow request body', () => {
  it('is answered with 408 after the handler timeout', async () => {
    const server = await listen({ timeoutMs: 20 });
    const { status, head, error } = await exchange(server, `${HEADERS}\r\n{"a"`);
    expect(status).toBe('408');
    expect(head).toContain('connection: close');
    expect(error).toEqual({ code: 408, message: 'The request took too long to arrive.' });
  });

  it('is answered with 408 after the request timeout', async () => {
    const options = { requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 };
    const server = createServer(options).on('clientError', handleClientError);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => void server.close(resolve)));
    const { status, error } = await exchange(server, `${HEADERS}\r\n{"a"`);
    expect([status, error.code]).toEqual(['408', 408]);
  });
});

describe('a slow handler', () => {
  it('is answered for with 503', async () => {
    const server = await listen({ timeoutMs: 20 });
    const request = `${HEADERS.replace('/items', '/slow-items')}Connection: close\r\n\r\n{"a": 1 }`;
    const { status, error } = await exchange(server, request);
    expect(status).toBe('503');
    expect(error).toEqual({ code: 503, message: 'The server took too long to respond.' });
  });
});

describe('a request with two hosts', () => {
  it.each(['b.test', 'a.test'])('is rejected, whatever the second one: %s', async (host) => {
    const server = await listen();
    const request = `${HEADERS}hOST: ${host}\r\nConnection: close\r\n\r\n{"a": 1 }`;
    const { status, error } = await exchange(server, request);
    expect(status).toBe('400');
    expect(error.message).toBe('The request has more than one Host header.');
  });
});

// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { FollowedStream, originOf } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { type Sender, sharedDatabase, startApp, testApp, type TestClock } from '#server/test/test-app.ts';
import { EventStream, ROOM_BYTES } from './event-stream.ts';

const BEAT_MS = 15_000;

let app: FastifyInstance;
let clock: TestClock;
let close: () => Promise<void>;
let w: OrganizationFixture;
let space: string;
let page: string;
let url: string;

beforeAll(async () => {
  ({ app, clock, close } = await startApp({ database: await sharedDatabase() }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stop(app, close));
beforeEach(async () => {
  clock.reset();
  w = await createOrganizationFixture();
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = written.space.id;
  page = written.start.id;
  url = `/v1/spaces/${space}/change-requests/${(await createChangeRequest(space)).id}/events`;
});

const follow = (sender: Sender, on = app) => FollowedStream.open(originOf(on), sender, url);

/** `fetch` keeps connections that it hasn't used. */
async function stop(stopped: FastifyInstance, closeApp: () => Promise<void>): Promise<void> {
  await stopped.organizationHub.close();
  stopped.server.closeAllConnections();
  await closeApp();
}

/** Sends a request to the app of the streams. */
async function send(
  sender: Sender,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) {
  const { statusCode } = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${sender.token}` },
    ...(body && { payload: body }),
  });
  expect(statusCode).toBeLessThan(300);
}

describe('a stream', () => {
  it('sends a comment every 15 seconds', async () => {
    const stream = await follow(w.reader);
    await stream.nextEditors();
    clock.advance(BEAT_MS);
    expect(await stream.nextBlock()).toEqual({ comment: '' });
    stream.leave();
  });

  it('ends when its token is revoked', async () => {
    const created = await app.inject({
      method: 'POST',
      url: '/v1/user/tokens',
      headers: { authorization: `Bearer ${w.admin.token}` },
      payload: { name: 'Reader of streams', organizations: [w.organization.id] },
    });
    const { token, id } = created.json();
    const stream = await follow({ token });
    await stream.nextEditors();
    await send(w.admin, 'DELETE', `/v1/user/tokens/${id}`);
    expect(await stream.rest()).toEqual([]);
  });

  it('ends when its person is disabled or removed', async () => {
    const [disabled, removed] = [await follow(w.editor), await follow(w.reader)];
    await Promise.all([disabled.nextEditors(), removed.nextEditors()]);
    const { db } = await testApp();
    await db.updateTable('members').set({ disabled: true }).where('user_id', '=', w.editor.id).execute();
    app.actors.invalidateUser(w.editor.id);
    await send(w.admin, 'DELETE', `${w.base}/members/${w.reader.id}`);
    expect([await disabled.rest(), await removed.rest()]).toEqual([[], []]);
  });

  it('goes on when its person has another role', async () => {
    const stream = await follow(w.reader);
    await stream.nextEditors();
    await send(w.admin, 'PATCH', `${w.base}/members/${w.reader.id}`, { role: 'edit' });
    await send(w.admin, 'PATCH', url.replace('/events', ''), { subject: 'Something else' });
    expect(await stream.next('change')).toEqual({ user: w.admin.id });
    stream.leave();
  });

  it('ends at once when its space is deleted', async () => {
    const stream = await follow(w.reader);
    await stream.nextEditors();
    await send(w.admin, 'DELETE', `/v1/spaces/${space}`);
    expect(await stream.rest()).toEqual([]);
  });

  it('ends at once when its space is hidden, and gets no event from there', async () => {
    const [reader, admin] = [await follow(w.reader), await follow(w.admin)];
    await Promise.all([reader.nextEditors(), admin.nextEditors()]);
    await send(w.admin, 'PATCH', `/v1/spaces/${space}`, { defaultLevel: null });
    await send(w.admin, 'PATCH', url.replace('/events', ''), { subject: 'Something secret' });
    expect(await reader.rest()).toEqual([]);
    expect(await admin.next('change')).toEqual({ user: w.admin.id });
    admin.leave();
  });

  it('goes on with its beats after the clock went back', async () => {
    const stream = await follow(w.reader);
    await stream.nextEditors();
    clock.advance(-24 * 60 * 60_000);
    expect(await stream.nextBlock()).toEqual({ comment: '' });
    stream.leave();
  });

  it('of an editor ends when they may only read', async () => {
    const stream = await FollowedStream.open(originOf(app), w.editor, `${url}?page=${page}`);
    await stream.nextEditors();
    await send(w.admin, 'PATCH', `${w.base}/members/${w.editor.id}`, { role: 'read' });
    expect(await stream.rest()).toEqual([]);
  });
});

describe('a person', () => {
  it('has 20 streams at most', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(w.reader)));
    const { response } = await follow(w.reader);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await response.json()).toMatchObject({ error: { code: 429 } });
    const otherStream = await follow(w.commenter);
    expect(otherStream.response.status).toBe(200);
    otherStream.leave();
    for (const stream of streams) stream.leave();
    await expect.poll(() => app.organizationHub.size).toBe(0);
    const again = await follow(w.reader);
    expect(again.response.status).toBe(200);
    again.leave();
  });
});

describe('a server that stops', () => {
  it('says when to come back, and ends its streams, also those that still come', async () => {
    const stopping = await startApp({ database: await sharedDatabase() });
    await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await follow(w.reader, stopping.app);
    await stream.nextEditors();
    await stopping.app.organizationHub.close();
    const [last, ...others] = await stream.rest();
    expect(others).toEqual([]);
    expect(Number(last?.retry)).toBeGreaterThanOrEqual(1000);
    expect(Number(last?.retry)).toBeLessThanOrEqual(10_000);
    const late = await follow(w.reader, stopping.app);
    expect(late.response.status).toBe(200);
    expect(Number((await late.rest()).at(-1)?.retry)).toBeGreaterThanOrEqual(1000);
    await stop(stopping.app, stopping.close);
  });
});

describe('a reader that does not keep up', () => {
  /** A stream to a client that reads nothing after the headers. */
  async function openUnread(): Promise<{
    stream: EventStream;
    closed: Promise<unknown>;
    stopServer: () => void;
  }> {
    const server = createServer({ highWaterMark: ROOM_BYTES });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const socket = connect(address !== null && typeof address === 'object' ? address.port : 0, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: bindery.test\r\n\r\n');
    socket.pause();
    const [, response] = await once(server, 'request');
    const stopServer = () => {
      socket.destroy();
      server.close();
    };
    return { stream: new EventStream(response, {}), closed: once(response, 'close'), stopServer };
  }

  /** Until the buffers of the system are full, and something is queued here. */
  async function fill(stream: EventStream, isFull: () => boolean): Promise<void> {
    for (let sentCount = 0; sentCount < 20_000 && !isFull(); sentCount += 1) {
      stream.send('editors', 'x'.repeat(1000));
      if (sentCount % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('is cut off with 64 KB queued', async () => {
    const { stream, closed, stopServer } = await openUnread();
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    await fill(stream, () => isClosed);
    expect(await closed).toEqual([]);
    stopServer();
  });

  it('is cut off after ten seconds without room', async () => {
    const { stream, closed, stopServer } = await openUnread();
    await fill(stream, () => stream.isBlocked);
    expect(stream.isBlocked).toBe(true);
    stream.checkReader(1000);
    stream.checkReader(10_999);
    expect(stream.isBlocked).toBe(true);
    stream.checkReader(11_000);
    await closed;
    stopServer();
  });
});

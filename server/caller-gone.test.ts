// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin, PluginTransformResultArgs } from 'kysely';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationFixture, type OrganizationFixture } from './test/organization-fixture.ts';
import { SiteEditor } from './test/site-editor.ts';
import { as, sharedDatabase, startApp } from './test/test-app.ts';

type Result = PluginTransformResultArgs['result'];

/** Counts the statements of a request, and runs `interrupt` while its handler waits for the first one that matches. */
class StatementWatcher implements KyselyPlugin {
  count = 0;
  #matches: (result: Result) => boolean = () => false;
  #interrupt = async () => {};

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.count += 1;
    if (this.#matches(result)) {
      this.#matches = () => false;
      await this.#interrupt();
    }
    return result;
  };

  watch(matches: (result: Result) => boolean, interrupt: () => Promise<void>): void {
    this.#matches = matches;
    this.#interrupt = interrupt;
  }
}

const statements = new StatementWatcher();
const connectionClosed = new Set<() => void>();
const handlerEnded = new Set<(status: number) => void>();
let app: FastifyInstance;
let close: () => Promise<void>;
let w: OrganizationFixture;
beforeAll(async () => {
  ({ app, close } = await startApp({ database: await sharedDatabase(statements) }));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.once('close', () => connectionClosed.forEach((resolve) => resolve()));
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    handlerEnded.forEach((resolve) => resolve(reply.statusCode));
    done(null, payload);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  w = await createOrganizationFixture();
});
afterAll(() => close());

interface Sent {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  body?: object;
}

function send({ method, url, body }: Sent): Socket {
  const address = app.server.address();
  const socket = connect(address !== null && typeof address === 'object' ? address.port : 0, '127.0.0.1');
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'Host: bindery.test',
    `Authorization: Bearer ${w.admin.token}`,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}

/** How many statements ran after the caller had closed the connection, and how the handler ended. */
async function leaveDuring(matches: (result: Result) => boolean, sent: Sent) {
  // The caller is cached from here on.
  await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${w.admin.token}` } });
  let before = 0;
  const status = await new Promise<number>((resolve) => {
    statements.watch(matches, async () => {
      const closed = new Promise<void>((isClosed) => connectionClosed.add(isClosed));
      socket.destroy();
      await closed;
      before = statements.count;
      handlerEnded.add(resolve);
    });
    const socket = send(sent);
  });
  connectionClosed.clear();
  handlerEnded.clear();
  return { further: statements.count - before, status };
}

const isRead = ({ numAffectedRows }: Result) => numAffectedRows === undefined;
const isWrite = ({ numAffectedRows = 0n }: Result) => numAffectedRows > 0n;

describe('a caller who has closed the connection', () => {
  it('causes no further statement of a read', async () => {
    const site = await SiteEditor.open(w);
    const leaving = await leaveDuring(isRead, { method: 'GET', url: site.url('/structure') });
    expect(leaving).toEqual({ further: 0, status: 499 });
    const stayed = statements.count;
    expect(
      (
        await app.inject({
          url: site.url('/structure'),
          headers: { authorization: `Bearer ${w.admin.token}` },
        })
      ).statusCode,
    ).toBe(200);
    expect(statements.count - stayed).toBeGreaterThan(1);
  });

  it('changes nothing while the transaction of the change is open', async () => {
    const url = `${w.base}/teams/${w.team.id}`;
    const leaving = await leaveDuring(isWrite, { method: 'PATCH', url, body: { title: 'Nobody' } });
    expect(leaving).toEqual({ further: 0, status: 499 });
    expect((await as(w.admin).get(url)).body.title).toBe(w.team.title);
  });

  it('is served to the end once the change is committed', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['A1', 'B2']) await site.addSection(title);
    const url = site.url(`/sections/${site.idOf('B2')}/move`);
    const position = { before: { type: 'site-section', siteSection: site.idOf('A1') } };
    // The rows of each statement of the exchange.
    const isMoved = ({ rows }: Result) => rows.some((row) => Array.isArray(row));
    const leaving = await leaveDuring(isMoved, { method: 'POST', url, body: { position } });
    expect(leaving).toEqual({ further: 1, status: 200 });
    expect(await site.outline()).toBe('B2, A1');
  });
});

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import {
  createApiFixture,
  createCall,
  exceptionsOf,
  OPERATIONS,
  urlOf,
} from '#server/test/contract/api-calls.ts';
import { FollowedStream, originOf } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { type Sender, sharedDatabase, startApp, type TestClock } from '#server/test/test-app.ts';

let app: FastifyInstance;
let clock: TestClock;
let close: () => Promise<void>;
let w: OrganizationFixture;
/** The URL of a change request, its page, and its space. */
let url: string;
let page: string;
let space: string;
let opened: FollowedStream[] = [];

beforeAll(async () => {
  ({ app, clock, close } = await startApp({ database: await sharedDatabase() }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  // `fetch` keeps some that it hasn't used.
  app.server.closeAllConnections();
  await close();
});
beforeEach(async () => {
  for (const stream of opened) stream.leave();
  opened = [];
  clock.reset();
  w = await createOrganizationFixture();
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  space = written.space.id;
  page = written.start.id;
  url = `/v1/spaces/${space}/change-requests/${(await createChangeRequest(space)).id}`;
});

/** Opens a stream as someone who edits the page, or only follows. */
async function follow(sender: Sender, editedPage?: string): Promise<FollowedStream> {
  const path = `${url}/events${editedPage === undefined ? '' : `?page=${editedPage}`}`;
  const stream = await FollowedStream.open(originOf(app), sender, path);
  opened.push(stream);
  return stream;
}

/** Entries are in the order of page and person. */
const byUser = (all: OrganizationFixture) => (a: string) =>
  a.startsWith('Ada') === all.admin.id < all.editor.id ? -1 : 1;

/** Sends a request through this app; its status. */
async function send(sender: Sender, method: 'GET' | 'HEAD' | 'PATCH' | 'POST', path: string, body?: object) {
  const { statusCode } = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${sender.token}` },
    ...(body && { payload: body }),
  });
  return statusCode;
}

const CHANGES = OPERATIONS.filter(
  ({ method, url: path }) => method !== 'GET' && path.includes('/change-requests/:changeRequestId'),
);
/** A preview is visible to the caller only, and the inverse of a merge is a separate change request. */
const CHANGES_NOTHING = new Set(['createPagePreview', 'undoMerge']);

describe('a change of each kind', () => {
  it.each(
    CHANGES.filter(({ id }) => !CHANGES_NOTHING.has(id)).map(
      (operation) => [operation.id, operation] as const,
    ),
  )('is sent to followers of the change request: %s', async (_id, operation) => {
    const fixture = await createApiFixture();
    const call = await createCall(operation, fixture);
    await exceptionsOf(operation).prepareAudit?.(fixture, call);
    const { spaceId, changeRequestId } = call.params;
    url = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
    const stream = await follow(fixture.admin);
    await stream.nextEditors();
    const response = await app.inject({
      method: operation.method,
      url: urlOf(operation, call.params),
      headers: { authorization: `Bearer ${fixture.admin.token}` },
      ...(call.body && { payload: call.body }),
    });
    expect(response.statusCode).toBe(operation.status);
    expect(await stream.next('change')).toEqual({ user: fixture.admin.id });
  });
});

describe('someone who follows a change request', () => {
  it('gets headers and who is editing at once', async () => {
    const stream = await follow(w.reader);
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    expect(stream.response.headers.has('content-encoding')).toBe(false);
    expect(await stream.nextBlock()).toEqual({ retry: '3000' });
    expect(await stream.nextBlock()).toEqual({ event: 'editors', data: '{"editors":[]}' });
  });

  it('sees who edits a page, until the connection ends', async () => {
    const reader = await follow(w.reader);
    expect(await reader.nextEditors()).toEqual([]);
    const editor = await follow(w.editor, page);
    expect(await editor.nextEditors()).toEqual([]);
    const { editors } = await reader.next('editors');
    expect(editors).toEqual([
      {
        page,
        user: { object: 'user', id: w.editor.id, displayName: 'Edo Editor', email: w.editor.email, urls: {} },
      },
    ]);
    editor.leave();
    expect(await reader.nextEditors()).toEqual([]);
  });

  it('sees a person once for each page, and themselves only in other windows', async () => {
    const first = await follow(w.editor, page);
    expect(await first.nextEditors()).toEqual([]);
    const second = await follow(w.editor, page);
    expect(await second.nextEditors()).toEqual([`Edo Editor: ${page}`]);
    expect(await first.nextEditors()).toEqual([`Edo Editor: ${page}`]);
    const reader = await follow(w.reader);
    expect(await reader.nextEditors()).toEqual([`Edo Editor: ${page}`]);
    second.leave();
    expect(await first.nextEditors()).toEqual([]);
    const admin = await follow(w.admin, page);
    await admin.untilEditors([`Edo Editor: ${page}`]);
    await reader.untilEditors([`Ada Admin: ${page}`, `Edo Editor: ${page}`].toSorted(byUser(w)));
  });

  it('gets an event about a change, with its author', async () => {
    const stream = await follow(w.reader);
    expect(await send(w.editor, 'PATCH', url, { subject: 'Say it kindly' })).toBe(200);
    expect(await stream.next('change')).toEqual({ user: w.editor.id });
  });

  it('gets the headers alone by HEAD', async () => {
    const { status, headers } = await fetch(`${originOf(app)}${url}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${w.reader.token}` },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(app.organizationHub.size).toBe(0);
  });

  it('cannot be shown as editing without the permission to edit, nor on a page that does not exist', async () => {
    expect(await send(w.commenter, 'GET', `${url}/events?page=${page}`)).toBe(403);
    expect(await send(w.editor, 'GET', `${url}/events?page=none`)).toBe(404);
    expect(app.organizationHub.size).toBe(0);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/database/engine/connect.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { FollowedStream, originOf } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { findPort, startProcess } from '#server/test/processes/child-process.ts';
import { type Sender, sharedDatabaseUrl, startApp, TEST_SECRET_KEY } from '#server/test/test-app.ts';

const EXPIRY_MS = 45_000;
const POLL_MS = 2000;

/** A server of this process, whose clock the tests turn. */
async function startFirst(databaseUrl: string) {
  const database = await connect({ databaseUrl });
  const { app, clock, close } = await startApp({ database });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const end = async () => {
    await app.organizationHub.close();
    app.server.closeAllConnections();
    await close();
    await database.close();
  };
  return { origin: originOf(app), clock, database, end };
}

/** A server in a separate process. */
async function startSecond(databaseUrl: string) {
  const port = await findPort();
  const secretsKey = TEST_SECRET_KEY.toString('base64');
  const environment = { DATABASE_URL: databaseUrl, PORT: String(port), SECRETS_KEY: secretsKey };
  const started = await startProcess('main', ['serve', '--empty'], environment);
  await started.waitForOutput('Bindery is running');
  const end = async (signal: NodeJS.Signals) => {
    started.child.kill(signal);
    await started.ended;
  };
  return { origin: `http://localhost:${port}`, end };
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('two servers on one database', () => {
  let url: string;
  let first: Awaited<ReturnType<typeof startFirst>>;
  let second: Awaited<ReturnType<typeof startSecond>>;
  let w: OrganizationFixture;
  let page: string;
  let path: string;

  beforeAll(async () => {
    url = (await sharedDatabaseUrl()) ?? '';
    [first, second] = await Promise.all([startFirst(url), startSecond(url)]);
  });
  afterAll(() => Promise.all([first.end(), second.end('SIGTERM')]));
  beforeEach(async () => {
    first.clock.reset();
    w = await createOrganizationFixture();
    const { space, start } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    page = start.id;
    path = `/v1/spaces/${space.id}/change-requests/${(await createChangeRequest(space.id)).id}`;
  });

  const follow = (origin: string, sender: Sender, edits = false) =>
    FollowedStream.open(origin, sender, `${path}/events${edits ? `?page=${page}` : ''}`);

  async function sendToSecond(method: 'PATCH' | 'DELETE', target: string, body?: object): Promise<void> {
    const { ok } = await fetch(second.origin + target, {
      method,
      headers: {
        authorization: `Bearer ${w.admin.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(ok).toBe(true);
  }

  it('show who edits through the other, until they leave', async () => {
    const reader = await follow(first.origin, w.reader);
    expect(await reader.nextEditors()).toEqual([]);
    const editor = await follow(second.origin, w.editor, true);
    const { editors } = await reader.next('editors');
    expect(editors).toEqual([
      {
        page,
        user: { object: 'user', id: w.editor.id, displayName: 'Edo Editor', email: w.editor.email, urls: {} },
      },
    ]);
    editor.leave();
    expect(await reader.nextEditors()).toEqual([]);
    reader.leave();
  });

  it('ask each other when a person comes', async () => {
    const editor = await follow(second.origin, w.editor, true);
    await editor.nextEditors();
    const reader = await follow(first.origin, w.reader);
    expect(await reader.nextEditors()).toEqual([]);
    expect(await reader.nextEditors()).toEqual([`Edo Editor: ${page}`]);
    editor.leave();
    reader.leave();
  });

  it('publish changes that are made through the other', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    await sendToSecond('PATCH', path, { subject: 'Say it kindly' });
    expect(await reader.next('change')).toEqual({ user: w.admin.id });
    reader.leave();
  });

  it('show who has the same thing open through the other, and what changes, to who may read it', async () => {
    const subject = `change-request:${path.split('/').at(-1)}`;
    const followAll = (origin: string, sender: Sender) =>
      FollowedStream.open(origin, sender, `${w.base}/events?open=${subject}`);
    const [reader, editor] = [
      await followAll(first.origin, w.reader),
      await followAll(second.origin, w.editor),
    ];
    const everybody = await reader.untilPresent(({ people }) => people.length > 0);
    expect(everybody).toMatchObject({ subject, people: [{ user: { id: w.editor.id }, editing: false }] });
    await sendToSecond('PATCH', path, { subject: 'Say it kindly' });
    const change = { action: 'updateChangeRequest', user: w.admin.id };
    expect(await reader.next('change')).toMatchObject(change);
    expect(await editor.next('change')).toMatchObject(change);
    editor.leave();
    await reader.untilPresent(({ people }) => people.length === 0);
    reader.leave();
  });

  it('end the stream of a person who is removed through the other', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    await sendToSecond('DELETE', `${w.base}/members/${w.reader.id}`);
    expect(await reader.rest()).toEqual([]);
  });

  it('miss no change while they cannot hear each other', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    const { rows } = await sql<{
      ended: boolean;
    }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
      where application_name = 'bindery pubsub' and datname = current_database()`.execute(first.database.db);
    expect(rows.length).toBeGreaterThan(1);
    await sendToSecond('PATCH', path, { subject: 'Say it kindly' });
    first.clock.advance(POLL_MS);
    expect(await reader.next('change')).toEqual({ user: w.admin.id });
    reader.leave();
  });

  it('end streams before they say that they stop, and when to come back', async () => {
    const stream = await FollowedStream.open(second.origin, w.reader, `${w.base}/events`);
    await stream.nextBlock();
    const isReady = async () =>
      (await fetch(`${second.origin}/readyz`).catch(() => undefined))?.status === 200;
    expect(await isReady()).toBe(true);
    const rest = stream.rest();
    const ended = second.end('SIGTERM');
    await expect.poll(isReady).toBe(false);
    const retry = Number((await rest).at(-1)?.retry);
    expect(retry).toBeGreaterThanOrEqual(1000);
    expect(retry).toBeLessThanOrEqual(10_000);
    await ended;
    second = await startSecond(url);
  });

  it('lose nothing for a client whose server stops, and who goes on at the other one', async () => {
    const send = (origin: string, title: string) =>
      fetch(`${origin}${w.base}/teams`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${w.admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      }).then(async (response) => String((await response.json()).id));
    const stream = await FollowedStream.open(second.origin, w.reader, `${w.base}/events`);
    let last = (await stream.nextBlock())?.id;
    while (last === undefined) last = (await stream.nextBlock())?.id;
    const created = [await send(first.origin, 'Before'), await send(second.origin, 'Also before')];
    const rest = stream.rest();
    const ended = second.end('SIGTERM');
    created.push(await send(first.origin, 'While it stops'));
    const blocks = await rest;
    await ended;
    created.push(await send(first.origin, 'After'));
    const targets = new Set<string>();
    for (const { id, event, data = '' } of blocks) {
      last = id ?? last;
      if (event === 'change') targets.add(JSON.parse(data).target.id);
    }
    const again = await FollowedStream.open(first.origin, w.reader, `${w.base}/events`, last);
    while (targets.size < created.length) targets.add((await again.next('change')).target.id);
    expect([...targets].toSorted()).toEqual(created.toSorted());
    again.leave();
    second = await startSecond(url);
  });

  it('show the people of a server that stops no more at once, and of one that is killed within 45 seconds', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const editor = await follow(second.origin, w.editor, true);
      await editor.nextEditors();
      expect(await reader.nextEditors()).toEqual([`Edo Editor: ${page}`]);
      await second.end(signal);
      if (signal === 'SIGKILL') first.clock.advance(EXPIRY_MS);
      expect(await reader.nextEditors()).toEqual([]);
      second = await startSecond(url);
    }
    reader.leave();
  });
});

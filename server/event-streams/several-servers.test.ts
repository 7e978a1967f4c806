import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/database/engine/connect.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { FollowedStream, originOf } from '#server/test/followed-stream.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { findPort, startProcess } from '#server/test/processes/child-process.ts';
import { type Sender, sharedDatabaseUrl, startApp, TEST_SECRET_KEY } from '#server/test/test-app.ts';

const EXPIRY_MS = 45_000;

/** A server of this process, whose clock the tests turn. */
async function startFirst(databaseUrl: string) {
  const database = await connect({ databaseUrl });
  const { app, clock, close } = await startApp({ database });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const end = async () => {
    await app.changeRequestHub.close();
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

  it('publish nothing without followers', async () => {
    const heard: string[] = [];
    first.database.pubSub?.subscribe('changes', (text) => heard.push(text));
    await sendToSecond('PATCH', path, { subject: 'Say it kindly' });
    const reader = await follow(first.origin, w.reader);
    // The question crosses a change that was made just before.
    expect(await reader.next('change')).toEqual({ user: w.admin.id });
    expect(heard).toHaveLength(1);
    reader.leave();
  });

  it('end the stream of a person who is removed through the other', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    await sendToSecond('DELETE', `${w.base}/members/${w.reader.id}`);
    expect(await reader.rest()).toEqual([]);
  });

  it('say that something may have changed after they could not hear each other', async () => {
    const reader = await follow(first.origin, w.reader);
    await reader.nextEditors();
    const { rows } = await sql<{
      ended: boolean;
    }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
      where application_name = 'bindery pubsub' and datname = current_database()`.execute(first.database.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(await reader.next('change')).toEqual({ user: null });
    reader.leave();
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

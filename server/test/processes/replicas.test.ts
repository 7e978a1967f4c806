import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_COOKIE } from '#server/access/member-cookie.ts';
import { Caller } from '#server/base/caller.ts';
import { type Connection, connect } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, startAppInPlace, type TestApp } from '#server/test/test-app.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../scripts/postgres.ts';

const MAX_LAG_MS = 3000;

describe.runIf(process.env.TEST_ENGINE === 'postgres')('replicas', () => {
  let postgres: ReplicatedPostgres;
  let database: Connection;
  let server: TestApp & { close: () => Promise<void> };
  let w: OrganizationFixture;
  let site: SiteEditor;
  const notices: string[] = [];

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(2);
    const reads = { urls: postgres.replicaUrls, maxLagMs: MAX_LAG_MS };
    const onNotice = (notice: string) => notices.push(notice);
    database = await connect({ databaseUrl: postgres.url, reads, onNotice });
    await migrate(database.db);
    server = await startAppInPlace(database);
    w = await createOrganizationFixture();
    site = await SiteEditor.open(w, { title: 'Tides', published: true });
    await site.addSection('Guide');
    await site.write('Guide/Guide', [{ title: 'Gauges', text: 'The gauge at the quay.\n' }]);
    await untilRead('replica');
  });
  afterAll(async () => {
    await server?.close();
    await database?.close();
    postgres?.stop();
  });

  const path = (rest = '') => `/published/${w.organization.id}/${site.id}/${rest}`;
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
  const rename = (title: string) => as(w.admin).patch(site.url(), { title });
  /** The cookie of a new session. */
  async function signIn(token: string): Promise<string | undefined> {
    const { cookies } = await server.app.inject({ method: 'POST', url: '/auth/session', payload: { token } });
    return cookies.find(({ name }) => name === 'bindery_refresh')?.value;
  }
  async function refresh(cookie: string): Promise<{ status: number; token: string; cookie: string }> {
    const response = await server.app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { 'x-requested-with': 'console' },
      cookies: { bindery_refresh: cookie },
    });
    const next = response.cookies.find(({ name }) => name === 'bindery_refresh')?.value;
    return { status: response.statusCode, token: response.json().accessToken, cookie: next ?? cookie };
  }
  async function untilReplayed(query: string, rows: number): Promise<void> {
    for (const url of postgres.replicaUrls)
      await expect.poll(async () => (await askAt(url, query))?.rows, { timeout: 10_000 }).toBe(rows);
  }
  const asMember = { cookie: `${MEMBER_COOKIE}=somebody` };

  /** Until visitors are led to replicas again, or away from them. */
  async function untilRead(from: 'replica' | 'primary'): Promise<void> {
    const reads = () => database.replicas?.open(new Caller(), '') !== undefined;
    while (reads() !== (from === 'replica')) await sleep(20);
  }

  /** Visitors, members and callers of the interface, each asking again at once. */
  function readAllTheTime() {
    const statuses = new Set<number>();
    const stopping = new AbortController();
    const repeat = async (read: () => Promise<number>) => {
      while (!stopping.signal.aborted) statuses.add(await read());
    };
    const readers = Array.from({ length: 5 }, () => [
      repeat(async () => (await get(path())).statusCode),
      repeat(async () => (await get(path(), asMember)).statusCode),
      repeat(async () => (await as(w.reader).get(site.url())).status),
    ]);
    const running = Promise.all(readers.flat());
    return {
      stop: async () => {
        stopping.abort();
        await running;
        return statuses;
      },
    };
  }

  async function askAt(url: string, statement: string): Promise<pg.QueryResultRow | undefined> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows[0];
  }
  const onReplicas = (statement: string) =>
    Promise.all(postgres.replicaUrls.map((url) => askAt(url, statement)));

  it('keeps a visitor within the bound, and a member at what they have just changed', async () => {
    expect((await rename('Before the pause')).status).toBe(200);
    await expect.poll(async () => (await get(path())).body).toContain('Before the pause');
    await onReplicas('select pg_wal_replay_pause()');
    const before = await get(path());
    // Servers are told of the change long before the replicas have it.
    expect((await rename('During the pause')).status).toBe(200);
    const [visitor, member, again] = await Promise.all([get(path()), get(path(), asMember), get(path())]);
    expect(visitor.headers.etag).toBe(before.headers.etag);
    expect(again.body).toContain('Before the pause');
    expect(member.body).toContain('During the pause');
    // A replica that is behind is not asked any more.
    await untilRead('primary');
    const late = await get(path(), { 'if-none-match': String(before.headers.etag) });
    expect(late.statusCode).toBe(200);
    expect(late.body).toContain('During the pause');
    await onReplicas('select pg_wal_replay_resume()');
    await untilRead('replica');
    // Nothing of what was read from the replica meanwhile is remembered as the page.
    const after = await get(path(), { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect(after.body).toContain('During the pause');
    expect(after.headers.etag).toBe(late.headers.etag);
  });

  it('never changes anything through the way to a replica, not even at a primary', async () => {
    const insert = (db: Connection['db']) =>
      db.insertInto('server_heartbeats').values({ server_id: 'intruder', beat: 1, at: new Date() }).execute();
    const reading = database.replicas?.open(new Caller(), '');
    await expect(insert(reading?.db ?? database.db)).rejects.toThrow('not responding');
    const reads = { urls: [postgres.url], maxLagMs: MAX_LAG_MS };
    const own = await connect({ databaseUrl: postgres.url, reads });
    await own.replicas?.start();
    await expect.poll(() => own.replicas?.canRead, { timeout: 5000 }).toBe(true);
    const atPrimary = own.replicas?.open(new Caller(), '');
    await expect(insert(atPrimary?.db ?? own.db)).rejects.toThrow('not responding');
    await own.close();
    const rows = await sql`select from server_heartbeats where server_id = 'intruder'`.execute(database.db);
    expect(rows.rows).toEqual([]);
  });

  it('lets people read while there is no primary, and takes changes again once it is back', async () => {
    await rename('Before the outage');
    await expect.poll(async () => (await get(path())).body).toContain('Before the outage');
    const session = await refresh((await signIn(w.reader.token)) ?? '');
    // What is made from a text is stored when it is first read: not at a replica.
    await database.db.deleteFrom('document_facts').execute();
    await untilReplayed('select count(*)::int as rows from document_facts', 0);
    const reading = readAllTheTime();
    await postgres.kill();
    // Neither visitors nor members notice anything, from the first moment on.
    for (let count = 0; count < 20; count += 1) expect((await get(path())).statusCode).toBe(200);
    expect(await reading.stop()).toEqual(new Set([200]));
    await expect.poll(() => database.replicas?.isPrimaryAway, { timeout: 10_000 }).toBe(true);
    expect((await get(path(), asMember)).body).toContain('Before the outage');
    expect((await get(path())).body).toContain('The gauge at the quay');
    expect((await get(path('~/search?q=gauge'))).body).toContain('Gauges');
    const read = await as(w.reader).get(site.url());
    expect([read.status, read.headers['x-read-only']]).toEqual([200, 'true']);
    const refused = await rename('During the outage');
    expect([refused.status, refused.headers['x-read-only']]).toEqual([503, 'true']);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body.error.message).toContain('Nothing can be changed at this moment');
    const granted = await refresh(session.cookie);
    expect(granted.status).toBe(200);
    const sender = { token: granted.token };
    expect((await as(sender).get(w.base)).body.title).toBe(w.organization.title);
    expect((await as(sender).patch(site.url(), { title: 'Unwritten' })).status).toBe(503);
    expect((await refresh(`${session.cookie}x`)).status).toBe(503);
    expect(await get('/readyz')).toMatchObject({ statusCode: 200 });
    expect((await get('/readyz')).json().status).toBe('read-only');
    await postgres.restart();
    await expect.poll(async () => (await rename('After the outage')).status, { timeout: 20_000 }).toBe(200);
    expect((await as(w.reader).get(site.url())).headers['x-read-only']).toBeUndefined();
    await expect
      .poll(async () => (await get(path())).body, { timeout: 20_000 })
      .toContain('After the outage');
    // It was for reading while nothing could be stored; the cookie renews the session as before.
    expect((await as(sender).get(w.base)).status).toBe(401);
    const renewed = await refresh(session.cookie);
    expect((await as({ token: renewed.token }).get(w.base)).status).toBe(200);
    await untilRead('replica');
    expect(notices.filter((notice) => notice.includes('The primary'))).toHaveLength(2);
  });

  it('lets people read on when a replica ends while their pages are read from it', async () => {
    const gone = () => database.replicas?.lags.filter(({ seconds }) => seconds === Infinity).length;
    for (const index of [0, 1]) {
      const reading = readAllTheTime();
      await postgres.killReplica(index);
      await expect.poll(gone).toBe(index + 1);
      expect(await reading.stop()).toEqual(new Set([200]));
    }
    await untilRead('primary');
  });
});

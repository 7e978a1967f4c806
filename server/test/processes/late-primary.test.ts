import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { seedOnFirstStart } from '#server/commands/first-start.ts';
import { connect } from '#server/database/engine/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { signingSecret } from '#server/database/server-settings.ts';
import {
  type Postgres,
  type ReplicatedPostgres,
  startPgBouncer,
  startReplicatedPostgres,
} from '../../../scripts/postgres.ts';
import { findPort, type StartedProcess, startProcess } from './child-process.ts';

const TOKEN = 'a-token-that-survives-the-server';
const PATIENCE = { timeout: 30_000 };

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a server that starts without a primary', () => {
  let postgres: ReplicatedPostgres;
  let pooler: Postgres | undefined;
  let server: StartedProcess;
  let origin: string;
  /** Of the demonstration. */
  let site: string;
  const page = '/published/skerry/help/';

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(2);
    const database = await connect({ databaseUrl: postgres.url });
    await migrate(database.db);
    await seedOnFirstStart(database.db, { empty: false, adminToken: TOKEN }, new Date());
    await signingSecret(database.db, new SecretKeys());
    await database.close();
  });
  afterAll(async () => {
    await end();
    pooler?.stop();
    postgres?.stop();
  });

  async function start(line: string): Promise<void> {
    const port = await findPort();
    origin = `http://localhost:${port}`;
    server = await startProcess('main', ['serve'], {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: (pooler ?? postgres).url,
      DATABASE_READ_URL: postgres.replicaUrls.join(','),
      DATABASE_READ_LAG_SECONDS: '3',
      ADMIN_TOKEN: TOKEN,
      CHECK_LINKS: 'false',
      RATE_LIMIT: '0',
    });
    await server.waitForOutput(line);
  }

  async function end(): Promise<void> {
    server?.child.kill('SIGKILL');
    await server?.ended;
  }

  async function send(method: string, path: string, body?: object) {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(path.startsWith('/v1') && { authorization: `Bearer ${TOKEN}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
  const ready = async () => {
    const { status, body } = await send('GET', '/readyz');
    return [status, body.status ?? body.error.message];
  };

  async function query(url: string, statement: string): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  }
  /** Changes the primary, and waits until the replicas have it; then the primary ends. */
  async function loseAfter(statement: string, urls = postgres.replicaUrls): Promise<void> {
    await end();
    await query(postgres.url, statement);
    const [row] = await query(postgres.url, 'select pg_current_wal_lsn() as position');
    const replayed = `select pg_last_wal_replay_lsn() >= '${row?.position}' as it_is`;
    for (const url of urls)
      await expect.poll(async () => (await query(url, replayed))[0]?.it_is, PATIENCE).toBe(true);
    await postgres.kill();
  }

  it('reads from the replica, refuses changes, and goes on as any other once the primary is back', async () => {
    await loseAfter('select 1');
    await start('There is no primary: it only reads');
    await expect.poll(ready, PATIENCE).toEqual([200, 'read-only']);
    expect((await send('GET', '/livez')).status).toBe(200);
    const shown = await send('GET', page);
    expect([shown.status, shown.body.includes('Start here')]).toEqual([200, true]);
    const [organization] = (await send('GET', '/v1/orgs')).body.items;
    const sites = `/v1/orgs/${organization.id}/sites`;
    site = `${sites}/${(await send('GET', sites)).body.items[0].id}`;
    const read = await send('GET', site);
    expect([read.status, read.headers.get('x-read-only')]).toEqual([200, 'true']);
    const refused = await send('PATCH', site, { title: 'During the outage' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);

    await postgres.restart();
    const rename = async () => (await send('PATCH', site, { title: 'After the outage' })).status;
    await expect.poll(rename, PATIENCE).toBe(200);
    await expect.poll(ready, PATIENCE).toEqual([200, 'ok']);
    expect((await send('GET', site)).headers.get('x-read-only')).toBeNull();
    // Its jobs have begun: what was changed is read by those who are told of it.
    const readers = async () =>
      (await query(postgres.url, "select from event_cursors where moved_at > now() - interval '1 minute'"))
        .length;
    await expect.poll(readers, PATIENCE).toBeGreaterThan(0);
    expect((await send('GET', page)).status).toBe(200);
  }, 120_000);

  it('refuses tables of an older version, and migrates them once the primary is back', async () => {
    const last = "(select max(name) from kysely_migration where name = '130-repository-files')";
    await loseAfter(`drop table git_sync_files; delete from kysely_migration where name = ${last}`);
    await start('was not migrated to this version yet (130-repository-files)');
    await expect.poll(async () => (await send('GET', '/livez')).status, PATIENCE).toBe(200);
    expect(await ready()).toEqual([
      503,
      'There is no primary, and nothing can be read from replica 1: it was not migrated to this version yet (130-repository-files).',
    ]);
    expect((await send('GET', page)).status).toBe(503);
    expect((await send('GET', site)).status).toBe(503);
    await postgres.restart();
    await expect.poll(ready, PATIENCE).toEqual([200, 'ok']);
    expect(await query(postgres.url, 'select from git_sync_files')).toEqual([]);
    await expect.poll(async () => (await send('GET', page)).status, PATIENCE).toBe(200);
  }, 120_000);

  it('refuses those of a newer version, and ends once the primary says so, too', async () => {
    await loseAfter(`insert into kysely_migration values ('999-later', '')`);
    await start('was migrated by a newer version (999-later)');
    await expect.poll(async () => (await send('GET', '/livez')).status, PATIENCE).toBe(200);
    expect((await ready())[0]).toBe(503);
    expect((await send('GET', page)).status).toBe(503);
    await postgres.restart();
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('it was migrated by a newer version of Bindery (999-later)');
    await query(postgres.url, "delete from kysely_migration where name = '999-later'");
  }, 120_000);

  it('waits where no server has filled the tables yet', async () => {
    await loseAfter("delete from server_settings where key = 'signing_secret'");
    await start(
      'Still waiting for the database at DATABASE_URL, or a replica of DATABASE_READ_URL, to respond',
    );
    await postgres.restart();
    await server.waitForOutput('Bindery is running');
    await expect.poll(ready, PATIENCE).toEqual([200, 'ok']);
  }, 120_000);

  it('begins with the replica that is left, and finds the primary behind a pooler', async () => {
    pooler = await startPgBouncer(postgres.url, ['server_login_retry = 1']);
    await postgres.killReplica(0);
    await loseAfter('select 1', postgres.replicaUrls.slice(1));
    await start('There is no primary: it only reads');
    await expect.poll(ready, PATIENCE).toEqual([200, 'read-only']);
    expect((await send('GET', page)).status).toBe(200);
    expect((await send('GET', site)).headers.get('x-read-only')).toBe('true');
    await postgres.restart();
    await server.waitForOutput('DATABASE_URL leads to a connection pooler.');
    const rename = async () => (await send('PATCH', site, { title: 'Behind a pooler' })).status;
    await expect.poll(rename, PATIENCE).toBe(200);
    expect((await send('GET', site)).body.title).toBe('Behind a pooler');
  }, 120_000);

  it('waits where neither can be reached', async () => {
    await loseAfter('select 1', postgres.replicaUrls.slice(1));
    await postgres.killReplica(1);
    await start('Still waiting for the database at DATABASE_URL');
    await postgres.restart();
    await server.waitForOutput('Bindery is running');
    await expect.poll(ready, PATIENCE).toEqual([200, 'ok']);
    expect((await send('PATCH', site, { title: 'After that' })).status).toBe(200);
  }, 120_000);
});

import { sql } from 'kysely';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort, runCommand, startProcess, type StartedProcess } from './test/processes/child-process.ts';
import { openTestDatabase, type TestDatabase } from './test/test-database.ts';

const adminToken = 'a-token-that-two-servers-know';
/** Far below the five seconds for which a caller is cached. */
const PROPAGATION_MS = 1000;

let database: TestDatabase;
let servers: { process: StartedProcess; port: number }[] = [];
let organization: string;

const environment = (port = 4400) => ({
  DATABASE_URL: database.url ?? '',
  PORT: String(port),
  ADMIN_TOKEN: adminToken,
  ALLOW_PRIVATE_FETCH: 'true',
});

/** Sends a request to the first or the second server. */
async function send(server: number, path: string, { token = adminToken, method = 'GET', body = {} } = {}) {
  const response = await fetch(`http://localhost:${servers[server]?.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Creates something through one of the servers; returns its id. */
async function createThrough(server: number, path: string, body: object): Promise<string> {
  const response = await send(server, path, { method: 'POST', body });
  expect(response).toMatchObject({ status: 201 });
  return response.body.id;
}

const statusOf = (server: number, token: string) =>
  send(server, '/v1/user', { token }).then(({ status }) => status);
const withinPropagation = { timeout: PROPAGATION_MS, interval: 10 };

beforeAll(async () => {
  if (process.env.TEST_ENGINE !== 'postgres') return;
  database = await openTestDatabase();
  for (const _ of ['one', 'other']) {
    const port = await findPort();
    const started = await startProcess('main', ['serve', '--empty'], environment(port));
    servers.push({ process: started, port });
    await started.waitForOutput('Bindery is running');
  }
  organization = (await send(0, '/v1/orgs')).body.items[0].id;
});

afterAll(async () => {
  for (const { process } of servers) process.child.kill('SIGTERM');
  for (const { process } of servers) await process.ended;
  servers = [];
  await database?.close();
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('two servers on one PostgreSQL', () => {
  it('both reject a token immediately after a command revoked it', async () => {
    const created = await runCommand(['token', 'create', '--email', 'admin@demo.example'], environment());
    const token = created.stdout.trim();
    expect([await statusOf(0, token), await statusOf(1, token)]).toEqual([200, 200]);
    const list = await runCommand(['token', 'list'], environment());
    const [id = ''] =
      list.stdout
        .split('\n')
        .find((line) => line.includes('command line'))
        ?.split(' ') ?? [];
    const revoking = runCommand(['token', 'revoke', id], environment());
    let isRevoked = false;
    // Both servers keep the caller cached until this moment.
    while (!isRevoked) {
      const row = await database.db
        .selectFrom('tokens')
        .select('revoked_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      isRevoked = row.revoked_at !== null;
      if (!isRevoked) await Promise.all([statusOf(0, token), statusOf(1, token)]);
    }
    await expect.poll(() => statusOf(0, token), withinPropagation).toBe(401);
    await expect.poll(() => statusOf(1, token), withinPropagation).toBe(401);
    expect((await revoking).code).toBe(0);
  }, 120_000);

  it('both reject a session immediately after it ended at one of them', async () => {
    const started = await fetch(`http://localhost:${servers[0]?.port}/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'console' },
      body: JSON.stringify({ token: adminToken }),
    });
    const cookie = started.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const { accessToken } = await started.json();
    expect([await statusOf(0, accessToken), await statusOf(1, accessToken)]).toEqual([200, 200]);
    const ended = await fetch(`http://localhost:${servers[0]?.port}/auth/session`, {
      method: 'DELETE',
      headers: { cookie, 'x-requested-with': 'console' },
    });
    expect(ended.status).toBe(204);
    expect(await statusOf(0, accessToken)).toBe(401);
    await expect.poll(() => statusOf(1, accessToken), withinPropagation).toBe(401);
  });

  it('both reject an API token immediately after its owner or an administrator revoked it', async () => {
    const body = { name: 'Nightly build', organizations: [organization] };
    const create = async () => (await send(0, '/v1/user/tokens', { method: 'POST', body })).body;
    const ownTask = await create();
    expect([await statusOf(0, ownTask.token), await statusOf(1, ownTask.token)]).toEqual([200, 200]);
    expect((await send(0, `/v1/user/tokens/${ownTask.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf(0, ownTask.token)).toBe(401);
    await expect.poll(() => statusOf(1, ownTask.token), withinPropagation).toBe(401);
    const otherTask = await create();
    expect([await statusOf(0, otherTask.token), await statusOf(1, otherTask.token)]).toEqual([200, 200]);
    const { id } = (await send(0, '/v1/user')).body;
    const url = `/v1/orgs/${organization}/members/${id}/tokens/${otherTask.id}`;
    expect((await send(1, url, { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf(1, otherTask.token)).toBe(401);
    await expect.poll(() => statusOf(0, otherTask.token), withinPropagation).toBe(401);
  });

  it('both apply a changed sign-in policy and a forced sign-out immediately', async () => {
    const started = await fetch(`http://localhost:${servers[0]?.port}/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'console' },
      body: JSON.stringify({ token: adminToken }),
    });
    const { accessToken: token } = await started.json();
    const created = await send(0, '/v1/user/tokens', {
      method: 'POST',
      body: { name: 'Weak', organizations: [organization] },
    });
    const weak: string = created.body.token;
    const path = `/v1/orgs/${organization}`;
    const opens = (server: number, which: string) =>
      send(server, path, { token: which }).then(({ status }) => status);
    expect([await opens(0, weak), await opens(1, weak), await opens(1, token)]).toEqual([200, 200, 200]);
    const change = { method: 'PATCH', body: { passkeyRequired: true } };
    expect((await send(0, `${path}/sign-in-policy`, change)).status).toBe(200);
    expect(await opens(0, weak)).toBe(403);
    await expect.poll(() => opens(1, weak), withinPropagation).toBe(403);
    expect((await send(1, `${path}/sessions`, { method: 'DELETE' })).status).toBe(204);
    expect(await opens(1, token)).toBe(401);
    await expect.poll(() => opens(0, token), withinPropagation).toBe(401);
    const reset = { method: 'PATCH', body: { passkeyRequired: false } };
    expect((await send(0, `${path}/sign-in-policy`, reset)).status).toBe(200);
  });

  it('receive messages again after their connections were cut', async () => {
    const before = await listeners();
    expect(before).toHaveLength(2);
    await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`.execute(database.db);
    await expect.poll(async () => (await listeners()).length, { timeout: 10_000 }).toBe(2);
    expect((await listeners()).some((pid) => before.includes(pid))).toBe(false);
    expect(await statusOf(1, adminToken)).toBe(200);
  });

  it('run a job once, whichever enqueued it', async () => {
    const fetched: string[] = [];
    const source = createServer((request, response) => {
      fetched.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ openapi: '3.1.0', info: { title: request.url, version: '1' }, paths: {} }),
      );
    });
    await once(source.listen(0, '127.0.0.1'), 'listening');
    const address = source.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const slugs = Array.from({ length: 8 }, (_, index) => `spec-${index}`);
    const path = `/v1/orgs/${organization}/openapi`;
    await Promise.all(
      slugs.map((slug, index) =>
        send(index % 2, `${path}/${slug}`, {
          method: 'PUT',
          body: { source: { url: `http://127.0.0.1:${port}/${slug}` } },
        }),
      ),
    );
    const unfinished = async () => {
      const { body } = await send(0, path);
      return body.items.filter((spec: { processingState: string }) => spec.processingState !== 'complete');
    };
    await expect.poll(unfinished, { timeout: 30_000 }).toEqual([]);
    source.close();
    expect(fetched.toSorted()).toEqual(slugs.map((slug) => `/${slug}`));
  }, 60_000);

  it('keep one order when both move items at the same time', async () => {
    const path = `/v1/orgs/${organization}/spaces`;
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1)
      ids.push(await createThrough(index % 2, path, { title: `${index}` }));
    const moves = Array.from({ length: 60 }, (_, index) => {
      const [moved = '', before = ''] = [ids[index % 6], ids[(index * 5 + 3) % 6]];
      return send(index % 2, `/v1/spaces/${moved}/move`, {
        method: 'POST',
        body: { position: { before: { type: 'space', space: before } } },
      });
    });
    expect([...new Set((await Promise.all(moves)).map(({ status }) => status))]).toEqual([200]);
    const orders = await Promise.all(
      [0, 1].map(async (server) => {
        const { body } = await send(server, `/v1/orgs/${organization}/content?limit=100`);
        return body.items.map(({ id }: { id: string }) => id);
      }),
    );
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]?.toSorted()).toEqual(ids.toSorted());
  });

  it('both return a changed total immediately', async () => {
    const path = `/v1/orgs/${organization}/spaces`;
    const countAt = async (server: number) => (await send(server, `${path}?limit=1`)).body.count;
    for (const server of [0, 1, 0]) await createThrough(server, path, { title: 'Counted' });
    const before = await countAt(1);
    await createThrough(0, path, { title: 'Counted' });
    // Otherwise the old total would be cached for two seconds.
    await expect.poll(() => countAt(1), withinPropagation).toBe(before + 1);
  });

  it('go on without an error when each table gets a column', async () => {
    const base = `/v1/orgs/${organization}`;
    const site = `${base}/sites/${await createThrough(0, `${base}/sites`, { title: 'Used' })}`;
    let used = 0;
    const use = async (server: number) => {
      used += 1;
      const redirect = { source: `/from-${used}`, target: '/new' };
      const id = await createThrough(server, `${site}/redirects`, redirect);
      const body = { target: '/newer' };
      const changed = await send(server, `${site}/redirects/${id}`, { method: 'PATCH', body });
      const read = await Promise.all(
        [`${site}/redirects`, `${site}/sections`, `${base}/saml`, `${base}/members`].map((path) =>
          send(server, path),
        ),
      );
      return [changed, ...read].map(({ status }) => status);
    };
    for (const server of [0, 1, 0, 1]) await use(server);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
      database.db,
    );
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} add column added_later integer`.execute(database.db);
    for (const server of [0, 1, 0, 1]) expect(await use(server)).toEqual([200, 200, 200, 200, 200]);
  });
});

/** The process ids of the connections that listen for messages. */
async function listeners(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = 'bindery pubsub' and query like 'listen%' and datname = current_database()`.execute(
    database.db,
  );
  return rows.map(({ pid }) => pid);
}

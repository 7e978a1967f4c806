// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import { createQueryId, type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AppOptions } from '#server/app.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { deleteOldResponses, trimResponses } from './stored-responses.ts';

let fixture: OrganizationFixture;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
});

/** Creates a team with an idempotency key. */
async function create(title: string, key: string, token = fixture.admin.token, server?: FastifyInstance) {
  const app = server ?? (await testApp()).app;
  return app.inject({
    method: 'PUT',
    url: `${fixture.base}/teams`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { title },
  });
}

async function countTeams(title: string): Promise<number> {
  const { app } = await testApp();
  const response = await app.inject({
    url: `${fixture.base}/teams?title=${encodeURIComponent(title)}`,
    headers: { authorization: `Bearer ${fixture.admin.token}` },
  });
  return response.json().count;
}

describe('a request with an idempotency key', () => {
  it('is executed once and answered twice', async () => {
    const first = await create('Once', 'key-once-1');
    const second = await create('Once', 'key-once-1');
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countTeams('Once')).toBe(1);
  });

  it('is executed once although it arrives twice at the same time', async () => {
    const responses = await Promise.all([create('Twins', 'key-twins-1'), create('Twins', 'key-twins-1')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await countTeams('Twins')).toBe(1);
  });

  it('is executed separately for another key or another caller', async () => {
    await create('Several', 'key-several-1');
    await create('Several', 'key-several-2');
    expect(await countTeams('Several')).toBe(2);
    const otherCaller = await create('Several', 'key-several-1', fixture.reader.token);
    expect(otherCaller.statusCode).toBe(403);
  });

  it('is rejected with another body, concurrently or later, and executed as first sent', async () => {
    const responses = await Promise.all([create('First', 'key-other-1'), create('Second', 'key-other-1')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 422]);
    const later = await create('Second', 'key-other-1');
    expect(later.statusCode).toBe(422);
    expect(later.json().error.message).toContain('Idempotency-Key');
    expect([await countTeams('First'), await countTeams('Second')]).toEqual([1, 0]);
  });

  it.each(['', 'two words', 'ü', 'a'.repeat(256)])('is rejected for the invalid key %j', async (key) => {
    const { statusCode, body } = await create('Unkeyed', key);
    expect(statusCode).toBe(400);
    expect(JSON.parse(body).error.details[0].path).toBe('header.idempotency-key');
    expect(await countTeams('Unkeyed')).toBe(0);
  });

  it('is executed once after a failure that several waited for', async () => {
    const responses = await Promise.all(
      ['', 'Waiting', 'Waiting'].map((title) => create(title, 'key-waiting-1')),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 201, 201]);
    expect(await countTeams('Waiting')).toBe(1);
  });

  it('is executed again after a failure', async () => {
    expect((await create('', 'key-refused-1')).statusCode).toBe(400);
    expect((await create('Accepted', 'key-refused-1')).statusCode).toBe(201);
  });

  it('repeats a response without a body', async () => {
    const { app } = await testApp();
    const team = (await create('Gone', 'key-gone-1')).json();
    const remove = () =>
      app.inject({
        method: 'DELETE',
        url: `${fixture.base}/teams/${team.id}`,
        headers: { authorization: `Bearer ${fixture.admin.token}`, 'idempotency-key': 'key-gone-2' },
      });
    const first = await remove();
    const second = await remove();
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.body).toBe('');
  });
});

describe('another server', () => {
  /** A server of its own on the same database, as after a failover. */
  async function startOther(options: Partial<AppOptions> = {}) {
    const { clock } = await testApp();
    const other = await startApp({ database: await sharedDatabase(), clock, ...options });
    onTestFinished(() => other.close());
    return other.app;
  }

  it('repeats the response, and rejects another body', async () => {
    const first = await create('Shared', 'key-shared-1');
    const other = await startOther();
    const again = await create('Shared', 'key-shared-1', fixture.admin.token, other);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect((await create('Another', 'key-shared-1', fixture.admin.token, other)).statusCode).toBe(422);
    expect(await countTeams('Shared')).toBe(1);
  });

  it('does not make a change that the first one makes at the same time', async () => {
    const { app } = await testApp();
    const servers = [app, await startOther(), await startOther()];
    for (let round = 0; round < 5; round += 1) {
      const title = `Race ${round}`;
      const responses = await Promise.all(
        servers.map((server) => create(title, `key-race-${round}`, fixture.admin.token, server)),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
      expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      expect(await countTeams(title)).toBe(1);
    }
  });

  it('does not make the change of a server that died before it had stored the response', async () => {
    const database = await sharedDatabase();
    const db = database.db.withPlugin(new FailingStatements((text) => text.includes('synchronous_commit')));
    const dying = await startOther({ database: { ...database, db } });
    const { title, key } = { title: 'Lost', key: 'key-lost-1' };
    await create(title, key, fixture.admin.token, dying);
    expect(await countTeams(title)).toBe(1);
    const again = await create(title, key);
    expect(again.statusCode).toBe(409);
    expect(again.json().error.message).toContain('The change was made');
    expect(await countTeams(title)).toBe(1);
  });
});

describe('stored keys', () => {
  it('can be used for another change after a day', async () => {
    const { clock, db } = await testApp();
    const first = await create('Daily', 'key-daily-1');
    clock.advance(24 * 60 * 60_000 + 1000);
    const second = await create('Daily', 'key-daily-1');
    clock.reset();
    expect(second.json().id).not.toBe(first.json().id);
    await deleteOldResponses(db, new Date(Date.now() + 25 * 60 * 60_000));
  });

  it('are limited for each person; the oldest go first', async () => {
    const { db } = await testApp();
    const row = { attempt: 'a', body_digest: 'b', status: 200, headers: '{}' };
    const store = (userId: string, from: number, to: number, body: Buffer | null) =>
      db
        .insertInto('idempotency_keys')
        .values(
          Array.from({ length: to - from }, (_, index) => ({
            ...row,
            body,
            user_id: userId,
            name: `${userId} ${from + index}`,
            created_at: new Date(1_700_000_000_000 + from + index),
          })),
        )
        .execute();
    const namesOf = async (userId: string) =>
      (
        await db
          .selectFrom('idempotency_keys')
          .select('name')
          .where('user_id', '=', userId)
          .orderBy('created_at')
          .execute()
      ).map(({ name }) => name);
    await store('many', 0, 1000, null);
    await store('many', 1000, 2010, null);
    await store('large', 0, 5, Buffer.alloc(5 * 1024 * 1024));
    await trimResponses(db, 'many');
    await trimResponses(db, 'large');
    const many = await namesOf('many');
    expect([many.length, many[0], many.at(-1)]).toEqual([2000, 'many 10', 'many 2009']);
    expect(await namesOf('large')).toEqual(['large 2', 'large 3', 'large 4']);
    await deleteOldResponses(db, new Date(1_800_000_000_000));
    expect(await namesOf('many')).toEqual([]);
  });

  it('have responses that nobody reads in the database', async () => {
    const { db } = await testApp();
    await create('A title that is nowhere else', 'key-secret-1');
    const rows = await db.selectFrom('idempotency_keys').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(
        JSON.stringify({ ...row, body: row.body && Buffer.from(row.body).toString('latin1') }),
      ).not.toContain('A title that is nowhere else');
      expect(row.name).not.toContain('key-secret-1');
    }
  });
});

/** Statements that never arrive. */
class FailingStatements implements KyselyPlugin {
  readonly #fails: (text: string) => boolean;
  constructor(fails: (text: string) => boolean) {
    this.#fails = fails;
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    if (this.#fails(new PostgresQueryCompiler().compileQuery(node, createQueryId()).sql))
      throw new Error('The process was killed.');
    return node;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOperators } from '#server/access/operators.ts';
import { createMember } from '#server/test/factories.ts';
import { startApp, type TestApp, testApp } from '#server/test/test-app.ts';
import { openTestDatabase } from '#server/test/test-database.ts';

const token = 'a-token-of-those-who-watch';
let started: TestApp & { close: () => Promise<void> };
beforeAll(async () => {
  started = await startApp({ metricsToken: token });
});
afterAll(() => started.close());

const get = (url: string, authorization?: string) =>
  started.app.inject({ url, headers: authorization === undefined ? {} : { authorization } });

describe('/metrics', () => {
  it('is for those with the token only', async () => {
    expect((await get('/metrics')).statusCode).toBe(401);
    expect((await get('/metrics', 'Bearer another-token')).statusCode).toBe(401);
    const { statusCode, headers } = await get('/metrics', `Bearer ${token}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('is for operators of the server, without a token for those who watch too', async () => {
    const { app, db, clock } = await testApp();
    const person = await createMember({ role: 'admin' });
    const read = () => app.inject({ url: '/metrics', headers: { authorization: `Bearer ${person.token}` } });
    const refused = await read();
    expect(refused.statusCode).toBe(403);
    expect(JSON.parse(refused.body).error.message).toContain('bindery operator add');
    await insertOperators(db, [person.id], clock.now());
    app.actors.invalidateUser(person.id);
    expect((await read()).body).toContain('bindery_database_up 1');
    expect(
      (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401);
  });

  it('counts requests by operation and status, and never names what they were about', async () => {
    await get('/v1/user');
    await get('/v1/orgs/an-organization-with-a-name/members');
    await get('/published/an-organization-with-a-name/docs/');
    await get('/a-path-of-nobody.txt');
    const { body } = await get('/metrics', `Bearer ${token}`);
    const countOf = (operation: string, status: number) =>
      new RegExp(
        String.raw`^bindery_http_request_duration_seconds_count\{operation="${operation}",status="${status}"\} (\d+)$`,
        'm',
      ).exec(body)?.[1];
    expect(countOf('getCurrentUser', 401)).toBe('1');
    expect(countOf('listMembers', 401)).toBe('1');
    expect(countOf(String.raw`GET /published/:organization/\*`, 404)).toBe('1');
    expect(countOf('none', 404)).toBe('1');
    expect(body).not.toContain('an-organization-with-a-name');
  });

  it('has a sample of each kind, in the format', async () => {
    const { body } = await get('/metrics', `Bearer ${token}`);
    const lines = body.trimEnd().split('\n');
    const typed = new Set<string>();
    for (const line of lines) {
      const [, name = '', type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
      if (type !== undefined) typed.add(name);
      if (line.startsWith('#')) continue;
      const [, metric = ''] = /^([a-z_]+)(?:\{(?:[a-z]+="[^"]*",?)+\})? -?[\d.e+-]+$/.exec(line) ?? [line];
      expect(typed.has(metric.replace(/_(bucket|sum|count)$/, '')) || typed.has(metric), line).toBe(true);
    }
    expect(lines).toContain('bindery_database_up 1');
    expect(lines).toContain('bindery_jobs{state="running"} 0');
    expect(body).toMatch(/^bindery_build_info\{version=".+",engine="(pglite|postgres)"\} 1$/m);
    expect(body).toMatch(/^nodejs_eventloop_delay_seconds\{percentile="99"\} \d/m);
    expect(body).toMatch(/^bindery_cache_lookups_total\{cache="published answers",result="hit"\} \d+$/m);
  });

  it('says so when the database does not answer', async () => {
    const database = await openTestDatabase();
    const { app } = await startApp({ metricsToken: token, database });
    await database.close();
    const { statusCode, body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(200);
    expect(body).toContain('bindery_database_up 0\n');
    await app.close();
  });

  it('has every metric that the alerts and the dashboard name', async () => {
    const { body } = await get('/metrics', `Bearer ${token}`);
    const exposed = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      const text = readFileSync(new URL(`../../docs/operation/${file}`, import.meta.url), 'utf8');
      const names = [...text.matchAll(/\b(?:bindery|process|nodejs)_[a-z_]+/g)].map(([name]) => name);
      expect(names.length).toBeGreaterThan(5);
      for (const name of names) {
        // On PostgreSQL only, on the embedded engine only, and with a storage only.
        if (/^bindery_(database_connections|disk_|storage_)/.test(name)) continue;
        expect(
          exposed.has(name.replace(/_(bucket|sum|count)$/, '')) || exposed.has(name),
          `${file}: ${name}`,
        ).toBe(true);
      }
    }
  });
});

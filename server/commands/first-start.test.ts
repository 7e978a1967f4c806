import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '#server/accounts/credentials/credentials.queries.ts';
import { startSessionByToken } from '#server/accounts/sessions/sessions.ts';
import { printsSignInLinks, startSessionByCode } from '#server/accounts/sign-in/link-sign-in.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { executeCommand } from './execute-command.ts';
import { seedOnFirstStart, createSignInLink } from './first-start.ts';
import { ServerSecrets } from './secrets.ts';
import { loadSettings } from './settings.ts';

const now = new Date('2026-06-01T08:00:00.000Z');
const context = {
  now,
  origin: { userAgent: null, address: null, country: null },
  clientKey: 'test',
  deviceSecret: undefined,
  nextDeviceSecret: 'of the browser',
  mailer: { delivery: 'none' },
} as const;
const adminToken = 'a-token-that-was-chosen-beforehand';

describe.each([
  ['the demonstration', false],
  ['an API token for an administrator', true],
])('a first start with %s', (_, empty) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await openTestDatabase();
  });
  afterAll(() => connection.close());
  const fill = () => seedOnFirstStart(connection.db, { empty, adminToken }, now);
  const countOrganizations = async () =>
    (await connection.db.selectFrom('organizations').select('id').execute()).length;

  it('seeds the database once, with an administrator who has the given token', async () => {
    // Two servers that start at the same time on one empty database.
    const starts = await Promise.all([fill(), fill()]);
    const isFirst = (start: (typeof starts)[number]) =>
      start !== undefined && 'isFirstStart' in start && start.isFirstStart;
    const first = starts.find(isFirst);
    expect(starts.map(isFirst).toSorted()).toEqual([false, true]);
    const organizations = await countOrganizations();
    expect(organizations).toBe(empty ? 1 : 3);
    expect(await fill()).toEqual({ administratorId: first?.administratorId, isFirstStart: false });
    expect(await countOrganizations()).toBe(organizations);
    const session = await startSessionByToken(connection.db, adminToken, context);
    expect(session?.userId).toBe(first?.administratorId);
  });

  it('returns a sign-in link at every start', async () => {
    const administratorId = (await fill())?.administratorId ?? '';
    const link = await createSignInLink(connection.db, 'http://localhost:4400', administratorId, now);
    expect(link).toMatch(/^http:\/\/localhost:4400\/login#code=\w{43}$/);
    const session = await startSessionByCode(connection.db, link.split('code=')[1] ?? '', context);
    expect(session?.userId).toBe(administratorId);
  });

  it('lets the browser that used a link use it again for its week, and no other', async () => {
    const administratorId = (await fill())?.administratorId ?? '';
    const link = await createSignInLink(connection.db, 'http://localhost:4400', administratorId, now);
    const use = (deviceSecret: string | undefined, days: number) =>
      startSessionByCode(connection.db, link.split('code=')[1] ?? '', {
        ...context,
        now: new Date(now.getTime() + days * 24 * 60 * 60_000),
        deviceSecret,
        nextDeviceSecret: deviceSecret ?? 'of another browser',
      });
    expect(await use('mine', 0)).toBeDefined();
    expect(await use('mine', 6)).toBeDefined();
    expect(await use('theirs', 6)).toBeUndefined();
    expect(await use(undefined, 6)).toBeUndefined();
    expect(await use('mine', 6)).toBeDefined();
    expect(await use('mine', 8)).toBeUndefined();
  });
});

describe('a link that a start has printed', () => {
  it('ends when the first account has a credential; one that is asked for works', async () => {
    const connection = await openTestDatabase();
    const { db } = connection;
    const start = await seedOnFirstStart(db, { empty: true, adminToken }, now);
    const userId = start?.administratorId ?? '';
    const open = async (link: string, secret: string) => {
      const browser = { ...context, deviceSecret: secret, nextDeviceSecret: secret };
      return (await startSessionByCode(db, link.split('code=')[1] ?? '', browser))?.userId;
    };
    const used = await createSignInLink(db, 'http://localhost:4400', userId, now);
    const unused = await createSignInLink(db, 'http://localhost:4400', userId, now);
    expect(await open(used, 'mine')).toBe(userId);
    expect(await printsSignInLinks(db)).toBe(true);
    // Of anybody: logs are read by more people than may be administrators.
    await db.insertInto('users').values({ id: 'u', display_name: 'Ada', email: 'ada@b.example' }).execute();
    await setPassword(db, { userId: 'u', hash: 'of a password', organizationId: null }, now);
    expect(await printsSignInLinks(db)).toBe(false);
    expect(await open(used, 'mine')).toBeUndefined();
    expect(await open(unused, 'theirs')).toBeUndefined();
    const commands = {
      database: connection,
      storage: undefined,
      publicUrl: 'http://localhost:4400',
      secrets: () => new ServerSecrets(loadSettings({}, { DATABASE_URL: 'postgres://unused' })),
      now: () => now,
      onChange: () => {},
    };
    const asked = await executeCommand(['link', 'create', '--email', 'ADMIN@demo.example'], commands);
    const link = 'output' in asked ? asked.output : '';
    expect(link).toMatch(/^http:\/\/localhost:4400\/login#code=\w{43}$/);
    expect(await open(link, 'mine')).toBe(userId);
    expect(await open(link, 'theirs')).toBeUndefined();
    expect(await executeCommand(['link', 'create', '--email', 'nobody@demo.example'], commands)).toEqual({
      error: 'There is no user with the email nobody@demo.example.',
    });
    await connection.close();
  });
});

describe('a first start without the demonstration and an API token', () => {
  it('adds no one, at each start', async () => {
    const { db, close } = await openTestDatabase();
    for (const _ of ['first', 'second'])
      expect(await seedOnFirstStart(db, { empty: true, adminToken: undefined }, now)).toEqual({
        administratorId: null,
      });
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    await close();
  });
});

describe('a database with other data', () => {
  it('is unchanged', async () => {
    const { db, close } = await openTestDatabase();
    await db.insertInto('users').values({ id: 'u', display_name: 'Someone', email: 'a@b.example' }).execute();
    expect(await seedOnFirstStart(db, { empty: false, adminToken: undefined }, now)).toBeUndefined();
    expect(await db.selectFrom('organizations').select('id').execute()).toEqual([]);
    await close();
  });
});

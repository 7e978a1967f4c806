import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSessionByCode, startSessionByToken } from '#server/access/sessions.ts';
import type { Connection } from '#server/database/connect.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { seedOnFirstStart, createSignInLink } from './first-start.ts';

const now = new Date('2026-06-01T08:00:00.000Z');
const context = { now, origin: { userAgent: null, address: null } };
const adminToken = 'a-token-that-was-chosen-beforehand';

describe.each([
  ['the demonstration', false],
  ['one administrator', true],
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
    const first = starts.find((start) => start?.isFirstStart);
    expect(starts.map((start) => start?.isFirstStart).toSorted()).toEqual([false, true]);
    const organizations = await countOrganizations();
    expect(organizations).toBe(empty ? 1 : 3);
    expect(await fill()).toEqual({ administratorId: first?.administratorId, isFirstStart: false });
    expect(await countOrganizations()).toBe(organizations);
    const session = await startSessionByToken(connection.db, adminToken, context);
    expect(session?.userId).toBe(first?.administratorId);
  });

  it('returns a sign-in link at every start', async () => {
    const { administratorId = '' } = (await fill()) ?? {};
    const link = await createSignInLink(connection.db, 'http://localhost:4400', administratorId, now);
    expect(link).toMatch(/^http:\/\/localhost:4400\/login#code=\w{43}$/);
    const session = await startSessionByCode(connection.db, link.split('code=')[1] ?? '', context);
    expect(session?.userId).toBe(administratorId);
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

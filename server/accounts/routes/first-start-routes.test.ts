import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createSetUpLink, seedOnFirstStart } from '#server/commands/first-start.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { Authenticator } from '#server/test/authenticator.ts';
import { startApp, type TestApp } from '#server/test/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { setPassword } from '../credentials/credentials.queries.ts';

const ORIGIN = 'http://localhost:4400';
const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'correct horse battery staple';

let server: TestApp & { close: () => Promise<void> };
afterEach(() => server.close());

/** A server on a new empty database, started for the first time. */
async function startFirst() {
  server = await startApp({ publicUrl: ORIGIN, isLocal: true });
  await seedOnFirstStart(server.db, { empty: true, adminToken: undefined }, server.clock.now());
}

const newBrowser = () => new AccountBrowser(server.app);
const AT_HOME = { host: 'localhost:4400' };

describe('the link of an empty installation', () => {
  const person = { displayName: 'Ada Lovelace', email: 'ada@press.example', organization: 'Harbour press' };

  async function printedCode(): Promise<string> {
    const link = await createSetUpLink(server.db, ORIGIN, server.clock.now());
    return link.replace(`${ORIGIN}/login#set-up=`, '');
  }

  it('makes the first administrator with an organization, once', async () => {
    await startFirst();
    const [code, printedBefore] = [await printedCode(), await printedCode()];
    expect((await newBrowser().post('code', { code })).body).toEqual({ kind: 'set-up' });
    const { status, body } = await newBrowser().post('set-up', { code, ...person, password: PASSWORD });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      displayName: 'Ada Lovelace',
      email: 'ada@press.example',
      operator: true,
    });
    const headers = { authorization: `Bearer ${body.accessToken}` };
    const { items } = (await server.app.inject({ url: '/v1/orgs', headers })).json();
    expect(items).toMatchObject([
      { title: 'Harbour press', hostname: 'harbour-press', permissions: { admin: true } },
    ]);
    for (const used of [code, printedBefore, await printedCode()]) {
      expect((await newBrowser().post('code', { code: used })).status).toBe(401);
      const again = { code: used, ...person, email: 'eve@press.example', password: PASSWORD };
      expect((await newBrowser().post('set-up', again)).status).toBe(401);
    }
    expect(await seedOnFirstStart(server.db, { empty: true, adminToken: undefined }, new Date())).toEqual({
      administratorId: body.user.id,
      isFirstStart: false,
    });
    const signedIn = await newBrowser().post('password', { email: person.email, password: PASSWORD });
    expect(signedIn.status).toBe(200);
  });

  it('makes one administrator, however many use it at once', async () => {
    await startFirst();
    const codes = [await printedCode(), await printedCode()];
    const attempts = await Promise.all(
      codes.map((code, index) =>
        newBrowser().post('set-up', {
          code,
          ...person,
          email: `p${index}@press.example`,
          password: PASSWORD,
        }),
      ),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await server.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('makes the administrator with a passkey', async () => {
    await startFirst();
    const code = await printedCode();
    const browser = newBrowser();
    const { organization, ...named } = person;
    const authenticator = new Authenticator(ORIGIN);
    const started = await browser.post('set-up/passkey', { code, ...named });
    const passkey = authenticator.create(started.body);
    expect((await browser.post('set-up', { code, ...named, organization, passkey })).status).toBe(200);
    const options = (await newBrowser().post('passkey/options')).body;
    expect((await newBrowser().post('passkey', { passkey: authenticator.get(options) })).status).toBe(200);
  });

  it('says what is wrong, and goes on working', async () => {
    await startFirst();
    const code = await printedCode();
    const attempt = (wrong: object) =>
      newBrowser().post('set-up', { code, ...person, password: PASSWORD, ...wrong });
    for (const [wrong, path] of [
      [{ email: 'nobody' }, 'body.email'],
      [{ displayName: ' ' }, 'body.displayName'],
      [{ organization: 'x' }, 'body.organization'],
      [{ organization: 'x'.repeat(256) }, 'body.organization'],
      [{ password: 'password1234' }, 'body.password'],
      [{ role: 'admin' }, 'body.role'],
    ] as const)
      expect(await attempt(wrong)).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
    expect((await attempt({})).status).toBe(200);
  });

  it('expires after a week, and nothing else makes an administrator', async () => {
    await startFirst();
    const code = await printedCode();
    for (const otherServer of ['x', newId()])
      expect(
        (await newBrowser().post('set-up', { code: otherServer, ...person, password: PASSWORD })).status,
      ).toBe(401);
    server.clock.advance(7 * DAY_MS + 1000);
    expect((await newBrowser().post('set-up', { code, ...person, password: PASSWORD })).status).toBe(401);
    expect(await server.db.selectFrom('users').select('id').execute()).toEqual([]);
  });
});

describe('the people of the demonstration', () => {
  let demonstration: TestDatabase;
  beforeAll(async () => {
    demonstration = await openTestDatabase();
    await seedOnFirstStart(demonstration.db, { empty: false, adminToken: undefined }, new Date());
  });
  afterAll(() => demonstration.close());

  /** A server on the data of the demonstration. */
  async function startDemonstration(isLocal: boolean) {
    server = await startApp({ publicUrl: ORIGIN, isLocal, database: demonstration });
  }

  const offered = async (headers: Record<string, string> = AT_HOME) => {
    const { demonstration } = (await server.app.inject({ url: '/auth/options', headers })).json();
    const names: { id: string; displayName: string; role: string | null }[] = demonstration;
    return names;
  };
  const signInAs = (userId: string, headers: Record<string, string> = AT_HOME) =>
    newBrowser().post('demonstration', { userId }, headers);
  const administrator = async () => {
    const administrators = server.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@demo.example');
    return (await administrators.executeTakeFirstOrThrow()).id;
  };

  it('are offered with their roles on a server that only its machine reaches', async () => {
    await startDemonstration(true);
    const people = await offered();
    expect(people.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['admin', 'create', 'review', 'edit', 'comment', 'read', null]),
    );
    expect(people[0]).toMatchObject({ role: 'admin' });
    const { status, body } = await signInAs(people[0]?.id ?? '');
    expect([status, body.user.id]).toEqual([200, people[0]?.id]);
    const others = server.db.selectFrom('users').select('id').where('email', 'like', '%@skerry.example');
    expect((await signInAs((await others.executeTakeFirstOrThrow()).id)).status).toBe(404);
    // Under another name: a page that gave this machine one, or a tunnel.
    const elsewhere = { host: 'evil.example', origin: 'http://evil.example' };
    expect(await offered(elsewhere)).toEqual([]);
    expect((await signInAs(people[0]?.id ?? '', elsewhere)).status).toBe(404);
    expect((await signInAs(people[0]?.id ?? '', { ...AT_HOME, 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
  });

  it('are not on a server that others reach', async () => {
    await startDemonstration(false);
    expect(await offered()).toEqual([]);
    expect((await signInAs(await administrator())).status).toBe(404);
  });

  it('are not once another person has an account there', async () => {
    await startDemonstration(true);
    const user = { id: newId(), display_name: 'Eve', email: 'eve@press.example' };
    await server.db.insertInto('users').values(user).execute();
    expect((await offered()).length).toBeGreaterThan(0);
    await setPassword(server.db, { userId: user.id, hash: 'x', organizationId: null }, new Date());
    expect(await offered()).toEqual([]);
    expect((await signInAs(await administrator())).status).toBe(404);
  });

  it('are not where the data is not the demonstration’s', async () => {
    await startFirst();
    const adminToken = 'a-token-that-was-chosen-beforehand';
    await seedOnFirstStart(server.db, { empty: true, adminToken }, server.clock.now());
    expect(await offered()).toEqual([]);
    expect((await signInAs(await administrator())).status).toBe(404);
  });
});

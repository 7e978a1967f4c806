/** Attempts to get into another person's account, beside those in the tests of each way to sign in. */
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { as, sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';
import { testMailer } from '#server/test/test-mail.ts';
import { setPassword } from '../credentials/credentials.queries.ts';
import { hashPassword } from '../credentials/password-hash.ts';

const ORIGIN = 'http://localhost:4400';
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const PASSWORD = 'correct horse battery staple';

/** The kinds of statements since the last reset. */
let statements: string[] = [];
const counter: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    statements.push(node.kind);
    return node;
  },
  transformResult: async ({ result }) => result,
};

let server: TestApp & { close: () => Promise<void> };
beforeAll(async () => {
  const database = await sharedDatabase(counter);
  server = await startApp({ database, publicUrl: ORIGIN, mailer: testMailer });
});
afterAll(() => server.close());

let member: TestMember;
let email: string;
beforeEach(async () => {
  server.clock.reset();
  await server.db.deleteFrom('sign_in_failures').execute();
  member = await createMember({ role: 'read' });
  email = newEmail();
  await server.db.updateTable('users').set({ email }).where('id', '=', member.id).execute();
  const hash = await hashPassword(PASSWORD, 'test');
  await setPassword(server.db, { userId: member.id, hash, organizationId: null }, server.clock.now());
});

const newEmail = () => `${newId()}@press.example`.toLowerCase();
const newBrowser = () => new AccountBrowser(server.app);

describe('the work of a request', () => {
  it('is the same for addresses with an account and without one', async () => {
    const admin = await createMember({ role: 'admin', organizationId: member.organizationId });
    const base = `/v1/orgs/${member.organizationId}`;
    const invite = (await as(admin).post(`${base}/link-invites`, { role: 'read' })).body;
    const secret = String(invite.urls.app).split('/').at(-1) ?? '';
    const workOf = async (path: string, body: object) => {
      const browser = newBrowser();
      statements = [];
      const { status } = await browser.post(path, body);
      return [status, ...statements];
    };
    for (const [path, body] of [
      ['password', { password: 'not the right one' }],
      ['mail', {}],
      ['join', { organizationId: member.organizationId, secret }],
    ] as const) {
      const knownWork = await workOf(path, { ...body, email });
      expect(knownWork.length).toBeGreaterThan(1);
      expect(await workOf(path, { ...body, email: newEmail() })).toEqual(knownWork);
    }
  });
});

describe('passwords that are tried ten times a second for an hour', () => {
  it('are refused all but a few times, and let the owner in: at once where they were, in other browsers after a wait', async () => {
    server.clock.freeze();
    const ownBrowser = newBrowser();
    expect((await ownBrowser.post('password', { email, password: PASSWORD })).status).toBe(200);
    let [elapsed, tried] = [0, 0];
    while (elapsed < HOUR_MS) {
      // Each from another network.
      const { status, headers } = await newBrowser().post('password', { email, password: `guess ${tried}` });
      if (status === 401) tried += 1;
      // Those during a wait change nothing, so they are left out.
      const step = status === 429 ? Number(headers['retry-after']) * SECOND_MS : 100;
      server.clock.advance(step);
      elapsed += step;
    }
    expect(tried).toBeLessThan(20);
    expect((await ownBrowser.post('password', { email, password: PASSWORD })).status).toBe(200);
    const elsewhere = () => newBrowser().post('password', { email, password: PASSWORD });
    const { status, headers } = await elsewhere();
    if (status === 429) server.clock.advance(Number(headers['retry-after']) * SECOND_MS);
    expect(status === 200 ? status : (await elsewhere()).status).toBe(200);
  }, 60_000);
});

describe('a page of another site', () => {
  it('changes nothing of an account, whatever it sends', async () => {
    const { body } = await newBrowser().post('password', { email, password: PASSWORD });
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign)
      for (const [method, path, payload] of [
        ['PUT', 'credentials/password', { password: 'eleven lamps along the pier', current: PASSWORD }],
        ['DELETE', 'credentials/password', undefined],
        ['POST', 'credentials/passkey-options', {}],
        ['PATCH', 'credentials/passkeys/x', { name: 'Mine' }],
        ['DELETE', 'credentials/passkeys/x', undefined],
        ['POST', 'credentials/email', { email: 'eve@press.example', current: PASSWORD }],
        ['POST', 'credentials/email/code', { code: 'x' }],
        ['POST', 'credentials/email/confirm', { code: 'x' }],
        ['POST', 'credentials/delete-account', { current: PASSWORD }],
        ['POST', 'demonstration', { userId: member.id }],
      ] as const) {
        const { statusCode } = await server.app.inject({
          method,
          url: `/auth/${path}`,
          headers: { ...headers, authorization: `Bearer ${body.accessToken}` },
          ...(payload && { payload }),
        });
        expect([path, statusCode]).toEqual([path, 403]);
      }
    expect((await newBrowser().post('password', { email, password: PASSWORD })).status).toBe(200);
  });
});

import { createSecretKey } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { setPassword } from '#server/accounts/credentials/credentials.queries.ts';
import { hashPassword } from '#server/accounts/credentials/password-hash.ts';
import { newId } from '#server/base/ids.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import type { createMember, TestMember } from '../factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '../organization-fixture.ts';
import { sharedDatabase, startApp, type TestApp } from '../test-app.ts';
import { createInvitedMember } from './invited-member.ts';
import { type ConnectDriver, CookieBrowser, type PersonThere, type SignOnDriver } from './sign-on-drivers.ts';

export const PASSWORD = 'correct horse battery staple';
/** Where a sign-on ends whose address has an account. */
export const LINK_PAGE = '/login?error=sso-link&next=%2Faccount';
/** Where one ends whose account has neither password nor passkey: with mail, and without. */
export const MAILED_PAGE = '/login?error=sso-mailed&next=%2Faccount';
export const UNCONFIRMED_PAGE = '/login?error=sso-unconfirmed&next=%2Faccount';
export const IDENTITIES = '/auth/credentials/identities';

export const newEmail = () => `${newId().toLowerCase()}@press.example`;
export const newSubject = () => `subject-${newId()}`;

/** The code of a link, which stands after the `#`. */
export const codeOf = (link: string) => new URL(link).hash.replace(/^#[\w-]+=/, '');

/** An organization with an identity provider for each test of a file, and people who sign in at both. */
export class LinkingFixture {
  w!: OrganizationFixture;
  idp!: SignOnDriver;
  #server!: TestApp & { close: () => Promise<void> };
  readonly #connect: ConnectDriver;
  readonly #closing: (() => Promise<void>)[] = [];

  /** Sets it up with the tests of a file, or of a part of it. */
  constructor(connect: ConnectDriver) {
    this.#connect = connect;
    beforeAll(async () => {
      const fetcher = createFetcher({ allowPrivate: true });
      this.#server = await startApp({ database: await sharedDatabase(), fetcher });
    });
    beforeEach(async () => {
      this.clock.reset();
      this.w = await createOrganizationFixture();
      this.idp = await this.connectProvider();
    });
    afterEach(async () => {
      for (const close of this.#closing.splice(0)) await close();
    });
    afterAll(() => this.#server.close());
  }

  get db() {
    return this.#server.db;
  }

  get clock() {
    return this.#server.clock;
  }

  newBrowser(): CookieBrowser {
    return new CookieBrowser(this.#server.app);
  }

  async connectProvider(connect = this.#connect): Promise<SignOnDriver> {
    const connected = await connect(this.#server.app, this.w.admin, () => this.clock.now());
    this.#closing.push(() => connected.close());
    return connected;
  }

  /** A member who signs in with a password only. */
  async createPasswordMember(fields: Parameters<typeof createMember>[0] = {}): Promise<TestMember> {
    const organizationId = this.w.organization.id;
    const member = await createInvitedMember({ organizationId, role: 'edit', ...fields });
    const hash = await hashPassword(PASSWORD, member.id);
    await setPassword(this.db, { userId: member.id, hash, organizationId: null }, this.clock.now());
    return member;
  }

  /** Signs in with the password; the access token. */
  async signInByPassword(browser: CookieBrowser, { email }: { email: string }): Promise<string> {
    const body = { email, password: PASSWORD };
    const response = await browser.send('POST', '/auth/password', { body });
    expect(response.status).toBe(200);
    return response.body.accessToken;
  }

  /** Whose session a browser has; undefined if it has none. */
  async signedInAs(browser: CookieBrowser): Promise<string | undefined> {
    const { status, body } = await browser.send('POST', '/auth/refresh');
    return status === 200 ? body.user.id : undefined;
  }

  /** The stored identities. */
  identitiesOf(userId: string) {
    return this.db.selectFrom('sign_on_identities').selectAll().where('user_id', '=', userId).execute();
  }

  /** The identities on the account's page. */
  identitiesIn(browser: CookieBrowser, token: string) {
    return browser.send('GET', '/auth/credentials', { token });
  }

  /** The mails that wait, each as its kind and change. */
  async mailsTo(email: string): Promise<string[]> {
    const mails = this.db.selectFrom('mails').select(['kind', 'data']).where('recipient', '=', email);
    return (await mails.execute()).map(
      ({ kind, data }) => `${kind}: ${String(Reflect.get(Object(data), 'change'))}`,
    );
  }

  /** The code of the last mail to an address, written when it is sent; undefined if there is none. */
  async codeMailedTo(email: string): Promise<string | undefined> {
    const mails = this.db.selectFrom('mails').selectAll().where('recipient', '=', email);
    const mail = await mails.orderBy('id', 'desc').executeTakeFirst();
    const service = { publicUrl: 'http://localhost', signingKey: createSecretKey(Buffer.from('mail')) };
    const context = { service, now: this.clock.now() };
    const content = mail && (await composeMail(this.db, mail, context));
    return content?.action && codeOf(content.action.url);
  }

  /** Redeems the code of a sign-in link. */
  redeem(browser: CookieBrowser, code: string | undefined) {
    return browser.send('POST', '/auth/link', { body: { code } });
  }

  asAdmin(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: object) {
    const { base, admin } = this.w;
    return this.newBrowser().send(method, `${base}${path}`, { token: admin.token, ...(body && { body }) });
  }

  /** A sign-on from its start; where it ends. */
  async signOn(browser: CookieBrowser, person: PersonThere, at = this.idp): Promise<string> {
    const { location } = await browser.send('GET', at.startPath);
    return (await at.finish(browser, location, person)).location;
  }

  /** Starts linking on the account's page; where the sign-in at the provider leads to. */
  async startLinking(browser: CookieBrowser, token: string, person: PersonThere): Promise<string> {
    const body = { providerId: this.idp.providerId };
    const started = await browser.send('POST', IDENTITIES, { token, body });
    expect(started.status).toBe(200);
    return (await this.idp.finish(browser, started.body.url, person)).location;
  }

  confirm(browser: CookieBrowser, token: string) {
    return browser.send('POST', `${IDENTITIES}/pending`, { token });
  }

  /** A member with a password who has linked a person of the provider. */
  async createLinked() {
    const member = await this.createPasswordMember();
    const browser = this.newBrowser();
    const token = await this.signInByPassword(browser, member);
    const subject = newSubject();
    expect(await this.startLinking(browser, token, { subject, email: member.email })).toBe('/account');
    expect(await this.confirm(browser, token)).toMatchObject({ status: 200, body: { continueAt: null } });
    return { member, browser, token, subject };
  }
}

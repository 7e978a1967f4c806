import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { mailJobs } from '#server/mail/send-mails.ts';
import { createMailer } from '#server/network/mailer.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { AccountBrowser } from './account-browser.ts';
import { Authenticator } from './authenticator.ts';
import { createMember, type TestMember } from './factories.ts';
import { startMailServer, type TestMailServer } from './mail-server.ts';
import { sharedDatabase, startApp, type TestApp } from './test-app.ts';

/** Passkeys need a host name. */
export const ORIGIN = 'http://localhost:4400';
export const PASSWORD = 'correct horse battery staple';

export const newEmail = () => `${newId()}@press.example`.toLowerCase();

/** A server that sends mail to a real mail server, with people who make accounts; each test has an administrator. */
export class AccountServer {
  admin!: TestMember;
  #server!: TestApp & { close: () => Promise<void> };
  #mails!: TestMailServer;

  /** Starts and stops it with the tests of a file. */
  constructor() {
    beforeAll(async () => {
      this.#mails = await startMailServer();
      const database = await sharedDatabase();
      this.#server = await startApp({ database, publicUrl: ORIGIN, mailer: this.#mailer() });
      // Or the first mail of a file waits for the hundreds that earlier files have queued.
      await this.db.deleteFrom('jobs').execute();
    });
    afterAll(async () => {
      await this.#server.close();
      await this.#mails.close();
    });
    beforeEach(async () => {
      this.clock.reset();
      this.admin = await createMember({ role: 'admin' });
      await this.db.deleteFrom('sign_in_failures').execute();
    });
  }

  get app() {
    return this.#server.app;
  }

  get db() {
    return this.#server.db;
  }

  get clock() {
    return this.#server.clock;
  }

  #mailer() {
    return createMailer({ smtpUrl: this.#mails.url, from: 'docs@press.example' });
  }

  newBrowser(): AccountBrowser {
    return new AccountBrowser(this.app);
  }

  /** Sends the mails that wait, and returns those to an address. */
  async mailsTo(email: string) {
    await runDueJobs(this.db, mailJobs({ mailer: this.#mailer(), service: this.app.service }), this.clock);
    const received = await this.#mails.received();
    return received.filter(({ to }) => to?.[0]?.address === email.toLowerCase());
  }

  /** The code in the last mail to an address; empty if there is none. */
  async codeMailedTo(email: string): Promise<string> {
    const mail = (await this.mailsTo(email)).at(-1);
    return /#(?:mail|confirm-email)=(\w{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  /** Invites an address; returns the code that was mailed to it. */
  async invite(email: string): Promise<string> {
    const response = await this.app.inject({
      method: 'POST',
      url: `/v1/orgs/${this.admin.organizationId}/invites`,
      headers: { authorization: `Bearer ${this.admin.token}` },
      payload: { emails: [email], role: 'edit' },
    });
    expect(response.statusCode).toBe(200);
    return this.codeMailedTo(email);
  }

  /** An invited person with an account and a password. */
  async createPerson(browser = this.newBrowser()) {
    const email = newEmail();
    const code = await this.invite(email);
    const made = await browser.post('account', { code, displayName: 'Ada Lovelace', password: PASSWORD });
    expect(made.status).toBe(200);
    const { user, accessToken } = made.body;
    return { email, code, browser, id: String(user.id), accessToken: String(accessToken) };
  }

  /** An invited person with an account and a passkey. */
  async createPasskeyPerson() {
    const email = newEmail();
    const code = await this.invite(email);
    const browser = this.newBrowser();
    const authenticator = new Authenticator(ORIGIN);
    const started = await browser.post('account/passkey', { code, displayName: 'Pia Passkey' });
    const passkey = authenticator.create(started.body);
    const made = await browser.post('account', { code, displayName: 'Pia Passkey', passkey });
    expect(made).toMatchObject({ status: 200 });
    return { email, browser, authenticator, id: String(made.body.user.id) };
  }

  async statusAt(path: string, accessToken: string): Promise<number> {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await this.app.inject({ url: path, headers })).statusCode;
  }
}

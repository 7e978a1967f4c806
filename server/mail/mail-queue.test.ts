import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMailer, type Mailer } from '#server/network/mailer.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { enqueueMails } from '#server/queue/mail-queue.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { reply, startMailServer, type TestMailServer } from '#server/test/mail-server.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { mailJobs } from './send-mails.ts';

const MINUTE_MS = 60_000;
const publicUrl = 'https://docs.press.example';
const signingKey = createSecretKey(Buffer.from('mail'));

let admin: TestMember;
let base: string;
let servers: TestMailServer[];
beforeEach(async () => {
  servers = [];
  admin = await createMember({ role: 'admin', displayName: 'Ada Admin' });
  base = `/v1/orgs/${admin.organizationId}`;
  const { db } = await testApp();
  await db.deleteFrom('jobs').execute();
});
afterEach(async () => {
  for (const server of servers) await server.close();
});

async function mailServer(...args: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...args);
  servers.push(server);
  return { ...server, mailer: createMailer({ smtpUrl: server.url, from: 'docs@press.example' }) };
}

/** Invites a new address. */
async function invite(): Promise<string> {
  const email = `${newId()}@press.example`;
  expect((await as(admin).post(`${base}/invites`, { emails: [email] })).status).toBe(200);
  return email.toLowerCase();
}

async function runMailJobs(mailer: Mailer): Promise<number> {
  const { db, clock } = await testApp();
  return runDueJobs(db, mailJobs({ mailer, service: { publicUrl, signingKey } }), clock);
}

async function mailsTo(recipient: string) {
  const { db } = await testApp();
  return db
    .selectFrom('mails')
    .select(['kind', 'state', 'error', 'data'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();
}

const failuresSeen = async () => (await as(admin).get(`${base}/mail`)).body.failures;

const refusedAddresses = async () => (await as(admin).get(`${base}/mail`)).body.refusedAddresses;

describe('an invitation', () => {
  it('is mailed by a job, with names that are escaped', async () => {
    const { mailer, received } = await mailServer();
    const { db } = await testApp();
    await db
      .updateTable('organizations')
      .set({ title: 'Docs <b>&\u202e co' })
      .where('id', '=', admin.organizationId)
      .execute();
    const email = await invite();
    expect(await received()).toEqual([]);
    expect(await runMailJobs(mailer)).toBe(1);
    const [mail] = await received();
    expect(mail?.to).toEqual([{ name: '', address: email }]);
    expect(mail?.subject).toBe('You’re invited to Docs <b>& co');
    expect(mail?.text).toContain('Ada Admin added you to the organization “Docs <b>& co” on Bindery.');
    const next = encodeURIComponent(`/o/${admin.organizationId}`);
    expect(mail?.text).toContain(`${publicUrl}/login?next=${next}#mail=`);
    // The code is in the mail alone.
    const code = /#mail=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(JSON.stringify(await db.selectFrom('jobs').selectAll().execute())).not.toContain(code);
    expect(mail?.html).toContain('“Docs &lt;b&gt;&amp; co”');
    expect(await mailsTo(email)).toMatchObject([{ kind: 'invitation', state: 'sent', error: null }]);
  });

  it('is sent after greylisting, with growing waits', async () => {
    let attempts = 0;
    const { mailer, received } = await mailServer({
      onRcptTo: (_to, _session, done) => done((attempts += 1) <= 3 ? reply(451, '4.7.1 Greylisted') : null),
    });
    const { clock } = await testApp();
    const email = await invite();
    for (const wait of [0, 2, 4, 8]) {
      clock.advance(wait * MINUTE_MS - 1000);
      if (wait > 0) expect(await runMailJobs(mailer)).toBe(0);
      clock.advance(2000);
      expect(await runMailJobs(mailer)).toBe(1);
    }
    expect(await received()).toHaveLength(1);
    expect(await mailsTo(email)).toMatchObject([{ state: 'sent' }]);
    expect(await failuresSeen()).toEqual([]);
  });

  it('to a mailbox that does not exist is given up at once, and administrators see why', async () => {
    const { mailer } = await mailServer({
      onRcptTo: (_to, _session, done) => done(reply(550, '5.1.1 No such user')),
    });
    const email = await invite();
    await runMailJobs(mailer);
    const { clock } = await testApp();
    clock.advance(24 * 60 * MINUTE_MS);
    expect(await runMailJobs(mailer)).toBe(0);
    expect(await failuresSeen()).toEqual([
      {
        email,
        failedAt: expect.any(String),
        reason: 'The mail server rejected the recipient. It replied: “550 5.1.1 No such user”',
      },
    ]);
    // Others see nothing of it.
    const otherMember = await createMember({ role: 'admin' });
    expect((await as(otherMember).get(`/v1/orgs/${otherMember.organizationId}/mail`)).body.failures).toEqual(
      [],
    );
  });

  it('to a mailbox that does not exist marks its address, until a mail to it is accepted', async () => {
    let refuses = true;
    const { mailer, received } = await mailServer({
      onRcptTo: (_to, _session, done) => done(refuses ? reply(550, '5.1.1 No such user') : null),
    });
    const email = await invite();
    await runMailJobs(mailer);
    const reason = 'The mail server rejected the recipient. It replied: “550 5.1.1 No such user”';
    const address = expect.stringMatching(new RegExp(`^${email}$`, 'i'));
    expect(await refusedAddresses()).toMatchObject([{ email: address, member: { email: address }, reason }]);
    const told = (await as(admin).get('/v1/user/notifications?reasons=mail-failing')).body.items;
    expect(told).toMatchObject([{ subject: { kind: 'mail' }, count: 1 }]);
    expect(told[0].latest.detail).toMatch(
      /^Mail to \S+ is rejected\. The mail server rejected the recipient/,
    );
    const [mail] = (await as(admin).get(`${base}/mail/messages?state=failed`)).body.items;
    expect(mail).toMatchObject({ object: 'mail', kind: 'invitation', email, attempts: 1, error: reason });
    refuses = false;
    const resent = await as(admin).post(`${base}/mail/messages/${mail.id}/resend`);
    expect(resent.body).toMatchObject({ id: mail.id, state: 'waiting', attempts: 0 });
    expect((await as(admin).post(`${base}/mail/messages/${mail.id}/resend`)).status).toBe(409);
    await runMailJobs(mailer);
    expect(await received()).toHaveLength(1);
    expect(await refusedAddresses()).toEqual([]);
    const after = (await as(admin).get(`${base}/mail/messages`)).body.items;
    expect(after).toMatchObject([{ id: mail.id, state: 'sent', attempts: 1 }]);
    expect(after[0]).not.toHaveProperty('error');
    expect((await as(admin).post(`${base}/mail/messages/${mail.id}/resend`)).status).toBe(409);
  });

  it.each([
    ['550 5.1.1 No such user', null],
    ['552 Mailbox full', null],
    ['554 5.7.1 Relay access denied', 24 * 60 * MINUTE_MS],
  ])('that is answered with %s waits as long as its reason lasts', async (answer, wait) => {
    const { mailer } = await mailServer({
      onRcptTo: (_to, _session, done) => done(reply(Number(answer.slice(0, 3)), answer.slice(4))),
    });
    const email = await invite();
    await runMailJobs(mailer);
    const { db } = await testApp();
    const row = await db
      .selectFrom('refused_addresses')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.retry_at === null ? null : row.retry_at.getTime() - row.refused_at.getTime()).toBe(wait);
  });

  it('is found in the queue by state, kind and address', async () => {
    const email = await invite();
    await invite();
    const find = async (query: string) =>
      (await as(admin).get(`${base}/mail/messages?${query}`)).body.items.map(
        ({ email: to }: { email: string }) => to,
      );
    expect(await find(`search=${email.slice(2, 12).toUpperCase()}`)).toEqual([email]);
    expect(await find('search=%25')).toEqual([]);
    expect(await find('state=waiting&kind=invitation')).toHaveLength(2);
    expect(await find('state=sent')).toEqual([]);
    expect(await find('kind=test')).toEqual([]);
  });

  it('is given up after eight attempts at a server that is away', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'docs@press.example' });
    const { clock } = await testApp();
    const email = await invite();
    let attempts = 0;
    for (let hours = 0; hours < 24; hours += 1) {
      attempts += await runMailJobs(mailer);
      clock.advance(60 * MINUTE_MS);
    }
    expect(attempts).toBe(8);
    expect(await mailsTo(email)).toMatchObject([
      { state: 'failed', error: 'The mail server refused the connection. Check host and port in SMTP_URL.' },
    ]);
  });

  it('is not sent to someone who was removed in between', async () => {
    const { mailer, received } = await mailServer();
    const email = await invite();
    const { body } = await as(admin).get(`${base}/members?search=${email}`);
    expect((await as(admin).delete(`${base}/members/${body.items[0].id}`)).status).toBe(204);
    await runMailJobs(mailer);
    expect(await received()).toEqual([]);
    expect(await mailsTo(email)).toMatchObject([{ state: 'dropped' }]);
  });

  it('never goes to the demonstration’s people', async () => {
    const email = `${newId()}@Demo.Example`;
    await as(admin).post(`${base}/invites`, { emails: [email] });
    expect(await mailsTo(email.toLowerCase())).toEqual([]);
  });

  it('is not queued where no mail is set up', async () => {
    const { app, close } = await startApp({
      database: await sharedDatabase(),
      mailer: createMailer(undefined),
    });
    const email = `${newId()}@press.example`.toLowerCase();
    const response = await app.inject({
      method: 'POST',
      url: `${base}/invites`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { emails: [email] },
    });
    expect(response.json()).toMatchObject({ invited: 1 });
    expect(await mailsTo(email)).toEqual([]);
    await close();
  });
});

describe('the limits of mail', () => {
  it('keep anyone from filling a mailbox', async () => {
    const { db, clock } = await testApp();
    const to = `${newId()}@press.example`;
    const send = async () => (await enqueueMails(db, [{ kind: 'invitation', to }], clock.now()))[0];
    const accepted: number[] = [];
    for (let minute = 0; minute < 30 * 60; minute += 5) {
      if (await send()) accepted.push(minute);
      clock.advance(5 * MINUTE_MS);
    }
    const within = (from: number, minutes: number) =>
      accepted.filter((at) => at >= from && at < from + minutes).length;
    for (const from of accepted) {
      expect(within(from, 60)).toBeLessThanOrEqual(5);
      expect(within(from, 24 * 60)).toBeLessThanOrEqual(20);
    }
    expect(accepted.length).toBeGreaterThan(20);
  });

  it('count within one call', async () => {
    const { db, clock } = await testApp();
    const to = `${newId()}@press.example`;
    const mails = Array.from({ length: 7 }, (_, n) => ({
      kind: 'invitation',
      to: n % 2 ? to : to.toUpperCase(),
    }));
    expect(await enqueueMails(db, mails, clock.now())).toEqual([true, true, true, true, true, false, false]);
  });
});

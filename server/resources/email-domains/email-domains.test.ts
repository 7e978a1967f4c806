import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDueDomains } from '#server/accounts/joining/email-domains.ts';
import { newId } from '#server/base/ids.ts';
import { mailJobs } from '#server/mail/send-mails.ts';
import { createMailer } from '#server/network/mailer.ts';
import { createDnsLookup } from '#server/network/name-proof.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { type DnsServer, startDnsServer } from '#server/test/dns-server.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { startMailServer, type TestMailServer } from '#server/test/mail-server.ts';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';

const ORIGIN = 'http://localhost:4400';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'correct horse battery staple';

let dns: DnsServer;
let mails: TestMailServer;
let server: TestApp & { close: () => Promise<void> };
beforeAll(async () => {
  dns = await startDnsServer();
  mails = await startMailServer();
  server = await startApp({
    database: await sharedDatabase(),
    publicUrl: ORIGIN,
    mailer: createMailer({ smtpUrl: mails.url, from: 'docs@press.example' }),
    lookUpTexts: createDnsLookup([dns.address]),
  });
});
afterAll(async () => {
  await server.close();
  await mails.close();
  dns.close();
});

let admin: TestMember;
let domain: string;
beforeEach(async () => {
  server.clock.reset();
  admin = await createMember({ role: 'admin' });
  domain = `${newId()}.example`.toLowerCase();
});

async function send(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, member = admin) {
  const response = await server.app.inject({
    method,
    url: `/v1/orgs/${member.organizationId}${path}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const list = async (member = admin) => (await send('GET', '/email-domains', undefined, member)).body.items;
const check = async (member = admin) =>
  (await send('POST', `/email-domains/${domain}/check`, {}, member)).body;
const setDomains = (emailDomains: string[], member = admin) => send('PATCH', '', { emailDomains }, member);
const allowJoining = () => send('PATCH', `/email-domains/${domain}`, { joining: true });

/** Publishes the record that an organization was given. */
async function publishRecord(member = admin): Promise<void> {
  const items: { domain: string; record: { name: string; value: string } }[] = await list(member);
  const record = items.find((item) => item.domain === domain)?.record;
  dns.entries.set(record?.name ?? '', ['v=spf1 -all', record?.value ?? '']);
}

async function verify(member = admin): Promise<void> {
  await setDomains([domain], member);
  await publishRecord(member);
  expect(await check(member)).toMatchObject({ state: 'verified' });
}

async function checkDue(): Promise<void> {
  await checkDueDomains(server.db, { lookUp: createDnsLookup([dns.address]), now: server.clock.now() });
}

/** Asks for a link to an address. Returns the code of the last mail that arrived there, if any. */
async function askForLink(browser: AccountBrowser, email: string): Promise<string | undefined> {
  expect((await browser.post('mail', { email })).status).toBe(202);
  const { db, clock } = server;
  const mailer = createMailer({ smtpUrl: mails.url, from: 'docs@press.example' });
  await runDueJobs(db, mailJobs({ mailer, service: server.app.service }), clock);
  const mail = (await mails.received()).findLast(({ to }) => to?.[0]?.address === email.toLowerCase());
  return /#mail=(\w{43})/.exec(mail?.text ?? '')?.[1];
}

const membersOf = (member: TestMember) =>
  server.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.email', 'users.display_name', 'members.role'])
    .where('members.organization_id', '=', member.organizationId)
    .where('users.id', '<>', member.id)
    .execute();

describe('the proof of an email domain', () => {
  it('begins with the list of the organization, and is looked up on request', async () => {
    await setDomains([domain, 'other.press.example']);
    const items = await list();
    expect(items.map((item: { domain: string }) => item.domain)).toEqual(
      [domain, 'other.press.example'].toSorted(),
    );
    const item = items.find((each: { domain: string }) => each.domain === domain);
    expect(item).toEqual({
      object: 'email-domain',
      domain,
      state: 'pending',
      joining: false,
      record: {
        type: 'TXT',
        name: `_bindery-challenge.${domain}`,
        value: expect.stringMatching(/^bindery-domain=[0-9a-f]{64}$/),
      },
    });
    // Without a request, nothing is looked up.
    await checkDue();
    expect((await list())[0].checkedAt).toBeUndefined();
    expect(await check()).toMatchObject({
      state: 'pending',
      problem: `There is no DNS record with the name _bindery-challenge.${domain}.`,
      nextCheckAt: expect.any(String),
    });
    await publishRecord();
    server.clock.advance(HOUR_MS);
    await checkDue();
    expect((await list()).find((each: { domain: string }) => each.domain === domain)).toMatchObject({
      state: 'verified',
      verifiedAt: expect.any(String),
    });
  });

  it('is for one organization: another one cannot have the domain too, nor with a text that it copied', async () => {
    const rival = await createMember({ role: 'admin' });
    await setDomains([domain], rival);
    await verify();
    expect(await check(rival)).toMatchObject({ state: 'pending' });
    const name = `_bindery-challenge.${domain}`;
    const [{ record }] = await list(rival);
    dns.entries.set(name, [...(dns.entries.get(name) as string[]), record.value]);
    expect(await check(rival)).toMatchObject({
      state: 'pending',
      problem: 'Another organization on this server has verified this domain.',
    });
    expect(await check()).toMatchObject({ state: 'verified' });
    // It is free again when the first one lets it go.
    await setDomains([]);
    expect(await check(rival)).toMatchObject({ state: 'verified' });
  });

  it('survives a missing record for three days, and servers that do not answer', async () => {
    await verify();
    const name = `_bindery-challenge.${domain}`;
    dns.entries.set(name, 2);
    server.clock.advance(10 * DAY_MS);
    await checkDue();
    expect(await check()).toMatchObject({ state: 'verified', problem: expect.stringContaining('SERVFAIL') });
    dns.entries.set(name, ['something else']);
    expect(await check()).toMatchObject({ state: 'verified' });
    server.clock.advance(3 * DAY_MS - HOUR_MS);
    expect(await check()).toMatchObject({ state: 'verified' });
    server.clock.advance(HOUR_MS);
    expect(await check()).toMatchObject({
      state: 'lost',
      problem: expect.stringContaining('something else'),
    });
  });

  it('ends when the domain is taken off the list; put back, it needs the same record', async () => {
    await verify();
    await allowJoining();
    const [before] = await list();
    await setDomains([]);
    expect(await list()).toEqual([]);
    expect((await send('POST', `/email-domains/${domain}/check`)).status).toBe(404);
    await setDomains([domain]);
    const [after] = await list();
    expect(after).toMatchObject({ state: 'pending', joining: false, record: before.record });
  });

  it('is recorded, and takes domains only', async () => {
    await verify();
    await allowJoining();
    await send('PATCH', `/email-domains/${domain}`, { joining: false });
    await send('PATCH', `/email-domains/${domain}`, {});
    const { body } = await send('GET', '/audit-log?limit=10');
    const summaries: string[] = body.items.map(({ summary }: { summary: string }) => summary);
    expect(summaries.filter((summary) => summary.includes(domain))).toEqual([
      `Stopped letting people with an address of ${domain} join by themselves.`,
      `Let people with an address of ${domain} join by themselves.`,
      `Checked the email domain ${domain}: verified.`,
    ]);
    expect((await send('PATCH', '/email-domains/no%20domain', {})).status).toBe(400);
    expect((await send('PATCH', '/email-domains/elsewhere.example', {})).status).toBe(404);
  });
});

describe('joining by an address of a verified domain', () => {
  it('makes an account and a member with the default role, after the mailed link', async () => {
    await verify();
    await allowJoining();
    await send('PATCH', '', { defaultRole: 'comment' });
    const email = `Nora@${domain}`;
    const browser = new AccountBrowser(server.app);
    const code = await askForLink(browser, email);
    expect(await membersOf(admin)).toEqual([]);
    expect((await browser.post('code', { code })).body).toMatchObject({
      kind: 'account',
      email: email.toLowerCase(),
    });
    const made = await browser.post('account', { code, displayName: 'Nora New', password: PASSWORD });
    expect(made.status).toBe(200);
    expect(await membersOf(admin)).toEqual([
      { email: email.toLowerCase(), display_name: 'Nora New', role: 2 },
    ]);
    const response = await server.app.inject({
      url: '/v1/orgs',
      headers: { authorization: `Bearer ${made.body.accessToken}` },
    });
    expect(response.json().items).toMatchObject([{ id: admin.organizationId }]);
    const { body } = await send('GET', '/audit-log?action=joinByEmailDomain');
    expect(body.items).toMatchObject([{ summary: `Nora New joined with an address of ${domain}.` }]);
    // The code is used up, and so is the way in: from now on it is signing in.
    expect((await browser.post('account', { code, displayName: 'X', password: PASSWORD })).status).toBe(401);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the domain is only listed', () => setDomains([domain])],
    ['the domain is verified, but nobody may join', () => verify()],
    [
      'the domain is not verified',
      async () => {
        await setDomains([domain]);
        await allowJoining();
      },
    ],
    [
      'the record was lost',
      async () => {
        await verify();
        await allowJoining();
        dns.entries.delete(`_bindery-challenge.${domain}`);
        await check();
        server.clock.advance(3 * DAY_MS);
        await check();
      },
    ],
    [
      'the organization requires single sign-on',
      async () => {
        await verify();
        await allowJoining();
        await send('PATCH', '', { sso: true });
      },
    ],
  ])('grants nothing where %s', async (_, prepare) => {
    await prepare();
    expect(await askForLink(new AccountBrowser(server.app), `nora@${domain}`)).toBeUndefined();
  });

  it('grants nothing to addresses of a domain below it, or of another one', async () => {
    await verify();
    await allowJoining();
    for (const email of [`nora@mail.${domain}`, `nora@x${domain}`, `nora@${domain}.example`])
      expect(await askForLink(new AccountBrowser(server.app), email)).toBeUndefined();
  });

  it('ends with what allowed it: a link that was mailed before makes no account', async () => {
    await verify();
    await allowJoining();
    const browser = new AccountBrowser(server.app);
    const email = `nora@${domain}`;
    const code = await askForLink(browser, email);
    await send('PATCH', `/email-domains/${domain}`, { joining: false });
    const refused = await browser.post('account', { code, displayName: 'Nora', password: PASSWORD });
    expect(refused.status).toBe(409);
    const user = await server.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(user).toBeUndefined();
  });

  it('does not bring back who was removed, and leaves members as they are', async () => {
    await verify();
    await allowJoining();
    const browser = new AccountBrowser(server.app);
    const email = `nora@${domain}`;
    const code = await askForLink(browser, email);
    const made = await browser.post('account', { code, displayName: 'Nora', password: PASSWORD });
    await server.db.deleteFrom('members').where('user_id', '=', made.body.user.id).execute();
    const signIn = await askForLink(browser, email);
    expect((await browser.post('link', { code: signIn })).status).toBe(200);
    expect(await membersOf(admin)).toEqual([]);
    // Who was invited keeps the role of the invitation.
    const invited = `otto@${domain}`;
    await send('POST', '/invites', { emails: [invited], role: 'edit' });
    const mailed = await askForLink(browser, invited);
    await browser.post('account', { code: mailed, displayName: 'Otto', password: PASSWORD });
    expect(await membersOf(admin)).toMatchObject([{ email: invited, role: 3 }]);
  });
});

describe('a domain that another organization has verified', () => {
  it('lets a caller who only lists it not reach the identity provider', async () => {
    const rival = await createMember({ role: 'admin' });
    await setDomains([domain], rival);
    const { settings } = new IdentityProvider();
    expect((await send('POST', '/saml', settings, rival)).status).toBe(201);
    const start = async () =>
      String((await server.app.inject({ url: `/auth/saml?email=nora@${domain}` })).headers.location);
    expect(await start()).toContain('/auth/saml/');
    await verify();
    expect(await start()).toContain('error=sso-unknown');
  });
});

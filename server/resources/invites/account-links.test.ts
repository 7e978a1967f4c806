import { beforeEach, describe, expect, it } from 'vitest';
import { setPassword } from '#server/accounts/credentials/credentials.queries.ts';
import { newId } from '#server/base/ids.ts';
import { AccountBrowser } from '#server/test/account-browser.ts';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

const PASSWORD = 'correct horse battery staple';

let admin: TestMember;
let member: TestMember;
beforeEach(async () => {
  admin = await createMember({ role: 'admin' });
  member = await createMember({ role: 'read', organizationId: admin.organizationId });
});

const linkFor = ({ id }: TestMember) =>
  as(admin).post(`/v1/orgs/${admin.organizationId}/members/${id}/account-link`);

const codeOf = (body: { link: string }) => new URL(body.link).hash.replace('#mail=', '');

describe('an administrator', () => {
  it('creates a link with which a member makes an account, and which works once', async () => {
    const created = await linkFor(member);
    expect(created.status).toBe(201);
    const account = { code: codeOf(created.body), displayName: 'Nils Nomail', password: PASSWORD };
    const browser = new AccountBrowser((await testApp()).app);
    expect((await browser.post('account', account)).status).toBe(200);
    expect((await browser.post('account', account)).status).toBe(401);
    expect(await linkFor(member)).toMatchObject({ status: 409 });
  });

  it('makes earlier links worthless with a new one', async () => {
    const first = codeOf((await linkFor(member)).body);
    const second = codeOf((await linkFor(member)).body);
    const browser = new AccountBrowser((await testApp()).app);
    expect((await browser.post('code', { code: first })).status).toBe(401);
    expect((await browser.post('code', { code: second })).status).toBe(200);
  });
});

describe('inviting without mail', () => {
  const invite = (body: object) => as(admin).post(`/v1/orgs/${admin.organizationId}/invites`, body);

  it('creates a link for each new address on request, which makes an account of this organization', async () => {
    const emails = [`a${admin.id}@demo.example`, `b${admin.id}@demo.example`].map((email) =>
      email.toLowerCase(),
    );
    expect((await invite({ emails: [emails[0]] })).body).not.toHaveProperty('accountLinks');
    const { status, body } = await invite({ emails, accountLinks: true });
    expect(status).toBe(200);
    // The first one was a member already.
    expect(body.accountLinks).toMatchObject([{ user: body.users[1], email: emails[1] }]);
    const [made] = body.accountLinks;
    const browser = new AccountBrowser((await testApp()).app);
    const account = { code: codeOf(made), displayName: 'Nils Nomail', password: PASSWORD };
    expect((await browser.post('account', account)).body.user).toMatchObject({ email: emails[1] });
    expect((await browser.post('account', account)).status).toBe(401);
    const { db } = await testApp();
    const log = db
      .selectFrom('audit_log')
      .select('after')
      .where('organization_id', '=', admin.organizationId)
      .where('action', '=', 'inviteMembers')
      .orderBy('id', 'desc');
    const { after } = await log.executeTakeFirstOrThrow();
    expect(after).toMatchObject({ accountLinks: [made.user] });
    expect(JSON.stringify(after)).not.toContain(codeOf(made));
  });

  it('creates none for people who get mail or have an account', async () => {
    const mailed = `${newId()}@press.example`.toLowerCase();
    const otherMember = await createMember({ role: 'admin' });
    const { db } = await testApp();
    const users = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', otherMember.id)
      .executeTakeFirstOrThrow();
    await setPassword(db, { userId: otherMember.id, hash: 'x', organizationId: null }, new Date());
    const { body } = await invite({ emails: [mailed, users.email], accountLinks: true });
    expect(body).toMatchObject({ invited: 2, accountLinks: [] });
  });
});

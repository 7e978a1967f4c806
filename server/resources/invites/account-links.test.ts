import { beforeEach, describe, expect, it } from 'vitest';
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

  it('creates none for members who have to use single sign-on', async () => {
    const { db } = await testApp();
    await db.updateTable('members').set({ sso: true }).where('user_id', '=', member.id).execute();
    expect(await linkFor(member)).toMatchObject({
      status: 409,
      body: { error: { message: 'This member has to use single sign-on.' } },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

async function invite(w: OrganizationFixture, address = `${newId().toLowerCase()}@press.example`) {
  const { body } = await as(w.admin).post(`${w.base}/invites`, { emails: [address] });
  return { id: String(body.users[0]), address };
}

const mailsTo = async (address: string) =>
  (await testApp()).db.selectFrom('mails').select('kind').where('recipient', '=', address).execute();

describe('invited members', () => {
  it('are distinguished from others until they have been there', async () => {
    const w = await createOrganizationFixture();
    const { id } = await invite(w);
    const otherMember = await createMember({ organizationId: w.organization.id });
    const url = `${w.base}/members`;
    expect((await as(w.admin).get(`${url}/${id}`)).body.invitedAt).toBeDefined();
    expect((await as(w.admin).get(`${url}/${otherMember.id}`)).body).not.toHaveProperty('invitedAt');
    const list = await as(w.admin).get(`${url}?status=invited`);
    expect(list.body).toMatchObject({ count: 1, items: [{ id }] });
    expect((await as(w.admin).get(`${url}?status=gone`)).status).toBe(400);

    const { db } = await testApp();
    await db.updateTable('members').set({ last_seen_at: new Date() }).where('user_id', '=', id).execute();
    expect((await as(w.admin).get(`${url}/${id}`)).body).not.toHaveProperty('invitedAt');
    expect((await as(w.admin).get(`${url}?status=invited`)).body.count).toBe(0);
  });
});

describe('resendInvitations', () => {
  it('sends the mail again, and skips others', async () => {
    const w = await createOrganizationFixture();
    const [invited, demonstration] = [await invite(w), await invite(w, `${newId()}@demo.example`)];
    const otherMember = await createMember({ organizationId: w.organization.id });
    const users = [invited.id, demonstration.id, otherMember.id, w.outsider.id];
    const { status, body } = await as(w.admin).post(`${w.base}/invitations`, { users });
    expect(status).toBe(200);
    expect(body.sent).toContain(invited.id);
    expect(body.limited).toEqual([]);
    expect(body.skipped).toEqual(expect.arrayContaining([otherMember.id, w.outsider.id]));
    expect(await mailsTo(invited.address)).toEqual([{ kind: 'invitation' }, { kind: 'invitation' }]);
  });

  it('says who has got too many', async () => {
    const w = await createOrganizationFixture();
    const { id } = await invite(w);
    const send = async () => (await as(w.admin).post(`${w.base}/invitations`, { users: [id] })).body;
    for (let times = 0; times < 4; times += 1) expect(await send()).toMatchObject({ sent: [id] });
    expect(await send()).toEqual({ sent: [], limited: [id], skipped: [] });
  });
});

it('makes the links of people worthless who are removed', async () => {
  const w = await createOrganizationFixture();
  const { id } = await invite(w);
  await as(w.admin).post(`${w.base}/members/${id}/account-link`);
  const links = async () => {
    const { db } = await testApp();
    return db.selectFrom('one_time_codes').select('purpose').where('user_id', '=', id).execute();
  };
  expect(await links()).toEqual([{ purpose: 'account' }]);
  await as(w.admin).delete(`${w.base}/members/${id}`);
  expect(await links()).toEqual([]);
});

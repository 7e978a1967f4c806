import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import {
  createCollection,
  createGrant,
  createMember,
  createSpace,
  createTeam,
} from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const newEmail = () => `${newId().toLowerCase()}@new.example`;

/** Creates an invite link and returns its secret. */
async function createSecret(here: OrganizationFixture, body: object): Promise<string> {
  const response = await as(here.admin).post(`${here.base}/link-invites`, body);
  expect(response.status).toBe(201);
  return response.body.urls.app.split('/').at(-1);
}

async function addProvider(here: OrganizationFixture): Promise<void> {
  const { db } = await testApp();
  await db
    .insertInto('saml_providers')
    .values({
      id: newId(),
      organization_id: here.organization.id,
      label: 'Work',
      entity_id: 'urn:work',
      sso_url: 'https://idp.example/sso',
      certificate: 'any',
      default_team_id: null,
    })
    .execute();
}

describe('inviteMembers', () => {
  const invite = (who: Parameters<typeof as>[0], body: object, here = w) =>
    as(who).post(`${here.base}/invites`, body);

  it('is for administrators', async () => {
    const body = { emails: [newEmail()] };
    expect((await invite(anonymous, body)).status).toBe(401);
    expect((await invite(w.outsider, body)).status).toBe(404);
    expect((await invite(w.disabled, body)).status).toBe(403);
    expect((await invite(w.creator, body)).status).toBe(403);
  });

  it.each([
    ['body.emails', { emails: [] }],
    ['body.emails', { emails: Array.from({ length: 1001 }, newEmail) }],
    ['body.emails', {}],
    ['body.role', { emails: ['a@press.example'], role: 'emperor' }],
    ['body.emails[1]', { emails: ['a@press.example', 'nobody'] }],
    ['body.emails[0]', { emails: ['a@b@press.example'] }],
    ['body.emails[0]', { emails: ['a@localhost'] }],
    ['body.emails[0].email', { emails: [{ email: 'a b@press.example', role: 'read' }] }],
    ['body.emails[0]', { emails: [`${'a'.repeat(320)}@press.example`] }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await invite(w.admin, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('creates users for new addresses and adds existing ones, each with a role', async () => {
    const here = await createOrganizationFixture();
    const existingMember = await createMember({ displayName: 'Known Kim' });
    const [fresh, guest] = [newEmail(), newEmail()];
    const { status, body } = await invite(
      here.admin,
      {
        emails: [
          fresh.toUpperCase(),
          { email: guest, role: null },
          existingMember.email,
          here.editor.email,
          { email: fresh, role: 'admin' },
        ],
        role: 'review',
      },
      here,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ invited: 3, failedSSOEmails: [] });
    expect(body.users).toHaveLength(4);
    expect(body.users.slice(2)).toEqual([existingMember.id, here.editor.id]);
    const memberOf = async (id: string) => (await as(here.admin).get(`${here.base}/members/${id}`)).body;
    expect(await memberOf(body.users[0])).toMatchObject({ role: 'review', sso: false, disabled: false });
    expect((await memberOf(body.users[0])).user.email.toLowerCase()).toBe(fresh);
    expect(await memberOf(body.users[1])).toMatchObject({ role: null });
    expect(await memberOf(existingMember.id)).toMatchObject({
      role: 'review',
      user: { displayName: 'Known Kim' },
    });
    expect(await memberOf(here.editor.id)).toMatchObject({ role: 'edit' });
    expect((await as(existingMember).get(here.base)).status).toBe(200);
    const results = await as(here.admin).get(`${here.base}/members?search=${guest}`);
    expect(results.body.count).toBe(1);

    const again = await invite(here.admin, { emails: [fresh, guest], role: 'admin' }, here);
    expect(again.body).toEqual({ users: body.users.slice(0, 2), invited: 0, failedSSOEmails: [] });
    expect(await memberOf(body.users[0])).toMatchObject({ role: 'review' });
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['summary', 'after'])
      .where('target_id', '=', here.organization.id)
      .where('action', '=', 'inviteMembers')
      .execute();
    expect(audit).toEqual([
      {
        summary: expect.stringMatching(/^Added .+, .+,? and .+\./),
        after: {
          sso: false,
          roles: { [body.users[0]]: 'review', [body.users[1]]: null, [existingMember.id]: 'review' },
        },
      },
    ]);
  });

  it('uses the default role where none is given', async () => {
    const here = await createOrganizationFixture();
    await as(here.admin).patch(here.base, { defaultRole: 'comment' });
    const { body } = await invite(here.admin, { emails: [newEmail()] }, here);
    const member = await as(here.admin).get(`${here.base}/members/${body.users[0]}`);
    expect(member.body.role).toBe('comment');
  });

  it('rejects addresses that could never sign in', async () => {
    const here = await createOrganizationFixture();
    const [inside, outside] = [newEmail(), `${newId()}@other.example`.toLowerCase()];
    const emails = [inside, outside];
    const before = await invite(here.admin, { emails, sso: true }, here);
    expect(before.body).toEqual({ users: [], invited: 0, failedSSOEmails: emails });
    await addProvider(here);
    await as(here.admin).patch(here.base, { emailDomains: ['new.example'] });
    const { body } = await invite(here.admin, { emails, sso: true }, here);
    expect(body).toMatchObject({ invited: 1, failedSSOEmails: [outside] });
    expect((await as(here.admin).get(`${here.base}/members/${body.users[0]}`)).body.sso).toBe(true);
    await as(here.admin).patch(here.base, { sso: true });
    const enforced = await invite(
      here.admin,
      { emails: [outside, { email: newEmail(), role: 'read' }] },
      here,
    );
    expect(enforced.body).toMatchObject({ invited: 1, failedSSOEmails: [outside] });
    const admin = await invite(here.admin, { emails: [{ email: outside, role: 'admin' }] }, here);
    expect(admin.body).toMatchObject({ invited: 1, failedSSOEmails: [] });
  });

  it('creates one user for an address that two organizations invite at the same time', async () => {
    const [one, other] = [await createOrganizationFixture(), await createOrganizationFixture()];
    const emails = Array.from({ length: 5 }, newEmail);
    const [first, second] = await Promise.all([
      invite(one.admin, { emails }, one),
      invite(other.admin, { emails: emails.toReversed() }, other),
    ]);
    expect([first.body.invited, second.body.invited]).toEqual([5, 5]);
    expect(first.body.users).toEqual(second.body.users.toReversed());
  });
});

describe('acceptInvite', () => {
  const accept = (who: Parameters<typeof as>[0], secret: string, here = w) =>
    as(who).post(`${here.base}/invites/${secret}`);

  it('needs a token and the id or secret of a link of this organization', async () => {
    const otherOrganization = await createOrganizationFixture();
    const otherInvite = await as(otherOrganization.admin).post(`${otherOrganization.base}/link-invites`, {
      role: 'read',
    });
    const { body } = await as(w.admin).post(`${w.base}/link-invites`, { role: 'read' });
    const secretOf = ({ urls }: { urls: { app: string } }) => urls.app.split('/').at(-1) ?? '';
    expect((await accept(anonymous, secretOf(body))).status).toBe(401);
    for (const key of ['unknown', otherInvite.body.id, secretOf(otherInvite.body), body.urls.app]) {
      expect((await accept(w.outsider, encodeURIComponent(key))).status).toBe(404);
    }
    await as(w.admin).delete(`${w.base}/link-invites/${body.id}`);
    for (const key of [body.id, secretOf(body)]) expect((await accept(w.outsider, key)).status).toBe(404);
  });

  it('accepts the id under the same rules as the secret', async () => {
    const here = await createOrganizationFixture();
    const { body: invite } = await as(here.admin).post(`${here.base}/link-invites`, { role: 'comment' });
    expect((await accept(here.disabled, invite.id, here)).status).toBe(403);
    await as(here.admin).patch(here.base, { inviteLinks: false });
    expect((await accept(here.outsider, invite.id, here)).status).toBe(409);
    await as(here.admin).patch(here.base, { inviteLinks: true });
    const joined = await accept(here.outsider, invite.id, here);
    expect(joined).toMatchObject({ status: 200, body: { id: here.outsider.id, role: 'comment' } });
    for (const path of ['link-invites', `link-invites/${invite.id}`, 'audit-log']) {
      expect((await as(here.outsider).get(`${here.base}/${path}`)).status, path).toBe(403);
    }
  });

  it('is denied to disabled members, and to all while invite links are turned off', async () => {
    const here = await createOrganizationFixture();
    const secret = await createSecret(here, { role: 'admin' });
    expect((await accept(here.disabled, secret, here)).status).toBe(403);
    await as(here.admin).patch(here.base, { inviteLinks: false });
    expect((await accept(here.outsider, secret, here)).status).toBe(409);
    expect((await as(here.outsider).get(here.base)).status).toBe(404);
  });

  it('is denied to new users where single sign-on is required', async () => {
    const here = await createOrganizationFixture();
    const secret = await createSecret(here, { role: 'edit' });
    await as(here.admin).patch(here.base, { sso: true });
    const denied = await accept(here.outsider, secret, here);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('single sign-on');
    expect((await accept(here.reader, secret, here)).body.role).toBe('edit');
  });

  it('adds the caller with the role of the link, and never lowers the role of a member', async () => {
    const here = await createOrganizationFixture();
    const secret = await createSecret(here, { role: 'comment' });
    const { status, body } = await accept(here.outsider, secret, here);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'member', id: here.outsider.id, role: 'comment', disabled: false });
    expect((await as(here.outsider).get(here.base)).status).toBe(200);
    expect((await accept(here.admin, secret, here)).body.role).toBe('admin');
    expect((await accept(here.reader, secret, here)).body.role).toBe('comment');
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['target_id', 'before', 'after'])
      .where('organization_id', '=', here.organization.id)
      .where('action', '=', 'acceptInvite')
      .orderBy('at')
      .execute();
    expect(audit).toMatchObject([
      { target_id: here.outsider.id, before: null, after: { role: 'comment' } },
      { target_id: here.reader.id, before: { role: 'read' }, after: { role: 'comment' } },
    ]);
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  it('adds a non-member as a guest with access to the content of the link', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const space = await createSpace({ organizationId, defaultLevel: null });
    const otherSpace = await createSpace({ organizationId, defaultLevel: 'inherit' });
    const secret = await createSecret(here, { level: 'edit', space: space.id });
    expect((await accept(here.outsider, secret, here)).body.role).toBeNull();
    expect((await as(here.outsider).get(`/v1/spaces/${space.id}`)).body.permissions.edit).toBe(true);
    expect((await as(here.outsider).get(`/v1/spaces/${otherSpace.id}`)).status).toBe(404);
    await as(here.admin).delete(`/v1/spaces/${space.id}`);
    expect((await accept(here.guest, secret, here)).status).toBe(404);
  });

  it('never lowers a level on content', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const collection = await createCollection({ organizationId, defaultLevel: null });
    const team = await createTeam({ organizationId, members: [here.reader.id] });
    await createGrant({ organizationId, collectionId: collection.id, teamId: team.id, level: 'create' });
    await createGrant({
      organizationId,
      collectionId: collection.id,
      userId: here.editor.id,
      level: 'review',
    });
    const secret = await createSecret(here, { level: 'edit', collection: collection.id });
    for (const who of [here.reader, here.editor, here.guest, here.admin])
      expect((await accept(who, secret, here)).status).toBe(200);
    const { body } = await as(here.admin).get(`/v1/collections/${collection.id}/permissions/aggregate`);
    const levelOf = (id: string) =>
      body.items.find(({ user }: { user: { id: string } }) => user.id === id).permission;
    expect([here.reader, here.editor, here.guest].map(({ id }) => levelOf(id))).toEqual([
      'create',
      'review',
      'edit',
    ]);
  });
});

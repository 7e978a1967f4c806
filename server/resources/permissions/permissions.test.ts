import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCollection,
  createGrant,
  createMember,
  createSpace,
  createTeam,
  type TestMember,
} from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** Content without default access: only grants and administrators. */
async function createContent(kind: 'space' | 'collection', here: OrganizationFixture = w) {
  const fields = { organizationId: here.organization.id, defaultLevel: null };
  const { id } = await (kind === 'space' ? createSpace(fields) : createCollection(fields));
  return { id, url: `/v1/${kind}s/${id}/permissions`, at: { [`${kind}Id`]: id } };
}

async function findAuditEntries(targetId: string) {
  const { db } = await testApp();
  return db
    .selectFrom('audit_log')
    .select(['action', 'summary', 'before', 'after'])
    .where('target_id', '=', targetId)
    .orderBy('at')
    .execute();
}

describe.each(['space', 'collection'] as const)('access to a %s', (kind) => {
  const name = kind === 'space' ? 'Space' : 'Collection';

  it('returns 404 to non-members and requires the permission admin', async () => {
    const { url, at } = await createContent(kind);
    await createGrant({ organizationId: w.organization.id, ...at, userId: w.reviewer.id, level: 'review' });
    for (const path of ['/aggregate', '/users', '/teams', `/users/${w.reader.id}`, `/teams/${w.team.id}`]) {
      expect((await as(anonymous).get(url + path)).status).toBe(401);
      expect((await as(w.outsider).get(url + path)).status).toBe(404);
      expect((await as(w.reader).get(url + path)).status).toBe(404);
      expect((await as(w.reviewer).get(url + path)).status).toBe(403);
      expect((await as(w.disabled).get(url + path)).status).toBe(403);
    }
    expect((await as(w.reviewer).post(url, {})).body.error.message).toContain('"admin"');
  });

  it('names what is invalid', async () => {
    const { url } = await createContent(kind);
    const send = async (body: unknown) => (await as(w.admin).post(url, body)).body.error;
    expect((await send({ users: [{ user: w.reader.id, role: 'king' }] })).details[0].path).toBe(
      'body.users[0].role',
    );
    expect((await send({ users: [{ user: w.reader.id }] })).code).toBe(400);
    expect((await send({ everybody: true })).details[0].path).toBe('body.everybody');
    const unknown = await send({
      users: [
        { user: w.reader.id, role: 'read' },
        { user: w.outsider.email, role: 'read' },
      ],
    });
    expect(unknown).toMatchObject({ code: 400, details: [{ path: 'body.users[1].user' }] });
    const team = await send({ teams: [{ team: 'none', role: 'read' }] });
    expect(team).toMatchObject({ code: 400, details: [{ path: 'body.teams[0].team' }] });
    expect((await as(w.admin).get(`${url}/users`)).body.items).toEqual([]);
  });

  it('is granted with one role for all, as clients of the public platform do', async () => {
    const { url } = await createContent(kind);
    const granted = await as(w.admin).post(url, {
      users: [w.guest.email, { user: w.commenter.id, role: 'read' }],
      teams: [w.team.id],
      role: 'edit',
    });
    expect({ status: granted.status, body: granted.body }).toEqual({ status: 204, body: undefined });
    const list = async (path: string) =>
      (await as(w.admin).get(url + path)).body.items.map(
        ({
          permission,
          user,
          team,
        }: {
          permission: string;
          user?: { id: string };
          team?: { id: string };
        }) => [(user ?? team)?.id, permission],
      );
    expect(await list('/users')).toEqual([
      [w.guest.id, 'edit'],
      [w.commenter.id, 'read'],
    ]);
    expect(await list('/teams')).toEqual([[w.team.id, 'edit']]);
    const pathOf = async (body: object) => (await as(w.admin).post(url, body)).body.error.details[0].path;
    expect(await pathOf({ users: [w.guest.id] })).toBe('body.role');
    expect(await pathOf({ users: [w.guest.id, 'nobody'], role: 'read' })).toBe('body.users[1]');
    expect(await pathOf({ teams: ['nobody'], role: 'read' })).toBe('body.teams[0]');
  });

  it('is granted to users by id and email and to teams, replaced, and effective at once', async () => {
    const { id, url } = await createContent(kind);
    const see = () => as(w.guest).get(`/v1/${kind}s/${id}`);
    expect((await see()).status).toBe(404);
    const { status, body } = await as(w.admin).post(url, {
      users: [
        { user: w.guest.email.toUpperCase(), role: 'edit' },
        { user: w.commenter.id, role: 'review' },
      ],
      teams: [{ team: w.team.id, role: 'comment' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      users: [
        { permission: 'edit', user: { id: w.guest.id, displayName: 'Gus Guest' } },
        { permission: 'review', user: { id: w.commenter.id } },
      ],
      teams: [{ permission: 'comment', team: { id: w.team.id, title: 'Writers' } }],
    });
    expect((await see()).status).toBe(200);
    expect((await as(w.owner).get(`/v1/${kind}s/${id}`)).status).toBe(200);
    await as(w.admin).post(url, { users: [{ user: w.guest.id, role: 'read' }] });
    const users = await as(w.admin).get(`${url}/users?limit=1`);
    expect(users.body).toMatchObject({ count: 2, items: [expect.anything()] });
    expect((await as(w.admin).get(`${url}/users/${w.guest.id}`)).body.permission).toBe('read');
    expect((await as(w.admin).get(`${url}/teams`)).body).toMatchObject({ count: 1, items: body.teams });
    expect((await findAuditEntries(id))[0]).toEqual({
      action: `grant${name}Permissions`,
      summary: `Granted Gus Guest, Cora Commenter, and Writers access to the ${kind} “${kind === 'space' ? 'Guide' : 'Handbooks'}”.`,
      before: null,
      after: {
        users: { [w.guest.id]: 'edit', [w.commenter.id]: 'review' },
        teams: { [w.team.id]: 'comment' },
      },
    });
  });

  it('is changed, and revoked once', async () => {
    const { id, url, at } = await createContent(kind);
    const organizationId = w.organization.id;
    await createGrant({ organizationId, ...at, userId: w.guest.id, level: 'edit' });
    await createGrant({ organizationId, ...at, teamId: w.team.id, level: 'edit' });
    for (const [path, holder] of [
      [`/users/${w.guest.id}`, w.guest],
      [`/teams/${w.team.id}`, w.owner],
    ] as const) {
      expect((await as(w.admin).patch(url + path, { role: 'nobody' })).status).toBe(400);
      expect((await as(w.admin).patch(`${url}/users/${w.editor.id}`, { role: 'read' })).status).toBe(404);
      const changed = await as(w.admin).patch(url + path, { role: 'comment' });
      expect(changed).toMatchObject({ status: 200, body: { permission: 'comment' } });
      expect((await as(w.admin).get(url + path)).body).toEqual(changed.body);
      expect((await as(holder).get(`/v1/${kind}s/${id}`)).status).toBe(200);
      expect((await as(w.admin).delete(url + path)).status).toBe(204);
      expect((await as(w.admin).delete(url + path)).status).toBe(404);
      expect((await as(w.admin).get(url + path)).status).toBe(404);
      expect((await as(holder).get(`/v1/${kind}s/${id}`)).status).toBe(404);
    }
    expect((await findAuditEntries(id)).map(({ action }) => action)).toEqual([
      `update${name}UserPermission`,
      `remove${name}UserPermission`,
      `update${name}TeamPermission`,
      `remove${name}TeamPermission`,
    ]);
  });

  it("is never granted above one's own level, nor revoked from someone above it", async () => {
    const { url, at } = await createContent(kind);
    const organizationId = w.organization.id;
    await createGrant({ organizationId, ...at, userId: w.editor.id, level: 'create' });
    await createGrant({ organizationId, ...at, userId: w.reader.id, level: 'admin' });
    const grantTo = (who: TestMember, role: string) =>
      as(w.editor).post(url, { users: [{ user: who.id, role }] });
    expect((await grantTo(w.guest, 'create')).status).toBe(200);
    expect((await grantTo(w.guest, 'admin')).status).toBe(403);
    expect((await grantTo(w.editor, 'admin')).status).toBe(403);
    expect((await grantTo(w.reader, 'read')).status).toBe(403);
    const reader = `${url}/users/${w.reader.id}`;
    expect((await as(w.editor).patch(reader, { role: 'read' })).status).toBe(403);
    expect((await as(w.editor).delete(reader)).status).toBe(403);
    expect((await as(w.editor).patch(`${url}/users/${w.guest.id}`, { role: 'admin' })).status).toBe(403);
    expect((await as(w.editor).get(reader)).body.permission).toBe('admin');
    // The level admin on the content is enough to grant it; the role is not needed.
    const byReader = await as(w.reader).post(url, { users: [{ user: w.guest.id, role: 'admin' }] });
    expect(byReader.status).toBe(200);
  });

  it('is deleted with the membership and with the team', async () => {
    const here = await createOrganizationFixture();
    const { url } = await createContent(kind, here);
    const member = await createMember({ organizationId: here.organization.id });
    const team = await createTeam({ organizationId: here.organization.id });
    await as(here.admin).post(url, {
      users: [{ user: member.id, role: 'read' }],
      teams: [{ team: team.id, role: 'read' }],
    });
    await as(here.admin).delete(`${here.base}/members/${member.id}`);
    await as(here.admin).delete(`${here.base}/teams/${team.id}`);
    expect((await as(here.admin).get(`${url}/users`)).body).toEqual({ count: 0, items: [] });
    expect((await as(here.admin).get(`${url}/teams`)).body).toEqual({ count: 0, items: [] });
  });
});

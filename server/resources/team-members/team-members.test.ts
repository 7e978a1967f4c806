import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createTeam } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/teams/${w.team.id}/members`;
});

/** Team roles by display name. */
async function getTeamRoles(
  here: OrganizationFixture,
  teamId = here.team.id,
): Promise<Record<string, string>> {
  const { body } = await as(here.admin).get(`${here.base}/teams/${teamId}/members?limit=1000`);
  return Object.fromEntries(
    body.items.map((item: { organization: { user: { displayName: string } }; team: { role: string } }) => [
      item.organization.user.displayName,
      item.team.role,
    ]),
  );
}

describe('listTeamMembers', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(base)).status).toBe(401);
  });

  it('rejects a limit out of bounds', async () => {
    expect((await as(w.reader).get(`${base}?limit=1001`)).status).toBe(400);
  });

  it('returns 404 for teams of another organization and 403 to guests', async () => {
    expect((await as(w.reader).get(`${w.base}/teams/nothing/members`)).status).toBe(404);
    expect((await as(w.outsider).get(base)).status).toBe(404);
    expect((await as(w.guest).get(base)).status).toBe(403);
  });

  it('lists the members with their role in the team, page by page', async () => {
    const members = [w.admin, w.creator, w.editor, w.disabled];
    const team = await createTeam({
      organizationId: w.organization.id,
      owners: [w.admin.id],
      members: members.slice(1).map(({ id }) => id),
    });
    const url = `${w.base}/teams/${team.id}/members`;
    const first = await as(w.reader).get(`${url}?limit=3`);
    expect(first.body).toMatchObject({ count: 4, next: { page: expect.any(String) } });
    expect(first.body.items[0].organization).toMatchObject({ object: 'member', teams: expect.any(Number) });
    const rest = await as(w.reader).get(`${url}?limit=3&page=${encodeURIComponent(first.body.next.page)}`);
    expect(rest.body).not.toHaveProperty('next');
    const ids = [...first.body.items, ...rest.body.items].map(
      (item: { organization: { id: string } }) => item.organization.id,
    );
    expect(ids.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
  });
});

describe('updateTeamMembers', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).put(base, {})).status).toBe(401);
  });

  it.each([
    ['body.add', { add: 'everyone' }],
    ['body.memberships', { memberships: { someone: { role: 'emperor' } } }],
    ['body.replace', { replace: [] }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).put(base, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('names every key that is not a member, and changes nothing', async () => {
    const before = await getTeamRoles(w);
    const response = await as(w.admin).put(base, {
      add: [w.reader.id, w.outsider.email],
      remove: ['nobody'],
      memberships: { 'ghost@press.example': { role: 'owner' } },
    });
    expect(response.status).toBe(400);
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'body.add[1]',
      'body.remove[0]',
      'body.memberships.ghost@press.example',
    ]);
    expect(response.body.error.message).toContain(w.outsider.email);
    expect(await getTeamRoles(w)).toEqual(before);
  });

  it('is for administrators and owners of the team', async () => {
    expect((await as(w.outsider).put(base, {})).status).toBe(404);
    expect((await as(w.creator).put(base, { add: [w.creator.id] })).status).toBe(403);
    const otherTeam = await createTeam({ organizationId: w.organization.id });
    expect((await as(w.owner).put(`${w.base}/teams/${otherTeam.id}/members`, {})).status).toBe(403);
    expect((await as(w.owner).put(base, {})).status).toBe(204);
  });

  it('adds, removes and sets roles by id and by email; removal wins', async () => {
    const here = await createOrganizationFixture();
    const url = `${here.base}/teams/${here.team.id}/members`;
    await as(here.admin).put(url, { add: [here.commenter.id] });
    const response = await as(here.owner).put(url, {
      add: [here.reader.id, ` ${here.editor.email.toUpperCase()} `, here.creator.id, here.owner.id],
      remove: [here.creator.email, here.commenter.id, here.guest.id],
      memberships: {
        [here.editor.id]: { role: 'owner' },
        [here.reviewer.email]: {},
        [here.creator.id]: { role: 'owner' },
      },
    });
    expect(response).toMatchObject({ status: 204, body: undefined });
    expect(await getTeamRoles(here)).toEqual({
      'Olive Owner': 'owner',
      'Remi Reader': 'member',
      'Edo Editor': 'owner',
      'Rita Reviewer': 'member',
    });
    expect((await as(here.editor).get(here.base)).body.permissions.ownTeam).toBe(true);
    expect((await as(here.owner).put(url, { memberships: { [here.editor.email]: {} } })).status).toBe(204);
    expect(await getTeamRoles(here)).toMatchObject({ 'Edo Editor': 'owner' });
  });

  it('accepts many members at once', async () => {
    const here = await createOrganizationFixture();
    const members = await Promise.all(
      Array.from({ length: 40 }, () => createMember({ organizationId: here.organization.id })),
    );
    const body = { add: members.map(({ email }) => email) };
    expect((await as(here.admin).put(`${here.base}/teams/${here.team.id}/members`, body)).status).toBe(204);
    expect(Object.keys(await getTeamRoles(here))).toHaveLength(41);
  });
});

describe('setTeamMember', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).put(`${base}/${w.reader.id}`, { role: 'member' })).status).toBe(401);
  });

  it('rejects an unknown role', async () => {
    const response = await as(w.admin).put(`${base}/${w.reader.id}`, { role: 'emperor' });
    expect(response).toMatchObject({ status: 400, body: { error: { details: [{ path: 'body.role' }] } } });
  });

  it('returns 404 for non-members and 403 to those who may not manage the team', async () => {
    expect((await as(w.admin).put(`${base}/${w.outsider.id}`, {})).status).toBe(404);
    expect((await as(w.admin).put(`${base}/nobody`, {})).status).toBe(404);
    expect((await as(w.outsider).put(`${base}/${w.reader.id}`, {})).status).toBe(404);
    expect((await as(w.reviewer).put(`${base}/${w.reviewer.id}`, {})).status).toBe(403);
  });

  it('adds, then changes the role', async () => {
    const here = await createOrganizationFixture();
    const url = `${here.base}/teams/${here.team.id}/members/${here.reader.id}`;
    expect((await as(here.owner).put(url, {})).status).toBe(204);
    expect(await getTeamRoles(here)).toMatchObject({ 'Remi Reader': 'member' });
    expect((await as(here.owner).put(url, { role: 'owner' })).status).toBe(204);
    expect(await getTeamRoles(here)).toMatchObject({ 'Remi Reader': 'owner' });
    expect((await as(here.owner).put(url, {})).status).toBe(204);
    expect(await getTeamRoles(here)).toMatchObject({ 'Remi Reader': 'owner' });
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select('after')
      .where('target_id', '=', here.team.id)
      .where('action', '=', 'setTeamMember')
      .orderBy('at', 'desc')
      .execute();
    expect(audit.map(({ after }) => after)).toContainEqual({ userId: here.reader.id, role: 'owner' });
  });
});

describe('removeTeamMember', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).delete(`${base}/${w.owner.id}`)).status).toBe(401);
  });

  it('returns 404 for users outside the team and 403 to those who may not manage it', async () => {
    expect((await as(w.admin).delete(`${base}/${w.guest.id}`)).status).toBe(404);
    expect((await as(w.outsider).delete(`${base}/${w.owner.id}`)).status).toBe(404);
    expect((await as(w.editor).delete(`${base}/${w.owner.id}`)).status).toBe(403);
  });

  it('removes a member, who loses the access of the team at once', async () => {
    const here = await createOrganizationFixture();
    const url = `${here.base}/teams/${here.team.id}/members/${here.owner.id}`;
    expect((await as(here.owner).delete(url)).status).toBe(204);
    expect(await getTeamRoles(here)).toEqual({});
    expect((await as(here.owner).delete(url)).status).toBe(403);
    expect((await as(here.admin).delete(url)).status).toBe(404);
  });
});

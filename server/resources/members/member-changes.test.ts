import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createTeam } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('updateMember', () => {
  const change = (role: unknown) => ({ role });

  it('answers 401 without a token', async () => {
    expect((await as(anonymous).patch(`${w.base}/members/${w.reader.id}`, change('edit'))).status).toBe(401);
  });

  it('answers 400 to an invalid role, unknown properties and a missing JSON body', async () => {
    const url = `${w.base}/members/${w.reader.id}`;
    const role = await as(w.admin).patch(url, change('king'));
    expect(role.status).toBe(400);
    expect(role.body.error.details[0].path).toBe('body.role');
    const unknown = await as(w.admin).patch(url, { role: 'edit', disabled: true });
    expect(unknown.body.error.details).toEqual([
      { path: 'body.disabled', message: 'Is not a known property.' },
    ]);
    const announced = { 'content-type': 'application/json' };
    expect((await as(w.admin).patch(url, undefined, announced)).status).toBe(400);
  });

  it('answers 403 to all but administrators', async () => {
    const { status, body } = await as(w.creator).patch(`${w.base}/members/${w.reader.id}`, change('edit'));
    expect(status).toBe(403);
    expect(body.error.message).toContain('"admin"');
  });

  it('answers 404 for non-members', async () => {
    expect((await as(w.admin).patch(`${w.base}/members/${w.outsider.id}`, change('edit'))).status).toBe(404);
  });

  it('answers 409 when the last active administrator would lose the role', async () => {
    const { status } = await as(w.admin).patch(`${w.base}/members/${w.admin.id}`, change('read'));
    expect(status).toBe(409);
    expect((await as(w.admin).get(`${w.base}/members/${w.admin.id}`)).body.role).toBe('admin');
  });

  it('keeps one administrator when two demote each other at the same time', async () => {
    const first = await createMember({ role: 'admin' });
    const second = await createMember({ organizationId: first.organizationId, role: 'admin' });
    const base = `/v1/orgs/${first.organizationId}/members`;
    const responses = await Promise.all([
      as(first).patch(`${base}/${second.id}`, change('read')),
      as(second).patch(`${base}/${first.id}`, change('read')),
    ]);
    const [done, refused] = responses.map(({ status }) => status).toSorted();
    expect(done).toBe(200);
    // The second one is no administrator any more when the first one is done.
    expect([403, 409]).toContain(refused);
    const views = await Promise.all([first, second].map((who) => as(who).get(`${base}/${who.id}`)));
    expect(views.map(({ body }) => body.role).toSorted()).toEqual(['admin', 'read']);
  });

  it("changes the role for the member's next request, and writes an audit entry", async () => {
    const member = await createMember({
      organizationId: w.organization.id,
      role: 'read',
      displayName: 'Mia',
    });
    const otherMember = await createMember({ organizationId: w.organization.id });
    expect((await as(member).delete(`${w.base}/members/${otherMember.id}`)).status).toBe(403);
    const { status, body } = await as(w.admin).patch(`${w.base}/members/${member.id}`, change('admin'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: member.id, role: 'admin' });
    expect((await as(member).delete(`${w.base}/members/${otherMember.id}`)).status).toBe(204);
    await as(w.admin).patch(`${w.base}/members/${member.id}`, change(null));
    expect((await as(member).get(`${w.base}/members`)).status).toBe(403);

    const { db } = await testApp();
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'summary', 'before', 'after'])
      .where('target_id', '=', member.id)
      .orderBy('at')
      .execute();
    expect(rows).toEqual([
      {
        action: 'updateMember',
        actor_id: w.admin.id,
        summary: 'Changed the role of Mia to administrator.',
        before: { role: 'read' },
        after: { role: 'admin' },
      },
      {
        action: 'updateMember',
        actor_id: w.admin.id,
        summary: 'Changed the role of Mia to guest.',
        before: { role: 'admin' },
        after: { role: null },
      },
    ]);
  });

  it('changes nothing with an empty body', async () => {
    const { status, body } = await as(w.admin).patch(`${w.base}/members/${w.editor.id}`, {});
    expect(status).toBe(200);
    expect(body.role).toBe('edit');
  });
});

describe('removeMember', () => {
  it('answers 401 without a token', async () => {
    expect((await as(anonymous).delete(`${w.base}/members/${w.reader.id}`)).status).toBe(401);
  });

  it('answers 403 to anyone but administrators for others, and 404 for non-members', async () => {
    expect((await as(w.creator).delete(`${w.base}/members/${w.reader.id}`)).status).toBe(403);
    expect((await as(w.admin).delete(`${w.base}/members/${w.outsider.id}`)).status).toBe(404);
  });

  it('answers 409 for the last administrator', async () => {
    expect((await as(w.admin).delete(`${w.base}/members/${w.admin.id}`)).status).toBe(409);
  });

  it('removes the member from the organization, its teams and its counts', async () => {
    const member = await createMember({ organizationId: w.organization.id });
    const team = await createTeam({ organizationId: w.organization.id, members: [member.id] });
    const before = (await as(w.admin).get(`${w.base}/members?limit=2`)).body.count;
    const { status, body } = await as(w.admin).delete(`${w.base}/members/${member.id}`);
    expect(status).toBe(204);
    expect(body).toBeUndefined();
    expect((await as(w.admin).get(`${w.base}/members?limit=2`)).body.count).toBe(before - 1);
    expect((await as(member).get(`${w.base}/members`)).status).toBe(404);
    const { db } = await testApp();
    const teamMembers = await db
      .selectFrom('team_members')
      .selectAll()
      .where('team_id', '=', team.id)
      .execute();
    expect(teamMembers).toEqual([]);
  });

  it('lets members leave by themselves', async () => {
    const member = await createMember({ organizationId: w.organization.id });
    expect((await as(member).delete(`${w.base}/members/${member.id}`)).status).toBe(204);
  });
});

describe('setMemberSso', () => {
  it('answers 401 without a token, 403 to non-administrators, 404 for non-members', async () => {
    expect((await as(anonymous).post(`${w.base}/members/${w.reader.id}/sso`)).status).toBe(401);
    expect((await as(w.creator).post(`${w.base}/members/${w.reader.id}/sso`)).status).toBe(403);
    expect((await as(w.admin).post(`${w.base}/members/${w.outsider.id}/sso`)).status).toBe(404);
  });

  it('makes the member an SSO member', async () => {
    const member = await createMember({ organizationId: w.organization.id });
    const { status, body } = await as(w.admin).post(`${w.base}/members/${member.id}/sso`);
    expect(status).toBe(200);
    expect(body.sso).toBe(true);
    expect((await as(w.admin).get(`${w.base}/members/${member.id}`)).body.sso).toBe(true);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createMember, createTeam } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, type Sender, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let mates: [Sender & { id: string }, Sender & { id: string }];
let team: string;
/** The URL of an open change request of the editor. */
let url: string;
let spaceId: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  const organizationId = w.organization.id;
  mates = [
    await createMember({ organizationId, role: 'review' }),
    await createMember({ organizationId, role: 'review' }),
  ];
  const members = [...mates, w.reader, w.editor].map(({ id }) => id);
  team = (await createTeam({ organizationId, title: 'Harbour', members })).id;
  await readAllEvents((await testApp()).db, notificationReader);
});
beforeEach(async () => {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  spaceId = space.id;
  const list = `/v1/spaces/${space.id}/change-requests`;
  const { body } = await as(w.editor).post(list, { subject: 'Say it shorter' });
  url = `${list}/${body.id}`;
  await as(w.editor).post(`${url}/content`, { changes: [{ operation: 'insert_page', title: 'Quay' }] });
});

const request = (body: object) => as(w.editor).post(`${url}/requested-reviewers`, body);
const listRequested = async () => (await as(w.reader).get(`${url}/requested-reviewers`)).body.items;
const inbox = async (who: Sender) => {
  const list = `/v1/orgs/${w.organization.id}/change-requests?space=${spaceId}`;
  const { items } = (await as(who).get(`${list}&bucket=needs-me`)).body;
  const [row] = (await as(who).get(list)).body.items;
  return { needsMe: items.length, requested: row.reviews.requested, reviewRequested: row.reviewRequested };
};

describe('a team as reviewer', () => {
  it('is in the list of each of its members who may review, until one of them has', async () => {
    const { status, body } = await request({ teams: [team] });
    expect(status).toBe(200);
    expect(body).toEqual({ users: [], teams: [{ id: team, title: 'Harbour', reviewed: false }] });
    expect(await listRequested()).toMatchObject([
      { kind: 'team', team: { id: team }, requestedBy: { id: w.editor.id } },
    ]);
    for (const mate of mates)
      expect(await inbox(mate)).toEqual({ needsMe: 1, requested: 1, reviewRequested: true });
    // Who may not review, and the author, are not waited for.
    expect((await inbox(w.reader)).needsMe).toBe(0);
    expect((await inbox(w.editor)).needsMe).toBe(0);
    expect((await inbox(w.admin)).reviewRequested).toBe(false);

    expect((await as(mates[0]).post(`${url}/reviews`, { status: 'approved' })).status).toBe(201);
    for (const mate of mates) expect((await inbox(mate)).needsMe).toBe(0);
    expect((await inbox(w.admin)).requested).toBe(0);
    expect((await listRequested())[0].team.reviewed).toBe(true);
    await as(w.editor).post(`${url}/content`, { changes: [{ operation: 'insert_page', title: 'Pier' }] });
    for (const mate of mates) expect((await inbox(mate)).needsMe).toBe(1);
  });

  it('is told as a team, but not the author', async () => {
    const { db } = await testApp();
    await request({ teams: [team], users: [w.reviewer.id] });
    await readAllEvents(db, notificationReader);
    const reasonsOf = async (who: Sender) => {
      const { items } = (await as(who).get(`/v1/user/notifications?state=all&limit=1`)).body;
      return items[0]?.reasons ?? [];
    };
    expect(await reasonsOf(mates[0])).toContain('team-review-requested');
    expect(await reasonsOf(mates[0])).not.toContain('review-requested');
    expect(await reasonsOf(w.reviewer)).toEqual(['review-requested']);
    expect(await reasonsOf(w.editor)).not.toContain('team-review-requested');
  });

  it('is removed once, and named in the audit log', async () => {
    await request({ teams: [team] });
    expect((await as(w.editor).delete(`${url}/requested-teams/${team}`)).status).toBe(205);
    expect((await as(w.editor).delete(`${url}/requested-teams/${team}`)).status).toBe(204);
    expect(await listRequested()).toEqual([]);
    const { items } = (await as(w.admin).get(`/v1/orgs/${w.organization.id}/audit-log?limit=1`)).body;
    expect(items[0]).toMatchObject({
      action: 'removeRequestedTeam',
      summary: expect.stringContaining('Harbour'),
      before: { team },
    });
  });

  it('is refused where none of its members may review, and without anyone at all', async () => {
    const organizationId = w.organization.id;
    const readers = await createTeam({ organizationId, title: 'Readers', members: [w.reader.id] });
    const { status, body } = await request({ teams: [team, readers.id, 'none'] });
    expect(status).toBe(400);
    const message = JSON.stringify(body.error);
    expect(message).toContain('body.teams[1]');
    expect(message).toContain('body.teams[2]');
    expect(message).not.toContain('body.teams[0]');
    for (const empty of [{}, { users: [] }, { users: [], teams: [] }])
      expect((await request(empty)).status).toBe(400);
    expect(await listRequested()).toEqual([]);
  });

  it('meets a rule that names it by the approval of one member', async () => {
    await as(w.admin).patch(`/v1/spaces/${spaceId}/merge-rules`, { approvals: 1, teams: [team] });
    await request({ teams: [team] });
    const isMet = async () => (await as(w.reviewer).get(`${url}/merge-rules`)).body.rules[0].met;
    await as(w.reviewer).post(`${url}/reviews`, { status: 'approved' });
    expect(await isMet()).toBe(false);
    await as(mates[1]).post(`${url}/reviews`, { status: 'approved' });
    expect(await isMet()).toBe(true);
  });
});

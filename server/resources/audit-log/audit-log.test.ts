import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T12:00:00Z');

let w: OrganizationFixture;
let base: string;
/** One entry per minute, oldest first. */
let ids: string[];
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/audit-log`;
  const { db } = await testApp();
  const entries = Array.from({ length: 6 }, (_, index) => ({
    id: newId(),
    organization_id: w.organization.id,
    at: new Date(START + index * MINUTE),
    actor_id: [w.admin.id, w.creator.id, null, 'gone'][index % 4] ?? null,
    action: index < 3 ? 'createTeam' : 'updateTeam',
    target_kind: 'team',
    target_id: index % 2 === 0 ? 'even' : 'odd',
    summary: `Entry ${index}.`,
    before: index === 0 ? null : JSON.stringify({ title: 'Writers' }),
    after: JSON.stringify({ title: 'Editors', members: null }),
  }));
  await db.insertInto('audit_log').values(entries).execute();
  ids = entries.map(({ id }) => id);
});

const summaries = async (query: string) => {
  const { status, body } = await as(w.admin).get(`${base}?${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body.items.map((item: { summary: string }) => Number(item.summary.slice(6, -1)));
};

describe('listAuditLog', () => {
  it('is for administrators', async () => {
    expect((await as(anonymous).get(base)).status).toBe(401);
    expect((await as(w.outsider).get(base)).status).toBe(404);
    expect((await as(w.disabled).get(base)).status).toBe(403);
    const denied = await as(w.creator).get(base);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('admin');
  });

  it.each([
    ['limit=0', 'query.limit'],
    ['since=yesterday', 'query.since'],
    ['until=2026-02-30T00:00:00Z', 'query.until'],
    ['since=0000-01-01T00:00:00Z', 'query.since'],
    ['until=9999-12-31T23:59:59-12:00', 'query.until'],
    ['until=2016-12-31T23:59:60Z', 'query.until'],
  ])('rejects %s', async (query, path) => {
    const response = await as(w.admin).get(`${base}?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('lists entries newest first, with actor, action and target', async () => {
    const { body } = await as(w.admin).get(base);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed());
    expect(body.items.at(-1)).toEqual({
      object: 'audit-entry',
      id: ids[0],
      at: '2026-03-01T12:00:00.000Z',
      actor: expect.objectContaining({ id: w.admin.id, displayName: 'Ada Admin' }),
      action: 'createTeam',
      target: { kind: 'team', id: 'even' },
      summary: 'Entry 0.',
      after: { title: 'Editors', members: null },
    });
    expect(body.items[3]).not.toHaveProperty('actor');
    expect(body.items[2].actor).toMatchObject({ id: 'gone', displayName: 'Deleted account' });
  });

  it('filters by actor, action, target and time', async () => {
    expect(await summaries(`actor=${w.admin.id}`)).toEqual([4, 0]);
    expect(await summaries('actor=gone')).toEqual([3]);
    expect(await summaries('action=updateTeam')).toEqual([5, 4, 3]);
    expect(await summaries('target=odd')).toEqual([5, 3, 1]);
    expect(await summaries('since=2026-03-01T12:04:00Z')).toEqual([5, 4]);
    expect(await summaries('until=2026-03-01T13:01:00%2B01:00')).toEqual([0]);
    expect(await summaries('action=createTeam&target=even&since=2026-03-01T12:01:00Z')).toEqual([2]);
    expect(await summaries('action=%25')).toEqual([]);
  });

  it('paginates, and rejects a cursor of other filters', async () => {
    const first = await as(w.admin).get(`${base}?limit=4`);
    expect(first.body).toMatchObject({ count: 6, next: { page: expect.any(String) } });
    const second = await as(w.admin).get(`${base}?limit=4&page=${first.body.next.page}`);
    expect(second.body.items.map((item: { id: string }) => item.id)).toEqual([ids[1], ids[0]]);
    expect(second.body.next).toBeUndefined();
    const { status } = await as(w.admin).get(`${base}?action=createTeam&page=${first.body.next.page}`);
    expect(status).toBe(400);
  });
});

describe('names in entries', () => {
  const entriesOf = async (query: string, here = w) =>
    (await as(here.admin).get(`${here.base}/audit-log?${query}`)).body.items;

  it('are in the summary and beside the ids, also after the entity is deleted', async () => {
    const here = await createOrganizationFixture();
    const base = `${here.base}/teams/${here.team.id}/members/${here.editor.id}`;
    await as(here.admin).put(base, { role: 'owner' });
    await as(here.admin).delete(base);
    const { db } = await testApp();
    await db.deleteFrom('members').where('user_id', '=', here.editor.id).execute();
    await db.deleteFrom('users').where('id', '=', here.editor.id).execute();
    const [removed, added] = await entriesOf(`target=${here.team.id}`, here);
    expect(added).toMatchObject({
      summary: 'Added Edo Editor to the team “Writers” as owner.',
      names: { [here.editor.id]: 'Edo Editor' },
    });
    expect(removed).toMatchObject({
      summary: 'Removed Edo Editor from the team “Writers”.',
      names: { [here.editor.id]: 'Edo Editor' },
    });
  });

  it('include everyone who was invited, in one entry', async () => {
    const here = await createOrganizationFixture();
    const emails = Array.from({ length: 50 }, (_, index) => `nova.${index}@press.example`);
    await as(here.admin).post(`${here.base}/invites`, { emails, role: 'edit' });
    const [entry, ...others] = await entriesOf('action=inviteMembers', here);
    expect(others).toEqual([]);
    expect(entry.summary).toMatch(
      /^Added nova\.\d+, nova\.\d+, nova\.\d+, and 47 others with the role editor\.$/,
    );
    expect(Object.values(entry.names).toSorted()).toEqual(
      emails.map((email) => email.replace(/@.*/, '')).toSorted(),
    );
  });

  it('are looked up for entries that were stored without them', async () => {
    const here = await createOrganizationFixture();
    const { db } = await testApp();
    const deletedId = newId();
    await db
      .insertInto('audit_log')
      .values({
        id: newId(),
        organization_id: here.organization.id,
        actor_id: here.admin.id,
        action: 'inviteMembers',
        target_kind: 'organization',
        target_id: here.organization.id,
        summary: 'Made 2 people members.',
        before: null,
        after: JSON.stringify({ roles: { [here.reader.id]: 'read', [deletedId]: 'read' } }),
      })
      .execute();
    const [entry] = await entriesOf('action=inviteMembers', here);
    expect(entry.names).toEqual({ [here.reader.id]: 'Remi Reader' });
  });

  it('of another organization are omitted', async () => {
    const [here, there] = [await createOrganizationFixture(), await createOrganizationFixture()];
    const { db } = await testApp();
    await db
      .insertInto('audit_log')
      .values({
        id: newId(),
        organization_id: here.organization.id,
        actor_id: here.admin.id,
        action: 'updateTeam',
        target_kind: 'team',
        target_id: here.team.id,
        summary: 'Entry.',
        before: null,
        after: JSON.stringify({ team: there.team.id }),
      })
      .execute();
    const [entry] = await entriesOf('action=updateTeam', here);
    expect(entry).not.toHaveProperty('names');
  });
});

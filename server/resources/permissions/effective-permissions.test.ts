import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentLevel, EffectivePermission } from '#api/generated/types.gen.ts';
import { grantedLevel } from '#server/access/content-access.ts';
import { effectiveLevel, levelOf } from '#server/access/roles.ts';
import {
  createCollection,
  createGrant,
  createMember,
  createSpace,
  createTeam,
} from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SeededRandom } from '#server/test/random.ts';
import { as, testApp } from '#server/test/test-app.ts';

const LEVELS: readonly (ContentLevel | null)[] = ['inherit', 'inherit', 'inherit', 'comment', null];
const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('the effective levels', () => {
  it('name the source: administrator, grant, team, default level of an ancestor, role', async () => {
    const organizationId = w.organization.id;
    const top = await createCollection({ organizationId, defaultLevel: 'comment' });
    const folder = await createCollection({ organizationId, parentId: top.id, defaultLevel: 'inherit' });
    const space = await createSpace({ organizationId, parentId: folder.id, defaultLevel: 'inherit' });
    await createGrant({ organizationId, collectionId: top.id, userId: w.editor.id, level: 'review' });
    await createGrant({ organizationId, collectionId: folder.id, teamId: w.team.id, level: 'create' });
    await createGrant({ organizationId, spaceId: space.id, userId: w.guest.id, level: null });
    const { body } = await as(w.admin).get(`/v1/spaces/${space.id}/permissions/aggregate`);
    expect(body.count).toBe(8);
    const of = (userId: string) => {
      const entry = body.items.find(({ user }: EffectivePermission) => user.id === userId);
      if (!entry) return undefined;
      const { permission, source, content, team, teamTitle } = entry;
      return { permission, source, content, team, teamTitle };
    };
    expect(of(w.admin.id)).toEqual({ permission: 'admin', source: 'administrator' });
    expect(of(w.editor.id)).toEqual({ permission: 'review', source: 'user', content: top.id });
    const byTeam = { permission: 'create', source: 'team', content: folder.id, team: w.team.id };
    expect(of(w.owner.id)).toEqual({ ...byTeam, teamTitle: 'Writers' });
    expect(of(w.guest.id)).toEqual({ permission: null, source: 'user', content: space.id });
    expect(of(w.creator.id)).toEqual({ permission: 'comment', source: 'default', content: top.id });
    expect(of(w.disabled.id)).toBeUndefined();

    const open = await createCollection({ organizationId, defaultLevel: 'inherit' });
    const ofOpen = await as(w.creator).get(`/v1/collections/${open.id}/permissions/aggregate?role=review`);
    expect(ofOpen.body).toMatchObject({
      count: 1,
      items: [{ permission: 'review', source: 'organization', user: { id: w.reviewer.id } }],
    });
    expect(ofOpen.body.items[0]).not.toHaveProperty('content');

    const search = `/v1/spaces/${space.id}/permissions/aggregate?search=${encodeURIComponent(w.owner.email)}`;
    expect((await as(w.admin).get(search)).body).toMatchObject({ count: 1, items: [byTeam] });
  });

  it('reject an unknown role and a limit out of bounds', async () => {
    const space = await createSpace({ organizationId: w.organization.id });
    const url = `/v1/spaces/${space.id}/permissions/aggregate`;
    expect((await as(w.admin).get(`${url}?role=guest`)).status).toBe(400);
    expect((await as(w.admin).get(`${url}?limit=0`)).status).toBe(400);
  });

  it('match the level that each member has, on random content', async () => {
    const random = new SeededRandom(11);
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const people = [
      here.admin,
      here.creator,
      here.reviewer,
      here.editor,
      here.reader,
      here.guest,
      here.owner,
    ];
    for (let index = 0; index < 6; index += 1)
      people.push(await createMember({ organizationId, role: random.pick(ROLES) }));
    const someone = () => people.filter(() => random.chance(0.4)).map(({ id }) => id);
    const teams = [here.team.id];
    for (let index = 0; index < 4; index += 1)
      teams.push((await createTeam({ organizationId, members: someone() })).id);
    const parents: (string | null)[] = [null];
    const contents: { kind: 'space' | 'collection'; id: string }[] = [];
    for (let index = 0; index < 16; index += 1) {
      const kind = index < 8 ? 'collection' : 'space';
      const fields = { organizationId, parentId: random.pick(parents), defaultLevel: random.pick(LEVELS) };
      const { id } = await (kind === 'space' ? createSpace(fields) : createCollection(fields));
      if (kind === 'collection') parents.push(id);
      contents.push({ kind, id });
      const grant = { organizationId, [`${kind}Id`]: id };
      const level = () => random.pick([null, ...ROLES]);
      for (const { id: userId } of people)
        if (random.chance(0.15)) await createGrant({ ...grant, userId, level: level() });
      for (const teamId of teams)
        if (random.chance(0.2)) await createGrant({ ...grant, teamId, level: level() });
    }
    const ids = people.map(({ id }) => id);
    for (const content of contents) expect(await findDifferences(here, ids, content)).toEqual([]);
  }, 60_000);
});

/** Differences between the list and the level that a member has in other operations. */
async function findDifferences(
  here: OrganizationFixture,
  ids: string[],
  { kind, id }: { kind: 'space' | 'collection'; id: string },
): Promise<object[]> {
  const url = `/v1/${kind}s/${id}/permissions/aggregate`;
  const permissions: object[] = [];
  const counts = new Map<string, number>();
  for (let page: string | undefined = ''; page !== undefined;) {
    const { body } = await as(here.admin).get(`${url}?limit=5${page}`);
    for (const { user, permission } of body.items) counts.set(user.id, levelOf(permission));
    page = body.next && `&page=${encodeURIComponent(body.next.page)}`;
  }
  for (const userId of ids) {
    const level = await getLevel(userId, kind, id);
    if (counts.get(userId) !== level) permissions.push({ id, userId, level, listed: counts.get(userId) });
  }
  for (const role of ROLES) {
    const { count } = (await as(here.admin).get(`${url}?role=${role}&limit=1`)).body;
    const expected = [...counts.values()].filter((level) => level === levelOf(role)).length;
    if (count !== expected) permissions.push({ id, role, count, expected });
  }
  return permissions;
}

/** The level as other operations compute it. */
async function getLevel(userId: string, kind: 'space' | 'collection', id: string): Promise<number> {
  const { db } = await testApp();
  const table = kind === 'space' ? 'spaces' : 'collections';
  const teams = await db.selectFrom('team_members').select('team_id').where('user_id', '=', userId).execute();
  const { role } = await db
    .selectFrom('members')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const holder = { userId, role, teamIds: teams.map(({ team_id }) => team_id) };
  const row = await db
    .selectFrom(table)
    .innerJoin('members', 'members.organization_id', `${table}.organization_id`)
    .select([`${table}.resolved_level`, 'members.role', grantedLevel(holder, table).as('granted')])
    .where(`${table}.id`, '=', id)
    .where('members.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return effectiveLevel(row.role, row);
}

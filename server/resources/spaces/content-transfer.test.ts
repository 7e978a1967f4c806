import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { makeCollection, makeGrant, makeMember, makeSite, makeSpace } from '#server/test/factories.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';
import { type World, world } from '#server/test/world.ts';

let w: World;
let there: World;
let organizationId: string;
/** Someone with the role create in both organizations. */
let mover: Awaited<ReturnType<typeof makeMember>>;
beforeAll(async () => {
  w = await world();
  there = await world();
  organizationId = w.organization.id;
  mover = await makeMember({ organizationId, role: 'create' });
  await join(mover.id, there.organization.id, 5);
  await join(w.admin.id, there.organization.id, 1);
});

async function join(userId: string, target: string, role: number): Promise<void> {
  const { db, app } = await testApp();
  await db
    .insertInto('members')
    .values({ organization_id: target, user_id: userId, role, search_text: '', last_seen_at: null })
    .execute();
  app.actors.forgetEveryone();
}

describe.each([
  ['transferSpace', 'spaces', makeSpace],
  ['transferCollection', 'collections', makeCollection],
] as const)('%s', (operation, path, make) => {
  const transfer = (id: string, body: unknown, who: Parameters<typeof as>[0] = mover) =>
    as(who).post(`/v1/${path}/${id}/transfer`, body);
  const thereBody = () => ({ organization: there.organization.id });

  it('needs a token', async () => {
    expect((await transfer('some', thereBody(), anonymous)).status).toBe(401);
  });

  it.each([
    ['body.organization', {}],
    ['body.organization', { organization: 7 }],
    ['body.parent', { organization: 'some', parent: null }],
  ])('names %s when it is wrong', async (place, body) => {
    const { id } = await make({ organizationId });
    const answer = await transfer(id, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.error)).toContain(place);
  });

  it('returns 404 for hidden content and for organizations of others', async () => {
    expect((await transfer('nothing', thereBody())).status).toBe(404);
    const { id } = await make({ organizationId, defaultLevel: 'create' });
    expect((await transfer(id, thereBody(), there.admin)).status).toBe(404);
    expect((await transfer(id, { organization: 'nothing' })).status).toBe(404);
    expect((await transfer(id, thereBody(), w.creator)).status).toBe(404);
  });

  it('requires the permission create on both sides', async () => {
    const weak = await make({ organizationId, defaultLevel: 'review' });
    expect((await transfer(weak.id, thereBody())).status).toBe(403);
    const { id } = await make({ organizationId });
    expect((await transfer(id, thereBody(), w.admin)).status).toBe(403);
    const parent = await makeCollection({ organizationId });
    const inside = await make({ organizationId, parentId: parent.id, defaultLevel: 'create' });
    expect((await transfer(inside.id, thereBody())).status).toBe(403);
  });

  it('returns 409 for the same organization', async () => {
    const { id } = await make({ organizationId, defaultLevel: 'inherit' });
    expect((await transfer(id, { organization: organizationId })).status).toBe(409);
  });

  it('moves to the end of the target top level with its effective level, without parent and grants', async () => {
    const parent = await makeCollection({ organizationId, defaultLevel: 'inherit' });
    const closed = await makeCollection({ organizationId, parentId: parent.id, defaultLevel: null });
    const { id } = await make({ organizationId, parentId: closed.id, defaultLevel: 'inherit' });
    const grant = path === 'spaces' ? { spaceId: id } : { collectionId: id };
    await makeGrant({ organizationId, ...grant, userId: w.reader.id, level: 'read' });
    await makeGrant({ organizationId, ...grant, userId: mover.id, level: 'create' });
    await makeGrant({ organizationId, collectionId: closed.id, userId: mover.id, level: 'create' });
    const last = await makeSpace({ organizationId: there.organization.id });
    const { status, body } = await transfer(id, thereBody());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization: there.organization.id,
      defaultLevel: null,
      permissions: { admin: true },
    });
    expect(body).not.toHaveProperty('parent');
    expect((await as(w.reader).get(`/v1/${path}/${id}`)).status).toBe(404);
    expect((await as(there.reader).get(`/v1/${path}/${id}`)).status).toBe(404);
    const { db } = await testApp();
    const { rank } = await db.selectFrom(path).select('rank').where('id', '=', id).executeTakeFirstOrThrow();
    expect(rank > last.rank).toBe(true);
    const audit = await db
      .selectFrom('audit_log')
      .select('organization_id')
      .where('action', '=', operation)
      .where('target_id', '=', id)
      .execute();
    expect(audit.map((row) => row.organization_id).toSorted()).toEqual(
      [organizationId, there.organization.id].toSorted(),
    );
  });
});

describe('transferSpace', () => {
  it('removes the space from its sites, and deletes sections that become empty', async () => {
    const { db } = await testApp();
    const site = await makeSite({ organizationId });
    const [leaving, staying] = [
      await makeSpace({ organizationId, defaultLevel: 'inherit' }),
      await makeSpace({ organizationId }),
    ];
    const section = async (rank: string, spaces: { id: string }[], isDefault: boolean) => {
      const sectionId = newId();
      const common = { site_id: site.id, condition: null };
      await db
        .insertInto('site_sections')
        .values({
          ...common,
          ...{ id: sectionId, group_id: null, title: rank, description: null, icon: null, path: rank },
          ...{ is_default: isDefault, rank },
        })
        .execute();
      for (const [index, space] of spaces.entries()) {
        const place = { id: newId(), section_id: sectionId, space_id: space.id, path: `p${index}` };
        await db
          .insertInto('site_spaces')
          .values({ ...common, ...place, is_default: index === 0, rank: `a${index}` })
          .execute();
      }
      return sectionId;
    };
    await section('a0', [leaving], true);
    const both = await section('a1', [leaving, staying], false);
    await db
      .insertInto('custom_fields')
      .values({ id: 'field-of-transfer', organization_id: organizationId, name: 'team', type: 'text' })
      .execute();
    await db
      .insertInto('custom_field_values')
      .values({ space_id: leaving.id, custom_field_id: 'field-of-transfer', value: JSON.stringify('Docs') })
      .execute();
    await as(mover).post(`/v1/spaces/${leaving.id}/transfer`, { organization: there.organization.id });

    const sections = await db
      .selectFrom('site_sections')
      .selectAll()
      .where('site_id', '=', site.id)
      .execute();
    expect(sections).toMatchObject([{ id: both, is_default: true }]);
    const spaces = await db.selectFrom('site_spaces').selectAll().where('site_id', '=', site.id).execute();
    expect(spaces).toMatchObject([{ space_id: staying.id, is_default: true }]);
    const values = await db
      .selectFrom('custom_field_values')
      .selectAll()
      .where('space_id', '=', leaving.id)
      .execute();
    expect(values).toEqual([]);
  });
});

describe('transferCollection', () => {
  it('transfers everything in the collection, including deleted spaces', async () => {
    const { db } = await testApp();
    const top = await makeCollection({ organizationId, defaultLevel: 'inherit' });
    const below = await makeCollection({ organizationId, parentId: top.id, defaultLevel: 'inherit' });
    const space = await makeSpace({ organizationId, parentId: below.id, defaultLevel: 'inherit' });
    const deleted = await makeSpace({ organizationId, parentId: below.id, deletedAt: new Date() });
    const revisionIds = { revision_id: space.revision_id, revision_initial: space.revision_id };
    await db
      .insertInto('change_requests')
      .values({ ...revisionIds, id: newId(), organization_id: organizationId, space_id: space.id, number: 1 })
      .execute();
    const answer = await as(mover).post(`/v1/collections/${top.id}/transfer`, {
      organization: there.organization.id,
    });
    expect(answer).toMatchObject({ status: 200, body: { defaultLevel: 'inherit' } });
    const moved = await as(there.reader).get(`/v1/spaces/${space.id}`);
    expect(moved.body).toMatchObject({ organization: there.organization.id, parent: below.id });
    expect((await as(w.admin).get(`/v1/collections/${below.id}`)).body.permissions.admin).toBe(false);
    expect((await as(there.admin).post(`/v1/spaces/${deleted.id}/restore`)).status).toBe(200);
    const requests = await db
      .selectFrom('change_requests')
      .select('organization_id')
      .where('space_id', '=', space.id)
      .execute();
    expect(requests).toEqual([{ organization_id: there.organization.id }]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import {
  createCollection,
  createGrant,
  createMember,
  createSite,
  createSpace,
} from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let target: OrganizationFixture;
let organizationId: string;
/** A member with the role create in both organizations. */
let mover: Awaited<ReturnType<typeof createMember>>;
beforeAll(async () => {
  w = await createOrganizationFixture();
  target = await createOrganizationFixture();
  organizationId = w.organization.id;
  mover = await createMember({ organizationId, role: 'create' });
  await addMember(mover.id, target.organization.id, 5);
  await addMember(w.admin.id, target.organization.id, 1);
});

async function addMember(userId: string, target: string, role: number): Promise<void> {
  const { db, app } = await testApp();
  await db
    .insertInto('members')
    .values({ organization_id: target, user_id: userId, role, search_text: '', last_seen_at: null })
    .execute();
  app.actors.invalidateAll();
}

describe.each([
  ['transferSpace', 'spaces', createSpace],
  ['transferCollection', 'collections', createCollection],
] as const)('%s', (operation, path, createBody) => {
  const transfer = (id: string, body: unknown, who: Parameters<typeof as>[0] = mover) =>
    as(who).post(`/v1/${path}/${id}/transfer`, body);
  const thereBody = () => ({ organization: target.organization.id });

  it('needs a token', async () => {
    expect((await transfer('some', thereBody(), anonymous)).status).toBe(401);
  });

  it.each([
    ['body.organization', {}],
    ['body.organization', { organization: 7 }],
    ['body.parent', { organization: 'some', parent: null }],
  ])('names %s when it is wrong', async (path, body) => {
    const { id } = await createBody({ organizationId });
    const response = await transfer(id, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('returns 404 for hidden content and for organizations of non-members', async () => {
    expect((await transfer('nothing', thereBody())).status).toBe(404);
    const { id } = await createBody({ organizationId, defaultLevel: 'create' });
    expect((await transfer(id, thereBody(), target.admin)).status).toBe(404);
    expect((await transfer(id, { organization: 'nothing' })).status).toBe(404);
    expect((await transfer(id, thereBody(), w.creator)).status).toBe(404);
  });

  it('requires the permission create on both sides', async () => {
    const weak = await createBody({ organizationId, defaultLevel: 'review' });
    expect((await transfer(weak.id, thereBody())).status).toBe(403);
    const { id } = await createBody({ organizationId });
    expect((await transfer(id, thereBody(), w.admin)).status).toBe(403);
    const parent = await createCollection({ organizationId });
    const inside = await createBody({ organizationId, parentId: parent.id, defaultLevel: 'create' });
    expect((await transfer(inside.id, thereBody())).status).toBe(403);
  });

  it('returns 409 for the same organization', async () => {
    const { id } = await createBody({ organizationId, defaultLevel: 'inherit' });
    expect((await transfer(id, { organization: organizationId })).status).toBe(409);
  });

  it('moves to the end of the target top level with its effective level, without parent and grants', async () => {
    const parent = await createCollection({ organizationId, defaultLevel: 'inherit' });
    const closed = await createCollection({ organizationId, parentId: parent.id, defaultLevel: null });
    const { id } = await createBody({ organizationId, parentId: closed.id, defaultLevel: 'inherit' });
    const grant = path === 'spaces' ? { spaceId: id } : { collectionId: id };
    await createGrant({ organizationId, ...grant, userId: w.reader.id, level: 'read' });
    await createGrant({ organizationId, ...grant, userId: mover.id, level: 'create' });
    await createGrant({ organizationId, collectionId: closed.id, userId: mover.id, level: 'create' });
    const last = await createSpace({ organizationId: target.organization.id });
    const { status, body } = await transfer(id, thereBody());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization: target.organization.id,
      defaultLevel: null,
      permissions: { admin: true },
    });
    expect(body).not.toHaveProperty('parent');
    expect((await as(w.reader).get(`/v1/${path}/${id}`)).status).toBe(404);
    expect((await as(target.reader).get(`/v1/${path}/${id}`)).status).toBe(404);
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
      [organizationId, target.organization.id].toSorted(),
    );
  });
});

describe('transferSpace', () => {
  it('removes the space from its sites, and deletes sections that become empty', async () => {
    const { db } = await testApp();
    const site = await createSite({ organizationId });
    const [leaving, staying] = [
      await createSpace({ organizationId, defaultLevel: 'inherit' }),
      await createSpace({ organizationId }),
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
        const row = { id: newId(), section_id: sectionId, space_id: space.id, path: `p${index}` };
        await db
          .insertInto('site_spaces')
          .values({ ...common, ...row, is_default: index === 0, rank: `a${index}` })
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
    await as(w.admin).patch(`/v1/spaces/${leaving.id}/merge-rules`, { approvals: 1 });
    await as(mover).post(`/v1/spaces/${leaving.id}/transfer`, { organization: target.organization.id });

    const rules = await as(w.admin).get(`/v1/spaces/${leaving.id}/merge-rules`);
    expect(rules.body).toMatchObject({ approvals: 0 });
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
    const top = await createCollection({ organizationId, defaultLevel: 'inherit' });
    const below = await createCollection({ organizationId, parentId: top.id, defaultLevel: 'inherit' });
    const space = await createSpace({ organizationId, parentId: below.id, defaultLevel: 'inherit' });
    const deleted = await createSpace({ organizationId, parentId: below.id, deletedAt: new Date() });
    const revisionIds = { revision_id: space.revision_id, revision_initial: space.revision_id };
    await db
      .insertInto('change_requests')
      .values({ ...revisionIds, id: newId(), organization_id: organizationId, space_id: space.id, number: 1 })
      .execute();
    const response = await as(mover).post(`/v1/collections/${top.id}/transfer`, {
      organization: target.organization.id,
    });
    expect(response).toMatchObject({ status: 200, body: { defaultLevel: 'inherit' } });
    const moved = await as(target.reader).get(`/v1/spaces/${space.id}`);
    expect(moved.body).toMatchObject({ organization: target.organization.id, parent: below.id });
    expect((await as(w.admin).get(`/v1/collections/${below.id}`)).body.permissions.admin).toBe(false);
    expect((await as(target.admin).post(`/v1/spaces/${deleted.id}/restore`)).status).toBe(200);
    const requests = await db
      .selectFrom('change_requests')
      .select('organization_id')
      .where('space_id', '=', space.id)
      .execute();
    expect(requests).toEqual([{ organization_id: target.organization.id }]);
  });
});

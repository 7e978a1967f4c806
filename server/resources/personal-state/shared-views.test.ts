import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/shared-views`;
});

const share = (who: TestMember, name: string, more: object = {}) =>
  as(who).post(base, { screen: 'members', name, search: '?role=admin', ...more });

describe('shared views', () => {
  it('are seen by members, and changed by who shared them and administrators', async () => {
    const { status, body } = await share(w.reader, 'Administrators');
    expect(status).toBe(201);
    expect(body).toMatchObject({ createdBy: { id: w.reader.id }, permissions: { edit: true } });
    const one = `${base}/${body.id}`;
    const listed = await as(w.creator).get(`${base}?screen=members`);
    expect(listed.body.items).toMatchObject([{ name: 'Administrators', permissions: { edit: false } }]);
    expect((await as(w.creator).get(`${base}?screen=teams`)).body.items).toEqual([]);
    expect((await as(w.creator).patch(one, { name: 'x' })).status).toBe(403);
    expect((await as(w.reader).patch(one, { name: 'Admins' })).body).toMatchObject({ name: 'Admins' });
    expect((await as(w.admin).patch(one, { search: '' })).body).toMatchObject({ name: 'Admins', search: '' });
    expect((await as(w.admin).delete(one)).status).toBe(204);
    expect((await as(w.reader).get(one)).status).toBe(404);
  });

  it('have each name once per list', async () => {
    expect((await share(w.reader, 'Once')).status).toBe(201);
    expect((await share(w.creator, 'Once')).status).toBe(409);
    expect((await share(w.creator, 'Once', { screen: 'teams' })).status).toBe(201);
    const { body } = await share(w.creator, 'Twice');
    const renamed = await as(w.creator).patch(`${base}/${body.id}`, { name: 'Once' });
    expect(renamed.status).toBe(409);
    expect(renamed.body.error.details[0].path).toBe('body.name');
  });

  it.each(['spaces/Hb3fG0sKq2LmZ7uXwYcT/changes', 'sites/Hb3fG0sKq2LmZ7uXwYcT', '/members', 'Members', ''])(
    'are of lists of the organization, not of “%s”',
    async (screen) => expect((await share(w.admin, 'x', { screen })).status).toBe(400),
  );

  it('are at most 500', async () => {
    const here = await createOrganizationFixture();
    const { db } = await testApp();
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `view-${here.organization.id}-${index}`,
      organization_id: here.organization.id,
      screen: 'members',
      name: `View ${index}`,
      search: '',
    }));
    await db.insertInto('shared_views').values(rows).execute();
    const body = { screen: 'members', name: 'One more', search: '' };
    expect((await as(here.admin).post(`${here.base}/shared-views`, body)).status).toBe(409);
  });

  it('stay when the account of who shared them is deleted', async () => {
    const ada = await createMember({ organizationId: w.organization.id });
    const { body } = await share(ada, 'Left behind');
    const { db } = await testApp();
    await db.deleteFrom('users').where('id', '=', ada.id).execute();
    const read = await as(w.reader).get(`${base}/${body.id}`);
    expect(read.body).toMatchObject({ name: 'Left behind', permissions: { edit: false } });
    expect(read.body.createdBy).toBeUndefined();
  });
});

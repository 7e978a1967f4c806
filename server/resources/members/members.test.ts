import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createOrganization } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const namesOf = (items: { user: { displayName: string } }[]) => items.map(({ user }) => user.displayName);

describe('listMembers', () => {
  it('answers 401 without a token', async () => {
    expect((await as(anonymous).get(`${w.base}/members`)).status).toBe(401);
  });

  it.each([
    ['limit=0', 'query.limit', 'Must be at least 1.'],
    ['limit=1001', 'query.limit', 'Must be at most 1000.'],
    ['limit=many', 'query.limit', 'Must be a whole number.'],
    ['sort=name', 'query.sort', 'Must be joinedAt or lastSeenAt.'],
    ['order=up', 'query.order', 'Must be desc or asc.'],
    ['role=king', 'query.role', 'Must be admin, create, review, edit, comment, read or guest.'],
    ['page=nonsense', 'query.page', 'Is not a valid cursor for this list and its filters.'],
  ])('answers 400 to ?%s', async (query, path, message) => {
    const { status, body } = await as(w.admin).get(`${w.base}/members?${query}`);
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ path, message }]);
  });

  it('answers 403 to guests and disabled members, 404 to non-members', async () => {
    expect((await as(w.guest).get(`${w.base}/members`)).status).toBe(403);
    expect((await as(w.disabled).get(`${w.base}/members`)).status).toBe(403);
    expect((await as(w.outsider).get(`${w.base}/members`)).status).toBe(404);
    expect((await as(w.admin).get('/v1/orgs/unknown/members')).status).toBe(404);
  });

  it('lists all members, latest first', async () => {
    const { status, body } = await as(w.reader).get(`${w.base}/members`);
    expect(status).toBe(200);
    expect(body.count).toBe(9);
    expect(body.items[0].user.displayName).toBe('Dina Disabled');
    expect(body.next).toBeUndefined();
  });

  it('returns a member as in the contract', async () => {
    const { body } = await as(w.reader).get(`${w.base}/members?search=olive`);
    expect(body.items).toEqual([
      {
        object: 'member',
        id: w.owner.id,
        role: 'read',
        user: { object: 'user', id: w.owner.id, displayName: 'Olive Owner', email: w.owner.email, urls: {} },
        disabled: false,
        joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        sso: false,
        spaces: 0,
        teams: 1,
      },
    ]);
  });

  it('filters by role, guests too', async () => {
    const readers = await as(w.admin).get(`${w.base}/members?role=read&order=asc`);
    expect(namesOf(readers.body.items)).toEqual(['Olive Owner', 'Remi Reader']);
    const guests = await as(w.admin).get(`${w.base}/members?role=guest`);
    expect(namesOf(guests.body.items)).toEqual(['Gus Guest']);
  });

  it('searches names and email addresses, ignoring case, and escapes LIKE patterns', async () => {
    const { organizationId, ...admin } = await createMember({ role: 'admin' });
    const email = `ann_100%\\x@press.example`;
    await createMember({ organizationId, displayName: 'Ann Marker', email });
    const find = async (text: string) => {
      const query = new URLSearchParams({ search: text });
      return (await as(admin).get(`/v1/orgs/${organizationId}/members?${query}`)).body.count;
    };
    expect(await find('ANN mark')).toBe(1);
    expect(await find('_100%\\X@PRESS')).toBe(1);
    expect(await find('nn%ma')).toBe(0);
    expect(await find('a_n')).toBe(0);
    expect(await find('')).toBe(2);
  });

  it('finds names with and without their accents', async () => {
    const { organizationId, ...admin } = await createMember({ role: 'admin' });
    await createMember({ organizationId, displayName: 'Viktor Horváth' });
    // For invited users the database computes the search text.
    const base = `/v1/orgs/${organizationId}`;
    await as(admin).post(`${base}/invites`, { emails: ['ñandú@press.example'] });
    for (const text of ['Horvath', 'HORVÁTH', 'ñandu', 'nandú']) {
      const query = new URLSearchParams({ search: text });
      const { body } = await as(admin).get(`${base}/members?${query}`);
      expect(body.items.map((item: { user: { displayName: string } }) => item.user.displayName)).toEqual([
        /horv/i.test(text) ? 'Viktor Horváth' : expect.stringContaining('and'),
      ]);
    }
  });

  it('paginates without gaps or repetitions, in both directions', async () => {
    const organization = await createOrganization();
    const admin = await createMember({ organizationId: organization.id, role: 'admin' });
    const moment = new Date('2026-01-01T00:00:00.123Z');
    // Members with the same join time are sorted by id.
    for (let index = 0; index < 7; index += 1) {
      await createMember({ organizationId: organization.id, joinedAt: moment, displayName: `Same ${index}` });
    }
    for (const order of ['asc', 'desc']) {
      const seenIds: string[] = [];
      let url = `/v1/orgs/${organization.id}/members?limit=3&order=${order}`;
      for (let page = 0; page < 3; page += 1) {
        const { body } = await as(admin).get(url);
        expect(body.count).toBe(8);
        seenIds.push(...body.items.map(({ id }: { id: string }) => id));
        if (body.next)
          url = `/v1/orgs/${organization.id}/members?limit=3&order=${order}&page=${body.next.page}`;
        else expect(page).toBe(2);
      }
      expect(new Set(seenIds).size).toBe(8);
      expect(seenIds).toHaveLength(8);
    }
  });

  it('rejects a cursor of another organization, filter or order', async () => {
    const { body } = await as(w.admin).get(`${w.base}/members?limit=2`);
    const page = `page=${body.next.page}`;
    expect((await as(w.admin).get(`${w.base}/members?${page}`)).status).toBe(200);
    expect((await as(w.admin).get(`${w.base}/members?${page}&role=read`)).status).toBe(400);
    expect((await as(w.admin).get(`${w.base}/members?${page}&order=asc`)).status).toBe(400);
    const elsewhere = `/v1/orgs/${w.outsider.organizationId}/members?${page}`;
    expect((await as(w.outsider).get(elsewhere)).status).toBe(400);
  });

  it('lists only members who were seen when sorted by lastSeenAt', async () => {
    const organization = await createOrganization();
    const admin = await createMember({ organizationId: organization.id, role: 'admin' });
    const lastSeenAt = new Date('2026-03-01T10:00:00.000Z');
    const seenMember = await createMember({ organizationId: organization.id, lastSeenAt });
    const { body } = await as(admin).get(`/v1/orgs/${organization.id}/members?sort=lastSeenAt`);
    expect(body).toMatchObject({
      count: 1,
      items: [{ id: seenMember.id, lastSeenAt: '2026-03-01T10:00:00.000Z' }],
    });
  });
});

describe('getMember', () => {
  it('answers 401 without a token', async () => {
    expect((await as(anonymous).get(`${w.base}/members/${w.reader.id}`)).status).toBe(401);
  });

  it('answers 404 to and for non-members, and to guests about others', async () => {
    expect((await as(w.outsider).get(`${w.base}/members/${w.reader.id}`)).status).toBe(404);
    expect((await as(w.reader).get(`${w.base}/members/${w.outsider.id}`)).status).toBe(404);
    expect((await as(w.guest).get(`${w.base}/members/${w.reader.id}`)).status).toBe(404);
  });

  it('shows a member, and guests themselves', async () => {
    const reader = await as(w.commenter).get(`${w.base}/members/${w.reader.id}`);
    expect(reader.body).toMatchObject({ id: w.reader.id, role: 'read', teams: 0 });
    const guest = await as(w.guest).get(`${w.base}/members/${w.guest.id}`);
    expect(guest.body).toMatchObject({ id: w.guest.id, role: null });
  });
});

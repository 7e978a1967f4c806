import { beforeAll, describe, expect, it } from 'vitest';
import { createCollection, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/link-invites`;
});

async function createInvite(here: OrganizationFixture, body: unknown): Promise<string> {
  const response = await as(here.admin).post(`${here.base}/link-invites`, body);
  expect(response.status).toBe(201);
  return response.body.id;
}

const isRedundant = async (here: OrganizationFixture, id: string) =>
  (await as(here.admin).get(`${here.base}/link-invites/${id}`)).body.redundant;

describe.each([
  ['listLinkInvites', 'get', '', undefined],
  ['createLinkInvite', 'post', '', { role: 'read' }],
  ['getLinkInvite', 'get', '/some', undefined],
  ['updateLinkInvite', 'patch', '/some', { role: 'read' }],
  ['deleteLinkInvite', 'delete', '/some', undefined],
] as const)('%s', (_operation, method, path, body) => {
  const send = (who: Parameters<typeof as>[0]) =>
    method === 'get' || method === 'delete'
      ? as(who)[method](base + path)
      : as(who)[method](base + path, body);

  it('needs a token', async () => {
    expect((await send(anonymous)).status).toBe(401);
  });

  it('is for administrators', async () => {
    expect((await send(w.outsider)).status).toBe(404);
    expect((await send(w.disabled)).status).toBe(403);
    const denied = await send(w.creator);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('admin');
  });
});

describe('listLinkInvites', () => {
  it('rejects a limit out of bounds', async () => {
    expect((await as(w.admin).get(`${base}?limit=0`)).status).toBe(400);
  });

  it('lists newest first, without links to deleted spaces, page by page', async () => {
    const here = await createOrganizationFixture();
    const space = await createSpace({ organizationId: here.organization.id });
    const old = await createInvite(here, { role: 'read' });
    const hidden = await createInvite(here, { level: 'edit', space: space.id });
    const young = await createInvite(here, { role: 'edit' });
    const url = `${here.base}/link-invites`;
    const all = await as(here.admin).get(url);
    expect(all.body.items.map((item: { id: string }) => item.id)).toEqual([young, hidden, old]);
    await as(here.admin).delete(`/v1/spaces/${space.id}`);
    const first = await as(here.admin).get(`${url}?limit=1`);
    expect(first.body).toMatchObject({ count: 2, items: [{ id: young, object: 'invite' }] });
    const second = await as(here.admin).get(
      `${url}?limit=1&page=${encodeURIComponent(first.body.next.page)}`,
    );
    expect(second.body.items.map((item: { id: string }) => item.id)).toEqual([old]);
    await as(here.admin).post(`/v1/spaces/${space.id}/restore`);
    expect((await as(here.admin).get(url)).body.count).toBe(3);
  });
});

describe('createLinkInvite', () => {
  it.each([
    ['body.role', {}],
    ['body.role', { role: 'emperor' }],
    ['body.role', { role: null }],
    ['body.level', { level: 'read' }],
    ['body.level', { space: 'some' }],
    ['body.role', { role: 'read', level: 'read', space: 'some' }],
    ['body.collection', { level: 'read', space: 'some', collection: 'other' }],
    ['body.email', { role: 'read', email: 'a@press.example' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).post(base, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('returns 404 for content of another organization', async () => {
    const otherSpace = await createSpace({ organizationId: w.outsider.organizationId });
    expect((await as(w.admin).post(base, { level: 'read', space: otherSpace.id })).status).toBe(404);
    expect((await as(w.admin).post(base, { level: 'read', collection: otherSpace.id })).status).toBe(404);
  });

  it('returns 409 while invite links are turned off', async () => {
    const here = await createOrganizationFixture();
    const id = await createInvite(here, { role: 'read' });
    await as(here.admin).patch(here.base, { inviteLinks: false });
    const url = `${here.base}/link-invites`;
    expect((await as(here.admin).post(url, { role: 'read' })).status).toBe(409);
    expect((await as(here.admin).get(`${url}/${id}`)).status).toBe(200);
    expect((await as(here.admin).delete(`${url}/${id}`)).status).toBe(205);
  });

  it('returns the link, and keeps its secret out of the audit log', async () => {
    const { status, body } = await as(w.admin).post(base, { role: 'comment' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'invite', role: 'comment', redundant: false });
    expect(body).not.toHaveProperty('space');
    const secret = /^http:\/\/bindery\.test\/join\/\w{20}\/(\w{32})$/.exec(body.urls.app)?.[1] ?? 'no link';
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(audit.action).toBe('createLinkInvite');
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  it('invites to one space or collection', async () => {
    const collection = await createCollection({ organizationId: w.organization.id });
    const space = await createSpace({ organizationId: w.organization.id });
    const toSpace = await as(w.admin).post(base, { level: 'edit', space: space.id });
    expect(toSpace.body).toMatchObject({ role: 'edit', space: space.id });
    const toCollection = await as(w.admin).post(base, { level: 'review', collection: collection.id });
    expect(toCollection.body).toMatchObject({ role: 'review', collection: collection.id });
  });
});

describe('redundant', () => {
  it('is a link that another one exceeds, and the newer of two equal ones', async () => {
    const here = await createOrganizationFixture();
    const first = await createInvite(here, { role: 'read' });
    const second = await createInvite(here, { role: 'read' });
    expect([await isRedundant(here, first), await isRedundant(here, second)]).toEqual([false, true]);
    const better = await createInvite(here, { role: 'edit' });
    expect([await isRedundant(here, first), await isRedundant(here, better)]).toEqual([true, false]);
  });

  it('is a link to content that all new members can access anyway', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const collection = await createCollection({ organizationId, defaultLevel: 'comment' });
    const space = await createSpace({ organizationId, parentId: collection.id, defaultLevel: 'inherit' });
    const toComment = await createInvite(here, { level: 'comment', space: space.id });
    const toEdit = await createInvite(here, { level: 'edit', space: space.id });
    expect(await isRedundant(here, toComment)).toBe(true);
    expect(await isRedundant(here, toEdit)).toBe(false);
    await as(here.admin).delete(`${here.base}/link-invites/${toEdit}`);
    expect(await isRedundant(here, toComment)).toBe(false);
    await createInvite(here, { role: 'read' });
    expect(await isRedundant(here, toComment)).toBe(true);
  });

  it('respects inherited levels of collections', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const collection = await createCollection({ organizationId, defaultLevel: null });
    const inherits = await createSpace({ organizationId, parentId: collection.id, defaultLevel: 'inherit' });
    const decides = await createSpace({ organizationId, parentId: collection.id, defaultLevel: null });
    const toFirst = await createInvite(here, { level: 'edit', space: inherits.id });
    const toSecond = await createInvite(here, { level: 'edit', space: decides.id });
    await createInvite(here, { level: 'edit', collection: collection.id });
    expect([await isRedundant(here, toFirst), await isRedundant(here, toSecond)]).toEqual([true, false]);
    await createInvite(here, { role: 'edit' });
    expect(await isRedundant(here, toSecond)).toBe(false);
    await createInvite(here, { role: 'admin' });
    expect(await isRedundant(here, toSecond)).toBe(true);
  });
});

describe('one invite link', () => {
  it('is unknown in another organization', async () => {
    const otherOrganization = await createOrganizationFixture();
    const otherInvite = await createInvite(otherOrganization, { role: 'read' });
    expect((await as(w.admin).get(`${base}/${otherInvite}`)).status).toBe(404);
    expect((await as(w.admin).patch(`${base}/${otherInvite}`, { role: 'edit' })).status).toBe(404);
    expect((await as(w.admin).delete(`${base}/${otherInvite}`)).status).toBe(404);
    expect(
      (await as(otherOrganization.admin).get(`${otherOrganization.base}/link-invites/${otherInvite}`)).body
        .role,
    ).toBe('read');
  });

  it('changes its role and keeps its address', async () => {
    const id = await createInvite(w, { role: 'comment' });
    const before = await as(w.admin).get(`${base}/${id}`);
    expect((await as(w.admin).patch(`${base}/${id}`, { role: 'emperor' })).status).toBe(400);
    expect((await as(w.admin).patch(`${base}/${id}`, {})).body).toEqual(before.body);
    const after = await as(w.admin).patch(`${base}/${id}`, { role: 'review' });
    expect(after).toMatchObject({ status: 200, body: { role: 'review', urls: before.body.urls } });
  });

  it('is deleted when it is revoked', async () => {
    const id = await createInvite(w, { role: 'comment' });
    expect(await as(w.admin).delete(`${base}/${id}`)).toMatchObject({ status: 205, body: undefined });
    expect((await as(w.admin).get(`${base}/${id}`)).status).toBe(404);
    expect((await as(w.admin).delete(`${base}/${id}`)).status).toBe(404);
  });
});

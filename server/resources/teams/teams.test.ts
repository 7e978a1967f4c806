import { beforeAll, describe, expect, it } from 'vitest';
import { createCollection, createGrant, createSpace, createTeam } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let otherTeamId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  otherTeamId = (await createTeam({ organizationId: w.outsider.organizationId })).id;
});

const titlesOf = (body: { items: { title: string }[] }) => body.items.map(({ title }) => title);

describe('listTeams', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${w.base}/teams`)).status).toBe(401);
  });

  it('rejects a limit out of bounds', async () => {
    expect((await as(w.reader).get(`${w.base}/teams?limit=0`)).status).toBe(400);
  });

  it('is for members except guests', async () => {
    expect((await as(w.outsider).get(`${w.base}/teams`)).status).toBe(404);
    const guest = await as(w.guest).get(`${w.base}/teams`);
    expect(guest.status).toBe(403);
    expect(guest.body.error.message).toContain('Guests');
  });

  it("lists with counts and the caller's permissions, newest first", async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const team = await createTeam({
      organizationId,
      title: 'Printers',
      members: [here.reader.id, here.editor.id],
      owners: [here.creator.id],
    });
    const collection = await createCollection({ organizationId });
    const inherited = await createSpace({ organizationId, parentId: collection.id, defaultLevel: 'inherit' });
    await createSpace({ organizationId, parentId: collection.id, deletedAt: new Date() });
    await createSpace({ organizationId });
    await createGrant({ organizationId, collectionId: collection.id, teamId: team.id, level: 'edit' });
    await createGrant({ organizationId, spaceId: inherited.id, teamId: team.id, level: 'edit' });
    const { body } = await as(here.creator).get(`${here.base}/teams`);
    expect(body.count).toBe(2);
    expect(body.items[0]).toMatchObject({
      object: 'team',
      id: team.id,
      title: 'Printers',
      members: 3,
      spaces: 1,
      permissions: { admin: true, view: true },
    });
    expect(body.items[1]).toMatchObject({
      title: 'Writers',
      members: 1,
      spaces: 0,
      permissions: { admin: false },
    });
  });

  it('searches titles ignoring case, and escapes % and _', async () => {
    const here = await createOrganizationFixture();
    await createTeam({ organizationId: here.organization.id, title: '100% Legal' });
    const find = async (text: string) => {
      const response = await as(here.reader).get(`${here.base}/teams?title=${encodeURIComponent(text)}`);
      return titlesOf(response.body);
    };
    expect(await find('LEGAL')).toEqual(['100% Legal']);
    expect(await find('0% l')).toEqual(['100% Legal']);
    expect(await find('_rit')).toEqual([]);
    expect(await find('%')).toEqual(['100% Legal']);
    expect(await find('')).toHaveLength(2);
  });

  it('filters by owner: their own teams, or all for an administrator', async () => {
    const here = await createOrganizationFixture();
    await createTeam({ organizationId: here.organization.id, title: 'Printers', members: [here.owner.id] });
    const managedBy = async (id: string) =>
      titlesOf((await as(here.reader).get(`${here.base}/teams?owner=${id}`)).body);
    expect(await managedBy(here.owner.id)).toEqual(['Writers']);
    expect(await managedBy(here.admin.id)).toHaveLength(2);
    expect(await managedBy(here.reader.id)).toEqual([]);
    expect(await managedBy(here.outsider.id)).toEqual([]);
  });

  it('paginates while teams are created and deleted, and rejects cursors of other lists', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const created = [];
    for (let index = 0; index < 9; index += 1) {
      created.push((await createTeam({ organizationId, title: `Team ${index}` })).id);
    }
    const seenIds: string[] = [];
    let page = '';
    for (let step = 0; ; step += 1) {
      const { body } = await as(here.reader).get(`${here.base}/teams?limit=2${page}`);
      seenIds.push(...body.items.map((item: { id: string }) => item.id));
      if (!body.next) break;
      page = `&page=${encodeURIComponent(body.next.page)}`;
      if (step === 0) await createTeam({ organizationId, title: 'Late' });
      if (step === 1) await as(here.admin).delete(`${here.base}/teams/${created[0]}`);
    }
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(created.slice(1).every((id) => seenIds.includes(id))).toBe(true);
    expect((await as(w.reader).get(`${w.base}/teams?limit=2${page}`)).status).toBe(400);
    expect((await as(here.reader).get(`${here.base}/teams?limit=2&title=a${page}`)).status).toBe(400);
  });
});

describe('createTeam', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).put(`${w.base}/teams`, { title: 'A' })).status).toBe(401);
  });

  it.each([
    ['body.title', {}],
    ['body.title', { title: '' }],
    ['body.title', { title: 'x'.repeat(65) }],
    ['body.color', { title: 'A', color: 'red' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).put(`${w.base}/teams`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('counts characters, not bytes', async () => {
    expect((await as(w.admin).put(`${w.base}/teams`, { title: '🦉'.repeat(64) })).status).toBe(201);
  });

  it('names every unknown member', async () => {
    const body = { title: 'A', members: [w.reader.id, w.outsider.id, 'nobody'] };
    const response = await as(w.admin).put(`${w.base}/teams`, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'body.members[1]',
      'body.members[2]',
    ]);
  });

  it('is for administrators', async () => {
    expect((await as(w.outsider).put(`${w.base}/teams`, { title: 'A' })).status).toBe(404);
    expect((await as(w.owner).put(`${w.base}/teams`, { title: 'A' })).status).toBe(403);
    expect((await as(w.creator).put(`${w.base}/teams`, { title: 'A' })).status).toBe(403);
  });

  it('creates with members, each once, who get its access at once', async () => {
    await as(w.reader).get(w.base);
    const body = { title: 'Binders', members: [w.reader.id, w.editor.id, w.reader.id] };
    const response = await as(w.admin).put(`${w.base}/teams`, body);
    expect(response).toMatchObject({ status: 201, body: { title: 'Binders', members: 2, spaces: 0 } });
    const organizationId = w.organization.id;
    const secret = await createSpace({ organizationId, defaultLevel: null });
    await createGrant({ organizationId, spaceId: secret.id, teamId: response.body.id, level: 'read' });
    expect((await as(w.reader).get(`/v1/spaces/${secret.id}`)).status).toBe(200);
  });
});

describe.each([
  ['getTeam', 'get', undefined],
  ['deleteTeam', 'delete', undefined],
  ['updateTeam', 'patch', { title: 'Renamed' }],
] as const)('%s', (operation, method, body) => {
  const send = (who: Parameters<typeof as>[0], url: string) =>
    method === 'patch' ? as(who).patch(url, body) : as(who)[method](url);

  it('needs a token', async () => {
    expect((await send(anonymous, `${w.base}/teams/${w.team.id}`)).status).toBe(401);
  });

  it('returns the same 404 for a team of another organization and an unknown one', async () => {
    const unknown = await send(w.admin, `${w.base}/teams/nothing`);
    expect(unknown.status).toBe(404);
    const otherResponse = await send(w.admin, `${w.base}/teams/${otherTeamId}`);
    expect(otherResponse).toMatchObject({ status: 404, body: unknown.body });
    const nonMember = await send(w.outsider, `${w.base}/teams/${w.team.id}`);
    expect(nonMember.status).toBe(404);
  });

  it('returns 403 to guests, and to changes by non-administrators', async () => {
    expect((await send(w.guest, `${w.base}/teams/${w.team.id}`)).status).toBe(403);
    const allowed = operation === 'getTeam' ? 200 : 403;
    expect((await send(w.owner, `${w.base}/teams/${w.team.id}`)).status).toBe(allowed);
    expect((await send(w.creator, `${w.base}/teams/${w.team.id}`)).status).toBe(allowed);
  });
});

describe('updateTeam', () => {
  it('rejects an empty title and renames', async () => {
    expect((await as(w.admin).patch(`${w.base}/teams/${w.team.id}`, { title: '' })).status).toBe(400);
    expect((await as(w.admin).patch(`${w.base}/teams/${w.team.id}`, {})).status).toBe(400);
    const { status, body } = await as(w.admin).patch(`${w.base}/teams/${w.team.id}`, { title: 'Authors' });
    expect({ status, title: body.title, members: body.members }).toEqual({
      status: 200,
      title: 'Authors',
      members: 1,
    });
    expect((await as(w.owner).get(`${w.base}/teams/${w.team.id}`)).body.title).toBe('Authors');
  });
});

describe('deleteTeam', () => {
  it('revokes the access of the team, and keeps the members', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const secret = await createSpace({ organizationId, defaultLevel: null });
    await createGrant({ organizationId, spaceId: secret.id, teamId: here.team.id, level: 'edit' });
    expect((await as(here.owner).get(`/v1/spaces/${secret.id}`)).status).toBe(200);
    const response = await as(here.admin).delete(`${here.base}/teams/${here.team.id}`);
    expect(response).toMatchObject({ status: 204, body: undefined });
    expect((await as(here.owner).get(`/v1/spaces/${secret.id}`)).status).toBe(404);
    expect((await as(here.owner).get(here.base)).body.permissions.ownTeam).toBe(false);
    expect((await as(here.admin).get(`${here.base}/teams/${here.team.id}`)).status).toBe(404);
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'before'])
      .where('target_id', '=', here.team.id)
      .executeTakeFirstOrThrow();
    expect(audit).toEqual({ action: 'deleteTeam', before: { title: 'Writers', members: [here.owner.id] } });
  });
});

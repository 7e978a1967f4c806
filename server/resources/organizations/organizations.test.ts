import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createOrganization, createSite } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('listOrganizations', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get('/v1/orgs')).status).toBe(401);
  });

  it('rejects a limit out of bounds and a modified cursor', async () => {
    expect((await as(w.admin).get('/v1/orgs?limit=0')).status).toBe(400);
    expect((await as(w.admin).get('/v1/orgs?limit=1001')).status).toBe(400);
    expect((await as(w.admin).get('/v1/orgs?page=abc')).body.error.details[0].path).toBe('query.page');
  });

  it("lists the caller's organizations, without those where they are disabled", async () => {
    const { body } = await as(w.admin).get('/v1/orgs');
    expect(body).toMatchObject({ count: 1, items: [{ id: w.organization.id, object: 'organization' }] });
    expect((await as(w.disabled).get('/v1/orgs')).body).toEqual({ count: 0, items: [] });
  });

  it('paginates through all of them while others are added', async () => {
    const { db } = await testApp();
    const person = await createMember();
    const join = async () => {
      const organization = await createOrganization();
      const row = { organization_id: organization.id, user_id: person.id, role: 1, search_text: '' };
      await db
        .insertInto('members')
        .values({ ...row, last_seen_at: null })
        .execute();
      return organization.id;
    };
    const mine = new Set([person.organizationId, await join(), await join(), await join()]);
    (await testApp()).app.actors.invalidateAll();
    const seenIds: string[] = [];
    for (let page = ''; ;) {
      const { body } = await as(person).get(`/v1/orgs?limit=1${page}`);
      seenIds.push(...body.items.map((item: { id: string }) => item.id));
      if (!body.next) break;
      page = `&page=${encodeURIComponent(body.next.page)}`;
      if (seenIds.length === 1) await join();
    }
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect([...mine].every((id) => seenIds.includes(id))).toBe(true);
  });
});

describe('getOrganization', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(w.base)).status).toBe(401);
  });

  it('returns 404 to non-members and 403 to disabled members', async () => {
    expect((await as(w.outsider).get(w.base)).status).toBe(404);
    expect((await as(w.outsider).get('/v1/orgs/nobody')).body).toEqual(
      (await as(w.outsider).get(w.base)).body,
    );
    expect((await as(w.disabled).get(w.base)).status).toBe(403);
  });

  it('is visible to guests, with billing for administrators only', async () => {
    const guest = await as(w.guest).get(w.base);
    expect(guest.body).toMatchObject({
      permissions: { view: true, listMembers: false },
      defaultRole: 'read',
    });
    expect(guest.body).not.toHaveProperty('billing');
    const admin = await as(w.admin).get(w.base);
    expect(admin.body).toMatchObject({
      id: w.organization.id,
      billing: {},
      permissions: { admin: true },
      urls: {
        location: `http://bindery.test${w.base}`,
        published: `http://bindery.test/published/${w.organization.id}/`,
      },
    });
    expect((await as(w.owner).get(w.base)).body.permissions.ownTeam).toBe(true);
  });
});

describe('updateOrganization', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).patch(w.base, {})).status).toBe(401);
  });

  it.each([
    ['body.title', { title: 'A' }],
    ['body.hostname', { hostname: 'ab' }],
    ['body.hostname', { hostname: '-press' }],
    ['body.hostname', { hostname: 'my press' }],
    ['body.emailDomains[1]', { emailDomains: ['press.example', 'no domain'] }],
    ['body.emailDomains[0]', { emailDomains: ['localhost'] }],
    ['body.emailDomains[0]', { emailDomains: ['gmail.com'] }],
    ['body.emailDomains[1]', { emailDomains: ['press.example', 'co.uk'] }],
    ['body.logo', { logo: 'javascript:alert(1)' }],
    ['body.logo', { logo: 'https://name:secret@press.example/logo.png' }],
    ['body.defaultRole', { defaultRole: 'emperor' }],
    ['body.defaultContent.site', { defaultContent: { type: 'site', site: 'unknown' } }],
    ['body.nickname', { nickname: 'P' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).patch(w.base, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('rejects a site of another organization as default content', async () => {
    const otherSite = await createSite({ organizationId: w.outsider.organizationId });
    const body = { defaultContent: { type: 'site', site: otherSite.id } };
    expect((await as(w.admin).patch(w.base, body)).status).toBe(400);
  });

  it('is for administrators', async () => {
    expect((await as(w.outsider).patch(w.base, { title: 'Mine' })).status).toBe(404);
    const denied = await as(w.creator).patch(w.base, { title: 'Mine' });
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('admin');
    expect((await as(w.disabled).patch(w.base, { title: 'Mine' })).status).toBe(403);
  });

  it('rejects a hostname that another organization has', async () => {
    const hostname = `press-${w.organization.id.slice(-8).toLowerCase()}`;
    const otherOrganization = await createOrganizationFixture();
    const rename = await as(otherOrganization.admin).patch(otherOrganization.base, { hostname });
    expect(rename.body.urls.published).toBe(`http://bindery.test/published/${hostname}/`);
    const response = await as(w.admin).patch(w.base, { hostname });
    expect(response).toMatchObject({ status: 409, body: { error: { code: 409 } } });
  });

  it('updates the given settings only, and writes an audit entry', async () => {
    const fresh = await createOrganizationFixture();
    const site = await createSite({ organizationId: fresh.organization.id });
    const first = await as(fresh.admin).patch(fresh.base, {
      title: 'New Press',
      emailDomains: ['@Press.Example', 'press.example', 'münchen.example'],
      defaultRole: null,
      defaultContent: { type: 'site', site: site.id },
      logo: 'https://press.example/logo.png',
      sso: true,
      inviteLinks: false,
    });
    expect(first.body).toMatchObject({
      title: 'New Press',
      emailDomains: ['press.example', 'xn--mnchen-3ya.example'],
      defaultRole: null,
      defaultContent: { type: 'site', site: site.id },
      sso: true,
      ai: false,
      inviteLinks: false,
      urls: { logo: 'https://press.example/logo.png' },
    });
    const second = await as(fresh.admin).patch(fresh.base, { defaultContent: null, logo: null });
    expect(second.body).toMatchObject({ title: 'New Press', defaultContent: null, sso: true });
    expect(second.body.urls).not.toHaveProperty('logo');
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('organization_id', '=', fresh.organization.id)
      .orderBy('at')
      .executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ action: 'updateOrganization', actor_id: fresh.admin.id });
    expect(audit.before).toMatchObject({ title: 'Test Press', sso: false });
    expect(audit.after).toMatchObject({ title: 'New Press', sso: true });
  });
});

describe('listOrganizationsByEmailDomain', () => {
  const url = '/v1/email-domains/claimed.example/orgs';

  it('needs a token', async () => {
    expect((await as(anonymous).get(url)).status).toBe(401);
  });

  it('rejects an invalid domain', async () => {
    const response = await as(w.admin).get('/v1/email-domains/not%20one/orgs');
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe('path.emailDomain');
  });

  it("lists the caller's organizations that have claimed the domain", async () => {
    const here = await createOrganizationFixture();
    await as(here.admin).patch(here.base, { emailDomains: ['claimed.example'] });
    const { body } = await as(here.guest).get('/v1/email-domains/CLAIMED.example/orgs');
    expect(body.organizations.map((item: { id: string }) => item.id)).toEqual([here.organization.id]);
    expect((await as(here.outsider).get(url)).body).toEqual({ organizations: [] });
    expect((await as(here.disabled).get(url)).body).toEqual({ organizations: [] });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let site: SiteEditor;
beforeAll(async () => {
  w = await createOrganizationFixture();
  site = await SiteEditor.open(w);
  for (const title of ['Guide', 'Reference', 'News']) await site.addSection(title);
});

const createTestSpace = (title = 'Guide') => createSpace({ organizationId: w.organization.id, title });

describe('listSiteSections', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(site.url('/sections'))).status).toBe(401);
  });

  it('rejects limits out of range and cursors of other lists', async () => {
    expect((await as(w.reader).get(site.url('/sections?limit=0'))).status).toBe(400);
    const { body } = await as(w.reader).get(site.url('/site-spaces?limit=1'));
    expect((await as(w.reader).get(site.url(`/sections?page=${body.next.page}`))).status).toBe(400);
  });

  it('returns 404 for an unpublished site to guests and non-members', async () => {
    expect((await as(w.guest).get(site.url('/sections'))).status).toBe(404);
    expect((await as(w.outsider).get(site.url('/sections'))).status).toBe(404);
  });

  it('lists sections in published order, through groups, on any page size', async () => {
    const ownSite = await SiteEditor.open(w);
    for (const title of ['A1', 'B2', 'C3', 'D4', 'E5']) await ownSite.addSection(title);
    await ownSite.addGroup('Group', 'D4', 'B2');
    await ownSite.moveGroup('Group', { before: 'C3' });
    expect(await ownSite.outline()).toBe('A1, Group(D4, B2), C3, E5');
    const titles: string[] = [];
    let page = '';
    do {
      const { body } = await as(w.reader).get(ownSite.url(`/sections?limit=2${page}`));
      expect(body.count).toBe(5);
      titles.push(...body.items.map((section: { title: string }) => section.title));
      page = body.next ? `&page=${body.next.page}` : '';
    } while (page !== '');
    expect(titles).toEqual(['A1', 'D4', 'B2', 'C3', 'E5']);
  });

  it("includes the site spaces of each section with the caller's permissions", async () => {
    const { body } = await as(w.editor).get(site.url('/sections'));
    expect(body.items[0]).toMatchObject({
      title: 'Guide',
      default: true,
      path: 'guide',
      siteSpaces: [
        { title: 'Guide', section: site.idOf('Guide'), space: { permissions: { edit: false, view: true } } },
      ],
    });
  });
});

describe('createSiteSection', () => {
  it('needs a token and the role create', async () => {
    const body = { spaceId: (await createTestSpace()).id };
    expect((await as(anonymous).post(site.url('/sections'), body)).status).toBe(401);
    expect((await as(w.reviewer).post(site.url('/sections'), body)).status).toBe(403);
    expect((await as(w.guest).post(site.url('/sections'), body)).status).toBe(404);
  });

  it.each([
    ['no space', {}],
    ['a title over 64 characters', { spaceId: 'x', title: 'x'.repeat(65) }],
    ['an unknown member', { spaceId: 'x', path: 'x' }],
  ])('rejects %s', async (_, body) => {
    expect((await site.creator.post(site.url('/sections'), body)).status).toBe(400);
  });

  it('returns 404 for a space of another organization and a deleted one', async () => {
    const otherSpace = await createSpace({
      organizationId: (await createOrganizationFixture()).organization.id,
    });
    const deleted = await createSpace({ organizationId: w.organization.id, deletedAt: new Date() });
    for (const { id } of [otherSpace, deleted]) {
      expect((await site.creator.post(site.url('/sections'), { spaceId: id })).status).toBe(404);
    }
  });

  it('turns a flat site into one with sections; existing site spaces become the first section, titled like the site', async () => {
    const ownSite = await SiteEditor.open(w, { title: 'Manual' });
    await ownSite.addSiteSpace(null, 'v2');
    await ownSite.addSiteSpace(null, 'v1');
    await ownSite.creator.patch(ownSite.url(), { defaultSiteSpace: ownSite.idOf('v1') });
    expect(await ownSite.outline()).toBe('v2, v1*');
    await ownSite.addSection('More');
    expect(await ownSite.outline({ withSpaces: true })).toBe('Manual{v2, v1*}, More{More*}');
    const { body } = await ownSite.creator.get(ownSite.url('/sections'));
    expect(body.items.map((item: { default: boolean }) => item.default)).toEqual([true, false]);
    expect(body.items[0].path).toBe('manual');
  });

  it('makes the first section of an empty site its default', async () => {
    const ownSite = await SiteEditor.open(w);
    expect(await ownSite.addSection('Only')).toMatchObject({
      default: true,
      siteSpaces: [{ default: true }],
    });
  });

  it('takes its title from the space, and a path that is unique across groups', async () => {
    const ownSite = await SiteEditor.open(w);
    const create = async (title: string) =>
      (await ownSite.creator.post(ownSite.url('/sections'), { spaceId: (await createTestSpace(title)).id }))
        .body;
    const first = await create('Größe');
    await ownSite.creator.post(ownSite.url('/section-groups'), { title: 'Group', sections: [first.id] });
    expect([first.path, (await create('Größe')).path, (await create('Große')).path]).toEqual([
      'große',
      'große-1',
      'große-2',
    ]);
    expect((await create('X')).title).toBe('Section X');
  });
});

describe('updateSiteSection', () => {
  const patch = (body: object, id = site.idOf('Guide')) =>
    site.creator.patch(site.url(`/sections/${id}`), body);

  it('needs a token and the role create', async () => {
    const url = site.url(`/sections/${site.idOf('Guide')}`);
    expect((await as(anonymous).patch(url, {})).status).toBe(401);
    expect((await as(w.reviewer).patch(url, { title: 'New' })).status).toBe(403);
  });

  it('rejects a condition with the position of the syntax error', async () => {
    const response = await patch({ condition: 'visitor.claims.plan ===' });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe('body.condition');
    expect(response.body.error.message).toContain('at character 24');
  });

  it.each([
    ['an empty path', { path: '' }],
    ['a path that cannot be part of a URL', { path: '/guide' }],
    ['a title of one character', { title: 'x' }],
    ['an icon over 50 characters', { icon: 'x'.repeat(51) }],
    ['a description over 256 characters', { description: 'x'.repeat(257) }],
  ])('rejects %s', async (_, body) => {
    expect((await patch(body)).status).toBe(400);
  });

  it('returns 404 for a section of another site', async () => {
    const otherSite = await SiteEditor.open(w);
    const section = await otherSite.addSection('Elsewhere');
    expect((await patch({ title: 'New' }, section.id)).status).toBe(404);
    expect((await patch({ title: 'New' }, site.idOf('Guide/Guide'))).status).toBe(404);
  });

  it('rejects the path of another section', async () => {
    const response = await patch({ path: 'reference' });
    expect(response.status).toBe(409);
    expect(response.body.error.message).toContain('“Reference”');
    expect((await patch({ path: 'guide' })).status).toBe(200);
  });

  it('rejects a default site space of another section, and returns 404 for an unknown one', async () => {
    expect((await patch({ defaultSiteSpace: site.idOf('News/News') })).status).toBe(409);
    expect((await patch({ defaultSiteSpace: 'unknown' })).status).toBe(404);
  });

  it('updates the given members; null removes, absent members are unchanged', async () => {
    const ownSite = await SiteEditor.open(w);
    const { id } = await ownSite.addSection('Guide');
    await ownSite.addSiteSpace('Guide', 'Other');
    const change = (body: object) => ownSite.creator.patch(ownSite.url(`/sections/${id}`), body);
    const fields = {
      title: 'Guides',
      path: 'g',
      condition: 'visitor.claims.beta',
      icon: 'book',
      description: 'All',
    };
    const { body } = await change({ ...fields, defaultSiteSpace: ownSite.idOf('Guide/Other') });
    expect(body).toMatchObject(fields);
    expect(body.siteSpaces.map((entry: { default: boolean }) => entry.default)).toEqual([false, true]);
    expect((await change({})).body).toEqual(body);
    const removed = (await change({ condition: null, icon: null, description: null })).body;
    expect(Object.keys(body).filter((key) => !(key in removed))).toEqual([
      'description',
      'condition',
      'icon',
    ]);
  });
});

describe('deleteSiteSection', () => {
  it('needs a token and the role create', async () => {
    const url = site.url(`/sections/${site.idOf('Guide')}`);
    expect((await as(anonymous).delete(url)).status).toBe(401);
    expect((await as(w.editor).delete(url)).status).toBe(403);
    expect((await site.creator.delete(site.url('/sections/unknown'))).status).toBe(404);
  });

  it('makes the next section in published order the default', async () => {
    const ownSite = await SiteEditor.open(w);
    for (const title of ['AA', 'BB', 'CC']) await ownSite.addSection(title);
    await ownSite.addGroup('Group', 'CC');
    await ownSite.moveGroup('Group', { after: 'AA' });
    const remove = (title: string) => ownSite.creator.delete(ownSite.url(`/sections/${ownSite.idOf(title)}`));
    const defaults = async () => {
      const { body } = await ownSite.creator.get(ownSite.url('/sections'));
      return body.items
        .filter((item: { default: boolean }) => item.default)
        .map((item: { title: string }) => item.title);
    };
    expect(await ownSite.outline()).toBe('AA, Group(CC), BB');
    expect(await remove('AA')).toMatchObject({ status: 205, body: undefined });
    expect(await defaults()).toEqual(['CC']);
    await remove('CC');
    expect(await defaults()).toEqual(['BB']);
    expect(await ownSite.outline()).toBe('Group(), BB');
  });

  it('makes the previous section the default when the last one is deleted', async () => {
    const ownSite = await SiteEditor.open(w);
    for (const title of ['AA', 'BB']) await ownSite.addSection(title);
    await ownSite.creator.patch(ownSite.url(), { defaultSiteSection: ownSite.idOf('BB') });
    await ownSite.creator.delete(ownSite.url(`/sections/${ownSite.idOf('BB')}`));
    const { body } = await ownSite.creator.get(ownSite.url('/sections'));
    expect(body.items).toMatchObject([{ title: 'AA', default: true }]);
  });

  it('leaves a flat, empty site when the last section is deleted', async () => {
    const ownSite = await SiteEditor.open(w);
    await ownSite.addSection('Only');
    await ownSite.addGroup('Group', 'Only');
    await ownSite.creator.delete(ownSite.url(`/sections/${ownSite.idOf('Only')}`));
    const { body } = await ownSite.creator.get(ownSite.url('/structure'));
    expect(body).toEqual({ type: 'siteSpaces', structure: [] });
    const { db } = await testApp();
    const groups = await db
      .selectFrom('site_section_groups')
      .select('id')
      .where('site_id', '=', ownSite.id)
      .execute();
    expect(groups).toEqual([]);
  });
});

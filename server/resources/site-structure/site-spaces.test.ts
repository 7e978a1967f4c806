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
  await site.addSection('Guide');
  await site.addSiteSpace('Guide', 'v1');
  await site.addSection('News');
});

const createTestSpace = (fields: Partial<Parameters<typeof createSpace>[0]> = {}) =>
  createSpace({ organizationId: w.organization.id, ...fields });

/** Deletes or restores the space of a site space directly in the database. */
async function setDeleted(siteSpaceId: string, deleted: boolean): Promise<void> {
  const { db } = await testApp();
  const { space_id } = await db
    .selectFrom('site_spaces')
    .select('space_id')
    .where('id', '=', siteSpaceId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('spaces')
    .set({ deleted_at: deleted ? new Date() : null })
    .where('id', '=', space_id)
    .execute();
}

describe('listSiteSpaces', () => {
  const titles = async (own: SiteEditor, query = '') => {
    const { body } = await as(w.reader).get(own.url(`/site-spaces${query}`));
    return body.items.map((entry: { title: string }) => entry.title);
  };

  it('needs a token, rejects invalid booleans and returns 404 to guests', async () => {
    expect((await as(anonymous).get(site.url('/site-spaces'))).status).toBe(401);
    expect((await as(w.reader).get(site.url('/site-spaces?default=2'))).status).toBe(400);
    expect((await as(w.guest).get(site.url('/site-spaces'))).status).toBe(404);
    expect((await as(w.outsider).get(site.url('/site-spaces'))).status).toBe(404);
  });

  it('lists them in published order, page by page, and counts', async () => {
    expect(await titles(site)).toEqual(['Guide', 'v1', 'News']);
    const first = await as(w.reader).get(site.url('/site-spaces?limit=2'));
    expect(first.body.count).toBe(3);
    const second = await as(w.reader).get(site.url(`/site-spaces?limit=2&page=${first.body.next.page}`));
    expect(second.body.items).toMatchObject([{ title: 'News', section: site.idOf('News') }]);
  });

  it('lists only the defaults, or only the others', async () => {
    expect(await titles(site, '?default=true')).toEqual(['Guide', 'News']);
    expect(await titles(site, '?default=false')).toEqual(['v1']);
  });

  it('omits deleted spaces until they are restored, with another default in that time', async () => {
    const ownSite = await SiteEditor.open(w);
    await ownSite.addSection('Guide');
    for (const title of ['v2', 'v1']) await ownSite.addSiteSpace('Guide', title);
    await setDeleted(ownSite.idOf('Guide/Guide'), true);
    expect(await ownSite.outline({ withSpaces: true })).toBe('Guide{v2*, v1}');
    expect((await ownSite.creator.get(ownSite.url())).body.siteSpaces).toBe(2);
    await setDeleted(ownSite.idOf('Guide/Guide'), false);
    expect(await ownSite.outline({ withSpaces: true })).toBe('Guide{Guide*, v2, v1}');
  });

  it('shows only title and emoji of a space to those who cannot see it', async () => {
    const ownSite = await SiteEditor.open(w);
    const hidden = await createTestSpace({ title: 'Plans', defaultLevel: null });
    await as(w.admin).post(ownSite.url('/site-spaces'), { spaceId: hidden.id });
    const visibleTo = async (who: { token: string }) =>
      (await as(who).get(ownSite.url('/site-spaces'))).body.items[0];
    expect(await visibleTo(w.admin)).toMatchObject({
      space: { revision: hidden.revision_id, permissions: { view: true } },
    });
    const entry = await visibleTo(w.reader);
    expect(entry).toMatchObject({ title: 'Plans', space: { title: 'Plans', revision: '', comments: 0 } });
    expect(Object.values(entry.space.permissions)).not.toContain(true);
  });
});

describe('createSiteSpace', () => {
  const post = (body: object, own = site) => own.creator.post(own.url('/site-spaces'), body);

  it('needs a token, a valid body and the role create', async () => {
    const body = { spaceId: (await createTestSpace()).id };
    expect((await as(anonymous).post(site.url('/site-spaces'), body)).status).toBe(401);
    expect((await post({})).status).toBe(400);
    expect((await as(w.reviewer).post(site.url('/site-spaces'), body)).status).toBe(403);
  });

  it('returns 404 for a section of another site and for a space that the caller cannot see', async () => {
    const otherSite = await SiteEditor.open(w);
    const { id } = await otherSite.addSection('Elsewhere');
    const spaceId = (await createTestSpace()).id;
    expect((await post({ spaceId, sectionId: id })).status).toBe(404);
    expect((await post({ spaceId: (await createTestSpace({ defaultLevel: null })).id })).status).toBe(404);
  });

  it('shows a space once in each section', async () => {
    const { id: spaceId } = await createTestSpace({ title: 'Twice' });
    const sections = [site.idOf('Guide'), site.idOf('News')];
    for (const sectionId of sections) expect((await post({ spaceId, sectionId })).status).toBe(201);
    const again = await post({ spaceId, sectionId: sections[0] });
    expect(again.status).toBe(409);
    expect(again.body.error.message).toBe('The space is already in this section.');
  });

  it('uses the default section where none is given, and the root of a flat site', async () => {
    const ownSite = await SiteEditor.open(w);
    expect(await ownSite.addSiteSpace(null, 'First')).toMatchObject({ default: true, path: 'first' });
    expect((await ownSite.addSiteSpace(null, 'First')).path).toBe('first-1');
    await ownSite.addSection('Guide');
    await ownSite.creator.patch(ownSite.url(), { defaultSiteSection: ownSite.idOf('Guide') });
    const { body } = await post({ spaceId: (await createTestSpace()).id }, ownSite);
    expect(body).toMatchObject({ section: ownSite.idOf('Guide'), default: false });
  });
});

describe('updateSiteSpace', () => {
  const patch = (body: object, id = site.idOf('Guide/v1')) =>
    site.creator.patch(site.url(`/site-spaces/${id}`), body);

  it('needs a token and the role create', async () => {
    const url = site.url(`/site-spaces/${site.idOf('Guide/v1')}`);
    expect((await as(anonymous).patch(url, {})).status).toBe(401);
    expect((await as(w.reviewer).patch(url, { path: 'x' })).status).toBe(403);
  });

  it.each([
    ['a path with a question mark', { path: 'a?b' }],
    ['an invalid condition', { condition: 'visitor.' }],
    ['a condition over 1024 characters', { condition: `"${'x'.repeat(1024)}"` }],
    ['an unknown member', { title: 'New' }],
  ])('rejects %s', async (_, body) => {
    expect((await patch(body)).status).toBe(400);
  });

  it('returns 404 for another site, and where the space is deleted', async () => {
    const otherSite = await SiteEditor.open(w);
    const entry = await otherSite.addSiteSpace(null, 'Elsewhere');
    expect((await patch({ path: 'x' }, entry.id)).status).toBe(404);
    await setDeleted(entry.id, true);
    expect(
      (await otherSite.creator.patch(otherSite.url(`/site-spaces/${entry.id}`), { path: 'x' })).status,
    ).toBe(404);
  });

  it('rejects a path that is used in its section, and accepts one of another section', async () => {
    expect((await patch({ path: 'guide' })).status).toBe(409);
    expect((await patch({ path: 'news' })).status).toBe(200);
  });

  it('changes path and condition, null removes the condition', async () => {
    const { body } = await patch({ path: 'archive', condition: 'visitor.claims.plan === "pro"' });
    expect(body).toMatchObject({ path: 'archive', condition: 'visitor.claims.plan === "pro"' });
    expect((await patch({})).body).toEqual(body);
    expect((await patch({ condition: null })).body).not.toHaveProperty('condition');
  });
});

describe('deleteSiteSpace', () => {
  it('needs a token and the role create', async () => {
    const url = site.url(`/site-spaces/${site.idOf('Guide/v1')}`);
    expect((await as(anonymous).delete(url)).status).toBe(401);
    expect((await as(w.editor).delete(url)).status).toBe(403);
    expect((await site.creator.delete(site.url('/site-spaces/unknown'))).status).toBe(404);
  });

  it('rejects deleting the last visible one of a section', async () => {
    const ownSite = await SiteEditor.open(w);
    await ownSite.addSection('Guide');
    const otherVariant = await ownSite.addSiteSpace('Guide', 'v1');
    await setDeleted(otherVariant.id, true);
    const response = await ownSite.creator.delete(ownSite.url(`/site-spaces/${ownSite.idOf('Guide/Guide')}`));
    expect(response.status).toBe(409);
    expect(response.body.error.message).toContain('Delete the section instead.');
  });

  it('makes the next one the default, or the previous one when the last one is deleted', async () => {
    const ownSite = await SiteEditor.open(w);
    await ownSite.addSection('Guide');
    for (const title of ['v2', 'v1']) await ownSite.addSiteSpace('Guide', title);
    const setDefault = (name: string) =>
      ownSite.creator.patch(ownSite.url(`/sections/${ownSite.idOf('Guide')}`), {
        defaultSiteSpace: ownSite.idOf(name),
      });
    const remove = (name: string) =>
      ownSite.creator.delete(ownSite.url(`/site-spaces/${ownSite.idOf(name)}`));
    await setDefault('Guide/v2');
    expect(await remove('Guide/v2')).toMatchObject({ status: 205, body: undefined });
    expect(await ownSite.outline({ withSpaces: true })).toBe('Guide{Guide, v1*}');
    await remove('Guide/v1');
    expect(await ownSite.outline({ withSpaces: true })).toBe('Guide{Guide*}');
  });

  it('may leave a flat site empty', async () => {
    const ownSite = await SiteEditor.open(w);
    const { id } = await ownSite.addSiteSpace(null, 'Only');
    expect((await ownSite.creator.delete(ownSite.url(`/site-spaces/${id}`))).status).toBe(205);
    expect(await ownSite.outline()).toBe('');
  });
});

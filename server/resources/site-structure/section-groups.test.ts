import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let site: SiteEditor;
beforeAll(async () => {
  w = await createOrganizationFixture();
  site = await SiteEditor.open(w);
  for (const title of ['Guide', 'Reference']) await site.addSection(title);
  await site.addGroup('Group', 'Guide');
});

/** A separate site with the ungrouped sections A1, B2, C3 and D4. */
async function createFourSections(): Promise<SiteEditor> {
  const ownSite = await SiteEditor.open(w);
  for (const title of ['A1', 'B2', 'C3', 'D4']) await ownSite.addSection(title);
  return ownSite;
}

describe('listSiteSectionGroups', () => {
  it('needs a token and returns 404 to guests', async () => {
    expect((await as(anonymous).get(site.url('/section-groups'))).status).toBe(401);
    expect((await as(w.reader).get(site.url('/section-groups?limit=1001'))).status).toBe(400);
    expect((await as(w.guest).get(site.url('/section-groups'))).status).toBe(404);
  });

  it('lists groups in order with their sections in order, page by page', async () => {
    const ownSite = await createFourSections();
    await ownSite.addGroup('First', 'D4', 'A1');
    await ownSite.addGroup('Second', 'B2');
    await ownSite.moveGroup('Second', { before: 'group:First' });
    const first = await as(w.reader).get(ownSite.url('/section-groups?limit=1'));
    const second = await as(w.reader).get(
      ownSite.url(`/section-groups?limit=1&page=${first.body.next.page}`),
    );
    expect([first.body.count, second.body.count, second.body.next]).toEqual([2, 2, undefined]);
    const groups = [...first.body.items, ...second.body.items];
    const titles = groups.map(({ title, sections }) => [
      title,
      ...sections.map((each: { title: string }) => each.title),
    ]);
    expect(titles).toEqual([
      ['Second', 'B2'],
      ['First', 'D4', 'A1'],
    ]);
  });
});

describe('createSiteSectionGroup', () => {
  const post = (body: object, own = site) => own.creator.post(own.url('/section-groups'), body);

  it('needs a token and the role create', async () => {
    expect((await as(anonymous).post(site.url('/section-groups'), { title: 'G' })).status).toBe(401);
    expect((await as(w.reviewer).post(site.url('/section-groups'), { title: 'G' })).status).toBe(403);
  });

  it.each([
    ['no title', {}],
    ['a title over 100 characters', { title: 'x'.repeat(101) }],
    ['a duplicate section', { title: 'G', sections: ['same', 'same'] }],
  ])('rejects %s', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('creates nothing when one of the sections does not exist', async () => {
    const ownSite = await createFourSections();
    const otherSection = site.idOf('Guide');
    expect((await post({ title: 'G', sections: [ownSite.idOf('B2'), otherSection] }, ownSite)).status).toBe(
      404,
    );
    expect(await ownSite.outline()).toBe('A1, B2, C3, D4');
  });

  it('rejects a group on a site without sections', async () => {
    const flat = await SiteEditor.open(w);
    expect((await post({ title: 'G' }, flat)).status).toBe(409);
  });

  it('adds the group at the end with the sections, in the given order', async () => {
    const ownSite = await createFourSections();
    await ownSite.addGroup('G', 'C3', 'A1');
    expect(await ownSite.outline()).toBe('B2, D4, G(C3, A1)');
    await ownSite.addGroup('H', 'A1', 'D4');
    expect(await ownSite.outline()).toBe('B2, G(C3), H(A1, D4)');
    const { body } = await post({ title: 'Empty', icon: 'folder' }, ownSite);
    expect(body).toMatchObject({ title: 'Empty', icon: 'folder', sections: [] });
  });
});

describe('updateSiteSectionGroup', () => {
  it('needs a token, the role create, a valid body and a group of this site', async () => {
    const url = site.url(`/section-groups/${site.idOf('Group')}`);
    const otherSite = await createFourSections();
    expect((await as(anonymous).patch(url, {})).status).toBe(401);
    expect((await site.creator.patch(url, { title: '' })).status).toBe(400);
    expect((await as(w.editor).patch(url, { title: 'New' })).status).toBe(403);
    const elsewhere = otherSite.url(`/section-groups/${site.idOf('Group')}`);
    expect((await otherSite.creator.patch(elsewhere, { title: 'New' })).status).toBe(404);
  });

  it('changes title and icon, null removes the icon', async () => {
    const ownSite = await createFourSections();
    const { id } = await ownSite.addGroup('G', 'A1');
    const patch = async (body: object) =>
      (await ownSite.creator.patch(ownSite.url(`/section-groups/${id}`), body)).body;
    expect(await patch({ title: 'H', icon: 'folder' })).toMatchObject({ title: 'H', icon: 'folder' });
    expect(await patch({})).toMatchObject({ title: 'H', icon: 'folder', sections: [{ title: 'A1' }] });
    expect(await patch({ icon: null })).not.toHaveProperty('icon');
  });
});

describe('deleteSiteSectionGroup', () => {
  it('needs a token, the role create and a group of this site', async () => {
    const url = site.url(`/section-groups/${site.idOf('Group')}`);
    expect((await as(anonymous).delete(url)).status).toBe(401);
    expect((await as(w.editor).delete(url)).status).toBe(403);
    expect((await site.creator.delete(site.url('/section-groups/unknown'))).status).toBe(404);
  });

  it('leaves its sections at its position, in order', async () => {
    const ownSite = await createFourSections();
    const { id } = await ownSite.addGroup('G', 'D4', 'B2');
    await ownSite.moveGroup('G', { before: 'C3' });
    expect(await ownSite.outline()).toBe('A1, G(D4, B2), C3');
    expect(await ownSite.creator.delete(ownSite.url(`/section-groups/${id}`))).toMatchObject({
      status: 205,
      body: undefined,
    });
    expect(await ownSite.outline()).toBe('A1, D4, B2, C3');
    await ownSite.moveSection('A1', { after: 'D4' });
    expect(await ownSite.outline()).toBe('D4, A1, B2, C3');
  });
});

describe('addSectionToGroup', () => {
  const add = (own: SiteEditor, group: string, section: string) =>
    own.creator.post(own.url(`/section-groups/${own.ids.get(group) ?? group}/sections`), {
      sectionId: own.ids.get(section) ?? section,
    });

  it('needs a token, the role create and a section', async () => {
    const url = site.url(`/section-groups/${site.idOf('Group')}/sections`);
    const body = { sectionId: site.idOf('Reference') };
    expect((await as(anonymous).post(url, body)).status).toBe(401);
    expect((await site.creator.post(url, {})).status).toBe(400);
    expect((await as(w.editor).post(url, body)).status).toBe(403);
  });

  it('returns 404 for a group or section of another site', async () => {
    const ownSite = await createFourSections();
    await ownSite.addGroup('G', 'A1');
    expect((await add(ownSite, 'G', site.idOf('Guide'))).status).toBe(404);
    expect((await add(ownSite, site.idOf('Group'), 'B2')).status).toBe(404);
  });

  it('moves the section to the end of the group, out of any other, and once', async () => {
    const ownSite = await createFourSections();
    await ownSite.addGroup('G', 'A1');
    await ownSite.addGroup('H', 'B2');
    const { status, body } = await add(ownSite, 'G', 'C3');
    expect(status).toBe(201);
    expect(body.sections.map((section: { title: string }) => section.title)).toEqual(['A1', 'C3']);
    await add(ownSite, 'G', 'B2');
    expect(await ownSite.outline()).toBe('D4, G(A1, C3, B2), H()');
    expect((await add(ownSite, 'G', 'A1')).status).toBe(201);
    expect(await ownSite.outline()).toBe('D4, G(A1, C3, B2), H()');
  });
});

describe('removeSectionFromGroup', () => {
  const remove = (own: SiteEditor, group: string, section: string) =>
    own.creator.delete(own.url(`/section-groups/${own.idOf(group)}/sections/${own.idOf(section)}`));

  it('needs a token and the role create', async () => {
    const url = site.url(`/section-groups/${site.idOf('Group')}/sections/${site.idOf('Guide')}`);
    expect((await as(anonymous).delete(url)).status).toBe(401);
    expect((await as(w.editor).delete(url)).status).toBe(403);
  });

  it('moves the section to the end of the site, and returns 404 where it is not in the group', async () => {
    const ownSite = await createFourSections();
    await ownSite.addGroup('G', 'A1', 'B2');
    expect((await remove(ownSite, 'G', 'C3')).status).toBe(404);
    expect(await remove(ownSite, 'G', 'A1')).toMatchObject({ status: 205, body: undefined });
    expect(await ownSite.outline()).toBe('C3, D4, G(B2), A1');
    expect((await remove(ownSite, 'G', 'A1')).status).toBe(404);
  });
});

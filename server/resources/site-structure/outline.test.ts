import { beforeAll, describe, expect, it } from 'vitest';
import type {
  SiteOutlineItem,
  SiteSection,
  SiteSectionOutline,
  SiteSpace,
  SiteSpaceOutline,
  SiteStructureItem,
} from '#api/generated/types.gen.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const outlineUrl = (site: SiteEditor) => site.url('/structure?form=outline');

async function readOutline(site: SiteEditor, person = w.creator) {
  const { status, body } = await as(person).get(outlineUrl(site));
  expect(status).toBe(200);
  return body;
}

/** The part of the full form that an outline contains. */
function shorten(item: SiteStructureItem): SiteOutlineItem {
  if (item.object === 'site-section-group') {
    const { id, title, icon, sections } = item;
    return { id, title, ...(icon && { icon }), sections: sections.map(shortenSection) };
  }
  return item.object === 'site-section' ? shortenSection(item) : shortenSiteSpace(item);
}

function shortenSection(section: SiteSection): SiteSectionOutline {
  const { id, title, path, icon, description, condition } = section;
  return {
    ...{ id, title, path, ...(section.default && { default: true }) },
    ...(icon && { icon }),
    ...(description && { description }),
    ...(condition && { condition }),
    siteSpaces: section.siteSpaces.map(shortenSiteSpace),
  };
}

function shortenSiteSpace(siteSpace: SiteSpace): SiteSpaceOutline {
  const { id, title, path, condition, space } = siteSpace;
  return {
    ...{ id, title, path, ...(siteSpace.default && { default: true }) },
    ...(condition && { condition }),
    ...{ space: space.id, ...(space.emoji && { emoji: space.emoji }) },
  };
}

async function expectShortForm(site: SiteEditor) {
  const outline = await readOutline(site);
  const full = (await as(w.creator).get(site.url('/structure'))).body;
  expect(outline).toMatchObject({ type: full.type, structure: [] });
  expect(outline.outline).toEqual(full.structure.map(shorten));
  return outline.outline;
}

describe('the outline of a structure', () => {
  it('needs a token, and a site that the caller can see', async () => {
    const site = await SiteEditor.open(w);
    expect((await as(anonymous).get(outlineUrl(site))).status).toBe(401);
    expect((await as(w.guest).get(outlineUrl(site))).status).toBe(404);
    expect((await as(w.outsider).get(outlineUrl(site))).status).toBe(404);
    expect((await as(w.creator).get(site.url('/structure?form=other'))).status).toBe(400);
  });

  it('is the full form in short, in the same order', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['Guides "quoted" \\ 🏠', 'Help', 'News', 'Zebra']) await site.addSection(title);
    await site.addGroup('Group', 'Zebra', 'Help');
    await site.addGroup('Empty');
    await site.moveGroup('Group', { before: 'News' });
    await site.addSiteSpace('News', 'Second');
    const [section] = await expectShortForm(site);
    const change = { icon: 'rocket', description: 'All\nof it', condition: 'visitor.claims.isBeta' };
    await site.creator.patch(site.url(`/sections/${section.id}`), change);
    const [siteSpace] = section.siteSpaces;
    await site.creator.patch(site.url(`/site-spaces/${siteSpace.id}`), { condition: 'visitor.claims.a' });
    await as(w.admin).patch(`/v1/spaces/${siteSpace.space}`, { emoji: '👩‍🚀', title: 'Ünïcode "x"' });
    const outline = await expectShortForm(site);
    expect(outline[0]).toMatchObject({
      ...change,
      siteSpaces: [{ title: 'Ünïcode "x"', emoji: '👩‍🚀' }],
    });
  });

  it('is the list of site spaces where a site has no sections', async () => {
    const site = await SiteEditor.open(w);
    expect(await expectShortForm(site)).toEqual([]);
    for (const title of ['First', 'Second']) await site.addSiteSpace(null, title);
    const items = await expectShortForm(site);
    expect(items).toMatchObject([{ title: 'First', default: true }, { title: 'Second' }]);
    // Where the space of the default is deleted, the next one counts as the default.
    await as(w.admin).delete(`/v1/spaces/${items[0].space}`);
    expect(await expectShortForm(site)).toMatchObject([{ title: 'Second', default: true }]);
  });

  it('has what the URLs of its items are made of', async () => {
    const site = await SiteEditor.open(w, { published: true });
    for (const title of ['Guides', 'Help']) await site.addSection(title);
    await site.addSiteSpace('Help', 'Second');
    const { published } = (await as(w.creator).get(site.url())).body.urls;
    const { structure } = (await as(w.creator).get(site.url('/structure'))).body;
    expect(structure[0].urls.published).toBe(published);
    expect(structure[1].urls.published).toBe(`${published}help/`);
    expect(structure[1].siteSpaces[1].urls.published).toBe(`${published}help/second/`);
  });

  it('is the same for everyone who can see the site', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guides');
    const expected = await readOutline(site);
    for (const person of [w.admin, w.editor, w.reader])
      expect(await readOutline(site, person)).toEqual(expected);
  });
});

describe('the tag of an outline', () => {
  it('changes with everything that the outline shows', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['Guides', 'Help']) await site.addSection(title);
    const { creator } = site;
    const section = site.url(`/sections/${site.idOf('Help')}`);
    const siteSpace = await site.addSiteSpace('Help', 'Second');
    const space = `/v1/spaces/${siteSpace.space.id}`;
    const changes: Record<string, () => Promise<{ status: number }>> = {
      'a move of a section': () => site.moveSection('Help', { before: 'Guides' }),
      'a title of a section': () => creator.patch(section, { title: 'Support' }),
      'a condition': () => creator.patch(section, { condition: 'visitor.claims.a' }),
      'the default section': () => creator.patch(site.url(), { defaultSiteSection: site.idOf('Help') }),
      'a group': () => creator.post(site.url('/section-groups'), { title: 'All' }),
      'a path': () => creator.patch(site.url(`/site-spaces/${siteSpace.id}`), { path: 'two' }),
      'a title of a space': () => as(w.admin).patch(space, { title: 'Renamed' }),
      'an emoji of a space': () => as(w.admin).patch(space, { emoji: '🌊' }),
      'a deletion of a space': () => as(w.admin).delete(space),
      'its restoration': () => as(w.admin).post(`${space}/restore`),
      'a site space that is removed': () => creator.delete(site.url(`/site-spaces/${siteSpace.id}`)),
      'a section that is removed': () => creator.delete(section),
    };
    for (const [name, change] of Object.entries(changes)) {
      const before = await as(w.reader).get(outlineUrl(site));
      const conditionalHeaders = { 'if-none-match': String(before.headers.etag) };
      expect((await as(w.editor).get(outlineUrl(site), conditionalHeaders)).status).toBe(304);
      expect((await change()).status, name).toBeLessThan(300);
      const after = await as(w.reader).get(outlineUrl(site), conditionalHeaders);
      expect(after.status, name).toBe(200);
      expect(after.body, name).not.toEqual(before.body);
      await expectShortForm(site);
    }
  });

  it('is of no use to a person who can no longer see the site', async () => {
    const ownOrganization = await createOrganizationFixture();
    const site = await SiteEditor.open(ownOrganization);
    await site.addSection('Guides');
    const { headers } = await as(ownOrganization.reader).get(outlineUrl(site));
    const conditionalHeaders = { 'if-none-match': String(headers.etag) };
    expect((await as(ownOrganization.reader).get(outlineUrl(site), conditionalHeaders)).status).toBe(304);
    expect((await as(ownOrganization.outsider).get(outlineUrl(site), conditionalHeaders)).status).toBe(404);
    const member = `${ownOrganization.base}/members/${ownOrganization.reader.id}`;
    expect((await as(ownOrganization.admin).patch(member, { role: null })).status).toBe(200);
    expect((await as(ownOrganization.reader).get(outlineUrl(site), conditionalHeaders)).status).toBe(404);
  });

  it('is named by changes, before and after', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['Guides', 'Help']) await site.addSection(title);
    const tagNow = async () => (await as(w.reader).get(outlineUrl(site))).headers.etag;
    const before = await tagNow();
    const { headers } = await site.moveSection('Help', { before: 'Guides' });
    const after = await tagNow();
    expect(headers['structure-etag']).toBe(`${before}, ${after}`);
    const url = site.url(`/sections/${site.idOf('Help')}`);
    const changed = await site.creator.patch(url, { title: 'Support' });
    expect(changed.headers['structure-etag']).toBe(`${after}, ${await tagNow()}`);
    const denied = await as(w.reader).patch(url, { title: 'Denied' });
    expect(denied.headers).not.toHaveProperty('structure-etag');
  });

  it('stays where nothing changed', async () => {
    const site = await SiteEditor.open(w);
    const { space } = await site.addSiteSpace(null, 'Guides');
    const { headers } = await as(w.reader).get(outlineUrl(site));
    await as(w.admin).patch(`/v1/spaces/${space.id}`, { editMode: 'locked', title: 'Guides' });
    await site.creator.patch(site.url(), { title: 'Other name' });
    expect((await as(w.reader).get(outlineUrl(site))).headers.etag).toBe(headers.etag);
  });
});

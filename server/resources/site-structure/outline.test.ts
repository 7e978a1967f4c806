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

/** What an outline contains of the full form. */
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
  expect(outline.outline.items).toEqual(full.structure.map(shorten));
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
    const [section] = (await expectShortForm(site)).items;
    const change = { icon: 'rocket', description: 'All\nof it', condition: 'visitor.claims.isBeta' };
    await site.creator.patch(site.url(`/sections/${section.id}`), change);
    const [siteSpace] = section.siteSpaces;
    await site.creator.patch(site.url(`/site-spaces/${siteSpace.id}`), { condition: 'visitor.claims.a' });
    await as(w.admin).patch(`/v1/spaces/${siteSpace.space}`, { emoji: '👩‍🚀', title: 'Ünïcode "x"' });
    const outline = await expectShortForm(site);
    expect(outline.items[0]).toMatchObject({
      ...change,
      siteSpaces: [{ title: 'Ünïcode "x"', emoji: '👩‍🚀' }],
    });
  });

  it('is the list of site spaces where a site has no sections', async () => {
    const site = await SiteEditor.open(w);
    expect((await expectShortForm(site)).items).toEqual([]);
    for (const title of ['First', 'Second']) await site.addSiteSpace(null, title);
    const { items } = await expectShortForm(site);
    expect(items).toMatchObject([{ title: 'First', default: true }, { title: 'Second' }]);
    // Where the space of the default is deleted, the next one counts as the default.
    await as(w.admin).delete(`/v1/spaces/${items[0].space}`);
    expect((await expectShortForm(site)).items).toMatchObject([{ title: 'Second', default: true }]);
  });

  it('has the URL of the site, by which the URLs of its items are known', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guides');
    expect((await readOutline(site)).outline.urls).toEqual({});
    await site.creator.post(site.url('/publish'), {});
    const { published } = (await as(w.creator).get(site.url())).body.urls;
    expect((await readOutline(site)).outline.urls).toEqual({ published });
  });

  it('is the same for everyone who can see the site', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guides');
    const expected = await readOutline(site);
    for (const person of [w.admin, w.editor, w.reader])
      expect(await readOutline(site, person)).toEqual(expected);
  });
});

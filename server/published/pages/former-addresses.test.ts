import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createSite, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { findFormerSite } from '../address/former-sites.ts';
import { type AddressTree, findFormerAddress } from './former-addresses.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

interface FlatEntry {
  id: string;
  path: string;
  default?: boolean;
  space: { id: string };
}

/** The structure as the API returns it. */
async function treeOf(site: SiteEditor): Promise<AddressTree> {
  const toItem = (entry: FlatEntry) => ({
    id: entry.id,
    path: entry.path,
    isDefault: entry.default === true,
    spaceId: entry.space.id,
  });
  const { body } = await site.creator.get(site.url('/structure'));
  const top: (FlatEntry & { siteSpaces?: FlatEntry[] })[] = body.structure;
  if (top.every(({ siteSpaces }) => siteSpaces === undefined)) {
    const flat = { id: site.id, path: '', isDefault: true, isNamed: false, siteSpaces: top.map(toItem) };
    return { sections: [flat] };
  }
  const sections = top.map(({ siteSpaces = [], ...section }) => ({
    id: section.id,
    path: section.path,
    isDefault: section.default === true,
    isNamed: true,
    siteSpaces: siteSpaces.map(toItem),
  }));
  return { sections };
}

/** Where a former address leads, as an address; undefined where nowhere. */
async function followFormer(site: SiteEditor, address: string): Promise<string | undefined> {
  const { db } = await testApp();
  const former = await findFormerAddress(db, site.id, await treeOf(site), address.split('/'));
  return former?.segments.join('/');
}

async function spaceOf(site: SiteEditor, name: string): Promise<{ id: string }> {
  const { body } = await site.creator.get(site.url('/site-spaces'));
  const entry = body.items.find(({ id }: FlatEntry) => id === site.idOf(name));
  return { id: entry.space.id };
}

describe('a reader of an old address', () => {
  it('finds a page that was renamed twice and moved, and not one that was deleted', async () => {
    const site = await SiteEditor.open(w);
    await site.addSiteSpace(null, 'Guide');
    const guide = await spaceOf(site, 'Guide');
    const write = (...slugs: string[]) =>
      writeContent(
        guide,
        slugs.map((slug, at) => ({ id: `page${at}`, slug, title: slug, text: 'Text\n' })),
      );
    await write('install', 'usage');
    await write('setup', 'usage');
    await write('get-started', 'use');
    expect(await followFormer(site, 'install')).toBe('get-started');
    expect(await followFormer(site, 'setup')).toBe('get-started');
    expect(await followFormer(site, 'usage')).toBe('use');
    await write('get-started');
    expect(await followFormer(site, 'usage')).toBeUndefined();
    expect(await followFormer(site, 'use')).toBeUndefined();
    await write('get-started', 'use-again');
    expect(await followFormer(site, 'usage')).toBe('use-again');
    expect(await followFormer(site, 'use')).toBe('use-again');
    expect(await followFormer(site, 'never')).toBeUndefined();
  });

  it('finds the pages of a flat site that got sections, and of a section that was deleted', async () => {
    const site = await SiteEditor.open(w);
    await site.addSiteSpace(null, 'Guide');
    await site.addSiteSpace(null, 'Api');
    await writeContent(await spaceOf(site, 'Api'), [{ slug: 'calls', title: 'Calls', text: 'Text\n' }]);
    expect(await followFormer(site, 'api/calls')).toBeUndefined();
    // The spaces of a flat site become its first section, which is the default one.
    await site.addSection('News');
    expect((await site.creator.patch(site.url(), { defaultSiteSection: site.idOf('News') })).status).toBe(
      200,
    );
    const [first] = (await treeOf(site)).sections;
    expect(await followFormer(site, 'api/calls')).toBe(`${first?.path}/api/calls`);
    await site.moveSiteSpace('Api', { after: 'News/News' });
    const old = site.url(`/sections/${first?.id}`);
    expect((await site.creator.delete(old)).status).toBe(205);
    expect(await followFormer(site, 'api/calls')).toBeUndefined();
    expect(await followFormer(site, `${first?.path}/api/calls`)).toBe('api/calls');
  });

  it('finds a page by the path of its section before, while it was the default, and by that of the default', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['Guide', 'Api']) {
      await site.addSection(title);
      const page = { slug: `${title.toLowerCase()}-page`, title, text: 'Text\n' };
      await writeContent(await spaceOf(site, `${title}/${title}`), [page]);
    }
    expect(await followFormer(site, 'guide/guide-page')).toBe('guide-page');
    const api = site.url(`/sections/${site.idOf('Api')}`);
    expect((await site.creator.patch(api, { path: 'reference/v2' })).status).toBe(200);
    expect(await followFormer(site, 'api/api-page')).toBe('reference/v2/api-page');
    const body = { defaultSiteSection: site.idOf('Api') };
    expect((await site.creator.patch(site.url(), body)).status).toBe(200);
    expect(await followFormer(site, 'guide-page')).toBe('guide/guide-page');
    expect(await followFormer(site, 'api/api-page')).toBe('api-page');
    expect(await followFormer(site, 'reference/v2/api-page')).toBe('api-page');
    expect(await followFormer(site, 'api')).toBe('');
  });

  it('finds nothing by an address that is too long or empty', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guide');
    expect(await followFormer(site, 'a/'.repeat(70))).toBeUndefined();
    expect(await followFormer(site, `${'a'.repeat(10_000)}/guide`)).toBeUndefined();
    const { db } = await testApp();
    expect(await findFormerAddress(db, site.id, await treeOf(site), [])).toBeUndefined();
  });

  it('finds a site by its former basename, the former hostname of its organization, and its id', async () => {
    const { db } = await testApp();
    const ownOrganization = await createOrganizationFixture();
    const organizationId = ownOrganization.organization.id;
    const site = await createSite({ organizationId });
    const rename = async (basename: string) =>
      expect(
        (await as(ownOrganization.creator).patch(`${ownOrganization.base}/sites/${site.id}`, { basename }))
          .status,
      ).toBe(200);
    await rename('handbook');
    await rename('manual');
    const expectedPlace = { organizationId, siteId: site.id };
    const old = `old-${organizationId.slice(-8)}`.toLowerCase();
    for (const hostname of [old, `new-${organizationId.slice(-8)}`.toLowerCase()]) {
      expect((await as(ownOrganization.admin).patch(ownOrganization.base, { hostname })).status).toBe(200);
    }
    expect(await findFormerSite(db, { organization: organizationId, site: 'handbook' })).toEqual(
      expectedPlace,
    );
    expect(await findFormerSite(db, { organization: old, site: 'handbook' })).toEqual(expectedPlace);
    expect(await findFormerSite(db, { organization: old, site: 'manual' })).toEqual(expectedPlace);
    expect(await findFormerSite(db, { organization: old, site: site.id })).toEqual(expectedPlace);
    expect(await findFormerSite(db, { organization: old, site: 'other' })).toBeUndefined();
    expect(await findFormerSite(db, { organization: w.organization.id, site: 'handbook' })).toBeUndefined();
  });
});

describe('the names of pages', () => {
  it('are deleted with the space, and stay as they are where only texts change', async () => {
    const { db } = await testApp();
    const space = await createSpace({ organizationId: w.organization.id });
    const count = async () =>
      (await db.selectFrom('former_page_paths').select('path').where('space_id', '=', space.id).execute())
        .length;
    for (const text of ['One\n', 'Two\n']) await writeContent(space, [{ id: 'p', title: 'Page', text }]);
    expect(await count()).toBe(0);
    await writeContent(space, [{ id: 'p', title: 'Page', slug: 'other', text: 'Two\n' }]);
    expect(await count()).toBe(1);
    await db.deleteFrom('spaces').where('id', '=', space.id).execute();
    expect(await count()).toBe(0);
  });
});

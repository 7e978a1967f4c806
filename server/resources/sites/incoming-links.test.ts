import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Docs' });
  await site.addSection('Start');
  await site.addSection('Guide');
  await site.write('Guide/Guide', [{ title: 'Setup', text: 'Hello.\n' }]);
  const guide = await site.spaceIdOf('Guide/Guide');
  const { body } = await as(w.admin).post(`${site.url()}/publish`);
  const siteSpaces: { id: string; space: { id: string } }[] = (
    await as(w.admin).get(site.url('/site-spaces'))
  ).body.items;
  const idOf = (spaceId: string) => siteSpaces.find(({ space }) => space.id === spaceId)?.id ?? '';
  const url: string = body.urls.published;
  const count = async (caller = w.admin) =>
    (await as(caller).get(site.url(`/incoming-links?siteSpaces=${idOf(guide)}`))).body;
  return { site, guide, url, count };
}

async function writeSpace(title: string, texts: readonly string[]) {
  const space = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit', title });
  await writeContent(
    space,
    texts.map((text, number) => ({ title: `Page ${number}`, text })),
  );
  return space.id;
}

describe('the links to a part of a site', () => {
  it('name its space or are written as its addresses, and are none of its own space', async () => {
    const { site, guide, url, count } = await openSite();
    expect(await count()).toMatchObject({ links: 0, pages: 0, byAddress: 0, spaces: [], isPartial: false });
    await site.write('Guide/Guide', [
      { title: 'Setup', text: `[a](${url}guide/setup) [b](/spaces/${guide})\n` },
    ]);
    const id = await writeSpace('Handbook', [
      `[a](/spaces/${guide}/pages/x) [b](${url}guide/) [c](${url.replace('http:', 'https:')}guide/setup#top)\n`,
      `[d](${url}guide) [e](${url}) [f](${url}start/guide) [g](/spaces/${guide}0) [h](https://a.example/guide/)\n`,
      'No links.\n',
    ]);
    const body = await count();
    expect(body).toEqual({
      object: 'site-incoming-links',
      links: 4,
      pages: 2,
      byAddress: 3,
      isPartial: false,
      spaces: [{ space: { id, title: 'Handbook', emoji: expect.any(String) }, links: 4, pages: 2 }],
    });
  });

  it('are also written as former addresses that redirect to it, and none where a page has the address', async () => {
    const { site, url, count } = await openSite();
    const links = ['guide/setup', 'guide', 'manual/setup', 'start/guide'].map((path) => `[a](${url}${path})`);
    await writeSpace('Old links', [`${links.join(' ')}\n`]);
    expect(await count()).toMatchObject({ links: 2, byAddress: 2 });
    await as(w.admin).patch(site.url(`/sections/${site.idOf('Guide')}`), { path: 'manual' });
    expect(await count()).toMatchObject({ links: 3, pages: 1, byAddress: 3 });
    // Below the default section, the old address is now that of its page.
    await site.write('Start/Start', [{ title: 'Guide', slug: 'guide', text: 'Hello.\n' }]);
    expect(await count()).toMatchObject({ links: 2, byAddress: 2 });
  });

  it('are those of spaces that the caller can read', async () => {
    const { guide, count } = await openSite();
    const id = await writeSpace('Closed', [`[a](/spaces/${guide})\n`]);
    await as(w.admin).patch(`/v1/spaces/${id}`, { defaultLevel: null });
    expect((await count()).links).toBe(1);
    expect((await count(w.reader)).links).toBe(0);
  });

  it('are none without site spaces', async () => {
    const { site } = await openSite();
    expect((await as(w.admin).get(site.url('/incoming-links'))).body.links).toBe(0);
  });
});

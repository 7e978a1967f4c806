import { writeContent, type PageFields } from '#server/test/content-factories.ts';
import type { OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';

/** Writes pages into the space of a site space. */
export async function writePages(
  site: SiteEditor,
  name: string,
  pages: PageFields[],
  files: Parameters<typeof writeContent>[2] = [],
) {
  const id = await site.spaceIdOf(name);
  return { spaceId: id, ...(await writeContent({ id }, pages, files)) };
}

/** A published site with two sections: a guide of three pages, and a reference in two versions. */
export async function openSite(w: OrganizationFixture, fields: { visibility?: string } = {}) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, ...fields });
  await site.addSection('Guide');
  await site.addSection('Reference');
  await site.addSiteSpace('Reference', 'v1');
  const guide = await writePages(site, 'Guide/Guide', [
    { title: 'Welcome', text: '# Hello\n\nSee [the rest](/pages/PAGE).\n\n## Next steps\n\nGo on.\n' },
    {
      title: 'Install',
      text: 'Use a spanner & a hammer.\n',
      pages: [{ title: 'Bolts', text: 'M8 bolts.\n' }],
    },
    { title: 'Secret', text: 'Nobody finds the marmalade.\n', hidden: true },
  ]);
  await writePages(site, 'Reference/Reference', [
    { title: 'Overview', text: 'All calls.\n' },
    { title: 'Users', text: 'About users.\n' },
  ]);
  await writePages(site, 'Reference/v1', [
    { title: 'Overview', text: 'Old calls.\n' },
    { title: 'Users', text: 'Old users.\n' },
    { title: 'Gone', text: 'Only here.\n' },
  ]);
  return { site, guide, base: `/published/${w.organization.id}/${site.id}/` };
}

/** The addresses of all links of a page. */
export const linksIn = (html: string) =>
  [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, url = '']) => url);

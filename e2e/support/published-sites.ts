/** Published sites with pages, for tests of what visitors read. */
import { expect, type Page } from '@playwright/test';
import {
  checkSiteHostname,
  getSite,
  getSiteStructure,
  listSpacePages,
  publishSite,
  setSiteHostname,
  updateSite,
} from '#api/generated/sdk.gen.ts';
import type { ContentEdit, SiteVisibility } from '#api/generated/types.gen.ts';
import type { DnsServer } from '#server/test/dns-server.ts';
import { createTestChangeRequest, merge } from './change-requests.ts';
import { publishName } from './names.ts';
import type { Organization } from './organizations.ts';
import { createTestSite, type Outline, type TestSite } from './site-structures.ts';
import { insertPage } from './space-pages.ts';

/** A site that visitors read. */
export interface PublishedTestSite extends TestSite {
  /** The path of the site with a trailing slash, and with the key of a shared one. */
  base: string;
}

/** Creates a site, writes pages into its spaces (by the title of the site space) and publishes it. */
export async function createPublishedSite(
  organization: Organization,
  outline: Outline,
  pages: Readonly<Record<string, ContentEdit[]>>,
  visibility: SiteVisibility = 'public',
): Promise<PublishedTestSite> {
  const site = await createTestSite(organization, outline);
  const { path } = site;
  const { admin } = organization;
  const { client } = admin;
  for (const [title, spaceId] of await spacesOfSite(organization, site)) {
    const changes = pages[title];
    if (changes === undefined) continue;
    await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'First pages', changes }));
  }
  await updateSite({ client, path, body: { visibility } });
  await publishSite({ client, path });
  return { ...site, base: await publishedPath(organization, path) };
}

/** Creates a published site with one space, “Guide”, and pages in it. */
export const createPublishedGuide = (
  organization: Organization,
  pages: ContentEdit[],
): Promise<PublishedTestSite> => createPublishedSite(organization, { Guide: ['Guide'] }, { Guide: pages });

/** Creates a published site with one space of one page, “Lamps”. */
export async function publishLamps(organization: Organization, markdown: string) {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': [insertPage('Lamps', markdown)] },
  );
  const [spaceId = ''] = (await spacesOfSite(organization, site)).values();
  const { client } = organization.admin;
  const { data } = await listSpacePages({ client, path: { spaceId }, throwOnError: true });
  return { base: site.base, spaceId, pageId: data.pages[0]?.id ?? '' };
}

/** Publishes the site of the screen. */
export async function publishByDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: publishName, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publish “/ });
  await dialog.getByRole('button', { name: publishName, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toBeVisible();
}

/** The ids of the spaces of a site, by the names of its site spaces. */
export async function spacesOfSite(
  { admin }: Organization,
  { path }: Pick<TestSite, 'path'>,
): Promise<Map<string, string>> {
  const { data } = await getSiteStructure({ client: admin.client, path, throwOnError: true });
  const siteSpaces = data.structure.flatMap((item) => {
    if (item.object === 'site-space') return [item];
    const sections = item.object === 'site-section-group' ? item.sections : [item];
    return sections.flatMap((section) => section.siteSpaces);
  });
  return new Map(siteSpaces.map(({ title, space }) => [title, space.id]));
}

/** The path at which a published site is read now. */
export async function publishedPath({ admin }: Organization, path: TestSite['path']): Promise<string> {
  const { data } = await getSite({ client: admin.client, path, throwOnError: true });
  if (data.urls.published === undefined) throw new Error('The site is not published.');
  return new URL(data.urls.published).pathname;
}

/** Gives a site a proven hostname; returns its published URL there. */
export async function giveHostname(
  { admin: { client } }: Organization,
  { path }: Pick<TestSite, 'path'>,
  { dns, hostname }: { dns: DnsServer; hostname: string },
): Promise<string> {
  const { data } = await setSiteHostname({ client, path, body: { hostname }, throwOnError: true });
  dns.entries.set(data.record?.name ?? '', [data.record?.value ?? '']);
  const checked = await checkSiteHostname({ client, path, throwOnError: true });
  if (checked.data.state !== 'proven') throw new Error(checked.data.problem);
  const { data: site } = await getSite({ client, path, throwOnError: true });
  return site.urls.published ?? '';
}

/** The URLs that a page requests from now on. */
export function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

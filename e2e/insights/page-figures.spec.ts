import type { Page } from '@playwright/test';
import { getSpacePageByPath, putSiteInsightsSettings } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest } from '../support/change-requests.ts';
import type { Organization } from '../support/organizations.ts';
import { createPublishedGuide, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { writeFigures } from './figures.ts';

/** The browser of the tests says that it is a program. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A guide of which people read one of two pages twice; an editor of the other one may begin. */
async function openReadGuide(page: Page, organization: Organization) {
  const site = await createPublishedGuide(organization, [
    insertPage('Gauges', 'Read the gauge twice.\n'),
    insertPage('Piers', 'Tie up.\n'),
  ]);
  const { admin } = organization;
  for (const _time of ['once', 'again'])
    await page.request.get(`${site.base}piers`, { headers: { accept: 'text/html', 'user-agent': FIREFOX } });
  await writeFigures(organization, site);
  const spaceId = (await spacesOfSite(organization, site)).get('Guide') ?? '';
  const { data } = await getSpacePageByPath({
    client: admin.client,
    path: { spaceId, pagePath: 'piers' },
    throwOnError: true,
  });
  return { site, spaceId, pageId: data.id };
}

const read = '2 views by people in 30 days';

test('a creator sees how often a page is read, in the list of pages and beside its editor', async ({
  page,
  organization,
  signIn,
}) => {
  const { site, spaceId, pageId } = await openReadGuide(page, organization);
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/pages`));
  await expect(page.getByRole('treeitem', { name: `Piers, page, ${read}` })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Gauges/ })).not.toContainText('0');

  const { number } = await createTestChangeRequest(organization.admin, spaceId, {
    subject: 'Piers',
    changes: [],
  });
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${number}/content/${pageId}/edit`));
  await expect(page.getByRole('treeitem', { name: new RegExp(`^Piers, .*${read}`) })).toBeVisible();
  const readers = page.getByRole('region', { name: 'Readers' });
  await expect(readers).toContainText(read);
  await readers.getByRole('link', { name: 'Docs' }).click();
  await expect(page).toHaveURL(new RegExp(`/sites/${site.id}/insights`));
});

test('nobody sees figures who may not edit the site, or where it does not count @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { site, spaceId } = await openReadGuide(page, organization);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/page-figures')) asked.push(request.url());
  });
  const reader = await organization.addPerson('read');
  await signIn(reader);
  await page.goto(organization.path(`/spaces/${spaceId}/pages`));
  await expect(page.getByRole('treeitem', { name: 'Piers, page', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Links on this page' })).toBeVisible();
  expect(asked).toEqual([]);

  const path = { organizationId: organization.id, siteId: site.id };
  const { client } = organization.admin;
  await putSiteInsightsSettings({ client, path, body: { countsVisits: false }, throwOnError: true });
  await signIn(organization.admin);
  const answered = page.waitForResponse(/\/page-figures$/);
  await page.goto(organization.path(`/spaces/${spaceId}/pages`));
  await answered;
  await expect(page.getByRole('treeitem', { name: 'Piers, page', exact: true })).toBeVisible();
});

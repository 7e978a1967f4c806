import { publishSite } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { parseDownload } from '../support/downloads.ts';
import { createPublishedGuide, createPublishedSite } from '../support/published-sites.ts';
import { createTestSite } from '../support/site-structures.ts';
import { insertPage } from '../support/space-pages.ts';
import { writeFigures } from './figures.ts';

/** The browser of the tests says that it is a program. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

test('an administrator sees where readers got lost, and adds a redirect from there', async ({
  page,
  organization,
  signIn,
}) => {
  const { path, id } = await createTestSite(organization, { Guide: ['Guide v1'] });
  await publishSite({ client: organization.admin.client, path, throwOnError: true });
  const lost = await page.request.get(`/published/${organization.id}/${id}/lost-page`, {
    headers: { accept: 'text/html', 'user-agent': FIREFOX },
  });
  expect(lost.status()).toBe(404);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/insights`));
  await page.getByLabel('Time').selectOption('Last 7 days');
  await page.getByText('Numbers of each day').click();
  await expect(page.getByRole('region', { name: 'Numbers of each day' })).toBeVisible();
  const broken = page.getByRole('table', { name: 'Broken addresses' });
  await expectRow(broken, { Address: '/lost-page', From: 'Unknown', Requests: '1' });
  await broken.getByRole('link', { name: '/lost-page' }).click();
  const dialog = page.getByRole('dialog', { name: 'New redirect' });
  await expect(dialog.getByLabel('From')).toHaveValue('/lost-page');
});

test('an administrator looks at the views of one section alone @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide'], Reference: ['Reference'] },
    {
      Guide: [insertPage('Gauges', 'Read the gauge twice.\n')],
      Reference: [insertPage('Flags', 'Red is stop.\n')],
    },
  );
  const headers = { accept: 'text/html', 'user-agent': FIREFOX };
  for (const path of ['', 'reference']) await page.request.get(`${site.base}${path}`, { headers });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/insights`));
  const pages = page.getByRole('table', { name: 'Pages' });
  await expectRow(pages, { Page: 'Gauges', Views: '1' });
  await page.getByLabel('Section', { exact: true }).selectOption('Reference');
  await expectRow(pages, { Page: 'Flags', Views: '1' });
  await expect(pages.getByRole('row', { name: /Gauges/ })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Broken addresses' })).toHaveCount(0);
  await expect(page.getByText('are counted for the whole site')).toBeVisible();
  await expect(page).toHaveURL(/section=\w+/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain('reference');
  const rows = (await parseDownload(file)).map((row) => row.join(' '));
  expect(rows).toContain('views of a page Flags flags 1');
  expect(rows.filter((row) => /Gauges|visitors/.test(row))).toEqual([]);
});

test('a creator finds on home what readers miss, and the way to mend it', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createPublishedGuide(organization, [insertPage('Gauges', 'Read the gauge twice.\n')]);
  const headers = { accept: 'text/html', 'user-agent': FIREFOX };
  for (const _time of [1, 2, 3]) await page.request.get(`${site.base}lost-page`, { headers });
  await writeFigures(organization, site);
  await signIn(organization.admin);
  await page.goto(organization.path());
  const readers = page.getByRole('list', { name: 'Readers' });
  await readers.getByRole('link', { name: /^\/lost-page leads nowhere in Docs 3 requests/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New redirect' });
  await expect(dialog.getByLabel('From')).toHaveValue('/lost-page');
});

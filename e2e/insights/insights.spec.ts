import { publishSite } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { createTestSite } from '../support/site-structures.ts';

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

import type { Page } from '@playwright/test';
import { listSiteSpaces } from '#api/generated/sdk.gen.ts';
import { saveChangesLabel, titleLabel } from '#src/lib/shared-labels.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';
import { insertPage } from '../support/space-pages.ts';

/** A site of two sections with a page each. */
async function createSiteWithPages(organization: Organization) {
  const { admin } = organization;
  const site = await createTestSite(organization, { Guide: ['Guide pages'], Staff: ['Staff pages'] });
  const { data } = await listSiteSpaces({ client: admin.client, path: site.path, throwOnError: true });
  for (const { title, space } of data.items) {
    const changes = [insertPage(`Welcome to ${title}`, `All about ${title}.\n`)];
    await merge(admin, await createTestChangeRequest(admin, space.id, { subject: title, changes }));
  }
  return site;
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="Site preview"]');

test('an administrator sees the site beside its structure, at the open item and after changes', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createSiteWithPages(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  const toggle = page.getByRole('button', { name: 'Preview', exact: true });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  const frame = frameOf(page);
  await expect(frame.getByText('All about Guide pages.')).toBeVisible();
  // The reader's style sheet applies.
  await expect(frame.locator('body')).not.toHaveCSS('font-family', /Times|^serif/);
  await checkAccessibility(page);

  await page.reload();
  await treeRow(page, 'Staff').click();
  await expect(frame.getByText('All about Staff pages.')).toBeVisible();

  const panel = page.getByRole('complementary', { name: 'Staff' });
  await panel.getByLabel(titleLabel).fill('Crew');
  await panel.getByRole('button', { name: saveChangesLabel }).click();
  await expect(treeRow(page, 'Crew')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Crew' }).first()).toBeAttached();

  await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390);
  await toggle.click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a phone has no room for the preview', async ({ organization, signIn, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const site = await createTestSite(organization, { Guide: ['Guide'] });
  await signIn(organization.admin);
  await page.goto(site.editor);
  await expect(treeRow(page, 'Guide')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toHaveCount(0);
});

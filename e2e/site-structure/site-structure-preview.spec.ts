import type { Page } from '@playwright/test';
import { listSiteSpaces, putSiteAdaptiveSchema, updateSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { conditionName } from '../support/names.ts';
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

const frameOf = (page: Page) => page.frameLocator('iframe[title^="Site preview"]');

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
  await panel.getByLabel('Title').fill('Crew');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(treeRow(page, 'Crew')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Crew' }).first()).toBeAttached();

  await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390);
  await toggle.click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('an administrator sees the site as the draft leaves it, and without it @details', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createSiteWithPages(organization);
  await signIn(organization.admin);
  await page.goto(`${site.editor}?mode=draft`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await treeRow(page, 'Staff').click();
  const panel = page.getByRole('complementary', { name: 'Staff' });
  await panel.getByLabel('Title', { exact: true }).fill('Crew');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(bar).toContainText('1 change in the draft');
  const link = frameOf(page).getByRole('link', { name: 'Crew' }).first();
  await expect(link).toBeAttached();
  expect(await site.order()).toBe('Guide(Guide pages) Staff(Staff pages)');
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(frameOf(page).getByRole('link', { name: 'Staff' }).first()).toBeAttached();
  await expect(link).toHaveCount(0);
});

test('an administrator chooses whom the preview shows, and passes it on as a link @details', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createSiteWithPages(organization);
  const { client } = organization.admin;
  await updateSite({
    client,
    path: site.path,
    body: { visibility: 'visitor-auth', adaptiveContent: { enabled: true } },
    throwOnError: true,
  });
  const jsonSchema = {
    type: 'object' as const,
    properties: { isStaff: { type: 'boolean' }, isPartner: { type: 'boolean' } },
  };
  await putSiteAdaptiveSchema({ client, path: site.path, body: { jsonSchema }, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(`${site.editor}?item=${site.idOf('Staff')}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
  const frame = frameOf(page);
  await expect(frame.getByText('All about Staff pages.')).toBeVisible();

  const panel = page.getByRole('complementary', { name: 'Staff' });
  await panel.getByLabel(conditionName).fill('visitor.claims.isStaff && !visitor.claims.isPartner');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('is hidden from this visitor')).toBeVisible();
  await expect(frame.getByText('All about Guide pages.')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Staff' })).toHaveCount(0);

  const visitor = page.getByLabel('Visitor of the preview');
  await visitor.selectOption('isStaff');
  await expect(frame.getByText('All about Staff pages.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Site preview: isStaff');
  await checkAccessibility(page);

  await page.getByRole('button', { name: 'Choose claims…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Claims of the visitor' });
  await dialog.getByLabel('isPartner').selectOption('True');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Show' }).press('Enter');
  await expect(visitor).toHaveValue('isStaff, isPartner');
  await expect(page.getByText('is hidden from this visitor')).toBeVisible();

  // Another person opens the link.
  const link = page.url();
  await page.goto(organization.path('/sites'));
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Site preview: isStaff, isPartner');
  await expect(frame.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await visitor.selectOption('Anonymous visitor');
  await expect(page).not.toHaveURL(/claims/);
});

test('an administrator goes from the simulator to what a segment sees, and from variant to variant @details', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createTestSite(organization, { Guide: ['English', 'Deutsch'] });
  const { client } = organization.admin;
  const { data } = await listSiteSpaces({ client, path: site.path, throwOnError: true });
  for (const { title, space } of data.items) {
    const changes = [insertPage(`Welcome to ${title}`, `All about ${title}.\n`)];
    await merge(
      organization.admin,
      await createTestChangeRequest(organization.admin, space.id, { subject: title, changes }),
    );
  }
  await signIn(organization.admin);
  await page.goto(
    organization.path(`/sites/${site.id}/visitors?item=${site.idOf('Guide')}&segment=Anonymous visitor`),
  );
  await page.getByRole('link', { name: 'Preview the site as this visitor' }).press('Enter');
  const frame = frameOf(page);
  await expect(frame.getByText('All about English.')).toBeVisible();
  const variant = page.getByLabel('Variant of the preview');
  await variant.selectOption('Deutsch');
  await expect(frame.getByText('All about Deutsch.')).toBeVisible();
  await page.reload();
  await expect(frame.getByText('All about Deutsch.')).toBeVisible();
  await treeRow(page, 'English').click();
  await expect(frame.getByText('All about English.')).toBeVisible();
});

test('an administrator opens the preview over the structure on a phone @details', async ({
  organization,
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const site = await createSiteWithPages(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  await expect(treeRow(page, 'Staff')).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await expect(frameOf(page).getByText('All about Guide pages.')).toBeVisible();
  // Laid out for a phone, not as a wide page made smaller.
  await expect(dialog.getByRole('radio', { name: 'Phone' })).toBeChecked();
  await expect(page.locator('iframe')).toHaveCSS('transform', 'none');
  await expectPageFits(page);
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { createSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { searchAndCommandsName } from '../support/names.ts';
import { insertPage, createPages } from '../support/space-pages.ts';

async function openSearch(page: Page, organization: Organization, query: string) {
  await page.goto(organization.path('/search'));
  await page.getByRole('searchbox', { name: 'Search organization' }).fill(query);
}

test('a person sees the words of a search marked without regard to accents @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createPages(organization, [insertPage('Café etiquette', 'One cafe, two cafés.')], 'Guide');
  await signIn(organization.admin);
  await openSearch(page, organization, 'café');
  await expect(page.getByRole('region', { name: 'Pages' }).locator('mark')).toHaveText([
    'Café',
    'cafe',
    'café',
  ]);
});

test('a person finds pages by text and other items by name', async ({ page, organization, signIn }) => {
  await createPages(organization, [insertPage('Zebra crossings', 'Look out for okapis at night.')], 'Guide');
  await createSite({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { title: 'Okapi site', visibility: 'unlisted' },
  });
  await signIn(organization.admin);
  await openSearch(page, organization, 'okapi');
  const pagesRegion = page.getByRole('region', { name: 'Pages' });
  await expect(pagesRegion.getByRole('link', { name: 'Zebra crossings' })).toBeVisible();
  await expect(pagesRegion.getByRole('heading', { name: 'Guide' })).toBeVisible();
  await expect(pagesRegion.locator('mark')).toHaveText(['okapi']);
  const others = page.getByRole('complementary', { name: 'Other results' });
  await expect(others.getByRole('link')).toHaveText(/Okapi site/);
  await expect(others.locator('mark')).toHaveText(['Okapi']);
  // Kinds without results are left out.
  await expect(others.getByRole('heading')).toHaveText(['Sites1']);
  await expect(page).toHaveURL(/q=okapi/);
  await openSearch(page, organization, 'quagga');
  await expect(page.getByText('No pages found for “quagga”.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility(page);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: searchAndCommandsName });
  await palette.getByRole('combobox').fill('#1');
  await expect(palette.getByRole('option', { name: /^#1\b.*Guide/ })).toBeVisible();
  await palette.getByRole('combobox').fill('okapis');
  await palette.getByRole('option', { name: /Zebra crossings/ }).click();
  await expect(page.getByRole('heading', { name: 'Zebra crossings' }).first()).toBeVisible();
});

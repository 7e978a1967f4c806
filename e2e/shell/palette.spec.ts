import type { Page } from '@playwright/test';
import { createSite, createSpace, createTeam } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test as base } from '../fixtures.ts';
import { searchAndCommandsName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { createOpenChangeRequest, insertPage } from '../support/space-pages.ts';

/** The palette's requests. */
const searchRequests =
  /\/v1\/orgs\/[^/]+\/(members|teams|sites|spaces|change-requests|search)\?.*\b(search|title|subject|query)=/;

const paletteOf = (page: Page) => page.getByRole('dialog', { name: searchAndCommandsName });
const selected = (page: Page) => paletteOf(page).locator('[role=option][aria-selected=true]');

interface PaletteFixtures {
  /** Signs in the administrator and waits for the palette's code. */
  openScreen: () => Promise<void>;
  /**
   * Opens the screen and holds the palette's responses until the returned function is called. Create its data before.
   */
  openWithHeldResponses: () => Promise<() => void>;
  /** Opens the palette and types into it. */
  typeInPalette: (text: string) => Promise<void>;
}

const test = base.extend<PaletteFixtures>({
  openScreen: async ({ page, organization, signIn }, use) => {
    await use(async () => {
      await signIn(organization.admin);
      await page.goto(organization.path('/trash'));
      await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
    });
  },
  openWithHeldResponses: async ({ page, openScreen }, use) => {
    await use(async () => {
      await openScreen();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(searchRequests, async (route) => {
        await released;
        await route.continue();
      });
      return () => release();
    });
  },
  typeInPalette: async ({ page }, use) => {
    await use(async (text) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
    });
  },
});

test('a person presses Enter before results arrive and reaches the member', async ({
  page,
  organization,
  openWithHeldResponses,
  typeInPalette,
}) => {
  const viktor = await organization.addPerson('read', 'Viktor Horváth');
  const release = await openWithHeldResponses();
  await typeInPalette('Horvath');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  await expect(selected(page)).toContainText('Search for “Horvath”');
  await checkAccessibility(page, '[role="dialog"]');
  release();
  await expect(page).toHaveURL(organization.path(`/members/${viktor.id}`));
  await expect(paletteOf(page)).toBeHidden();
});

test('a person’s selection follows the best match until they use the arrow keys @details', async ({
  page,
  organization,
  openWithHeldResponses,
  typeInPalette,
}) => {
  await organization.addPerson('read', 'Viktor Horváth');
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Viktor fans' }, throwOnError: true });
  const release = await openWithHeldResponses();
  await typeInPalette('viktor');
  await expect(selected(page)).toContainText('Search for “viktor”');
  release();
  await expect(selected(page)).toContainText('Viktor Horváth');
  await expect(paletteOf(page).getByRole('option', { name: 'Viktor fans' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toContainText('Viktor fans');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Viktor fans', level: 1 })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person’s arrow-key selection stays when better matches arrive @repeats', async ({
  page,
  organization,
  openWithHeldResponses,
  typeInPalette,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Prefer' }, throwOnError: true });
  const release = await openWithHeldResponses();
  await typeInPalette('prefer');
  await expect(selected(page)).toContainText('Preferences');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toContainText('Search for “prefer”');
  release();
  await expect(paletteOf(page).getByRole('option', { name: 'Prefer', exact: true })).toBeVisible();
  await expect(selected(page)).toContainText('Search for “prefer”');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=prefer/);
});

test('a person finds names of teams, sites and spaces above screens that match by description', async ({
  page,
  organization,
  openScreen,
  typeInPalette,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Documentation' }, throwOnError: true });
  await createSite({ client, path, body: { title: 'Harbour help' }, throwOnError: true });
  const space = await createSpace({ client, path, body: { title: 'Méteo' }, throwOnError: true });
  await openScreen();
  for (const [typed, heading] of [
    ['documentation', 'Documentation'],
    ['harbour', 'Harbour help'],
    ['meteo', 'Méteo'],
  ] as const) {
    await typeInPalette(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(paletteOf(page)).toBeHidden();
  }
  expect(page.url()).toContain(space.data.id);
});

test('a person without results is led to the search @details', async ({
  page,
  openWithHeldResponses,
  typeInPalette,
}) => {
  const release = await openWithHeldResponses();
  await typeInPalette('zebra crossing');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/search\?q=zebra/);
});

test('a person opens a screen by its exact name without waiting for the server @details', async ({
  page,
  openWithHeldResponses,
  typeInPalette,
}) => {
  const release = await openWithHeldResponses();
  await typeInPalette('teams');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
  release();
});

test('a person sees that results are missing when the server fails, and Enter opens the search @details', async ({
  page,
  openScreen,
  typeInPalette,
  problems,
}) => {
  problems.expect(/503/);
  await openScreen();
  const body = JSON.stringify({
    error: { code: 503, message: 'The server is unavailable. Try again in a moment.' },
  });
  await page.route(searchRequests, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  );
  await typeInPalette('viktor');
  await expect(paletteOf(page).getByText('Couldn’t load some results.')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.unroute(searchRequests);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=viktor/);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person cancels Enter by typing on @repeats', async ({
  page,
  organization,
  openWithHeldResponses,
  typeInPalette,
}) => {
  await organization.addPerson('read', 'Viktor Horváth');
  await organization.addPerson('read', 'Viktoria Nagy');
  const release = await openWithHeldResponses();
  await typeInPalette('viktor');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  await page.keyboard.type('ia');
  release();
  await expect(selected(page)).toContainText('Viktoria Nagy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Viktoria Nagy', level: 1 })).toBeVisible();
});

test('an administrator finds what a screen offers, from what is safe to what is not @details', async ({
  page,
  organization,
  signIn,
  typeInPalette,
}) => {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Pages'] },
    { Pages: [insertPage('Lamps', '')] },
  );
  const [spaceId = ''] = (await spacesOfSite(organization, site)).values();
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const second = await createSite({ client, path, body: { title: 'Acme help', spaces: [spaceId] } });
  expect(second.error).toBeUndefined();
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/structure`));
  await expect(page.getByRole('treegrid').or(page.getByRole('tree')).first()).toBeVisible();
  const options = paletteOf(page).getByRole('option');
  await typeInPalette('');
  await expect(options.filter({ hasText: 'Unpublish' })).toBeVisible();
  await expect(options.first()).not.toContainText(/Unpublish|Delete/);
  await page.keyboard.type('publish');
  await expect(selected(page)).toContainText('Published');
  await expect(options.filter({ hasText: 'Unpublish' })).toBeVisible();
  await page.keyboard.press('Escape');
  await typeInPalette('add section');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add spaces' })).toBeVisible();

  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Brighter lamps', [
    insertPage('Wicks', ''),
  ]);
  await navigateTo(page, organization.path(screen));
  await expect(page.getByRole('button', { name: 'View as the site' })).toBeVisible();
  await typeInPalette('acme');
  await expect(options.filter({ hasText: 'View as Acme help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await typeInPalette('update');
  await expect(options.filter({ hasText: 'Archive' })).toHaveCount(0);
});

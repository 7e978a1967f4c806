import type { Page } from '@playwright/test';
import { createSite, createSpace, createTeam } from '../src/api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from './fixtures.ts';

/** What the palette asks the server for. */
const questions =
  /\/v1\/orgs\/[^/]+\/(members|teams|sites|spaces|change-requests|search)\?.*\b(search|title|subject|query)=/;

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const selected = (page: Page) => paletteOf(page).locator('[role=option][aria-selected=true]');

/** Holds back the answers of the palette's questions until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(questions, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a screen and waits until the palette's code is there. */
async function open(page: Page, organization: Organization): Promise<void> {
  await page.goto(organization.path('/trash'));
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
}

test('a person types a name and presses Enter before the answer is there, and gets to the member', async ({
  page,
  organization,
  signIn,
}) => {
  const viktor = await organization.addPerson('read', 'Viktor Horváth');
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Horvath');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  await expect(selected(page)).toContainText('Search for “Horvath”');
  await checkAccessibility(page, '[role="dialog"]');
  release();
  await expect(page).toHaveURL(organization.path(`/members/${viktor.id}`));
  await expect(paletteOf(page)).toBeHidden();
});

test('the selection follows the best match as answers arrive, until arrow keys choose another', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Viktor Horváth');
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Viktor fans' }, throwOnError: true });
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('viktor');
  await expect(selected(page)).toContainText('Search for “viktor”');
  release();
  await expect(selected(page)).toContainText('Viktor Horváth');
  await expect(paletteOf(page).getByRole('option', { name: 'Viktor fans' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toContainText('Viktor fans');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Viktor fans', level: 1 })).toBeVisible();
});

test('what the arrow keys chose stays chosen when better matches arrive above it', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Prefer' }, throwOnError: true });
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('prefer');
  await expect(selected(page)).toContainText('Preferences');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toContainText('Search for “prefer”');
  release();
  await expect(paletteOf(page).getByRole('option', { name: 'Prefer', exact: true })).toBeVisible();
  await expect(selected(page)).toContainText('Search for “prefer”');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=prefer/);
});

test('names of teams, sites and spaces come before screens that only describe themselves so', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTeam({ client, path, body: { title: 'Documentation' }, throwOnError: true });
  await createSite({ client, path, body: { title: 'Harbour help' }, throwOnError: true });
  const space = await createSpace({ client, path, body: { title: 'Méteo' }, throwOnError: true });
  await signIn(organization.admin);
  await open(page, organization);
  for (const [typed, heading] of [
    ['documentation', 'Documentation'],
    ['harbour', 'Harbour help'],
    ['meteo', 'Méteo'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(paletteOf(page)).toBeHidden();
  }
  expect(page.url()).toContain(space.data.id);
});

test('a name that nothing has leads to the search, once that is known', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zebra crossing');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/search\?q=zebra/);
});

test('the exact name of a screen opens it without waiting for the server', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('teams');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Teams', level: 1 })).toBeVisible();
  release();
});

test('where the server fails, Enter leads to the search, and the palette says that results are missing', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/503/);
  await signIn(organization.admin);
  await open(page, organization);
  const body = JSON.stringify({ error: { code: 503, message: 'The server is not available right now.' } });
  await page.route(questions, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('viktor');
  await expect(paletteOf(page).getByText('Some results could not be loaded.')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.unroute(questions);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=viktor/);
});

test('typing on after Enter takes it back', async ({ page, organization, signIn }) => {
  await organization.addPerson('read', 'Viktor Horváth');
  await organization.addPerson('read', 'Viktoria Nagy');
  await signIn(organization.admin);
  await open(page, organization);
  const release = await holdAnswers(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('viktor');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page).getByText('Opening the best match…')).toBeVisible();
  await page.keyboard.type('ia');
  release();
  await expect(selected(page)).toContainText('Viktoria Nagy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Viktoria Nagy', level: 1 })).toBeVisible();
});

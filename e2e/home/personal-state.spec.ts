/** What a person leaves behind follows the person to other tabs and browsers, and not to other people. */
import type { Page } from '@playwright/test';
import { getPersonalState, updatePersonalState } from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { messagesName } from '../support/names.ts';

const isStateChange = (response: { url(): string; request(): { method(): string } }) =>
  response.url().endsWith('/personal-state') && response.request().method() === 'PATCH';
const isStateRead = (response: { url(): string; request(): { method(): string } }) =>
  response.url().endsWith('/personal-state') && response.request().method() === 'GET';

/** What a person sees who looks at a tab again. */
async function lookAgain(page: Page): Promise<void> {
  const read = page.waitForResponse(isStateRead);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await read;
}

const favoritesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Favorites' }).getByRole('link');

/** What the server has of the administrator's favorites. */
async function findFavorites({ admin, id }: Organization): Promise<string[]> {
  const { data } = await getPersonalState({
    client: admin.client,
    path: { organizationId: id },
    throwOnError: true,
  });
  return data.entries.flatMap(({ kind, subject }) => (kind === 'favorite' ? [subject] : []));
}

async function addFavorite(page: Page, organization: Organization, spaceId: string): Promise<void> {
  await page.goto(organization.path(`/spaces/${spaceId}`));
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
}

test('favorites and saved views follow a person to another browser, tabs agree, and others see none', async ({
  page,
  browser,
  organization,
  signIn,
  problems,
}) => {
  const [guides, recipes] = [
    await createTestSpace(organization, 'Guides'),
    await createTestSpace(organization, 'Recipes'),
  ];
  await signIn(organization.admin);
  const isSent = page.waitForResponse(isStateChange);
  await addFavorite(page, organization, guides);
  await isSent;
  const isViewSent = page.waitForResponse(isStateChange);
  await page.goto(organization.path('/members?role=admin'));
  await page.getByRole('button', { name: 'Save, share or export list' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await page.getByLabel('View name').fill('Administrators');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await isViewSent;

  // Another tab of the browser shows at once what the first one does.
  const tab = await page.context().newPage();
  await tab.goto(organization.path());
  await expect(favoritesOf(tab)).toHaveText(['Guides']);
  await addFavorite(page, organization, recipes);
  await expect(favoritesOf(tab)).toHaveText(['Recipes', 'Guides']);
  await tab.getByRole('button', { name: 'Remove Guides from favorites' }).click();
  await expect(favoritesOf(page)).toHaveText(['Recipes']);
  // Either tab sends what both have changed.
  await expect.poll(() => findFavorites(organization)).toEqual([`space/${recipes}`]);

  const work = await browser.newContext();
  problems.watch(work);
  const workPage = await work.newPage();
  await signIn(organization.admin, workPage);
  await workPage.goto(organization.path('/members'));
  await expect(favoritesOf(workPage)).toHaveText(['Recipes']);
  await workPage.getByRole('button', { name: 'Save, share or export list' }).click();
  await workPage.getByRole('menuitemcheckbox', { name: 'Administrators' }).click();
  await expect(workPage).toHaveURL(/role=admin/);
  const isWorkSent = workPage.waitForResponse(isStateChange);
  await workPage.getByRole('button', { name: 'Remove Recipes from favorites' }).click();
  await isWorkSent;
  await lookAgain(page);
  await expect(favoritesOf(page)).toHaveCount(0);

  // Another person at the first browser has none of it.
  const eve = await organization.addPerson('edit', 'Eve Editor');
  await addFavorite(page, organization, guides);
  await signIn(eve);
  await page.goto(organization.path('/members'));
  await page.getByRole('button', { name: 'Save, share or export list' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save view…' })).toBeVisible();
  await expect(favoritesOf(page)).toHaveCount(0);
  await work.close();
});

test('a person goes on without a connection, and takes up what another browser changed meanwhile', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const [guides, recipes] = [
    await createTestSpace(organization, 'Guides'),
    await createTestSpace(organization, 'Recipes'),
  ];
  await signIn(organization.admin);
  const isRead = page.waitForResponse(isStateRead);
  await page.goto(organization.path(`/spaces/${guides}`));
  await isRead;
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(favoritesOf(page)).toHaveText(['Guides']);
  const at = '2026-01-01T00:00:00.000Z';
  await updatePersonalState({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: {
      entries: [{ kind: 'favorite', subject: `space/${recipes}`, value: { title: 'Recipes', at } }],
    },
    throwOnError: true,
  });
  const isSent = page.waitForResponse(isStateChange);
  await page.context().setOffline(false);
  await isSent;
  await expect(favoritesOf(page)).toHaveText(['Guides', 'Recipes']);
});

test('a person is asked before a browser’s earlier favorites are theirs @details', async ({
  page,
  organization,
  signIn,
}) => {
  const guides = await createTestSpace(organization, 'Guides');
  await page.addInitScript(
    ([id = '', organizationId = '']) => {
      if (localStorage.getItem('earlier') !== null) return;
      localStorage.setItem('earlier', 'written');
      const favorites = [{ kind: 'space', id, within: '', title: 'Guides' }];
      localStorage.setItem(`bindery.places.${organizationId}`, JSON.stringify({ recent: [], favorites }));
    },
    [guides, organization.id],
  );
  const eve = await organization.addPerson('edit', 'Eve Editor');
  await signIn(eve);
  await page.goto(organization.path());
  const offer = page
    .getByRole('region', { name: messagesName })
    .getByRole('status')
    .filter({ hasText: 'Take over what this browser remembers?' });
  await offer.getByRole('button', { name: 'Not mine' }).click();
  await expect(offer).toHaveCount(0);
  await expect(favoritesOf(page)).toHaveCount(0);

  await signIn(organization.admin);
  await page.goto(organization.path());
  const isSent = page.waitForResponse(isStateChange);
  await offer.getByRole('button', { name: 'Take over' }).click();
  await expect(favoritesOf(page)).toHaveText(['Guides']);
  await isSent;
});

test('a favorite that the server refuses stays in the browser, and is named', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 409 .*\/personal-state\)$/);
  const guides = await createTestSpace(organization, 'Guides');
  await signIn(organization.admin);
  const isRead = page.waitForResponse(isStateRead);
  await page.goto(organization.path(`/spaces/${guides}`));
  await isRead;
  const at = '2026-01-01T00:00:00.000Z';
  const entries = Array.from({ length: 200 }, (_, index) => ({
    kind: 'favorite' as const,
    subject: `space/${index}`,
    value: { title: `Space ${index}`, at },
  }));
  const path = { organizationId: organization.id };
  await updatePersonalState({
    client: organization.admin.client,
    path,
    body: { entries },
    throwOnError: true,
  });
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Couldn’t save the favorite “Guides” in your account.You can have 200 favorites in an organization.',
  );
  await expect(favoritesOf(page).first()).toHaveText('Guides');
});

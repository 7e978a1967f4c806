/** Signing out: what isn't saved, and what the next person in this browser sees. */
import type { Page } from '@playwright/test';
import { expect, type Person, test } from '../fixtures.ts';
import { createEditedPage, fieldOf, openEditor, saveStateOf, typeAtEnd } from '../page-editor/edited-page.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { untilQuiet } from '../support/quiet.ts';

// A signed-out browser requests its session once and gets none.
const noSession = /status of 401/;

async function askToSignOut(page: Page, { displayName }: Person): Promise<void> {
  await untilQuiet(page);
  await page.getByRole('button', { name: `Your account: ${displayName}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
}

const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Bindery' });

test('a person who signs out is asked about drafts, and the next one sees none of them', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(noSession);
  const { admin } = organization;
  const otherAdmin = await organization.addPerson('admin', 'Olga Other');
  const form = organization.path('/teams/new');
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  const question = page.getByRole('dialog', { name: 'Sign out and lose unsaved text?' });

  await signIn(admin);
  await page.goto(form);
  await name.fill('Foghorns');
  await page.goto(organization.path('/members'));
  await askToSignOut(page, admin);
  await expect(question).toContainText('“Foghorns”');
  await checkAccessibilityAtBothWidths(page);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await page.goto(form);
  await expect(name).toHaveValue('Foghorns');

  // Another person signs in where the first one only closed the screen.
  await signIn(otherAdmin);
  await page.goto(form);
  await expect(name).toHaveValue('');
  await signIn(admin);
  await page.goto(form);
  await expect(name).toHaveValue('Foghorns');

  await page.goto(organization.path('/members'));
  await askToSignOut(page, admin);
  await question.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(signInPage(page)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft'))),
  ).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('journal'))),
  ).toEqual([]);
  await signIn(admin);
  await page.goto(form);
  await expect(name).toHaveValue('');

  // Without drafts there is no question.
  await page.goto(organization.path('/members'));
  await askToSignOut(page, admin);
  await expect(signInPage(page)).toBeVisible();
});

test('signing out saves pages first, and names and deletes those that can’t be saved @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(noSession, /ERR_|status of 5/);
  const { admin } = organization;
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' and wicks');
  await askToSignOut(page, admin);
  await expect(signInPage(page)).toBeVisible();
  expect(await edited.stored()).toBe('Oil and wicks');

  await signIn(admin);
  await openEditor(page, organization, edited);
  // The server is broken: only this browser has the text.
  await page.route('**/change-requests/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
  await typeAtEnd(page, ' for lamps');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).not.toHaveText('Saved');
  await askToSignOut(page, admin);
  const question = page.getByRole('dialog', { name: 'Sign out and lose unsaved text?' });
  await expect(question).toContainText('Page: “Oil and wicks for lamps”');
  await question.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(signInPage(page)).toBeVisible();
  await page.unroute('**/change-requests/**');
  await signIn(admin);
  await openEditor(page, organization, edited);
  await expect(fieldOf(page)).toHaveText('Oil and wicks');
  expect(await edited.stored()).toBe('Oil and wicks');
});

test('signing out asks if this browser can’t read the page texts that it may have @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { admin } = organization;
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(admin);
  await openEditor(page, organization, edited);
  await page.evaluate(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('Internal error.', 'UnknownError');
    };
  });
  await askToSignOut(page, admin);
  const question = page.getByRole('dialog', { name: 'Sign out and lose unsaved text?' });
  await expect(question).toContainText('Page texts that this browser may have but can’t read now');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(fieldOf(page)).toBeVisible();
});

test('a person who is signed in sees why a sign-in failed, and goes on or signs out @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(noSession);
  const { admin } = organization;
  const failed = `/login?error=sso-refused&request=req-1&next=${organization.path('/members')}`;
  await signIn(admin);
  await page.goto(organization.path('/members'));
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await untilQuiet(page);
  await page.goto(failed);
  await expect(page.getByText('Couldn’t verify the identity provider’s response.')).toBeVisible();
  await expect(page.getByText('req-1')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’re still signed in', level: 1 })).toBeVisible();
  await expect(page.getByText(admin.email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(organization.path('/members'));
  await page.goto(failed);
  await page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Use single sign-on' })).toBeVisible();
});

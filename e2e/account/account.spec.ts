import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';

test('a person creates an API token, sees it once, and revokes it', async ({
  organization,
  signIn,
  page,
  playwright,
  baseURL,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path(''));
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByRole('link', { name: 'New API token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly build');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await dialog.getByLabel('Expires').selectOption('Never');
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Create API token' }).click();
  const tokenText = dialog.getByText(/^bnd_\w{43}$/);
  const token = (await tokenText.textContent()) ?? '';
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tokenText).toHaveCount(0);

  const program = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const use = async () => (await program.get(`/v1/orgs/${organization.id}`)).status();
  expect(await use()).toBe(200);
  const table = page.getByRole('table', { name: 'API tokens' });
  await table.getByRole('button', { name: 'Actions for Nightly build' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('Revoked API token “Nightly build”')).toBeVisible();
  await expect(table.getByText('Nightly build')).toHaveCount(0);
  expect(await use()).toBe(401);
  await program.dispose();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person who selects no organization for an API token sees the reason, by keyboard alone @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  await signIn(organization.admin);
  await page.goto('/account/new-token');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Nightly build');
  await dialog.getByRole('checkbox').press('Space');
  await name.press('Enter');
  await expect(dialog.getByText('Select at least one organization.')).toBeVisible();
  await expect(name).toHaveValue('Nightly build');
  await dialog.getByRole('checkbox').press('Space');
  await name.press('Enter');
  await expect(dialog.getByText(/^bnd_\w{43}$/)).toBeVisible();
});

test('a person ends a session on another device, and then all others @details', async ({
  organization,
  signIn,
  page,
  browser,
}) => {
  await signIn(organization.admin);
  const others = [await browser.newContext(), await browser.newContext()];
  for (const context of others) await signIn(organization.admin, await context.newPage());
  await page.goto('/account');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByText('This session')).toHaveCount(1);
  const menus = sessions.getByRole('button', { name: /^Actions for/ });
  const count = await menus.count();
  await menus.first().click();
  await page.getByRole('menuitem', { name: 'End session…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(menus).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'End all other sessions…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(menus).toHaveCount(1);
  await expect(sessions.getByText('This session')).toBeVisible();
  for (const context of others) await context.close();
});

test('an administrator limits sessions and signs out all members @details', async ({
  organization,
  signIn,
  page,
  browser,
}) => {
  const reader = await organization.addPerson('read', 'Remi Reader');
  const readers = await browser.newContext();
  await signIn(reader, await readers.newPage());
  const renew = async () =>
    (await readers.request.post('/auth/refresh', { headers: { 'x-requested-with': 'console' } })).status();
  expect(await renew()).toBe(200);
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/access'));
  await page.getByLabel('Longest session').selectOption('8 hours');
  const form = page.getByRole('form', { name: 'Sign-in policy' });
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expectUnchanged(form);
  await page.reload();
  await expect(page.getByLabel('Longest session')).toHaveValue('8');
  await page.getByRole('button', { name: 'Sign out all members…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(organization.title);
  await dialog.getByRole('button', { name: 'Sign out all members' }).click();
  await expect(page.getByText('Signed out all members')).toBeVisible();
  await page.goto(organization.path('/audit-log'));
  await expect(page.getByText('Signed out all members.')).toBeVisible();
  await expect(page.getByText('Changed the sign-in policy: sessions end after 8 hours.')).toBeVisible();
  expect(await renew()).toBe(401);
  await readers.close();
});

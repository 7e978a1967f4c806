import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { listOptionsName, newTeamName, searchAndCommandsName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { untilQuiet } from '../support/quiet.ts';

test('a person sees a screen’s API requests and copies one without the token', async ({
  page,
  context,
  organization,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(organization.admin);
  await page.goto(organization.path('/teams'));
  await expect(page.getByRole('heading', { name: 'No teams yet' })).toBeVisible();
  await page.keyboard.press('Shift+I');
  const panel = page.getByRole('dialog', { name: 'API requests' });
  const line = panel.getByRole('listitem').filter({ hasText: '/teams?' }).first();
  await expect(line).toContainText('200');
  await line.getByText('GET').click();
  await expect(line.getByText(/Request ID/)).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await line.getByRole('button', { name: 'Copy as cURL' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/v1/orgs/${organization.id}/teams`);
  expect(copied).toContain('Authorization: Bearer $TOKEN');
  expect(copied).not.toContain(organization.admin.token);
  await line.getByRole('button', { name: 'Send again' }).click();
  await expect(panel.getByLabel('Response')).toContainText('"count": 0');
});

test('a person finds their changes after a reload and undoes one @details', async ({
  page,
  organization,
  signIn,
}) => {
  const remi = await organization.addPerson('read');
  await signIn(organization.admin);
  await page.goto(organization.path('/journal'));
  await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible();
  await navigateTo(page, organization.path('/members'));
  await page.getByRole('button', { name: `Reader, role of ${remi.displayName}` }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Editor/ }).click();
  await expect(page.getByText(`Made ${remi.displayName} an editor`)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: searchAndCommandsName }).fill('my changes');
  await page.getByRole('option', { name: 'My changes', exact: true }).click();
  const entry = page.getByRole('list', { name: 'My changes' }).getByRole('listitem').first();
  await expect(entry).toContainText(`Made ${remi.displayName} an editor`);
  await checkAccessibility(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as script' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^my-changes-.*\.sh$/);
  await entry.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone: Made ${remi.displayName} an editor`)).toBeVisible();
  const lines = page.getByRole('list', { name: 'My changes' }).getByRole('listitem');
  const repeated = lines.filter({
    has: page.getByText(`Made ${remi.displayName} an editor`, { exact: true }),
  });
  await expect(repeated.getByRole('button', { name: 'Copy as cURL' })).toBeFocused();
  await repeated.getByRole('button', { name: 'Send again' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Send this request again?' });
  await confirmation.getByRole('button', { name: 'Send again' }).click();
  await expect(confirmation).toBeHidden();
  await page.reload();
  await expect(page.getByText(`Made ${remi.displayName} an editor`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await page.goto(organization.path('/members'));
  await expectRow(page.getByRole('table', { name: 'Members' }), {
    Member: remi.displayName,
    Role: 'Editor',
  });
});

test('a person saves the filters of a list and returns to them @details', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('guest', 'Gus Guest');
  await signIn(organization.admin);
  await page.goto(organization.path('/members?role=guest'));
  const more = page.getByRole('button', { name: listOptionsName });
  await more.click();
  await page.getByRole('menuitem', { name: /Save view/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await dialog.getByLabel('View name').fill('Only guests');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await navigateTo(page, organization.path('/members'));
  await more.click();
  await page.getByRole('menuitemcheckbox', { name: 'Only guests' }).click();
  await expect(page).toHaveURL(/role=guest/);
  await more.click();
  await page.getByRole('menuitem', { name: /Manage views/ }).click();
  await dialog.getByRole('button', { name: 'Delete view Only guests' }).click();
  await expect(dialog.getByRole('list', { name: 'Saved views' })).toHaveCount(0);
});

test('a person sees on every screen that they are offline @details', async ({
  page,
  context,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/teams'));
  await untilQuiet(page);
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await checkAccessibility(page);
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();
});

test('a person reads on while the server takes no changes, and loses nothing that they typed @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/503/);
  await signIn(organization.admin);
  await page.goto(organization.path('/teams'));
  await page.getByRole('link', { name: newTeamName }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Tide watchers');
  // As a server answers whose database has no primary.
  const message = 'Nothing can be changed at this moment. Reading goes on; try again in a few seconds.';
  await page.route(`**/v1/orgs/${organization.id}/teams`, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'x-read-only': 'true', 'retry-after': '5' },
      json: { error: { code: 503, message } },
    }),
  );
  await page.route('**/readyz', (route) => route.fulfill({ json: { status: 'read-only' } }));
  await dialog.getByRole('button', { name: 'Create team' }).click();
  const banner = page.getByText('The server takes no changes for a moment.');
  await expect(banner).toBeVisible();
  await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Tide watchers');
  await checkAccessibility(page);
  await page.unroute(`**/v1/orgs/${organization.id}/teams`);
  await page.unroute('**/readyz');
  // The server is asked until it takes changes again.
  await expect(banner).toBeHidden();
  await dialog.getByRole('button', { name: 'Create team' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Tide watchers').first()).toBeVisible();
});

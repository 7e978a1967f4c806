import type { Locator, Page } from '@playwright/test';
import {
  createTeam,
  deleteTeam,
  listMembers,
  listTeamMembers,
  updateMember,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { exportedRows, parseDownload } from '../support/downloads.ts';
import { expectPageFits } from '../support/layout.ts';
import { changeRoleOfMembersName, csvName, listOptionsName, planName, roleName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Members' });

/** The stored roles by name. */
async function rolesOf(organization: Organization): Promise<Record<string, string | null>> {
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { limit: 100 },
    throwOnError: true,
  });
  return Object.fromEntries(data.items.map(({ user, role }) => [user.displayName, role]));
}

/** The id of a member by the name. */
async function idOf(organization: Organization, name: string): Promise<string> {
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { limit: 100 },
    throwOnError: true,
  });
  return data.items.find(({ user }) => user.displayName === name)?.id ?? '';
}

test('an administrator changes the role of several members, sees who is skipped, and undoes it', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Una Read');
  await organization.addPerson('edit', 'Duo Edit');
  await organization.addPerson('read', 'Tria Read');
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  const bar = page.getByRole('toolbar', { name: '4 members selected' });
  await bar.getByRole('button', { name: roleName }).click();

  const dialog = page.getByRole('dialog', { name: changeRoleOfMembersName });
  await dialog.getByLabel('Role').selectOption('Editor');
  const plan = dialog.getByRole('list', { name: planName });
  await expect(plan.getByRole('listitem').filter({ hasText: 'Una Read' })).toContainText('Reader → Editor');
  await expect(plan.getByRole('listitem').filter({ hasText: 'Duo Edit' })).toContainText(
    'Already an editor.',
  );
  await expect(plan.getByRole('listitem').filter({ hasText: organization.admin.displayName })).toContainText(
    'The organization needs at least one administrator',
  );
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Change role of 2' }).click();
  await expect(dialog.getByText('2 members done')).toBeVisible();
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download results' }).click();
  const rows = await parseDownload(await arriving);
  expect(rows.map(([name, , result]) => `${name}: ${result}`).toSorted()).toEqual([
    `${organization.admin.displayName}: blocked`,
    'Duo Edit: skipped',
    'Tria Read: done',
    'Una Read: done',
    'name: result',
  ]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => rolesOf(organization)).toMatchObject({ 'Una Read': 'edit', 'Tria Read': 'edit' });
  await expectRow(table(page), { Member: 'Una Read', Role: 'Editor' });

  await page.keyboard.press('Control+z');
  const confirmation = page.getByRole('dialog', { name: 'Undo “Changed role of 2 members to Editor”?' });
  await confirmation.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rolesOf(organization)).toMatchObject({ 'Una Read': 'read', 'Tria Read': 'read' });
  await expectRow(table(page), { Member: 'Una Read', Role: 'Reader' });
});

test('an administrator adds a Shift selection to a team and removes it from the organization @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  await createTeam({ client, path: { organizationId: organization.id }, body: { title: 'Writers' } });
  for (const name of ['Ina One', 'Ina Two', 'Ina Three']) await organization.addPerson('read', name);
  await signIn(organization.admin);
  await page.goto(organization.path('/members?q=ina'));
  await page.getByRole('checkbox', { name: 'Select Ina One' }).click();
  await page.getByRole('checkbox', { name: 'Select Ina Three' }).click({ modifiers: ['Shift'] });
  await page.getByRole('toolbar').getByRole('button', { name: 'Team…' }).click();
  const dialog = page.getByRole('dialog', { name: /Change team of members/ });
  await dialog.getByRole('option', { name: 'Writers' }).click();
  await dialog.getByRole('button', { name: 'Change team of 3' }).click();
  await expect(dialog.getByText('3 members done')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(table(page).getByRole('row', { name: /Ina Two/ })).toContainText('1');

  await page.getByRole('toolbar').getByRole('button', { name: 'Remove…' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove members' });
  await expect(removal.getByText('Loses 1 team').first()).toBeVisible();
  await removal.getByRole('button', { name: 'Remove 3' }).click();
  await expect(removal.getByText('3 members done')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No members match “ina”' })).toBeVisible();
  expect(Object.keys(await rolesOf(organization))).toEqual([organization.admin.displayName]);
});

test('an administrator selects all matches, including those not loaded @details', async ({
  page,
  organization,
  signIn,
}) => {
  for (let number = 0; number < 60; number += 1)
    await organization.addPerson('read', `Crowd Number ${number}`);
  await signIn(organization.admin);
  await page.goto(organization.path('/members?q=crowd'));
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await expect(page.getByRole('toolbar', { name: '50 members selected' })).toBeVisible();
  await page.getByRole('button', { name: 'Select all 60 members that match' }).click();
  await page
    .getByRole('toolbar', { name: '60 members selected' })
    .getByRole('button', { name: 'Single sign-on…' })
    .click();
  const dialog = page.getByRole('dialog', { name: /single sign-on/ });
  await dialog.getByRole('button', { name: 'Require for 60' }).click();
  await expect(dialog.getByText('60 members done')).toBeVisible();
  await page.keyboard.press('Escape');
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { limit: 100, search: 'crowd' },
    throwOnError: true,
  });
  expect(data.items.filter(({ sso }) => sso)).toHaveLength(60);
});

test('an administrator exports members and imports the edited file after a preview', async ({
  page,
  organization,
  signIn,
}) => {
  const una = await organization.addPerson('read', 'Una =Formula');
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  const rows = await exportedRows(page);
  expect(rows[0]?.slice(0, 2)).toEqual(['email', 'role']);
  expect(rows.find(([email]) => email === una.email)?.[1]).toBe('read');

  await page.getByRole('button', { name: listOptionsName }).click();
  await page.getByRole('menuitem', { name: /Update from CSV/ }).click();
  await expect(page.getByRole('heading', { name: 'Update members from CSV' })).toBeVisible();
  const lines = ['email,role', `${una.email},comment`, 'fresh.face@press.example,edit', `${una.email},king`];
  await page.getByLabel(csvName).fill(lines.join('\n'));
  const plan = page.getByRole('list', { name: planName });
  await expect(plan.getByText('Reader → Commenter')).toBeVisible();
  await expect(plan.getByText('New member as editor')).toBeVisible();
  await expect(plan.getByText('Unknown role “king”.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel(csvName)).toHaveValue(lines.join('\n'));
  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  await expect(page.getByText('2 rows done')).toBeVisible();
  await checkAccessibility(page);
  expect(await rolesOf(organization)).toMatchObject({ 'Una =Formula': 'comment', 'fresh.face': 'edit' });
  const returning = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download revert CSV' }).click();
  expect(await parseDownload(await returning)).toEqual([
    ['email', 'role', 'add to teams', 'leave teams', 'remove'],
    [una.email, 'read', '', '', ''],
    ['fresh.face@press.example', '', '', '', 'yes'],
  ]);
});

/** The stored emails of a team's members. */
async function emailsOf(organization: Organization, teamId: string): Promise<(string | undefined)[]> {
  const { data } = await listTeamMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id, teamId },
    query: { limit: 100 },
    throwOnError: true,
  });
  return data.items.map(({ organization: { user } }) => user.email).toSorted();
}

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('an administrator adds people to teams from files in different encodings and formats @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: support } = await createTeam({
    client,
    path,
    body: { title: 'Customer support' },
    throwOnError: true,
  });
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  const lines = [
    'email;role;add to teams',
    'nova.one@press.example;edit;Customer support',
    '',
    'nova.two@press.example;;customer SUPPORT',
  ];
  // As a spreadsheet saves "Unicode text".
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le');
  await page.getByLabel('Choose file').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
  const plan = page.getByRole('list', { name: planName });
  await expect(plan.getByText('New member as editor; Joins “Customer support”')).toBeVisible();
  await expect(page.getByText('1 empty line ignored.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply 2 rows' }).press('Enter');
  await expect(page.getByText('2 rows done')).toBeVisible();
  expect(await emailsOf(organization, support.id)).toEqual([
    'nova.one@press.example',
    'nova.two@press.example',
  ]);
  expect(await rolesOf(organization)).toMatchObject({ 'nova.one': 'edit' });
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator confirms ignored columns before a file is applied @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  await page
    .getByLabel(csvName)
    .fill('email,Team,Name,role,role\nnova@press.example,Customer support,Nova,edit,read');
  await expect(page.getByText('Unknown column “Team”. Did you mean “add to teams”?')).toBeVisible();
  await expect(page.getByText('Unknown column “Name”.')).toBeVisible();
  await expect(page.getByText('Duplicate column “role” (column 5)')).toBeVisible();
  await expect(page.getByText('Known columns: email, id, role')).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply 1 row' });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await checkAccessibility(page);
  await page.getByRole('checkbox', { name: 'Continue without these columns' }).press('Space');
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');

  // Another file needs another confirmation.
  await page.getByLabel(csvName).fill('email,Team\nnova@press.example,Customer support');
  await expect(page.getByRole('checkbox', { name: 'Continue without this column' })).not.toBeChecked();
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Use “Team” as “add to teams”' }).press('Enter');
  await expect(page.getByText('Team “Customer support” doesn’t exist.')).toBeVisible();

  // From a directory, with its names and ids.
  await page.getByLabel(csvName).fill('Object ID,E-Mail-Adresse,Rolle\n0a1b,nova@press.example,edit');
  await expect(page.getByText('Ignored, IDs of another system: Object ID.')).toBeVisible();
  await expect(page.getByText('1 new person will get an email with a one-time link.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Column of email addresses' })).toHaveValue('1');
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');
  await apply.press('Enter');
  await expect(page.getByText('1 row done')).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'edit' });
});

test('an administrator sees what a partly failed line did, retries it and undoes it @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: team } = await createTeam({ client, path, body: { title: 'Fleeting' }, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  await page.getByLabel(csvName).fill('email,role,add to teams\nnova@press.example,edit,Fleeting');
  await expect(page.getByText('New member as editor; Joins “Fleeting”')).toBeVisible();
  await deleteTeam({ client, path: { ...path, teamId: team.id }, throwOnError: true });
  problems.expect(/404/);
  await page.getByRole('button', { name: 'Apply 1 row' }).press('Enter');
  const halfway = page.getByText('Done: added as a member. Failed: joining “Fleeting”.');
  await expect(halfway).toBeVisible();
  await expect(page.getByText('0 rows done')).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'edit' });
  // Completed steps don't run twice: a role that was changed since stays.
  await updateMember({
    client,
    path: { ...path, userId: await idOf(organization, 'nova') },
    body: { role: 'read' },
    throwOnError: true,
  });
  await page.getByRole('button', { name: 'Retry remaining 1' }).press('Enter');
  await expect(halfway).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'read' });
  const returning = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download revert CSV' }).press('Enter');
  expect((await parseDownload(await returning)).slice(1)).toEqual([
    ['nova@press.example', '', '', '', 'yes'],
  ]);
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('an administrator sees that people without an identity provider are not added @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  await page.getByLabel(csvName).fill('email,sso\nnova@press.example,yes');
  await expect(page.getByText('New member with the default role, SSO only')).toBeVisible();
  await page.getByRole('button', { name: 'Apply 1 row' }).press('Enter');
  await expect(page.getByText('Not added. No identity provider covers')).toBeVisible();
  await expect(page.getByText('0 rows done')).toBeVisible();
  expect(Object.keys(await rolesOf(organization))).toEqual([organization.admin.displayName]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator sees that a long file is not saved as a draft @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  const note = page.getByText('Too long to keep as a draft. Reloading the page discards it.');
  await page.getByLabel(csvName).fill(`email,role\n${','.repeat(200_000)}`);
  await expect(note).toBeVisible();
  await page.getByLabel(csvName).fill('email,role');
  await expect(note).toBeHidden();
});

test('a reader cannot select members @details', async ({ page, organization, signIn }) => {
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/members'));
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await navigateTo(page, organization.path('/members/import'));
  await expect(page.getByText('Only organization administrators can do this.')).toBeVisible();
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('an administrator selects members on a phone @repeats', async ({ page, organization, signIn }) => {
  await organization.addPerson('read', 'Una Read');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('checkbox', { name: 'Select Una Read' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: roleName }).click();
  await expect(page.getByRole('list', { name: planName }).getByText('Una Read')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await expectPageFits(page);
});

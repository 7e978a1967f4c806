import type { Locator, Page } from '@playwright/test';
import {
  createTeam,
  deleteTeam,
  listMembers,
  listTeamMembers,
  updateMember,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { exportedRows, readRowsOf } from '../support/downloads.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Members' });

/** The roles of everybody by name, as the server has them. */
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

test('an administrator changes the role of several members, sees who is left out, and takes it back', async ({
  page,
  organization,
  signIn,
}) => {
  await organization.addPerson('read', 'Una Read');
  await organization.addPerson('edit', 'Duo Edit');
  await organization.addPerson('read', 'Tria Read');
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  const bar = page.getByRole('toolbar', { name: '4 members selected' });
  await bar.getByRole('button', { name: 'Role…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Change the role of several members' });
  await dialog.getByLabel('Role').selectOption('Editor');
  const plan = dialog.getByRole('list', { name: 'Plan' });
  await expect(plan.getByRole('listitem').filter({ hasText: 'Una Read' })).toContainText('Reader → Editor');
  await expect(plan.getByRole('listitem').filter({ hasText: 'Duo Edit' })).toContainText('Editor already.');
  await expect(plan.getByRole('listitem').filter({ hasText: organization.admin.displayName })).toContainText(
    'The last administrator keeps the role',
  );
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Change role of 2' }).click();
  await expect(dialog.getByText('Done for 2 members')).toBeVisible();
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Result as CSV' }).click();
  const rows = await readRowsOf(await arriving);
  expect(rows.map(([name, , result]) => `${name}: ${result}`).toSorted()).toEqual([
    `${organization.admin.displayName}: refused`,
    'Duo Edit: skipped',
    'Tria Read: done',
    'Una Read: done',
    'name: result',
  ]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => rolesOf(organization)).toMatchObject({ 'Una Read': 'edit', 'Tria Read': 'edit' });
  await expectRow(table(page), { Member: 'Una Read', Role: 'Editor' });

  await page.keyboard.press('Control+z');
  const question = page.getByRole('dialog', { name: 'Undo “Made 2 members editors”?' });
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rolesOf(organization)).toMatchObject({ 'Una Read': 'read', 'Tria Read': 'read' });
  await expectRow(table(page), { Member: 'Una Read', Role: 'Reader' });
});

test('a selection by Shift goes into a team, and its members leave the organization', async ({
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
  const dialog = page.getByRole('dialog', { name: /several members to a team/ });
  await dialog.getByRole('option', { name: 'Writers' }).click();
  await dialog.getByRole('button', { name: 'Change team of 3' }).click();
  await expect(dialog.getByText('Done for 3 members')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(table(page).getByRole('row', { name: /Ina Two/ })).toContainText('1');

  await page.getByRole('toolbar').getByRole('button', { name: 'Remove…' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove several members' });
  await expect(removal.getByText('Loses 1 team').first()).toBeVisible();
  await removal.getByRole('button', { name: 'Remove 3' }).click();
  await expect(removal.getByText('Done for 3 members')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Nobody matches “ina”' })).toBeVisible();
  expect(Object.keys(await rolesOf(organization))).toEqual([organization.admin.displayName]);
});

test('all that match the filter are meant, also those that are not loaded', async ({
  page,
  organization,
  signIn,
}) => {
  for (let number = 0; number < 60; number += 1)
    await organization.addPerson('read', `Crowd Number ${number}`);
  await signIn(organization.admin);
  await page.goto(organization.path('/members?q=crowd'));
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await expect(page.getByRole('toolbar', { name: '50 members selected' })).toBeVisible();
  await page.getByRole('button', { name: 'Select all 60 members that match' }).click();
  await page
    .getByRole('toolbar', { name: '60 members selected' })
    .getByRole('button', { name: 'Single sign-on…' })
    .click();
  const dialog = page.getByRole('dialog', { name: /single sign-on/ });
  await dialog.getByRole('button', { name: 'Require it for 60' }).click();
  await expect(dialog.getByText('Done for 60 members')).toBeVisible();
  await page.keyboard.press('Escape');
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { limit: 100, search: 'crowd' },
    throwOnError: true,
  });
  expect(data.items.filter(({ sso }) => sso)).toHaveLength(60);
});

test('the members go into a file, and a changed file comes back after a look at what it would do', async ({
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

  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: /Change by CSV/ }).click();
  await expect(page.getByRole('heading', { name: 'Change members by CSV' })).toBeVisible();
  const lines = ['email,role', `${una.email},comment`, 'fresh.face@press.example,edit', `${una.email},king`];
  await page.getByLabel('Lines').fill(lines.join('\n'));
  const plan = page.getByRole('list', { name: 'Plan' });
  await expect(plan.getByText('Reader → Commenter')).toBeVisible();
  await expect(plan.getByText('Becomes a member as editor')).toBeVisible();
  await expect(plan.getByText('There is no role “king”.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Lines')).toHaveValue(lines.join('\n'));
  await page.getByRole('button', { name: 'Apply 2 lines' }).click();
  await expect(page.getByText('Done for 2 lines')).toBeVisible();
  await checkAccessibility(page);
  expect(await rolesOf(organization)).toMatchObject({ 'Una =Formula': 'comment', 'fresh.face': 'edit' });
  const returning = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Way back as CSV' }).click();
  expect(await readRowsOf(await returning)).toEqual([
    ['email', 'role', 'add to teams', 'leave teams', 'remove'],
    [una.email, 'read', '', '', ''],
    ['fresh.face@press.example', '', '', '', 'yes'],
  ]);
});

/** The addresses of the members of a team, as the server has them. */
async function rosterOf(organization: Organization, teamId: string): Promise<(string | undefined)[]> {
  const { data } = await listTeamMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id, teamId },
    query: { limit: 100 },
    throwOnError: true,
  });
  return data.items.map(({ organization: { user } }) => user.email).toSorted();
}

test('people who are new to a file join its teams, and a file in another encoding and with other separators does the same', async ({
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
  await page.getByLabel('Choose a file').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
  const plan = page.getByRole('list', { name: 'Plan' });
  await expect(plan.getByText('Becomes a member as editor; Joins “Customer support”')).toBeVisible();
  await expect(page.getByText('1 empty line left out.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply 2 lines' }).press('Enter');
  await expect(page.getByText('Done for 2 lines')).toBeVisible();
  expect(await rosterOf(organization, support.id)).toEqual([
    'nova.one@press.example',
    'nova.two@press.example',
  ]);
  expect(await rolesOf(organization)).toMatchObject({ 'nova.one': 'edit' });
});

test('a column that nothing is done with is listed, and has to be confirmed before the file is applied', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  await page
    .getByLabel('Lines')
    .fill('email,Team,Name,role,role\nnova@press.example,Customer support,Nova,edit,read');
  await expect(page.getByText('Ignored column: “Team”. Did you mean “add to teams”?')).toBeVisible();
  await expect(page.getByText('Ignored column: “Name”.')).toBeVisible();
  await expect(page.getByText('Ignored column: “role” (column 5)')).toBeVisible();
  await expect(page.getByText('Known columns: email, id, role')).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply 1 line' });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await checkAccessibility(page);
  await page.getByRole('checkbox', { name: 'Continue without these columns' }).press('Space');
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');

  // Another file asks again.
  await page.getByLabel('Lines').fill('email,Team\nnova@press.example,Customer support');
  await expect(page.getByRole('checkbox', { name: 'Continue without this column' })).not.toBeChecked();
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Lines').fill('email,role\nnova@press.example,edit');
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');
  await apply.press('Enter');
  await expect(page.getByText('Done for 1 line')).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'edit' });
});

test('a line that fails halfway says what was done of it, is tried again from there, and is taken back', async ({
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
  await page.getByLabel('Lines').fill('email,role,add to teams\nnova@press.example,edit,Fleeting');
  await expect(page.getByText('Becomes a member as editor; Joins “Fleeting”')).toBeVisible();
  await deleteTeam({ client, path: { ...path, teamId: team.id }, throwOnError: true });
  problems.expect(/404/);
  await page.getByRole('button', { name: 'Apply 1 line' }).press('Enter');
  const halfway = page.getByText('Done: became a member. Failed: joining “Fleeting”.');
  await expect(halfway).toBeVisible();
  await expect(page.getByText('Done for 0 lines')).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'edit' });
  // What was done is not done twice: a role that was changed meanwhile stays.
  await updateMember({
    client,
    path: { ...path, userId: await idOf(organization, 'nova') },
    body: { role: 'read' },
    throwOnError: true,
  });
  await page.getByRole('button', { name: 'Try the other 1' }).press('Enter');
  await expect(halfway).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({ nova: 'read' });
  const returning = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Way back as CSV' }).press('Enter');
  expect((await readRowsOf(await returning)).slice(1)).toEqual([['nova@press.example', '', '', '', 'yes']]);
});

test('somebody whom no identity provider covers is not added, and the line says so', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  await page.getByLabel('Lines').fill('email,sso\nnova@press.example,yes');
  await expect(page.getByText('Becomes a member with the default role, single sign-on only')).toBeVisible();
  await page.getByRole('button', { name: 'Apply 1 line' }).press('Enter');
  await expect(page.getByText('Not added: no identity provider of the organization covers')).toBeVisible();
  await expect(page.getByText('Done for 0 lines')).toBeVisible();
  expect(Object.keys(await rolesOf(organization))).toEqual([organization.admin.displayName]);
});

test('a file that is too long to be kept over a reload says so', async ({ page, organization, signIn }) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members/import'));
  const note = page.getByText('This text is too long to be kept: reloading the page loses it.');
  await page.getByLabel('Lines').fill(`email,role\n${','.repeat(200_000)}`);
  await expect(note).toBeVisible();
  await page.getByLabel('Lines').fill('email,role');
  await expect(note).toBeHidden();
});

test('a reader selects nobody', async ({ page, organization, signIn }) => {
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/members'));
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.goto(organization.path('/members/import'));
  await expect(page.getByText('Only administrators of the organization can do this.')).toBeVisible();
});

test('on a phone the selection and its dialog fit', async ({ page, organization, signIn }) => {
  await organization.addPerson('read', 'Una Read');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('checkbox', { name: 'Select Una Read' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Role…' }).click();
  await expect(page.getByRole('list', { name: 'Plan' }).getByText('Una Read')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

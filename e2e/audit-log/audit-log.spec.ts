import { createTeam, updateMember, inviteMembers, removeMember } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { accessDeniedName, mainName } from '../support/names.ts';

test('an administrator filters the audit log and opens an entry', async ({ page, organization, signIn }) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const remi = await organization.addPerson('read');
  await createTeam({ client, path, body: { title: 'Foghorns' } });
  await updateMember({ client, path: { ...path, userId: remi.id }, body: { role: 'edit' } });
  await signIn(organization.admin);
  await page.goto(organization.path());
  await page.getByRole('navigation', { name: mainName }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expectRow(log, { Event: 'Remi Reader', Change: 'Role: Reader → Editor', Actor: 'Ada Admin' });
  await expectRow(log, { Event: 'Foghorns' });

  await page.getByRole('combobox', { name: 'Action' }).selectOption('Update member');
  await expect(page).toHaveURL(/action=updateMember/);
  await expectNoRow(log, { Event: 'Foghorns' });
  await log.getByRole('link', { name: /Remi Reader/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('row', { name: /Role/ })).toContainText('Reader');
  await checkAccessibility(page, '[role="dialog"]');
  await page.reload();
  await expect(panel.getByText('updateMember')).toBeVisible();
  await panel.getByRole('link', { name: 'All changes to this item' }).click();
  await expect(page).toHaveURL(new RegExp(`target=${remi.id}`));
  await expect(panel).toBeHidden();

  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(organization.path('/audit-log'));
});

test.describe('the dates of the audit log', () => {
  test.use({ locale: 'en-GB' });

  test('a person types dates in the order of their language, and removes them one by one @details', async ({
    page,
    organization,
    signIn,
  }) => {
    await createTeam({
      client: organization.admin.client,
      path: { organizationId: organization.id },
      body: { title: 'Foghorns' },
    });
    await signIn(organization.admin);
    await page.goto(organization.path('/audit-log'));
    const log = page.getByRole('table', { name: 'Audit log' });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    const chips = page.getByRole('list', { name: 'Active filters' });
    await expect(from).toHaveAttribute('placeholder', 'dd/mm/yyyy');
    await from.fill('3.2.2020');
    await from.press('Enter');
    await expect(page).toHaveURL(/since=2020-02-03/);
    await expect(from).toHaveValue('03/02/2020');
    await expectRow(log, { Event: 'Foghorns' });

    await to.fill('31/02/2020');
    await to.press('Tab');
    await expect(page.getByRole('alert')).toHaveText('Enter a date: dd/mm/yyyy');
    await expect(to).toHaveAttribute('aria-invalid', 'true');
    await expect(page).not.toHaveURL(/until/);
    await checkAccessibility(page);
    await to.fill('2020-02-04');
    await to.press('Tab');
    await expect(page).toHaveURL(/since=2020-02-03&until=2020-02-04/);
    await expect(page.getByRole('heading', { name: 'No entries' })).toBeVisible();
    await expect(chips.getByRole('listitem')).toHaveText(['From 3 Feb 2020', 'To 4 Feb 2020']);

    await page.reload();
    await expect(to).toHaveValue('04/02/2020');
    await chips.getByRole('button', { name: 'Remove filter To 4 Feb 2020' }).press('Enter');
    await expect(page).not.toHaveURL(/until/);
    await expect(to).toHaveValue('');
    await expectRow(log, { Event: 'Foghorns' });
    await from.fill('');
    await from.press('Enter');
    await expect(page).toHaveURL(organization.path('/audit-log'));
    await expect(chips).toBeHidden();
  });
});

test('a reader sees on a phone who can read the audit log @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 403/);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/audit-log?since=never&actor=%00'));
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expectPageFits(page);
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/audit-log'));
  await expect(page.getByRole('heading', { name: accessDeniedName })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You don’t have access to this screen' })).toBeVisible();
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('an administrator sees names and roles of added members, also after their removal @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await inviteMembers({
    client,
    path,
    body: { emails: ['nova.star@press.example', 'sol.ray@press.example'], role: 'edit' },
    throwOnError: true,
  });
  await removeMember({ client, path: { ...path, userId: data.users[0] ?? '' }, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path('/audit-log?action=inviteMembers'));
  const line = page.getByRole('link', { name: 'Added nova.star and sol.ray with the role editor.' });
  await line.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('row', { name: /^Roles/ })).toContainText(
    'nova.star: Editor, sol.ray: Editor',
  );
  await expect(panel.getByRole('table')).not.toContainText(data.users[0] ?? '');
  await checkAccessibility(page, '[role="dialog"]');
});

import { listMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { exportedRows } from '../support/downloads.ts';
import { expectPageFits } from '../support/layout.ts';
import { changeRoleOfMembersName, mainName } from '../support/names.ts';

test('an administrator reviews who has more access than they need, acts on it and signs off', async ({
  page,
  organization,
  signIn,
}) => {
  const second = await organization.addPerson('admin', 'Second Admin');
  await organization.addPerson('guest', 'Gus Guest');
  await signIn(organization.admin);
  await page.goto(organization.path());
  await page.getByRole('navigation', { name: mainName }).getByRole('link', { name: 'Access review' }).click();
  const table = page.getByRole('table', { name: 'Members' });
  await expectRow(table, { Member: 'Second Admin', Role: 'Administrator' });

  await page.getByRole('checkbox', { name: 'Select Second Admin' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Change role…' }).click();
  const dialog = page.getByRole('dialog', { name: changeRoleOfMembersName });
  await expect(dialog.getByText('Administrator → Editor')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change role of 1' }).click();
  await expect(dialog.getByText('1 member done')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: /Administrators\s*1/ })).toBeVisible();
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { search: second.email },
    throwOnError: true,
  });
  expect(data.items[0]?.role).toBe('edit');

  await page.getByRole('tab', { name: /Guests/ }).click();
  await expect(page).toHaveURL(/show=guests/);
  await expectRow(table, { Member: 'Gus Guest' });
  await page.getByRole('tab', { name: /Disabled/ }).click();
  await expect(page.getByRole('heading', { name: 'No members' })).toBeVisible();
  await checkAccessibility(page);

  await page.getByLabel('Note').fill('Looked at with Gus');
  await page.getByRole('button', { name: 'Record review' }).click();
  const records = page.getByRole('list', { name: 'Past reviews' });
  await expect(records).toContainText('Looked at with Gus');
  await page.reload();
  await expect(records).toContainText(organization.admin.displayName);

  const rows = await exportedRows(page);
  expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(['name', 'Gus Guest']));
});

test('an administrator reads the access review on a phone @details', async ({
  page,
  organization,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/access-review?show=no-team'));
  await expect(page.getByRole('tab', { name: /No team/ })).toHaveAttribute('aria-selected', 'true');
  await expectPageFits(page);
});

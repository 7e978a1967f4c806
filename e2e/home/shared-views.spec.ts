/** Views that a person shares with the organization. */
import { createSharedView, listSharedViews, updateSharedView } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';

test('a person shares a view, another one opens it, and changes of both do not overwrite each other', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 409 .*\/shared-views\)$/, /status of 412 .*\/shared-views\//);
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createSharedView({
    client,
    path,
    body: { screen: 'members', name: 'Taken', search: '' },
    throwOnError: true,
  });
  const ada = await organization.addPerson('edit', 'Ada Author');
  await signIn(ada);
  await page.goto(organization.path('/members?role=admin'));
  const menu = page.getByRole('button', { name: 'Save, share or export list' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  const shared = dialog.getByRole('region', { name: 'Shared views' });
  await expect(shared.getByRole('listitem')).toHaveText([/^TakenShared by /]);
  // She can't change what others share.
  await expect(shared.getByRole('button', { name: 'Edit shared view Taken' })).toHaveCount(0);
  await checkAccessibility(page);
  await dialog.getByLabel('View name').fill('Taken');
  await dialog.getByLabel('Share with the organization').check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('A shared view of this list has the name “Taken” already.')).toBeVisible();
  await dialog.getByLabel('View name').fill('Administrators');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await menu.click();
  await page.getByRole('menuitemcheckbox', { name: 'Administrators' }).click();
  await expect(page).toHaveURL(/role=admin/);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await shared.getByRole('button', { name: 'Edit shared view Administrators' }).click();
  const form = shared.getByRole('form', { name: 'Edit shared view Administrators' });
  const { data } = await listSharedViews({ client, path, query: { screen: 'members' }, throwOnError: true });
  const sharedViewId = data.items.find(({ name }) => name === 'Administrators')?.id ?? '';
  await updateSharedView({
    client: ada.client,
    path: { ...path, sharedViewId },
    body: { search: '?role=create' },
    throwOnError: true,
  });
  await form.getByLabel('Name').fill('Admins');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('Someone else changed this view.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Admins');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await shared.getByRole('button', { name: 'Edit shared view Administrators' }).click();
  await form.getByLabel('Name').fill('Admins');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(shared.getByRole('listitem').filter({ hasText: 'Admins' })).toBeVisible();
  await shared.getByRole('button', { name: 'Stop sharing Admins' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing', exact: true }).click();
  await expect(shared.getByRole('listitem')).toHaveText([/^Taken/]);
});

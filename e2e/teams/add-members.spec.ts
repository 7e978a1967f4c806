import { createTeam, inviteMembers } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';

test('an administrator who adds people gets those first who are not in the team @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  // More than a page of members, all newer than the only one to add.
  const emails = Array.from({ length: 105 }, (_, at) => `keeper.${at}.${organization.id}@press.example`);
  const { data } = await inviteMembers({
    client,
    path,
    body: { emails, role: 'read' },
    throwOnError: true,
  });
  const body = { title: 'Foghorns', members: data.users };
  const { data: team } = await createTeam({ client, path, body, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`/teams/${team.id}/add`));
  const dialog = page.getByRole('dialog', { name: 'Add members to “Foghorns”' });
  const options = dialog.getByRole('listbox').getByRole('option');
  await expect(options.first()).toContainText(organization.admin.email);
  await expect(options.first()).toBeEnabled();
  await expect(options.nth(1)).toContainText('Already in the team');
  await expect(options.nth(1)).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Members' }).press('Enter');
  await expect(dialog.getByRole('list', { name: 'Selected' })).toContainText(organization.admin.displayName);
});

import { createTeam, getTeam, updateTeam } from '../src/api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from './fixtures.ts';

test('whoever renames what somebody else has just renamed chooses between theirs and mine', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: team } = await createTeam({ client, path, body: { title: 'Foghorns' }, throwOnError: true });
  const teamPath = { ...path, teamId: team.id };
  const titleNow = async () => (await getTeam({ client, path: teamPath, throwOnError: true })).data.title;
  await signIn(organization.admin);
  await page.goto(organization.path(`/teams/${team.id}/rename`));
  const form = page.getByRole('dialog', { name: /Rename the team/ });
  await form.getByLabel('Name', { exact: true }).fill('Mine');
  await updateTeam({ client, path: teamPath, body: { title: 'Theirs' } });

  await form.getByRole('button', { name: 'Rename' }).click();
  const question = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  await expect(question.getByText('Theirs', { exact: true }).last()).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await question.getByRole('button', { name: 'Back to the form' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Mine');
  expect(await titleNow()).toBe('Theirs');

  await form.getByRole('button', { name: 'Rename' }).click();
  await question.getByRole('button', { name: 'Save this' }).click();
  await expect.poll(titleNow).toBe('Mine');
  await expect(form).toBeHidden();
});

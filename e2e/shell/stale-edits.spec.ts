import {
  createTeam,
  getOrganization,
  getTeam,
  updateChangeRequest,
  updateOrganization,
  updateTeam,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { makeChangeRequest, makeSpace, readChangeRequest } from '../support/change-requests.ts';

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

test('in a form on a page each field is settled by itself, and undo brings back what was there before', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const now = async () => {
    const { data } = await getOrganization({ client, path, throwOnError: true });
    return [data.title, data.hostname, data.ai];
  };
  const name = organization.id.toLowerCase();
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/general'));
  const form = page.getByRole('form', { name: 'General settings' });
  await form.getByLabel('Name', { exact: true }).fill('Mine');
  await form.getByLabel(/^Hostname/).fill(`mine-${name}`);
  await updateOrganization({
    client,
    path,
    body: { title: 'Theirs', hostname: `theirs-${name}`, ai: true },
  });
  await form.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  await expect(question).toContainText('AI features is now Yes');
  await question.getByRole('group', { name: 'Hostname' }).getByLabel('Theirs').check();
  await question.getByRole('button', { name: 'Save this' }).click();
  await expect.poll(now).toEqual(['Mine', `theirs-${name}`, true]);
  const told = page.getByRole('region', { name: 'Notifications' });
  await told.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(now).toEqual(['Theirs', `theirs-${name}`, true]);
});

test('a subject that somebody else has changed meanwhile is not overwritten unseen', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const spaceId = await makeSpace(organization, 'Guides');
  const made = await makeChangeRequest(admin, spaceId, { subject: 'Ports' });
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${made.number}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await updateChangeRequest({ client: admin.client, path: made.path, body: { subject: 'Theirs' } });
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  await question.getByLabel('Theirs').check();
  await question.getByRole('button', { name: 'Save this' }).click();
  await expect(page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
  expect((await readChangeRequest(admin, made)).subject).toBe('Theirs');
});

import {
  createTeam,
  getOrganization,
  getTeam,
  updateChangeRequest,
  updateOrganization,
  updateTeam,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace, fetchChangeRequest } from '../support/change-requests.ts';
import { messagesName } from '../support/names.ts';

test('a person resolves a conflicting rename between both versions', async ({
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
  const form = page.getByRole('dialog', { name: /^Rename “/ });
  await form.getByLabel('Name', { exact: true }).fill('Your version');
  await updateTeam({ client, path: teamPath, body: { title: 'Their version' } });

  await form.getByRole('button', { name: 'Rename' }).click();
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(conflict.getByText('Their version', { exact: true }).last()).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await conflict.getByRole('button', { name: 'Back to form' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Your version');
  expect(await titleNow()).toBe('Their version');

  await form.getByRole('button', { name: 'Rename' }).click();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect.poll(titleNow).toBe('Your version');
  await expect(form).toBeHidden();
});

test('a person resolves conflicts field by field, and undo restores the previous values', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const now = async () => {
    const { data } = await getOrganization({ client, path, throwOnError: true });
    return [data.title, data.hostname, data.urls.logo, data.ai];
  };
  const name = organization.id.toLowerCase();
  await signIn(organization.admin);
  await page.goto(organization.path('/settings/general'));
  const form = page.getByRole('form', { name: 'General settings' });
  await form.getByLabel('Name', { exact: true }).fill('Your version');
  await form.getByLabel(/^Hostname/).fill(`mine-${name}`);
  const logo = new URL('/favicon.svg', page.url()).href;
  await updateOrganization({
    client,
    path,
    body: { title: 'Their version', hostname: `theirs-${name}`, logo, ai: true },
    throwOnError: true,
  });
  await form.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(conflict).toContainText(`Logo URL is now ${logo}`);
  await conflict.getByRole('group', { name: 'Hostname' }).getByLabel('Their version').check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect.poll(now).toEqual(['Your version', `theirs-${name}`, logo, true]);
  const notifications = page.getByRole('region', { name: messagesName });
  await notifications.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(now).toEqual(['Their version', `theirs-${name}`, logo, true]);
});

test('a person is asked before overwriting a subject that someone else changed @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const spaceId = await createTestSpace(organization, 'Guides');
  const created = await createTestChangeRequest(admin, spaceId, { subject: 'Ports' });
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${created.number}`));
  const write = async (subject: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  };
  await write('Your version');
  await updateChangeRequest({ client: admin.client, path: created.path, body: { subject: 'Their version' } });
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
  await conflict.getByLabel('Their version').check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Their version', level: 1 })).toBeVisible();
  expect((await fetchChangeRequest(admin, created)).subject).toBe('Their version');

  // A change between the comparison and the save is rejected by the server.
  await write('Last version');
  const patch = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Enter');
  expect((await patch).headers()).toHaveProperty('if-match');
  await expect(page.getByRole('heading', { name: 'Last version', level: 1 })).toBeVisible();
});

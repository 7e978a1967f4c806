import {
  createTeam,
  grantCollectionPermissions,
  listSpaceUserPermissions,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { parseDownload } from '../support/downloads.ts';
import { csvName, messagesName, revokeName } from '../support/names.ts';

test('an administrator sees who has access and why, and grants, changes, revokes and restores it', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Manuals: { Guide: null } });
  const { client } = organization.admin;
  await organization.addPerson('read', 'Edo Editor');
  const writer = await organization.addPerson('read', 'Wanda Writer');
  const { data: team } = await createTeam({
    client,
    path: { organizationId: organization.id },
    body: { title: 'Writers', members: [writer.id] },
    throwOnError: true,
  });
  const path = { spaceId: content.idOf('Guide') };
  await updateSpace({ client, path, body: { defaultLevel: 'inherit' } });
  await grantCollectionPermissions({
    client,
    path: { collectionId: content.idOf('Manuals') },
    body: { teams: [{ team: team.id, role: 'review' }] },
  });
  const granted = async () => {
    const { data } = await listSpaceUserPermissions({ client, path, throwOnError: true });
    return data.items.map(({ user, permission }) => `${user.displayName}: ${permission}`);
  };
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${path.spaceId}/access`));
  const table = page.getByRole('table', { name: 'People with access' });
  await expectRow(table, {
    Person: 'Wanda Writer',
    Role: 'Reviewer',
    Reason: /Granted to .*team.* on “Manuals”/,
  });
  await expectRow(table, {
    Person: 'Ada Admin',
    Role: 'Administrator',
    Reason: 'Organization administrator',
  });

  await page.getByRole('button', { name: 'Grant access' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant access to “Guide”' });
  await dialog.getByRole('button', { name: 'Grant access' }).click();
  await expect(dialog.getByText('Select at least one person or team.')).toBeVisible();
  await dialog.getByRole('combobox', { name: /^People/ }).fill('Edo');
  await dialog.getByRole('option', { name: /Edo Editor/ }).click();
  await dialog.getByLabel('Role').selectOption('Commenter');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Grant access' }).click();
  await expectRow(table, { Person: 'Edo Editor', Role: 'Commenter', Reason: /Granted directly here/ });
  expect(await granted()).toEqual(['Edo Editor: comment']);

  await page.getByRole('button', { name: 'Actions for Edo Editor' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Editor/ }).click();
  await expect.poll(granted).toEqual(['Edo Editor: edit']);
  await expectRow(table, { Person: 'Edo Editor', Role: 'Editor' });
  await page.getByRole('button', { name: 'Actions for Edo Editor' }).click();
  await page.getByRole('menuitem', { name: revokeName }).click();
  await expect.poll(granted).toEqual([]);
  const notifications = page.getByRole('region', { name: messagesName });
  await notifications.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(granted).toEqual(['Edo Editor: edit']);

  await page.getByLabel('Role', { exact: true }).selectOption('Reviewer');
  await expect(page).toHaveURL(/role=review/);
  await expect(table.getByText('Wanda Writer')).toBeVisible();
  await expect(table.getByText('Ada Admin')).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: csvName }).click(),
  ]);
  const [, wanda, ...others] = await parseDownload(file);
  expect(wanda?.slice(0, 5)).toEqual([
    'Wanda Writer',
    writer.email,
    'review',
    'Team',
    'Granted to the team “Writers” on “Manuals”',
  ]);
  expect(others).toEqual([]);

  await page.goto(organization.path(`/members/${writer.id}?tab=spaces`));
  await page.getByRole('button', { name: 'Actions for Guide' }).click();
  await page.getByRole('menuitem', { name: /^Explain access/ }).click();
  await expectRow(table, { Person: 'Wanda Writer', Reason: 'Granted to the team “Writers” on “Manuals”' });
  await expect(table.getByText('Ada Admin')).toHaveCount(0);
  await expect(page.getByLabel('Search people')).toHaveValue(writer.email);
});

test('an administrator manages access to a collection, with its teams @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Manuals: {} });
  const { client } = organization.admin;
  const { data: team } = await createTeam({
    client,
    path: { organizationId: organization.id },
    body: { title: 'Writers' },
    throwOnError: true,
  });
  const path = { collectionId: content.idOf('Manuals') };
  await grantCollectionPermissions({ client, path, body: { teams: [{ team: team.id, role: 'edit' }] } });
  await signIn(organization.admin);
  await page.goto(organization.path(`/collections/${path.collectionId}`));
  await page.getByRole('main').getByRole('link', { name: 'Access', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Access to Manuals' })).toBeVisible();
  const teams = page.getByRole('list', { name: 'Teams with access' });
  await teams.getByRole('button', { name: 'Access for Writers: Editor' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Reviewer/ }).click();
  await expect(teams.getByRole('button', { name: 'Access for Writers: Reviewer' })).toBeVisible();
});

test('a reader sees why they can’t manage access @details', async ({ organization, signIn, page }) => {
  const content = await createContent(organization, { Guide: null });
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId: content.idOf('Guide') }, body: { defaultLevel: 'read' } });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}/access`));
  await expect(page.getByText(/Requires the Creator role or higher on this space\./)).toBeVisible();
});

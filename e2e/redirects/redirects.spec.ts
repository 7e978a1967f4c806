import { createSiteRedirect } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { createTestSite } from '../support/site-structures.ts';

test('an administrator creates, finds, edits and deletes a redirect', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 400/);
  const { id } = await createTestSite(organization, { Guide: ['Guide v1'] });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/redirects`));
  await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New redirect' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New redirect' });
  await dialog.getByLabel('From').fill('/Old/*');
  await dialog.getByLabel('To', { exact: true }).fill('new');
  await dialog.getByRole('checkbox', { name: 'Append the rest of the path' }).check();
  await dialog.getByRole('button', { name: 'Create redirect' }).click();
  await expect(dialog.getByText(/must begin with "\/"/i)).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill('/new');
  await dialog.getByRole('button', { name: 'Create redirect' }).click();
  await expect(dialog).toBeHidden();
  const table = page.getByRole('table', { name: 'Redirects' });
  await expectRow(table, { From: '/Old/*', To: '/new + rest', Type: 'Permanent' });

  await page.getByRole('searchbox', { name: 'Search redirects' }).fill('nothing');
  await expect(page.getByRole('heading', { name: 'No redirects match “nothing”' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all redirects' }).click();
  await page.getByRole('button', { name: 'Actions for /Old/*' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit redirect' });
  await edit.getByLabel('Type').selectOption('Temporary (302)');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expectRow(table, { From: '/Old/*', Type: 'Temporary' });

  await page.getByRole('button', { name: 'Actions for /Old/*' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete redirect' }).click();
  await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
});

test('an administrator imports redirects, after fixing the problems of the file @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 400/);
  const { id, path } = await createTestSite(organization, { Guide: ['Guide v1'] });
  const { client } = organization.admin;
  await createSiteRedirect({ client, path, body: { source: '/a', target: '/b' }, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/redirects`));
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import redirects' });
  await dialog.getByRole('textbox', { name: 'CSV' }).fill('source,target\n/a,/c\nold,/new\n');
  await expect(dialog.getByText('Line 3, source: Must begin with "/".')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'CSV' }).fill('source,target\n/a,/c\n/old,/new\n');
  await expect(dialog.getByText('1 new, 1 replaced.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import redirects' }).click();
  const table = page.getByRole('table', { name: 'Redirects' });
  await expectRow(table, { From: '/a', To: '/c' });
  await expectRow(table, { From: '/old', To: '/new' });
});

test('a reader sees redirects and no active control @details', async ({ page, organization, signIn }) => {
  const { id } = await createTestSite(organization, { Guide: ['Guide v1'] });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/sites/${id}/redirects`));
  await expect(page.getByRole('button', { name: 'New redirect' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Import…' })).toHaveAttribute('aria-disabled', 'true');
});

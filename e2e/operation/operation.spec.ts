import { checkAccessibility, expect, test } from '../fixtures.ts';
import { runBinderyCommand } from '../support/administration.ts';

test('a person whom the command line makes an operator finds how the server is; nobody else does', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 403/);
  const { admin } = organization;
  await signIn(admin);
  await page.goto('/operation');
  await expect(page.getByText('Only operators of this server can see this.')).toBeVisible();
  await page.goto(organization.path(''));
  const menu = page.getByRole('button', { name: /^Your account/ });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Operation' })).toHaveCount(0);

  const folder = organization.server?.dataFolder ?? '';
  await runBinderyCommand(folder, 'operator', 'add', '--email', admin.email);
  await page.reload();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Operation' }).click();
  await expect(page.getByRole('heading', { name: 'Operation', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('Embedded database');
  await expect(page.getByRole('region', { name: 'What waits' })).toContainText('Jobs');
  await checkAccessibility(page);
  await runBinderyCommand(folder, 'operator', 'remove', '--email', admin.email);
});

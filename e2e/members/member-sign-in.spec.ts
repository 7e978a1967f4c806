import { checkAccessibility, expect, test } from '../fixtures.ts';

test('an administrator sees and ends what opens the organization for a member @details', async ({
  page,
  organization,
  signIn,
  browser,
}) => {
  const reader = await organization.addPerson('read', 'Remi Reader');
  const devices = [await browser.newContext(), await browser.newContext()];
  for (const context of devices) await signIn(reader, await context.newPage());
  const opens = async () => {
    const headers = { 'x-requested-with': 'console' };
    const statuses = await Promise.all(
      devices.map(async ({ request }) => (await request.post('/auth/refresh', { headers })).status()),
    );
    return statuses.filter((status) => status === 200).length;
  };
  expect(await opens()).toBe(2);
  await signIn(organization.admin);
  await page.goto(organization.path(`/members/${reader.id}`));
  await page.getByRole('tab', { name: 'Sign-in' }).click();
  const sessions = page.getByRole('table', { name: 'Sessions of Remi Reader' });
  const menus = sessions.getByRole('button', { name: /^Actions for/ });
  await expect(menus).toHaveCount(2);
  await checkAccessibility(page);
  await menus.first().press('Enter');
  await page.getByRole('menuitem', { name: 'End session…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).press('Enter');
  await expect(menus).toHaveCount(1);
  expect(await opens()).toBe(1);
  await page.getByRole('button', { name: 'Sign out Remi Reader…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('No session opens this organization for Remi Reader.')).toBeVisible();
  expect(await opens()).toBe(0);

  const tokens = page.getByRole('table', { name: 'API tokens of Remi Reader' });
  await tokens.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No API token of Remi Reader accesses this organization.')).toBeVisible();
  await page.goto(organization.path('/audit-log'));
  await expect(page.getByText(/Signed out Remi Reader/)).toBeVisible();
  for (const context of devices) await context.close();
});

test('a member without the role of an administrator has no list of sessions @details', async ({
  page,
  organization,
  signIn,
}) => {
  const reader = await organization.addPerson('read', 'Remi Reader');
  await signIn(reader);
  await page.goto(organization.path(`/members/${reader.id}`));
  await expect(page.getByRole('tab')).toHaveCount(2);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { runBinderyCommand } from '../support/administration.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

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

test('an operator sees the backups of a server that makes them, and has one made now', async ({ page }) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
  const server = await startServer({ empty: true, env: { BACKUP_URL: folder } });
  try {
    const { admin } = await createOrganization('Backups', server);
    await runBinderyCommand(server.dataFolder, 'operator', 'add', '--email', admin.email);
    await page.request.post(`${server.url}/auth/session`, { data: { token: admin.token } });
    await page.goto(`${server.url}/operation`);
    const section = page.getByRole('region', { name: 'Backups' });
    await expect(section).toContainText('Every 24 hours');
    const backups = section.getByRole('list', { name: 'Latest backups' }).getByRole('listitem');
    const begin = section.getByRole('button', { name: 'Back up now' });
    await begin.focus();
    await begin.press('Enter');
    await expect(section.getByRole('status')).toContainText('backup');
    await expect(backups.first()).toContainText('Checked', { timeout: 120_000 });
    await expect(section.getByRole('status')).toHaveCount(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))).not.toEqual([]);
    const restore = backups.first().getByRole('button', { name: 'Test restore' });
    await restore.focus();
    await restore.press('Enter');
    await expect(section.getByRole('status')).toContainText('backup');
    await expect(backups.first()).toContainText('Restored again', { timeout: 120_000 });
    await expect(backups.first()).toContainText('Checked');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAccessibility(page);
    }
    await page.goto('about:blank');
  } finally {
    await server.stop();
    removeData(server);
    rmSync(folder, { recursive: true, force: true });
  }
});

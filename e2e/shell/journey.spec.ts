import { expect, expectRow, test } from '../fixtures.ts';
import { mainName, newTeamName } from '../support/names.ts';
import { removeData, startServer } from '../support/server.ts';
import { readTree } from '../support/site-structures.ts';

/** A first session after installation, on its own server. */
test('a new user signs in with the printed link, reorders a site and finds the order after a restart @details', async ({
  browser,
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  let server = await startServer();
  try {
    const [link = ''] = /http\S+\/login#code=\S+/.exec(server.output()) ?? [];
    await test.step('sign in with the printed link', async () => {
      expect(link).not.toBe('');
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
      await expect(page).not.toHaveURL(/code=/);
      await page.getByRole('link', { name: /Skerry Instruments/ }).click();
      await expect(page.getByRole('navigation', { name: mainName })).toBeVisible();
    });

    await test.step('find a member', async () => {
      await page.getByRole('link', { name: 'Members', exact: true }).first().click();
      await page.getByRole('searchbox', { name: /Search/ }).fill('reader@demo');
      await expectRow(page.getByRole('table', { name: 'Members' }), {
        Member: 'reader@demo.example',
        Role: 'Reader',
      });
      await expect(page).toHaveURL(/q=reader/);
    });

    await test.step('create a team', async () => {
      await page.getByRole('link', { name: 'Teams', exact: true }).click();
      await page.getByRole('link', { name: newTeamName }).first().click();
      const dialog = page.getByRole('dialog', { name: newTeamName });
      await dialog.getByLabel('Name', { exact: true }).fill('Tide watchers');
      await dialog.getByRole('button', { name: 'Create team' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
      await expectRow(page.getByRole('table', { name: 'Teams' }), { Team: 'Tide watchers' });
    });

    // Only the visible rows of a long tree are in the document, so the order is checked by these two.
    const onTheBank = async (): Promise<string[]> =>
      (await readTree(page)).map((row) => row.trim()).filter((title) => ['Perch', 'Power'].includes(title));

    await test.step('move a section with the keyboard', async () => {
      await page.getByRole('link', { name: 'Sites', exact: true }).click();
      await page.getByRole('link', { name: 'Skerry help centre' }).click();
      await page.getByRole('treeitem', { name: /^Power/ }).click();
      expect(await onTheBank()).toEqual(['Perch', 'Power']);
      const moveResponse = page.waitForResponse((response) => response.url().endsWith('/move'));
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      expect((await moveResponse).status()).toBe(200);
      await expect.poll(onTheBank).toEqual(['Power', 'Perch']);
    });

    await test.step('restart the server and find everything where it was', async () => {
      problems.expectRestart();
      const { dataFolder, port, token } = server;
      await server.stop();
      server = await startServer({ dataFolder, port, env: { ADMIN_TOKEN: token } });
      await page.reload();
      await expect.poll(onTheBank).toEqual(['Power', 'Perch']);
      await page.getByRole('link', { name: 'Teams', exact: true }).click();
      await expectRow(page.getByRole('table', { name: 'Teams' }), { Team: 'Tide watchers' });
    });

    await test.step('sign out, and in again by the link, which works in this browser alone', async () => {
      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();
      await page.goto(link);
      await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
      const otherContext = await browser.newContext();
      const elsewhere = await otherContext.newPage();
      await elsewhere.goto(link);
      await expect(elsewhere.getByText('Sign-in link didn’t work')).toBeVisible();
      await otherContext.close();
    });
  } finally {
    await server.stop();
    removeData(server);
  }
});

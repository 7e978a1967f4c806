import { deleteSpace } from '#api/generated/sdk.gen.ts';
import { expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { exportedRows } from '../support/downloads.ts';

test('an administrator sees deleted spaces with the time left, restores one and undoes it @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null, Notes: null, Kept: null });
  const { client } = organization.admin;
  for (const title of ['Guide', 'Notes'])
    await deleteSpace({ client, path: { spaceId: content.idOf(title) } });
  await signIn(organization.admin);
  await page.goto(organization.path('/trash'));
  const table = page.getByRole('table', { name: 'Deleted spaces' });
  await expectRow(table, { Space: 'Guide', 'Time left': '6 days' });
  await page.getByLabel('Search deleted spaces').fill('note');
  await expectNoRow(table, { Space: 'Guide' });
  await expect(page).toHaveURL(/q=note/);
  const [, ...lines] = await exportedRows(page);
  expect(lines.map(([title]) => title)).toEqual(['Notes']);
  await page.getByRole('button', { name: 'Restore Notes' }).click();
  await expect(page.getByRole('heading', { name: 'No deleted spaces match “note”' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(content.order).toBe('Notes Kept');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await page
    .getByRole('dialog', { name: 'Delete space “Notes”?' })
    .getByRole('button', { name: 'Delete space' })
    .click();
  await expectRow(table, { Space: 'Notes' });
  await expect.poll(content.order).toBe('Kept');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator sees what an empty trash is for @repeats', async ({ organization, signIn, page }) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/trash'));
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
});

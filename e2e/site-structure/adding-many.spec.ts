/** Several items of a structure added at once. */
import type { Locator } from '@playwright/test';
import { deleteSpace, listSpaces } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { addName, addSpacesName } from '../support/names.ts';
import { openEditor, treeRow } from '../support/site-structures.ts';

const outline = { Start: ['Start here'], Help: ['Help v1'] };
const atFirst = 'Start(Start here) Help(Help v1)';
/** Pastes a text of several lines, as the clipboard does. */
const pasteText = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const titles = ['Guides', 'API', 'News'];

test('an administrator adds several spaces as sections, and the rest after one was refused', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 404/);
  const ids = await Promise.all(titles.map((title) => createTestSpace(organization, title)));
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: addName, exact: true }).click();
  await page.getByRole('menuitem', { name: /^Sections…/ }).click();
  const dialog = page.getByRole('dialog', { name: addSpacesName });
  for (const title of [...titles, 'Help v1']) await dialog.getByRole('option', { name: title }).click();
  await dialog.getByRole('option', { name: 'Help v1' }).click();
  const selectedSpaces = dialog.getByRole('list', { name: 'Selected spaces' }).getByRole('listitem');
  await expect(selectedSpaces).toContainText(titles);
  await expect(dialog.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(3);
  await checkAccessibility(page, '[role="dialog"]');

  const [, spaceId = ''] = ids;
  await deleteSpace({ client: organization.admin.client, path: { spaceId }, throwOnError: true });
  await dialog.getByRole('button', { name: addSpacesName }).click();
  await expect(dialog.getByText(/^1 of 3 are done\. Couldn’t add section “API”\./)).toBeVisible();
  await expect.poll(site.order).toBe(`${atFirst} Guides(Guides)`);
  await expect(selectedSpaces).toContainText(['API', 'News']);
  await dialog.getByRole('button', { name: 'Remove API' }).click();
  await dialog.getByRole('button', { name: addSpacesName }).click();
  await expect.poll(site.order).toBe(`${atFirst} Guides(Guides) News(News)`);
});

test('an administrator pastes titles: known ones are selected, new ones become empty spaces, undone at once', async ({
  organization,
  signIn,
  page,
}) => {
  await createTestSpace(organization, 'Guides');
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: addName, exact: true }).click();
  await page.getByRole('menuitem', { name: /^Sections…/ }).click();
  const dialog = page.getByRole('dialog', { name: addSpacesName });
  const field = dialog.getByRole('combobox', { name: 'Spaces' });
  await pasteText(field, `Guides\n${'x'.repeat(51)}`);
  await expect(dialog.getByRole('alert')).toContainText('Line 2 has 51 characters.');
  await pasteText(field, '1. Guides\n2. Tide tables\n3. Harbours');
  await expect(dialog.getByText(/No space has the title .*“Tide tables”.* and .*“Harbours”/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Selected spaces' }).getByRole('listitem')).toContainText([
    'Guides',
    'Tide tablesNew',
    'HarboursNew',
  ]);
  await field.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(site.order).toBe(`${atFirst} Guides(Guides) Tide tables(Tide tables) Harbours(Harbours)`);
  await expect(page.getByRole('toolbar', { name: '3 items selected' })).toBeVisible();
  await expect(treeRow(page, 'Harbours')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tree')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(site.order).toBe(atFirst);
  const { data } = await listSpaces({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    query: { title: 'Harbours' },
    throwOnError: true,
  });
  expect(data.items).toHaveLength(1);
});

test('an administrator adds several spaces as variants, of a section or a new one', async ({
  organization,
  signIn,
  page,
}) => {
  await Promise.all(titles.map((title) => createTestSpace(organization, title)));
  const { site } = await openEditor({ organization, signIn, page }, outline);
  const dialog = page.getByRole('dialog', { name: addSpacesName });
  const add = async (spaces: readonly string[], section: string) => {
    await page.getByRole('button', { name: addName, exact: true }).click();
    await page.getByRole('menuitem', { name: /^Sections…/ }).click();
    for (const space of spaces) await dialog.getByRole('option', { name: space }).click();
    await dialog.getByRole('radio', { name: 'All as variants of a section' }).check();
    await dialog.getByLabel('Section', { exact: true }).selectOption(section);
  };
  await add(['Guides', 'News', 'Help v1'], 'Help');
  await dialog.getByRole('button', { name: addSpacesName }).click();
  await expect(dialog.getByText(/“Help v1”.* is already there/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Help v1' }).click();
  await dialog.getByRole('button', { name: addSpacesName }).click();
  await expect.poll(site.order).toBe('Start(Start here) Help(Help v1 Guides News)');

  await add(['API', 'Guides'], 'New section');
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('Both');
  await dialog.getByRole('button', { name: addSpacesName }).click();
  await expect.poll(site.order).toBe('Start(Start here) Help(Help v1 Guides News) Both(API Guides)');
});

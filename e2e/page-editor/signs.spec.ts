/** Emoji and icons among the words of a page: by letters, by menus and by touch, and what is stored after it. */
import type { Page } from '@playwright/test';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createEditedPage, fieldOf, openEditor, saveStateOf } from './edited-page.ts';
import { open, seen, stored } from './visual-field.ts';

const choices = (page: Page) => page.getByRole('listbox');
const bolt = '<i class="fa-bolt">:bolt:</i>';

test('an author finds emoji and icons by letters after a colon, and passes and deletes each as one', async ({
  page,
}) => {
  await open(page, 'a');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' at 10:30, :rocke');
  await expect(choices(page).getByRole('option').first()).toHaveText('🚀rocket');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' :bolt');
  await page.keyboard.press('Escape');
  await expect(choices(page)).toBeHidden();
  // It comes back with the next letter.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('t');
  const icon = choices(page).getByRole('option', { name: 'bolt Icon', exact: true });
  await expect(icon).toBeVisible();
  await icon.click();
  expect(await stored(page)).toBe(`a at 10:30, 🚀 ${bolt}`);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await stored(page)).toBe('a at 10:30, 🚀 :bolt');
  await page.keyboard.press('ControlOrMeta+y');
  expect(await stored(page)).toBe(`a at 10:30, 🚀 ${bolt}`);
  await expect(page.getByRole('img', { name: 'Icon bolt' }).locator('svg')).toBeVisible();
  expect(await seen(page)).toBe('a at 10:30, 🚀 ');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  expect(await stored(page)).toBe(`a at 10:30, 🚀 x${bolt}`);
  await page.keyboard.press('Delete');
  expect(await stored(page)).toBe('a at 10:30, 🚀 x');
});

test('an author completes an emoji in a cell, and sees names between colons as emoji', async ({ page }) => {
  const table = '| a | b |\n|---|---|\n| 1 | :tada:  |';
  await open(page, `Done :rocket:\n\n${table}`);
  await expect.poll(() => seen(page)).toContain('Done 🚀');
  const cell = (row: number, column: number) => page.locator('tr').nth(row).locator('th, td').nth(column);
  await expect(cell(1, 1)).toHaveText('🎉');
  await cell(1, 0).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' :star');
  await expect(choices(page).getByRole('option').first()).toHaveText('⭐star');
  await page.keyboard.press('Enter');
  await expect(cell(1, 0).getByRole('textbox')).toBeFocused();
  await expect(cell(1, 0)).toHaveText('1 ⭐');
  expect(await stored(page)).toBe(`Done :rocket:\n\n${table.replace('| 1 |', '| 1 ⭐ |')}`);
  // What is chosen by a button meanwhile is meant for the cell.
  await page.evaluate(() => document.body.appendChild(document.createElement('button')).focus());
  await expect(cell(1, 0).getByRole('textbox')).toHaveCount(0);
  await page.evaluate(() =>
    window.fields.field?.apply((_text, { to }) => ({
      ...{ from: to, to, insert: '!' },
      selection: { from: to + 1, to: to + 1 },
    })),
  );
  await expect(cell(1, 0).getByRole('textbox')).toBeFocused();
  expect(await stored(page)).toBe(`Done :rocket:\n\n${table.replace('| 1 |', '| 1 ⭐! |')}`);
});

test('an author chooses emoji and icons by keys alone, and readers see them', async ({
  organization,
  signIn,
  page,
}) => {
  const text = '*  Oil*\r\n\r\nWicks ';
  const edited = await createEditedPage(organization, text, 'visual');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await fieldOf(page).press('ControlOrMeta+End');
  const menu = page.getByRole('button', { name: 'Emoji or icon' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Emoji…' }).press('Enter');
  const emoji = page.getByRole('dialog', { name: 'Choose emoji' });
  await expect(emoji.getByRole('option').first()).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('and ');
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Emoji…' }).press('Enter');
  await emoji.getByRole('combobox').pressSequentially('thumbs');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(emoji).toBeHidden();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('/icon');
  await expect(choices(page).getByRole('option')).toHaveText(['Icon…']);
  await page.keyboard.press('Enter');
  const icons = page.getByRole('dialog', { name: 'Choose icon' });
  await icons.getByRole('combobox').pressSequentially('bolt');
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await expect(icons).toBeHidden();
  await page.keyboard.type(' fast');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${text}and 👎\r\n\r\n${bolt} fast`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const frame = page
    .getByRole('region', { name: 'Preview of Lamps' })
    .locator('iframe:not([inert])')
    .contentFrame();
  await expect(frame.locator('p', { hasText: 'fast' }).locator('svg')).toHaveCount(1);
});

test.describe('by touch @details', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('an author chooses an icon on a phone, in a text with emoji by their names', async ({
    organization,
    signIn,
    page,
  }) => {
    const edited = await createEditedPage(organization, 'Oil :tada: ', 'source');
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await fieldOf(page).press('ControlOrMeta+End');
    const menu = page.getByRole('button', { name: 'Emoji or icon' });
    for (const [entry, query] of [
      ['Icon…', 'bolt'],
      ['Emoji…', 'rocket'],
    ] as const) {
      await menu.tap();
      await page.getByRole('menuitem', { name: entry }).tap();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill(query);
      await checkAccessibility(page);
      await dialog.getByRole('option').first().tap();
      await expect(dialog).toBeHidden();
    }
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    expect(await edited.stored()).toBe(`Oil :tada: ${bolt}:rocket:`);
  });
});

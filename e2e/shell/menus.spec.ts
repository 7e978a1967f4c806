import { expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { tabTo } from '../support/keyboard.ts';

test('a person who opens a menu by key is at its first entry, by pointer at none @details', async ({
  page,
  organization,
  signIn,
}) => {
  const space = await createTestSpace(organization, 'Guides');
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${space}`));
  const button = page.getByRole('button', { name: 'More actions' });
  const entries = page.getByRole('menuitem');
  // Also the first time, when the menu is not loaded yet.
  for (const key of ['Enter', ' ', 'Enter']) {
    await tabTo(page, button);
    await page.keyboard.press(key);
    await expect(entries.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entries.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  await button.click();
  await expect(page.getByRole('menu')).toBeFocused();
});

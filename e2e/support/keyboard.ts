/** Keyboard-only actions: focus moves by keys only. */
import { expect, type Locator, type Page } from '@playwright/test';

const maxPresses = 150;

/** Once the last key has moved the focus, which menus do in a timeout. */
const hasFocus = (target: Locator) =>
  target.evaluate(async (element) => {
    await new Promise((resolve) => setTimeout(resolve));
    return element === document.activeElement;
  });

async function pressUntilFocused(page: Page, target: Locator, key: string): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} not reached after ${maxPresses} presses of ${key}.`);
}

/** Presses Tab until a control has the focus. */
export const tabTo = (page: Page, control: Locator): Promise<void> => pressUntilFocused(page, control, 'Tab');

/** Tabs to a control and presses Enter. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Tabs to a select and types an option. */
export async function selectByTyping(page: Page, select: Locator, choice: string): Promise<void> {
  await tabTo(page, select);
  await page.keyboard.type(choice);
  await expect(select.locator('option:checked')).toHaveText(choice);
}

/** Tabs to the first choice of a group, of which none is checked, and goes on to another one. */
export async function checkRadio(page: Page, group: Locator, choice: Locator): Promise<void> {
  await tabTo(page, group.getByRole('radio').first());
  await pressUntilFocused(page, choice, 'ArrowDown');
}

/** Selects an item of the open menu with the arrow keys. */
export async function selectMenuItem(page: Page, line: Locator): Promise<void> {
  await pressUntilFocused(page, line, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** Opens the menu of a button and selects an item. */
export async function openMenuAndSelect(page: Page, button: Locator, line: Locator): Promise<void> {
  await press(page, button);
  await selectMenuItem(page, line);
}

/** Goes to another screen by a key sequence such as `g m`, and waits for its heading. */
export async function goTo(page: Page, keys: string, heading: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
}

/** Presses N to open the create dialog, once available. */
export async function openCreateDialog(page: Page, dialog: Locator): Promise<void> {
  await page.getByRole('link', { name: /^New / }).first().waitFor();
  // A visible screen handles keys a moment later.
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(dialog).toBeVisible({ timeout: 5000 });
  }).toPass();
}

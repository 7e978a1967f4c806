/** How both fields take what people type: right to left, composed, by touch, spelled and searched. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  openEditor,
  saveStateOf,
  typeAtEnd,
} from './edited-page.ts';

async function save(page: Page, edited: EditedPage): Promise<string> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  return edited.stored();
}

const fields = ['editor', 'plain field'] as const;

async function choose(page: Page, field: (typeof fields)[number]): Promise<void> {
  if (field === 'editor') return;
  await page.getByRole('button', { name: 'Plain text field' }).click();
  await expect(page.locator('textarea')).toBeFocused();
}

// Repeats: a daily test differs only in a text, a width, a field or an answer.
test('an author writes lines from right to left beside others @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'Oil\n\n\u0632\u064a\u062a');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const directions = () =>
    fieldOf(page).evaluate((field) =>
      [...field.querySelectorAll('.cm-line')].map((line) => getComputedStyle(line).direction),
    );
  expect(await directions()).toEqual(['ltr', 'ltr', 'rtl']);
  await typeAtEnd(page, ' \u0648\u0641\u062a\u064a\u0644');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Wicks');
  expect(await directions()).toEqual(['ltr', 'ltr', 'rtl', 'ltr']);
  // Home is where such a line begins, at its right.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.type('\u0627\u0644');
  expect(await save(page, edited)).toBe(
    'Oil\n\n\u0627\u0644\u0632\u064a\u062a \u0648\u0641\u062a\u064a\u0644\nWicks',
  );
});

for (const field of fields) {
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`an author composes characters in the ${field}${field === 'plain field' ? ' @repeats' : ''}`, async ({
    organization,
    signIn,
    page,
    context,
  }) => {
    const edited = await createEditedPage(organization, 'See');
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await choose(page, field);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' ');
    const devtools = await context.newCDPSession(page);
    for (const text of ['\u306b', '\u306b\u307b', '\u306b\u307b\u3093', '\u65e5\u672c'])
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await devtools.send('Input.insertText', { text: '\u65e5\u672c' });
    await page.keyboard.type('!');
    expect(await save(page, edited)).toBe('See \u65e5\u672c!');
  });

  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`the browser checks the spelling in the ${field}, and Tab leaves it${field === 'plain field' ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
  }) => {
    const edited = await createEditedPage(organization, 'See');
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await choose(page, field);
    await expect(fieldOf(page)).toHaveAttribute('spellcheck', 'true');
    await page.keyboard.press('Tab');
    await expect(fieldOf(page)).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(fieldOf(page)).toBeFocused();
    await expect(saveStateOf(page)).toHaveText('Saved');
  });
}

test('an author replaces all places of a word by keyboard @details', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'oil, more oil\n\noil');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('oil');
  await page.getByRole('textbox', { name: 'Replace' }).press('ControlOrMeta+a');
  await page.keyboard.type('wax');
  await page.getByRole('button', { name: 'Replace all', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  expect(await save(page, edited)).toBe('wax, more wax\n\nwax');
});

test('an author writes and formats by touch @details', async ({ organization, signIn, browser }) => {
  const edited = await createEditedPage(organization, 'Oil');
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(organization.admin, page);
  await page.goto(organization.path(edited.editor));
  await fieldOf(page).tap();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' }).tap();
  await expect(fieldOf(page)).toContainText('**Oil**');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' lamps');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe('**Oil** lamps');
  await context.close();
});

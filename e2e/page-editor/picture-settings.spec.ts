/** What is set of a picture in the visual view: by keys, by mouse and by touch, and what is stored after it. */
import type { Page } from '@playwright/test';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { chooseFiles, pixel, testPicture } from '../support/pictures.ts';
import { createEditedPage, fieldOf, filesOf, openEditor, saveStateOf } from './edited-page.ts';
import { field, open, stored } from './visual-field.ts';

const popover = (page: Page) => page.getByRole('group', { name: 'Picture', exact: true }).last();
const settings = (page: Page) => page.getByRole('form', { name: 'Settings of picture' });

/** What the field reads out from now on: it is there for a moment only. */
async function announcements(page: Page): Promise<() => Promise<string[]>> {
  const list = await page.evaluateHandle(() => {
    const said: string[] = [];
    const region = document.querySelector('main > div')?.shadowRoot?.querySelector('.cm-announced');
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement) said.push(node.textContent);
    }).observe(region ?? document, { childList: true });
    return said;
  });
  return () => list.jsonValue();
}

test('an author describes a picture and gives it a caption, a size and a link by keys alone', async ({
  page,
}) => {
  await open(page, 'a\n\n![](/files/c)\n\nd');
  const announced = await announcements(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(announced).toEqual(['Picture without description. Tab leads to its settings.']);
  await expect(popover(page)).toContainText('No description');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Settings of picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  const description = settings(page).getByRole('textbox', { name: 'Description' });
  await expect(description).toBeFocused();
  const hint = settings(page).getByText('Leave it empty for decoration.');
  await expect(hint).toBeVisible();
  await page.keyboard.type('An [owl]');
  await expect(hint).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Asleep');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  expect(await stored(page)).toBe('a\n\n![An \\[owl\\]](/files/c "Asleep")\n\nd');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(description).toBeFocused();
  await settings(page).getByRole('combobox', { name: 'Size' }).selectOption('Medium');
  await settings(page).getByRole('textbox', { name: 'Link' }).fill('b.md');
  await page.keyboard.press('Enter');
  const figure =
    '<figure><a href="b.md"><img src="/files/c" alt="An [owl]" width="375"></a><figcaption>Asleep</figcaption></figure>';
  expect(await stored(page)).toBe(`a\n\n${figure}\n\nd`);
  await expect(page.getByRole('group', { name: 'Picture: An [owl]' })).toContainText('Asleep');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('lost');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
  expect(await stored(page)).toBe(`a\n\n${figure}\n\nd`);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ControlOrMeta+z');
  expect(await stored(page)).toBe('a\n\n![](/files/c)\n\nd');
});

test('an author sets and removes a picture among words by mouse', async ({ page }) => {
  await open(page, 'an ![owl](/files/c) asleep');
  await page.locator('.cm-no-picture').click();
  await popover(page).getByRole('button', { name: 'Settings of picture' }).click();
  await expect(settings(page).getByRole('textbox', { name: 'Caption' })).toHaveCount(0);
  await settings(page).getByRole('combobox', { name: 'Size' }).selectOption('Line of text');
  await settings(page).getByRole('button', { name: 'Apply' }).click();
  expect(await stored(page)).toBe('an <img src="/files/c" alt="owl" data-size="line"> asleep');
  await popover(page).getByRole('button', { name: 'Remove picture', exact: true }).click();
  expect(await stored(page)).toBe('an  asleep');
});

test.describe('by touch @details', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('an author describes a picture on a phone, and removes it', async ({ page }) => {
    await open(page, 'a\n\n> ![](/files/c)\n\nd');
    await page.locator('.cm-no-picture').tap();
    await popover(page).getByRole('button', { name: 'Settings of picture' }).tap();
    await settings(page).getByRole('textbox', { name: 'Description' }).fill('An owl');
    await settings(page).getByRole('button', { name: 'Apply' }).tap();
    expect(await stored(page)).toBe('a\n\n> ![An owl](/files/c)\n\nd');
    await popover(page).getByRole('button', { name: 'Remove picture', exact: true }).tap();
    expect(await stored(page)).toBe('a\n\nd');
  });
});

test('an author replaces a picture and gives it another one for dark mode, which readers see', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(
    organization,
    '*  Oil*\r\n\r\n![An owl](https://a.example/owl.png "Asleep")\r\n\r\nWicks',
    'visual',
  );
  // Nothing is asked of other hosts.
  await page.route('https://a.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: pixel }),
  );
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await popover(page).getByRole('button', { name: 'Replace picture' }).click();
  const replace = page.getByRole('dialog', { name: 'Replace picture' });
  await checkAccessibility(page);
  await chooseFiles(page, replace.getByRole('button', { name: 'Choose file…' }), [testPicture()]);
  await expect(replace).toBeHidden();
  await expect(saveStateOf(page)).toHaveText('Saved');
  const text = (image: string) => `*  Oil*\r\n\r\n${image}\r\n\r\nWicks`;
  await expect.poll(edited.stored).toContain('/files/');
  const [file] = await filesOf(organization, edited);
  await expect.poll(edited.stored).toBe(text(`![An owl](/files/${file?.id} "Asleep")`));
  await fieldOf(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+k');
  await settings(page).getByRole('textbox', { name: 'Description' }).fill('A barn owl');
  await settings(page).getByRole('button', { name: 'Choose picture for dark mode' }).click();
  const dark = page.getByRole('dialog', { name: 'Picture for dark mode' });
  await dark.getByRole('combobox').fill('https://a.example/night.png');
  await dark.getByRole('option').first().click();
  await expect(dark).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(settings(page)).toContainText('https://a.example/night.png');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await settings(page).getByRole('button', { name: 'Choose page or file for link' }).click();
  const link = page.getByRole('dialog', { name: 'Insert link' });
  await link.getByRole('combobox').fill('https://a.example/owls');
  await link.getByRole('option').first().click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect
    .poll(edited.stored)
    .toBe(
      text(
        `<figure><a href="https://a.example/owls"><picture><source srcset="https://a.example/night.png" media="(prefers-color-scheme: dark)"><img src="/files/${file?.id}" alt="A barn owl"></picture></a><figcaption>Asleep</figcaption></figure>`,
      ),
    );
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const frame = page
    .getByRole('region', { name: 'Preview of Lamps' })
    .locator('iframe:not([inert])')
    .contentFrame();
  await expect(
    frame.getByRole('figure', { name: 'Asleep' }).getByRole('link').getByRole('img', { name: 'A barn owl' }),
  ).toHaveCount(1);
  await expect(frame.locator('picture > source')).toHaveCount(1);
});

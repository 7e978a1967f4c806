import type { Page } from '@playwright/test';
import { mergeChangeRequest } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { publishLamps } from '../support/published-sites.ts';
import { createEditedPage, editPage, fieldOf, openEditor, saveStateOf, typeAtEnd } from './edited-page.ts';

const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview of Lamps' });

/** Buttons that make nothing by themselves. */
const others = new Set([
  'Heading',
  'Link to page or file',
  'Insert block',
  'Check text',
  'Emoji or icon',
  'Find and replace',
  'Reusable content',
]);

/** The page that the preview shows. */
const shownPage = (page: Page) => previewOf(page).locator('iframe:not([inert])').contentFrame();

const toggle = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true });

test('an author sees the page as its readers will, while writing', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, 'Fill it.\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await toggle(page).press('Enter');
  await expect(shownPage(page).getByText('Fill it.')).toBeVisible();
  await typeAtEnd(page, '\n{% hint style="info" %}\nHot\n{% endhint %}\n');
  await expect(shownPage(page).getByText('Hot')).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  await checkAccessibility(page);

  // The choice is remembered, and nothing is loaded for a closed preview.
  await openEditor(page, organization, edited);
  await expect(shownPage(page).getByText('Fill it.')).toBeVisible();
  await toggle(page).press('Enter');
  await expect(previewOf(page)).toBeHidden();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openEditor(page, organization, edited);
  await typeAtEnd(page, 'More');
  expect(requested.filter((url) => /page-preview|\/published\//.test(url))).toEqual([]);
});

test('text and preview scroll together @details', async ({ organization, signIn, page }) => {
  const parts = Array.from({ length: 60 }, (_, index) => `## Part ${index}\n\nText of part ${index}.\n\n`);
  const edited = await createEditedPage(organization, parts.join(''));
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await toggle(page).click();
  await expect(shownPage(page).getByText('Text of part 0.')).toBeVisible();
  const lineAt = () =>
    fieldOf(page).evaluate((field) => {
      const scroller = field.parentElement;
      const { top = 0 } = scroller?.getBoundingClientRect() ?? {};
      const lines = [...field.querySelectorAll('.cm-line')].filter((line) => line.textContent !== '');
      return lines.find((line) => line.getBoundingClientRect().bottom > top + 40)?.textContent ?? '';
    });
  await page.keyboard.press('ControlOrMeta+Home');
  await fieldOf(page).hover();
  await page.mouse.wheel(0, 2400);
  await expect(shownPage(page).getByText('Text of part 30.')).toBeInViewport();
  await expect(shownPage(page).getByText('Text of part 0.', { exact: true })).not.toBeInViewport();
  // Typed text appears at the same place.
  const place = await lineAt();
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.insertText('New ');
  await expect(shownPage(page).getByText('New ')).toBeAttached();
  await expect(shownPage(page).getByText('Text of part 0.', { exact: true })).not.toBeInViewport();
  expect(place).not.toContain('part 0.');
  // The other way round.
  await previewOf(page).hover();
  await page.mouse.wheel(0, -9000);
  await expect.poll(lineAt).toMatch(/part 0\b/i);
});

test('on a phone, the preview takes the place of the text and gives it back @details', async ({
  organization,
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const edited = await createEditedPage(organization, 'Fill it.\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await toggle(page).click();
  await expect(shownPage(page).getByText('Fill it.')).toBeVisible();
  await expect(fieldOf(page)).toBeHidden();
  await toggle(page).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Now. ');
  await expect(fieldOf(page)).toContainText('Now. Fill it.');
});

/** Inserts a picture at an address. */
async function choosePicture(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Insert picture' });
  await dialog.getByRole('combobox').fill(new URL('/files/none.png', page.url()).href);
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: /Decorative/ }).check();
  await dialog.getByRole('button', { name: 'Insert picture' }).click();
}

test('each block of the toolbar and the list is published as its preview shows it @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  // There is no picture at the address.
  problems.expect(/status of 404/);
  const { base, spaceId, pageId } = await publishLamps(organization, 'Fill it.\n');
  const edited = await editPage(organization, spaceId, pageId);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await toggle(page).click();
  await expect(shownPage(page).getByText('Fill it.')).toBeVisible();
  await fieldOf(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('Start');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const dialog = page.getByRole('dialog', { name: 'Insert block' });
  await toolbar.getByRole('button', { name: 'Insert block' }).click();
  await expect(dialog.getByRole('option', { name: 'Divider' })).toBeVisible();
  const options = await dialog.getByRole('option').allTextContents();
  // These ask for one.
  const asking = new Set(['Reusable content…', 'Emoji…', 'Icon…']);
  const optionNames = options.filter((name) => !asking.has(name));
  await page.keyboard.press('Escape');
  const buttons = await toolbar
    .getByRole('button')
    .evaluateAll((found) => found.map((button) => button.getAttribute('aria-label') ?? ''));
  const commandNames = [...buttons.filter((label) => !others.has(label)), ...optionNames];
  for (const [index, label] of commandNames.entries()) {
    await fieldOf(page).press('ControlOrMeta+End');
    await page.keyboard.insertText(`\n\nPart ${index}: ${label}\n\nWords`);
    if (index < commandNames.length - optionNames.length)
      await toolbar.getByRole('button', { name: label, exact: true }).click();
    else {
      await toolbar.getByRole('button', { name: 'Insert block' }).click();
      await dialog.getByRole('option', { name: label, exact: true }).click();
    }
    if (label === 'Picture…') await choosePicture(page);
    await expect(fieldOf(page)).toBeFocused();
  }
  await fieldOf(page).press('ControlOrMeta+End');
  await page.keyboard.insertText('\n\nThe end.');
  await expect(shownPage(page).getByText('The end.')).toBeVisible();
  const url = (await previewOf(page).locator('iframe:not([inert])').getAttribute('src')) ?? '';
  const previewed = await blocksAt(page, url);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await mergeChangeRequest({ client: organization.admin.client, path: edited.path, throwOnError: true });
  expect(previewed).toHaveLength(commandNames.length);
  expect(commandNames.length).toBeGreaterThan(24);
  expect(previewed).toEqual(await blocksAt(page, base));
});

/** The HTML of each block as sent, without the additions of scripts. */
async function blocksAt(page: Page, url: string): Promise<string[]> {
  const response = await page.request.get(url);
  expect(response.ok()).toBe(true);
  // A text that is not saved has no feed.
  const html = (await response.text()).replaceAll(/<p class="feed">.*?<\/p>/gs, '');
  return html.slice(html.indexOf('>Part 0:'), html.indexOf('The end.')).split(/(?=>Part \d+:)/);
}

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an open preview becomes dark with the console @repeats', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, 'Fill it.\n');
  await signIn(organization.admin);
  await page.emulateMedia({ colorScheme: 'light' });
  await openEditor(page, organization, edited);
  await toggle(page).click();
  await expect(shownPage(page).getByText('Fill it.')).toBeVisible();
  const root = shownPage(page).locator('html');
  await expect(root).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  // The frame may be loaded again in between.
  await expect(root).toHaveCSS('color-scheme', 'dark');
});

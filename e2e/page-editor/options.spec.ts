/** The fields of a page beside its text. */
import { editChangeRequestContent, getChangeRequestPage } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { breakRequests } from '../support/broken-requests.ts';
import { uploadFile } from '../support/pictures.ts';
import { insertPage } from '../support/space-pages.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  filesOf,
  openEditor,
  saveStateOf,
  typeAtEnd,
} from './edited-page.ts';

/** The page as the server has it. */
async function fetchPage({ admin }: Organization, { path, pageId }: EditedPage) {
  const { data } = await getChangeRequestPage({
    client: admin.client,
    path: { ...path, pageId },
    query: { format: 'markdown' },
    throwOnError: true,
  });
  return data;
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"/>');

test('an author changes title, slug and visibility of a page with its text, by keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'Oil.');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/content')) saves.push(request.url());
  });
  await typeAtEnd(page, ' Wicks.');
  await page.getByRole('button', { name: 'Page options' }).press('Enter');
  const options = page.getByRole('complementary', { name: 'Page options' });
  const slug = options.getByRole('textbox', { name: 'Slug' });
  await expect(options).toContainText('Path: /lamps');
  await slug.fill('oil-lamps');
  await expect(options).toContainText('Path: /oil-lamps. /lamps will lead here.');
  await options.getByRole('textbox', { name: 'Description' }).fill('Light from oil.');
  await options.getByRole('textbox', { name: 'Emoji' }).fill('🪔');
  await options.getByRole('checkbox', { name: 'Hidden from navigation' }).press('Space');
  await options.getByRole('checkbox', { name: 'Excluded from search' }).press('Space');
  await options.getByRole('checkbox', { name: 'Outline' }).press('Space');
  await page.getByRole('textbox', { name: 'Title' }).fill('Oil lamps');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(saves).toHaveLength(1);
  expect(await fetchPage(organization, edited)).toMatchObject({
    title: 'Oil lamps',
    slug: 'oil-lamps',
    description: 'Light from oil.',
    emoji: '🪔',
    hidden: true,
    noIndex: true,
    layout: { outline: false },
    markdown: 'Oil. Wicks.',
  });
  // Enter leads from the title to the text, whose field is still the same one.
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  // The choice is remembered, and what was saved is shown.
  await page.reload();
  await expect(options.getByRole('textbox', { name: 'Description' })).toHaveValue('Light from oil.');
  await expect(options.getByRole('checkbox', { name: 'Outline' })).not.toBeChecked();
});

test('an author sees at the field what the server refuses, and the rest is saved @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  const edited = await createEditedPage(organization, 'Oil.');
  await editChangeRequestContent({
    client: organization.admin.client,
    path: edited.path,
    body: { changes: [insertPage('Wicks', '')] },
    throwOnError: true,
  });
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' Glass.');
  await page.getByRole('button', { name: 'Page options' }).click();
  const slug = page.getByRole('textbox', { name: 'Slug' });
  await slug.fill('wicks');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(slug).toHaveAccessibleDescription(/is already used by “Wicks”/i);
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: check the page options');
  expect(await edited.stored()).toBe('Oil. Glass.');
  // Kept over a reload.
  await page.reload();
  await expect(slug).toHaveValue('wicks');
  await slug.fill('glass');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await fetchPage(organization, edited)).toMatchObject({ slug: 'glass' });
  await page.getByRole('textbox', { name: 'Title' }).fill('');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Required');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('options that could not be saved stay as typed, and are saved once @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of (500|409)/, /^500 /, /ERR_/);
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.getByRole('button', { name: 'Page options' }).press('Enter');
  const description = page
    .getByRole('complementary', { name: 'Page options' })
    .getByRole('textbox', { name: 'Description' });
  for (const fault of [500, 'offline', 'lost response'] as const) {
    const typed = `Light in spite of ${fault}.`;
    const fix = await breakRequests(page, ['POST', /\/change-requests\/[^/]+\/content$/], fault);
    await description.fill(typed);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toContainText('Kept in this browser, not saved');
    await expect(description).toHaveValue(typed);
    await fix();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    await expect(description).toHaveValue(typed);
    expect(await fetchPage(organization, edited)).toMatchObject({ title: 'Lamps', description: typed });
  }
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('two authors change the same title, and the second one chooses @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const edited = await createEditedPage(organization, 'Oil.');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await editChangeRequestContent({
    client: organization.admin.client,
    path: edited.path,
    body: {
      changes: [
        { operation: 'update_page', page: edited.pageId, title: 'Gas lamps', description: 'Of gas.' },
      ],
    },
    throwOnError: true,
  });
  await page.getByRole('textbox', { name: 'Title' }).fill('Oil lamps');
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the same options' });
  await expect(dialog.getByRole('group', { name: 'Title' })).toContainText('Gas lamps');
  await dialog.getByRole('radio', { name: /^Yours/ }).check();
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await fetchPage(organization, edited)).toMatchObject({
    title: 'Oil lamps',
    description: 'Of gas.',
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  // Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
  test('an author selects and removes a cover @repeats', async ({ organization, signIn, page }) => {
    const edited = await createEditedPage(organization, 'Oil.');
    const upload = await uploadFile(organization.admin, edited.spaceId, { name: 'wick.svg', buffer: svg });
    await editChangeRequestContent({
      client: organization.admin.client,
      path: edited.path,
      body: { changes: [{ operation: 'insert_file', upload }] },
      throwOnError: true,
    });
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await page.getByRole('button', { name: 'Page options' }).click();
    const options = page.getByRole('dialog', { name: 'Page options' });
    await options.getByRole('button', { name: 'Select picture…' }).press('Enter');
    const pictures = page.getByRole('dialog', { name: 'Select cover' });
    await expect(pictures.getByRole('option', { name: 'wick.svg' })).toBeVisible();
    await checkAccessibility(page);
    await page.keyboard.press('Enter');
    await expect(options.getByRole('img', { name: 'wick.svg' })).toBeVisible();
    await options.getByRole('radio', { name: 'Above the text' }).press('Space');
    await checkAccessibility(page);
    await options.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(saveStateOf(page).last()).toHaveText('Saved');
    await options.getByRole('button', { name: 'Close' }).click();
    expect(await fetchPage(organization, edited)).toMatchObject({
      cover: { ref: { kind: 'file', file: upload } },
      layout: { coverSize: 'hero' },
    });
    await page.getByRole('button', { name: 'Page options' }).click();
    await options.getByRole('button', { name: 'Remove cover' }).click();
    await options.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    expect(await fetchPage(organization, edited)).not.toHaveProperty('cover');
  });
});

test('an author uploads a cover, by keyboard, and reads which files can’t be one @details', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'Oil.');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.getByRole('button', { name: 'Page options' }).press('Enter');
  const options = page.getByRole('complementary', { name: 'Page options' });
  await options.getByRole('button', { name: 'Select picture…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Select cover' });
  const choose = async (name: string, mimeType: string, bytes: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Upload picture…' }).press('Enter');
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  };
  await expect(dialog.getByText('20 MB at most')).toBeVisible();
  await choose('notes.txt', 'text/plain', 'Oil');
  await expect(dialog.getByRole('alert')).toContainText('“notes.txt” isn’t a picture');
  await checkAccessibility(page);
  const bytes = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"/>';
  await choose('lamp.svg', 'image/svg+xml', bytes);
  await expect(dialog).toBeHidden();
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect(options.getByRole('img', { name: 'lamp.svg' })).toBeVisible();
  const { cover } = await fetchPage(organization, edited);
  const file = (await filesOf(organization, edited)).find(({ name }) => name === 'lamp.svg');
  expect(file?.id).toBe(cover?.ref.file);
  expect(await (await fetch(file?.downloadURL ?? '')).text()).toBe(bytes);
});

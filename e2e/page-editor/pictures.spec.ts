import type { Page } from '@playwright/test';
/** Pictures and other files on their way into a text. */
import { truncateSync, writeFileSync } from 'node:fs';
import { getChangeRequestFile } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { bringFiles, chooseFiles, pixel, testPicture } from '../support/pictures.ts';
import { untilQuiet } from '../support/quiet.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  filesOf,
  openEditor,
  saveStateOf,
  typeAtEnd,
} from './edited-page.ts';

/** The code of the dialogs. */
const partsFile = /editor-parts-.*\.js/;
const uploadUrl = /\/uploads\/[^/]+\?/;

const rows = (page: Page) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');

const descriptionOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Description of ${name}` });

/** Opens the editor of a page with this text. */
async function open(
  page: Page,
  {
    organization,
    signIn,
  }: {
    organization: Organization;
    signIn: (who: Organization['admin']) => Promise<void>;
  },
  text: string,
): Promise<EditedPage> {
  const edited = await createEditedPage(organization, text);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  return edited;
}

async function usePlainField(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plain text field' }).press('Enter');
  await expect(page.locator('textarea')).toBeFocused();
}

/** Keeps the bytes of uploads back until the result is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  await page.route(uploadUrl, async (route) => {
    await finished;
    await route.continue();
  });
  return finish;
}

test('an author drops a picture, describes it, and sees it in the preview', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await open(page, { organization, signIn }, 'Oil\n\nWicks');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const frame = page.getByRole('region', { name: 'Preview of Lamps' }).locator('iframe:not([inert])');
  await expect(frame.contentFrame().getByText('Wicks')).toBeVisible();
  const finish = await holdUploads(page);
  await bringFiles(fieldOf(page).getByText('Oil'), 'drop', [testPicture()]);
  await expect(fieldOf(page)).toContainText('Uploading owl.png… 0 %');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  // Text typed and saved in between has nothing of the picture.
  await typeAtEnd(page, ' trimmed');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect.poll(edited.stored).toBe('Oil\n\nWicks trimmed');
  finish();
  await expect(fieldOf(page)).toContainText('![](.gitbook/assets/');
  await descriptionOf(page, 'owl.png').fill('An owl [asleep]');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const [file] = await filesOf(organization, edited);
  expect(file).toMatchObject({
    name: 'owl.png',
    contentType: 'image/png',
    dimensions: { width: 1, height: 1 },
  });
  await expect.poll(edited.stored).toBe(`Oil\n\n![An owl \\[asleep\\]](/files/${file?.id})\n\nWicks trimmed`);
  const download = await page.request.get(file?.downloadURL ?? '');
  expect((await download.body()).equals(pixel)).toBe(true);
  const picture = frame.contentFrame().getByRole('img', { name: 'An owl [asleep]' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
});

test('an author inserts a picture by keyboard: from the device, then the same again @details', async ({
  organization,
  signIn,
  page,
}, testInfo) => {
  const big = testInfo.outputPath('big.png');
  writeFileSync(big, '');
  truncateSync(big, 20 * 1024 * 1024 + 1);
  const edited = await open(page, { organization, signIn }, '');
  await page.keyboard.type('/pict');
  await expect(page.getByRole('option')).toHaveText(['Picture…']);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Insert picture' });
  const choose = dialog.getByRole('button', { name: 'Choose file…' });
  await expect(choose).toBeFocused();
  await expect(dialog).toContainText('PNG, JPEG, GIF, WebP, AVIF or SVG, 20 MB at most.');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await chooseFiles(page, choose, [big]);
  await expect(dialog).toContainText('“big.png” is too large: 20 MB at most.');
  await chooseFiles(page, choose, [{ name: 'a.heic', mimeType: 'image/heic', buffer: pixel }]);
  await expect(dialog).toContainText('“a.heic” isn’t a picture that browsers show.');
  expect(requested.filter((url) => url.includes('/uploads'))).toEqual([]);
  await checkAccessibility(page);
  await chooseFiles(page, choose, [testPicture()]);
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.keyboard.type('An owl');
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toContainText('![An owl](.gitbook/assets/');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const [file] = await filesOf(organization, edited);

  await page.keyboard.press('ControlOrMeta+End');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Picture…' }).press('Enter');
  await dialog.getByRole('combobox').fill('owl');
  await expect(dialog.getByRole('option', { name: /owl\.png/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: /Decorative/ }).press('Space');
  await dialog.getByRole('button', { name: 'Insert picture' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect.poll(edited.stored).toBe(`![An owl](/files/${file?.id})\n\n![](/files/${file?.id})\n`);
  expect(await filesOf(organization, edited)).toHaveLength(1);
});

test('a dialog opens when its code arrives, and nothing typed or saved until then is lost @details', async ({
  organization,
  signIn,
  page,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(partsFile, async (route) => {
    await arrived;
    await route.continue();
  });
  const edited = await open(page, { organization, signIn }, 'Oil');
  await typeAtEnd(page, '\n/pict');
  await expect(page.getByRole('option')).toHaveText(['Picture…']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Wicks');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  arrive();
  const dialog = page.getByRole('dialog', { name: 'Insert picture' });
  await expect(dialog.getByRole('button', { name: 'Choose file…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
  expect(await edited.stored()).toBe('Oil\nWicks');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an author writes on when a dialog does not load @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  await page.route(partsFile, (route) => route.abort());
  const edited = await open(page, { organization, signIn }, 'Oil');
  await page.keyboard.press('ControlOrMeta+Shift+K');
  await expect(page.getByText('Couldn’t load part of the editor. Save, and reload the page.')).toBeVisible();
  await typeAtEnd(page, ' and wicks');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe('Oil and wicks');
  await page.unroute(partsFile);
  await openEditor(page, organization, edited);
  await page.keyboard.press('ControlOrMeta+Shift+K');
  await expect(page.getByRole('dialog', { name: 'Insert link' })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('dialogs and options open without a connection @repeats', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await open(page, { organization, signIn }, 'Oil');
  await untilQuiet(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Page options' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Page options' })).toBeVisible();
  await page.getByRole('button', { name: 'Insert block' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Insert block' })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an author pastes several files into the plain field @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await open(page, { organization, signIn }, 'Oil');
  await usePlainField(page);
  await page.keyboard.press('ControlOrMeta+End');
  const finish = await holdUploads(page);
  await bringFiles(fieldOf(page), 'paste', [
    testPicture('one.png'),
    {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Trim them.'),
    },
    testPicture('two.png'),
  ]);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('More ');
  await page.getByRole('button', { name: 'Cancel: two.png' }).click();
  finish();
  await expect(fieldOf(page)).toHaveValue(/!\[\]\(\.gitbook\/assets\/[^)]+\)\n\n\[notes\.txt\]/);
  await descriptionOf(page, 'one.png').press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Decorative' }).press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const files = await filesOf(organization, edited);
  const idOf = (name: string) => files.find((file) => file.name === name)?.id;
  expect(files).toHaveLength(2);
  await expect
    .poll(edited.stored)
    .toBe(`More Oil\n\n![](/files/${idOf('one.png')})\n\n[notes.txt](/files/${idOf('notes.txt')})\n`);
});

test('undo takes nothing of a picture that is on its way, and all of one that is there @details', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await open(page, { organization, signIn }, 'Oil');
  const finish = await holdUploads(page);
  await typeAtEnd(page, '\n');
  await bringFiles(fieldOf(page), 'paste', [testPicture()]);
  await page.keyboard.type('words');
  await expect(fieldOf(page)).toContainText('Uploading owl.png…');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(fieldOf(page)).toContainText('Uploading owl.png…');
  await page.keyboard.press('ControlOrMeta+y');
  finish();
  await expect(fieldOf(page)).toContainText('![](.gitbook/assets/');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await fieldOf(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(fieldOf(page)).not.toContainText('.gitbook/assets/');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect.poll(edited.stored).toBe('Oil\nwords');
  // Brought back, it is the file that is there.
  await page.keyboard.press('ControlOrMeta+y');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect.poll(edited.stored).toContain('![](/files/');
  expect(await filesOf(organization, edited)).toHaveLength(1);
});

test('a picture that was dropped offline is uploaded when the connection is back @details', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await open(page, { organization, signIn }, 'Oil');
  await untilQuiet(page);
  await context.setOffline(true);
  await typeAtEnd(page, ' offline');
  await bringFiles(fieldOf(page), 'drop', [testPicture()]);
  await expect(rows(page)).toContainText(
    'owl.png: not uploaded. You’re offline. It’s lost if you close this tab.',
  );
  await descriptionOf(page, 'owl.png').fill('An owl');
  await page.keyboard.press('Enter');
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(0);
  await expect.poll(edited.stored).toContain('/files/');
  const [file] = await filesOf(organization, edited);
  await expect.poll(edited.stored).toBe(`Oil offline\n\n![An owl](/files/${file?.id})\n`);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an author tries again after the server refused an upload @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  const edited = await open(page, { organization, signIn }, 'Oil');
  await page.route(uploadUrl, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await bringFiles(fieldOf(page), 'drop', [testPicture()]);
  await expect(rows(page)).toContainText('owl.png: not uploaded. Invalid request.');
  await page.getByRole('button', { name: 'Try again: owl.png' }).press('Enter');
  await expect.poll(edited.stored).toContain('![](/files/');
  expect(await filesOf(organization, edited)).toHaveLength(1);
});

test('a picture arrives after its author has left the page @details', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await open(page, { organization, signIn }, 'Oil');
  const finish = await holdUploads(page);
  await bringFiles(fieldOf(page), 'drop', [testPicture()]);
  await expect(fieldOf(page)).toContainText('Uploading owl.png…');
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  finish();
  await expect.poll(edited.stored).toMatch(/^Oil\n\n!\[\]\(\/files\/[^)]+\)\n$/);
  const [file] = await filesOf(organization, edited);
  const { response } = await getChangeRequestFile({
    client: organization.admin.client,
    path: { ...edited.path, fileId: file?.id ?? '' },
  });
  expect(response?.status).toBe(200);
});

test('a picture is there once when the save that added it was not answered @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED|status of 4(00|09)/);
  const edited = await open(page, { organization, signIn }, 'Oil');
  await page.route(
    /\/content$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await bringFiles(fieldOf(page), 'drop', [testPicture()]);
  await expect.poll(edited.stored).toContain('![](/files/');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await typeAtEnd(page, 'Wicks');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const files = await filesOf(organization, edited);
  expect(files).toHaveLength(1);
  await expect.poll(edited.stored).toBe(`Oil\n\n![](/files/${files[0]?.id})\nWicks`);
  await expect(page.getByText('A file in the text is gone')).toHaveCount(0);
});

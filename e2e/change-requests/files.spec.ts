/** Files of a change request. */
import type { Page } from '@playwright/test';
import { truncateSync, writeFileSync } from 'node:fs';
import { editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createEditedPage, filesOf } from '../page-editor/edited-page.ts';
import { chooseFiles, pixel } from '../support/pictures.ts';
import { updatePage } from '../support/space-pages.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

/** Opens the menu of a file, by keyboard, and presses an entry. */
async function chooseFrom(page: Page, name: string, entry: RegExp): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /actions/i })
    .press('Enter');
  await page.getByRole('menuitem', { name: entry }).press('Enter');
}

test('an editor uploads files, and replaces, renames and removes one', async ({
  organization,
  signIn,
  page,
}, testInfo) => {
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(organization.admin);
  await page.goto(organization.path(`${edited.screen}/files`));
  await expect(page.getByText('20 MB at most each')).toBeVisible();
  const upload = page.getByRole('button', { name: 'Upload files…' });
  const paths = ['big.bin', 'one.png', 'two.png'].map((name) => testInfo.outputPath(name));
  for (const path of paths) writeFileSync(path, pixel);
  truncateSync(paths[0] ?? '', 20 * 1024 * 1024 + 1);
  await chooseFiles(page, upload, paths);
  await expect(page.getByText('“big.bin” is too large: 20 MB at most.')).toBeVisible();
  await expect(rowOf(page, 'one.png')).toContainText('Added');
  await expect(rowOf(page, 'two.png')).toContainText('Added');
  await checkAccessibility(page);
  const [one] = (await filesOf(organization, edited)).filter(({ name }) => name === 'one.png');
  await editChangeRequestContent({
    client: organization.admin.client,
    path: edited.path,
    body: { changes: [updatePage(edited.pageId, `![](/files/${one?.id})`)] },
    throwOnError: true,
  });

  const chooser = page.waitForEvent('filechooser');
  await chooseFrom(page, 'one.png', /^Replace…/);
  await (
    await chooser
  ).setFiles([
    { name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a\u0002\0\u0003\0', 'latin1') },
  ]);
  await expect(rowOf(page, 'one.gif')).toBeVisible();
  await chooseFrom(page, 'one.gif', /^Rename…/);
  const form = page.getByRole('dialog', { name: 'Rename “one.gif”' });
  await form.getByRole('textbox', { name: 'Name' }).fill('owl.gif');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'owl.gif')).toBeVisible();
  expect(await filesOf(organization, edited)).toContainEqual(
    expect.objectContaining({ id: one?.id, name: 'owl.gif', dimensions: { width: 2, height: 3 } }),
  );
  await chooseFrom(page, 'owl.gif', /^Remove…/);
  const dialog = page.getByRole('dialog', { name: 'Remove “owl.gif” from this change request?' });
  await expect(dialog).toContainText('It is used on 1 page, where it will be missing: “Lamps”.');
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Remove file' }).press('Enter');
  await expect(rowOf(page, 'owl.gif')).toHaveCount(0);
  // The row goes before the server has answered.
  const names = async () => (await filesOf(organization, edited)).map(({ name }) => name);
  await expect.poll(names).toEqual(['two.png']);
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('a reader cannot change the files of a change request @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`${edited.screen}/files`));
  const upload = page.getByRole('button', { name: 'Upload files…' });
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
});

/** Blocks that go to another place or page, and documents that come from other programs: what is stored afterwards. */
import { expect, test } from '../fixtures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';
import { fetchText, fieldOf, openEditor, saveStateOf } from './edited-page.ts';

test('a writer moves a block below a heading, then to another page, and undoes it here', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(
    organization,
    [insertPage('Lamps', '*  odd*\r\n\n## Oil\n\nFill it.\n\nlast\n'), insertPage('Wicks', 'Cut them.\r\n')],
    'Tide gauges',
    'visual',
  );
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Better lamps', []);
  const pageId = idOf('Lamps');
  const editor = `${screen}/content/${pageId}/edit`;
  const stored = (title: string) => fetchText(organization.admin, path, idOf(title));
  await signIn(organization.admin);
  await openEditor(page, organization, {
    spaceId,
    pageId,
    path,
    screen,
    editor,
    stored: () => stored('Lamps'),
  });
  const moveTo = async (place: string) => {
    await page.keyboard.press('ControlOrMeta+Alt+b');
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move block' });
    await dialog.getByRole('combobox').fill(place);
    await dialog.getByRole('option').first().click();
    await expect(dialog).toBeHidden();
  };
  await page.keyboard.press('ControlOrMeta+End');
  await moveTo('Below “Oil');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const here = '*  odd*\r\n\n## Oil\n\nlast\n\nFill it.\n';
  expect(await stored('Lamps')).toBe(here);
  await moveTo('Wicks');
  await expect(fieldOf(page)).not.toContainText('last');
  expect(await stored('Wicks')).toBe('Cut them.\r\n\r\nlast\r\n');
  expect(await stored('Lamps')).toBe('*  odd*\r\n\n## Oil\n\nFill it.\n');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+s');
  // It was saved before, too.
  await expect.poll(() => stored('Lamps')).toBe(here);
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await stored('Wicks')).toBe('Cut them.\r\n\r\nlast\r\n');
});

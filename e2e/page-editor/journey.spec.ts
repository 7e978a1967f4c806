import { listSpacePages } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { chooseFiles, pixel, testPicture } from '../support/pictures.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { editPage, saveStateOf } from './edited-page.ts';

test('an author writes a page with a table, a link, a picture and a callout by keyboard, and sees it published', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': [insertPage('Lamps', ''), insertPage('Wicks', 'Trim them.\n')] },
  );
  const [spaceId = ''] = (await spacesOfSite(organization, site)).values();
  const { client } = organization.admin;
  const { data } = await listSpacePages({ client, path: { spaceId }, throwOnError: true });
  const edited = await editPage(organization, spaceId, data.pages[0]?.id ?? '');
  await signIn(organization.admin);
  await page.goto(organization.path(`${edited.screen}/content?page=${edited.pageId}`));
  await expect(page.getByRole('article')).toBeVisible();
  // From nothing: the page is added in the tree, and opens at its title.
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'New page', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Shades');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Text of New page' });
  await expect(field).toBeFocused();
  const complete = async (typed: string, option: RegExp) => {
    await page.keyboard.type(typed);
    await expect(page.getByRole('listbox').getByRole('option', { name: option }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await complete('/heading 2', /^Heading 2/);
  await page.keyboard.type('Parts');
  await page.keyboard.press('Enter');
  await complete('/table', /^Table/);
  await page.keyboard.type('Part');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await complete('[[wic', /Wicks/);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('/pict');
  await expect(page.getByRole('option')).toHaveText(['Picture…']);
  await page.keyboard.press('Enter');
  const pictureDialog = page.getByRole('dialog', { name: 'Insert picture' });
  await chooseFiles(page, pictureDialog.getByRole('button', { name: 'Choose file…' }), [testPicture()]);
  await expect(pictureDialog.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.keyboard.type('A lit lamp');
  await page.keyboard.press('Enter');
  await expect(field).toContainText('![A lit lamp](.gitbook/assets/');
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await complete('/hint', /^Hint/);
  await page.keyboard.type('Hot glass.');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await page.getByRole('link', { name: 'Changes', exact: true }).press('Enter');
  await expect(page.getByRole('article', { name: 'Shades' })).toContainText('Hot glass.');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge “Better lamps”/ });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await expect(page.getByText('Merged', { exact: true }).first()).toBeVisible();

  await page.goto(site.base);
  await page.getByRole('navigation').getByRole('link', { name: 'Shades' }).first().press('Enter');
  const text = page.locator('article .text');
  await expect(text.getByRole('heading', { name: 'Parts' })).toBeVisible();
  await expect(text.getByRole('columnheader', { name: 'Part' })).toBeVisible();
  await expect(text).toContainText('Hot glass.');
  const source = await text.getByRole('img', { name: 'A lit lamp' }).getAttribute('src');
  const picture = await page.request.get(new URL(source ?? '', page.url()).href);
  expect((await picture.body()).equals(pixel)).toBe(true);
  await text.getByRole('link', { name: 'Wicks' }).press('Enter');
  await expect(page.locator('article .text')).toContainText('Trim them.');
});

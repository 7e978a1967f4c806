import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { addName, addSpacesName, conditionName, moveName, moveToName } from '../support/names.ts';
import { chooseView, openEditor, readTree, treeRow } from '../support/site-structures.ts';
import { dragByTouch } from '../support/touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const outline = {
  Guides: { Start: ['Start here'] },
  Help: ['Help v1'],
  API: ['API reference'],
};

test('a person drags a row by touch after a long press on the handle', async ({
  organization,
  signIn,
  page,
}) => {
  const { site, requests } = await openEditor({ organization, signIn, page }, outline);
  const { drop } = await dragByTouch(page, 'API', 'Help');
  await expect(page.getByText('Before Help, at the top level, 2 of 3')).toBeVisible();
  await drop();
  await expect.poll(() => readTree(page)).toEqual(['Guides', '  Start', 'API', 'Help']);
  await expect
    .poll(() => requests)
    .toEqual([
      {
        method: 'POST',
        path: `/sections/${site.idOf('API')}/move`,
        body: { position: { before: { type: 'site-section', siteSection: site.idOf('Help') } } },
      },
    ]);
});

test('a person scrolls by touch without moving rows @details', async ({ organization, signIn, page }) => {
  const { requests } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Help').tap();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  expect(requests).toEqual([]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person moves an item with buttons @repeats', async ({ organization, signIn, page }) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'API').tap();
  const panel = page.getByRole('dialog', { name: 'API' });
  await panel.getByRole('button', { name: 'Move up' }).tap();
  await expect.poll(site.order).toBe('Guides[Start(Start here)] API(API reference) Help(Help v1)');
  await expect(panel.getByText('2 of 3 at the top level')).toBeVisible();
  await panel.getByRole('button', { name: moveToName }).tap();
  const dialog = page.getByRole('dialog', { name: 'Move “API”' });
  await dialog.getByLabel('Location').selectOption('Guides');
  // The notification of the first move does not cover the button.
  const notificationBox = await page.getByText('Moved “API” before “Help”').boundingBox();
  const button = await dialog.getByRole('button', { name: moveName }).boundingBox();
  if (!notificationBox || !button) throw new Error('The notification or the button is not visible.');
  expect(notificationBox.y + notificationBox.height).toBeLessThan(button.y);
  await dialog.getByRole('button', { name: moveName }).tap();
  await expect.poll(site.order).toBe('Guides[Start(Start here) API(API reference)] Help(Help v1)');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person sees added items in the tree and an uncovered sheet @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  const add = async (space: string, title: string) => {
    await page.getByRole('button', { name: addName, exact: true }).tap();
    await page.getByRole('menuitem', { name: /^Sections…/ }).tap();
    const dialog = page.getByRole('dialog', { name: addSpacesName });
    await dialog.getByRole('option', { name: space }).tap();
    await dialog.getByRole('textbox', { name: /^Title/ }).fill(title);
    await dialog.getByRole('button', { name: addSpacesName }).tap();
    await expect(page.getByText(`Added section “${title}”`)).toBeVisible();
  };
  await add('Start here', 'Welcome');
  // Without closing anything first.
  await add('Help v1', 'Support');
  await expect.poll(site.order).toContain('Welcome(Start here) Support(Help v1)');
  await expect(treeRow(page, 'Support')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await treeRow(page, 'Support').tap();
  const sheet = page.getByRole('dialog', { name: 'Support' });
  await sheet.getByRole('button', { name: 'Move up' }).tap();
  const toast = page.locator('.toast').filter({ visible: true });
  await expect(toast.filter({ hasText: 'Moved “Support”' })).toHaveCount(1);
  const [above, below] = [await toast.boundingBox(), await sheet.boundingBox()];
  if (!above || !below) throw new Error('The notification or the sheet is not visible.');
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('a person can access the editor on a phone @repeats', async ({ organization, signIn, page }) => {
  await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Help').tap();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByLabel('Title')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person sees the save bar at the bottom of a sheet @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'API').tap();
  const panel = page.getByRole('dialog', { name: 'API' });
  await panel.getByLabel(conditionName).fill('visitor.claims.isPartner');
  await expect(panel.getByText('Claim “isPartner” doesn’t exist.')).toBeAttached();
  await panel.getByRole('button', { name: 'Move up' }).scrollIntoViewIfNeeded();
  const bar = await panel.getByRole('button', { name: 'Save changes' }).locator('..').boundingBox();
  if (!bar) throw new Error('The bar is not visible.');
  expect(bar.y + bar.height).toBe(844);
});

test('a person selects several items by touch and groups them @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Help').getByRole('button', { name: 'Actions for Help' }).tap();
  await page.getByRole('menuitem', { name: /^Select/ }).tap();
  await expect(page.getByRole('toolbar', { name: '1 item selected' })).toBeVisible();
  await treeRow(page, 'API').tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const bar = page.getByRole('toolbar', { name: '2 items selected' });
  await checkAccessibility(page);
  await treeRow(page, 'API').tap();
  await expect(treeRow(page, 'API')).toHaveAttribute('aria-selected', 'false');
  await treeRow(page, 'API').tap();
  await bar.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Group…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Group 2 sections' });
  await dialog.getByLabel('Title').fill('More');
  await dialog.getByRole('button', { name: 'Group', exact: true }).tap();
  await expect.poll(site.order).toBe('Guides[Start(Start here)] More[Help(Help v1) API(API reference)]');

  await chooseView(page, 'Select items');
  await expect(page.getByRole('toolbar', { name: '0 items selected' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).tap();
  await treeRow(page, 'Guides').tap();
  await expect(page.getByRole('dialog', { name: 'Guides' })).toBeVisible();
});

test('a person scrolls the page, not the tree, and sees each path under its title @details', async ({
  organization,
  signIn,
  page,
}) => {
  const titles = Array.from({ length: 18 }, (_, index) => `Part ${index + 1}`);
  const sections = Object.fromEntries(titles.map((title) => [title, [`${title} space`]]));
  await openEditor({ organization, signIn, page }, sections);
  const tree = page.getByRole('tree');
  expect(await tree.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(900);
  await expectPageFits(page);

  const row = treeRow(page, 'Part 1');
  const [title, path] = [
    await row.getByText('Part 1', { exact: true }).boundingBox(),
    await row.getByText('/part-1', { exact: true }).boundingBox(),
  ];
  if (!title || !path) throw new Error('The title or the path is not visible.');
  expect(path.y).toBeGreaterThanOrEqual(title.y + title.height);
  expect(path.x).toBe(title.x);

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(treeRow(page, 'Part 18')).toBeInViewport();
  const field = page.getByRole('searchbox', { name: 'Find an item' });
  await expect(field).toBeInViewport();
  await treeRow(page, 'Part 18').getByRole('button', { name: 'Actions for Part 18' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(page.getByRole('menu').locator('kbd').filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const { drop } = await dragByTouch(page, 'Part 18', 'Part 17');
  await expect(page.getByText('Before Part 17, at the top level, 17 of 18')).toBeVisible();
  await drop();
  await expect.poll(async () => (await readTree(page)).slice(-2)).toEqual(['Part 18', 'Part 17']);
  await tree.press('Home');
  await expect(treeRow(page, 'Part 1')).toBeInViewport();
});

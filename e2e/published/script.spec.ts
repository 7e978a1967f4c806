/** The features that the script adds to a published site. */
import { expect, test } from '../fixtures.ts';

test('keys lead to the search, and arrows through its live results', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(base);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.blur();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();

  await page.keyboard.type('marmalade');
  await expect(page.getByRole('status')).toHaveText('1 result');
  const results = page.getByRole('search').getByRole('listitem').getByRole('link');
  await expect(results).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(results).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(results).toBeHidden();
  await expect(field).toBeFocused();

  await field.fill('marmalade spanner');
  await expect(results.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();

  await field.fill('xylophone');
  await expect(page.getByRole('status')).toContainText('No results');
});

test('a button copies code @details', async ({ sampleSite, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { base } = sampleSite;
  await page.goto(`${base}instruments`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^import \{ Client \} from '@tide\/client';\n[^]*all'\);$/,
  );
});

test('a chosen theme stays, and only a choice makes a cookie @details', async ({
  sampleSite,
  context,
  page,
}) => {
  const { base } = sampleSite;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(base);
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  expect(await context.cookies()).toEqual([]);
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  expect(await context.cookies()).toMatchObject([{ name: 'reader-theme', value: 'dark', path: base }]);
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('System');
  await expect.poll(background).toBe(light);
  expect(await context.cookies()).toEqual([]);
});

test('menus close by Escape, by a press outside and by each other @details', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(`${base}reference/`);
  const version = page.locator('.variants summary');
  const versions = page.getByRole('list', { name: 'Version' });
  await version.click();
  await expect(versions).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(versions).toBeHidden();
  await expect(version).toBeFocused();

  await version.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(versions).toBeHidden();

  await version.click();
  await page.locator('.group summary').click();
  await expect(versions).toBeHidden();
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeVisible();
});

test('a chosen tab is chosen on every page, and expandables open @details', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(`${base}instruments`);
  const first = page.getByText('Install it with npm.');
  const second = page.getByText('Install it with pnpm.');
  await expect(first).toBeVisible();
  await expect(second).toBeHidden();
  await page.getByText('pnpm', { exact: true }).click();
  await expect(second).toBeVisible();
  await expect(first).toBeHidden();
  await page.reload();
  await expect(second).toBeVisible();
  await page.getByText('Why does a gauge have an offset?').click();
  await expect(page.getByText('It hangs above the chart datum.')).toBeVisible();
});

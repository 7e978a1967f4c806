/** The page of the demonstration with every block, as each kind of reader has it. */
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { recordRequests } from '../support/published-sites.ts';

const PAGE = '/published/skerry/help/using-tideline/first-steps/a-station-in-a-day';

test('a page with every block is readable in both themes, wide and on a phone', async ({ page }) => {
  const urls = recordRequests(page);
  await page.goto(PAGE);
  const text = page.locator('.text');
  await expect(text).not.toContainText('{%');
  await expect(text.getByRole('heading', { name: 'Before you open the box' })).toBeVisible();
  await expect(text, 'visitors without the claim see the other branch').not.toContainText('order number');
  await text.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
  for (const url of urls) expect(new URL(url).origin).toBe(new URL(page.url()).origin);
});

test('columns and galleries stand side by side on wide pages, and below each other on a phone @details', async ({
  page,
}) => {
  const tops = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(PAGE);
  const [left, right] = await tops('.columns > .column');
  expect(left).toBe(right);
  const [first, second] = await tops('.text figure > img + img, .text figure > img:has(+ img)');
  expect(first).toBe(second);
  await page.setViewportSize({ width: 390, height: 844 });
  const [upper = 0, lower = 0] = await tops('.columns > .column');
  expect(lower).toBeGreaterThan(upper);
  const wideTexts = page
    .locator('.text .card')
    .evaluateAll((all) => all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])));
  expect(await wideTexts, 'addresses stay in their cards').toEqual([]);
});

test('a page with every block fits from right to left, too @details', async ({ page }) => {
  await page.goto(PAGE);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
});

test('paper has what is closed on the screen, and no buttons @details', async ({ page }) => {
  await page.goto(PAGE);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Looks for sensors at all addresses.')).toBeVisible();
  await expect(page.getByText('You help to set up a water level station')).toBeVisible();
  await expect(page.getByText('tideline rule test')).toBeVisible();
  for (const button of await page.locator('.text button').all()) await expect(button).toBeHidden();
});

test.describe('without the script', () => {
  test.use({ javaScriptEnabled: false });

  test('a page with every block is complete', async ({ page }) => {
    await page.goto(PAGE);
    const text = page.locator('.text');
    await text.getByText('On the command line').click();
    await expect(text.getByText('tideline login')).toBeVisible();
    await text.getByText('No reading after ten minutes?').click();
    await expect(text.getByText('Read the lamp on the Perch')).toBeVisible();
    await expect(text.getByRole('link', { name: 'vimeo.com' })).toBeVisible();
    await text.getByRole('link', { name: 'heron', exact: true }).click();
    await expect(page).toHaveURL(/\?tag=heron$/);
    await expect(text).toContainText('The wiring drawing shows');
    await expect(text).not.toContainText('Perch 2.7 scans faster');
    await text.getByRole('link', { name: 'All updates' }).click();
    await expect(text).toContainText('Perch 2.7 scans faster');
  });
});

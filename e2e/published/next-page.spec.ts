/** The next page is asked for when a visitor points at its link. */
import { expect, test } from '../fixtures.ts';
import { firstPaint, LATENCY_MS, LongWay, printMeasured } from '../support/long-way.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

test('the page behind a link is there before a visitor presses it', async ({ organization, page }) => {
  const pages = Array.from({ length: 6 }, (_, index) =>
    insertPage(`Chapter ${index + 1}`, `Text of ${index + 1}.\n`),
  );
  const { base } = await createPublishedSite(organization, { Guide: ['Guide'] }, { Guide: pages });
  await using way = new LongWay(process.env.BINDERY_URL ?? '');
  const origin = await way.start();
  const tree = page.locator('.tree');

  way.hasRules = false;
  await page.goto(`${origin}${base}chapter-2`, { waitUntil: 'networkidle' });
  await tree.getByRole('link', { name: 'Chapter 3' }).hover();
  await tree.getByRole('link', { name: 'Chapter 3' }).click();
  await expect(page).toHaveTitle(/^Chapter 3/);
  const without = await firstPaint(page);
  expect(way.requests.filter(({ purpose }) => purpose !== undefined)).toEqual([]);

  way.hasRules = true;
  await page.goto(`${origin}${base}chapter-4`, { waitUntil: 'networkidle' });
  await tree.getByRole('link', { name: 'Chapter 5' }).hover();
  const asked = () => way.requests.filter(({ path }) => path === `${base}chapter-5`);
  await expect.poll(() => asked().some(({ isDone }) => isDone)).toBe(true);
  expect(asked().map(({ purpose }) => purpose)).toEqual([expect.stringMatching(/^prefetch/)]);
  await tree.getByRole('link', { name: 'Chapter 5' }).click();
  await expect(page).toHaveTitle(/^Chapter 5/);
  const withRules = await firstPaint(page);
  expect(asked(), 'it is asked for once').toHaveLength(1);
  printMeasured(
    `first paint at ${LATENCY_MS} ms: ${withRules.toFixed(0)} ms, without rules ${without.toFixed(0)} ms`,
  );

  await page.getByRole('link', { name: 'View as Markdown' }).hover();
  await tree.getByRole('link', { name: 'Chapter 6' }).hover();
  await expect.poll(() => way.requests.at(-1)?.path).toBe(`${base}chapter-6`);
  const ahead = way.requests.filter(({ purpose }) => purpose !== undefined).map(({ path }) => path);
  expect(ahead, 'nothing but pages').toEqual([`${base}chapter-5`, `${base}chapter-6`]);
  await page.goto('about:blank');
});

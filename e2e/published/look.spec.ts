/** How published sites look and load: readable in both themes and widths, and from this server alone. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { recordRequests } from '../support/published-sites.ts';
import { pictureUrl } from './sample-site.ts';

async function checkLook(page: Page): Promise<void> {
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
}

test('a page with all kinds of text', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(`${base}instruments`);
  await page.getByRole('button', { name: 'Copy' }).waitFor({ state: 'attached' });
  await page.getByText('Why does a gauge have an offset?').click();
  const goneText = page.getByText('what is gone');
  await expect(goneText).toHaveCSS('text-decoration-line', 'none');
  const textColor = await page
    .locator('.text p')
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  await expect(goneText, 'a link without a target looks like text').toHaveCSS('color', textColor);
  await checkLook(page);
});

test('a page with a wide picture @details', async ({ sampleSite, page }) => {
  await page.route(pictureUrl, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="500"><rect width="2000" height="500" fill="#368"/></svg>',
    }),
  );
  const { base } = sampleSite;
  await page.goto(`${base}pictures`);
  const picture = page.getByRole('figure').getByRole('img', { name: 'A gauge' });
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width, 'the policy lets the picture in').toBe(2000);
  await expect(page.getByText('A gauge at low water')).toBeVisible();
  await checkLook(page);
});

test('search results @details', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(`${base}~/search?q=gauge`);
  await expect(page.locator('.results li').first()).toBeVisible();
  await checkLook(page);
});

test('live results @details', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  await page.goto(base);
  await page.getByRole('searchbox', { name: 'Search' }).fill('spanner');
  await expect(page.locator('.found a').first()).toBeVisible();
  await checkLook(page);
});

test('a page that is not there @details', async ({ sampleSite, problems, page }) => {
  const { base } = sampleSite;
  problems.expect(/status of 404/);
  await page.goto(`${base}old/spanners-and-more`);
  await expect(page.getByRole('heading', { name: 'Similar pages' })).toBeVisible();
  await checkLook(page);
});

test('a page that belongs to no site @details', async ({ problems, page }) => {
  problems.expect(/status of 40[14]/);
  for (const [url, heading] of [
    ['/published/nobody/nothing/', 'Page not found'],
    ['/published/skerry/handbook/', 'No access'],
  ] as const) {
    await page.goto(url);
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    await expect(page.locator('main'), 'it has the style of sites').not.toHaveCSS('padding-top', '0px');
    await checkLook(page);
  }
});

test('a first visit takes four requests to this server', async ({ sampleSite, page }) => {
  const { base } = sampleSite;
  const urls = recordRequests(page);
  await page.goto(base, { waitUntil: 'networkidle' });
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(4);
  for (const url of urls) expect(new URL(url).origin).toBe(new URL(page.url()).origin);
});

test('controls stand beside each other on a phone, icons and emoji apart from their names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/published/skerry/help/');
  const text = await page.locator('.variants summary').evaluate((summary) => {
    const { right } = summary.getBoundingClientRect();
    const { overflowX } = getComputedStyle(summary);
    return { right, overflowX };
  });
  const theme = await page.locator('.theme').boundingBox();
  expect(text.overflowX, 'a long name is cut').toBe('hidden');
  expect(text.right).toBeLessThanOrEqual(theme?.x ?? 0);

  for (const [path, link] of [
    ['/published/skerry/help/', '.variants summary'],
    ['/published/skerry/help/', '.cards a'],
    ['/published/skerry/developers/quick-start', '.breadcrumbs a'],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(path);
    const gap = await page
      .locator(link)
      .first()
      .evaluate((element) => {
        const mark = element.querySelector('.icon, .emoji');
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const after = document.createRange();
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const isHidden = node.parentElement?.matches('.hidden, .emoji') === true;
          const start = node.textContent?.search(/\S/) ?? -1;
          if (isHidden || start < 0) continue;
          after.setStart(node, start);
          after.setEnd(node, start + 1);
          break;
        }
        return after.getBoundingClientRect().left - (mark?.getBoundingClientRect().right ?? Infinity);
      });
    expect(gap, `${path} ${link}`).toBeGreaterThan(2);
    expect(gap, `${path} ${link}`).toBeLessThan(12);
  }
});

test('the demonstration has a help centre whose sections open, with the search in the middle of wide pages @details', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const response = await page.goto('/published/skerry/help/');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const links = await page
    .locator('.sections a')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(1);
  for (const url of links) expect((await request.get(url)).status(), url).toBe(200);
  await checkLook(page);

  for (const path of [
    '/published/skerry/help/',
    '/published/skerry/help/power/',
    '/published/skerry/developers/',
  ]) {
    if (!page.url().endsWith(path)) await page.goto(path);
    const box = await page.getByRole('searchbox', { name: 'Search' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2, path).toBeCloseTo(720, 0);
    expect(box?.width, path).toBeGreaterThan(300);
  }
});

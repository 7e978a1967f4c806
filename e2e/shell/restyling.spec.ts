import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { untilQuiet } from '../support/quiet.ts';
import { createTestSite } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

/** An event of the browser's trace; `elementCount`: how many elements got their styles computed again. */
interface TraceEvent {
  name: string;
  args?: { elementCount?: number };
}

/** How many elements are styled again when one comes at the beginning of the page and goes, as the progress bar does. */
async function countRestyled(browser: Browser, page: Page): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(() => {
    const bar = document.createElement('div');
    const styleAll = () => getComputedStyle(bar).color;
    document.getElementById('root')?.prepend(bar);
    styleAll();
    bar.remove();
    getComputedStyle(document.body).getPropertyValue('color');
  });
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const counts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? [args?.elementCount ?? 0] : [],
  );
  expect(counts.length).toBeGreaterThan(0);
  return Math.max(...counts);
}

test('elements that come and go do not make the browser style a whole screen again @details', async ({
  browser,
  page,
  organization,
  signIn,
}) => {
  const site = await createTestSite(organization, { Start: ['Start here'], Guides: ['Install', 'Upgrade'] });
  const { spaceId, idOf } = await createPages(organization, [insertPage('Install', 'First paragraph.')]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Describe upgrades', [
    insertPage('Upgrade', 'Second paragraph.'),
  ]);
  await signIn(organization.admin);
  const paths = ['/members', '/inbox/open', '/content', `/sites/${site.id}/structure`, screen];
  for (const path of [...paths, `${screen}/content/${idOf('Install')}/edit`]) {
    await page.goto(organization.path(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilQuiet(page);
    const all = await page.locator('#root *').count();
    expect(all).toBeGreaterThan(100);
    expect(await countRestyled(browser, page), path).toBeLessThan(20);
  }
});

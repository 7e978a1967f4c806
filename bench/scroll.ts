/** Scroll smoothness of the longest list and the largest tree. */
import type { Browser } from 'playwright';
import { openPage, type Target } from './browser.ts';
import { watchScroll } from './page-probe.ts';
import { median, quantile, round } from './statistics.ts';

/** Frames in ms; `blank` is the share of frames without a row in the middle, in percent. */
export type Scroll = Record<'frameP50' | 'frameP95' | 'blank' | 'maxRows', number>;

/** Scrolls a screen, alternating between the targets. */
export async function measureScroll(
  browser: Browser,
  targets: Target[],
  screen: 'longList' | 'structure',
  rounds: number,
): Promise<Record<string, Scroll>> {
  const found: Record<string, Scroll[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) (found[target.name] ??= []).push(await scrollOnce(browser, target, screen));
  }
  const summarize = (scrolls: Scroll[]): Scroll => ({
    frameP50: median(scrolls.map((scroll) => scroll.frameP50)),
    frameP95: median(scrolls.map((scroll) => scroll.frameP95)),
    blank: median(scrolls.map((scroll) => scroll.blank)),
    maxRows: Math.max(...scrolls.map((scroll) => scroll.maxRows)),
  });
  return Object.fromEntries(Object.entries(found).map(([name, scrolls]) => [name, summarize(scrolls)]));
}

async function scrollOnce(
  browser: Browser,
  target: Target,
  screen: 'longList' | 'structure',
): Promise<Scroll> {
  const { page, close } = await openPage(browser, target, false);
  const { selectors } = target;
  const [row, scroller] =
    screen === 'longList' ? [selectors.row, selectors.scroller] : [selectors.treeRow, selectors.treeScroller];
  await page.goto(target.origin + target.paths[screen]);
  await page.locator(row).nth(10).waitFor({ timeout: 60_000 });
  const { frames, blank, maxRows } = await page.evaluate(watchScroll, {
    scroller,
    row,
    step: 90,
    count: 400,
  });
  await close();
  return {
    frameP50: round(median(frames)),
    frameP95: round(quantile(frames, 0.95)),
    blank: round(100 * blank, 2),
    maxRows,
  };
}

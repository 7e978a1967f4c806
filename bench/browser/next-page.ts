/** How long visitors far away wait for the next page, with speculation rules and without them, in turns. */
import type { Browser } from 'playwright';
import { firstPaint, LongWay } from '../../e2e/support/long-way.ts';
import { type Figure, pooledFigure } from '../statistics.ts';

/** Milliseconds from the press on a link to the first paint of its page. */
export interface NextPage {
  withRules: Figure;
  withoutRules: Figure;
}

const TURNS = 5;
/** How long a visitor looks at a link before they press it. */
const LOOK_MS = 400;

/** `page`: the address of one of a series of pages, whose number is its last character. */
export async function measureNextPage(browser: Browser, page: string, rounds: number): Promise<NextPage> {
  const { origin, pathname } = new URL(page);
  await using way = new LongWay(origin);
  const series = (await way.start()) + pathname.slice(0, -1);
  const withRules: number[][] = [];
  const withoutRules: number[][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const [ofRules, ofNone] = [new Array<number>(), new Array<number>()];
    for (let turn = 0; turn < (round < 0 ? 1 : TURNS); turn += 1) {
      way.hasRules = false;
      ofNone.push(await visitNext(browser, series));
      way.hasRules = true;
      ofRules.push(await visitNext(browser, series));
    }
    if (round < 0) continue;
    withRules.push(ofRules);
    withoutRules.push(ofNone);
  }
  return { withRules: pooledFigure(withRules, 0.5), withoutRules: pooledFigure(withoutRules, 0.5) };
}

/** Reads a page, looks at the link to the next one and presses it. */
async function visitNext(browser: Browser, series: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${series}2`, { waitUntil: 'networkidle' });
  const link = page.locator(`.tree a[href$="${new URL(series).pathname}3"]`);
  await link.hover();
  await page.waitForTimeout(LOOK_MS);
  await link.click();
  await page.waitForURL(`${series}3`);
  const paint = await firstPaint(page);
  await context.close();
  return paint;
}

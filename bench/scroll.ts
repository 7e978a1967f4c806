/** Scroll smoothness of the longest list and the largest tree. */
import type { Browser } from 'playwright';
import { alternate, type ByTarget, openPage, screenOf, type Target } from './browser.ts';
import { atMost, atMostOfFloor, type Check } from './goals.ts';
import { watchScroll } from './page-probe.ts';
import type { Part } from './part.ts';
import { type Figure, figures, median, quantile } from './statistics.ts';
import { comparisonTable } from './tables.ts';

/** Frames in ms; `blank` is the share of frames without a row in the middle, in percent. */
type Value = 'frameP50' | 'frameP95' | 'blank' | 'maxRows';
type Scroll = Record<Value, Figure>;

const rows: Record<Value, string> = {
  frameP50: 'frame, p50, ms',
  frameP95: 'frame, p95, ms',
  blank: 'blank frames, %',
  maxRows: 'rows in the document, max',
};

const scrolls = {
  list: { screen: 'longList', slowed: false, title: 'Scrolling 10,000 members' },
  slowedList: { screen: 'longList', slowed: true, title: 'Scrolling 10,000 members, 4× CPU slowdown' },
  structure: { screen: 'structure', slowed: false, title: 'Scrolling the large structure' },
  slowedStructure: {
    screen: 'structure',
    slowed: true,
    title: 'Scrolling the large structure, 4× CPU slowdown',
  },
} as const;
type ScrollName = keyof typeof scrolls;
const names: ScrollName[] = ['list', 'slowedList', 'structure', 'slowedStructure'];

export const scrollPart: Part<Record<ScrollName, ByTarget<Scroll>>> = {
  name: 'scroll',
  measure: async (bench) => {
    const measure = async (name: ScrollName): Promise<ByTarget<Scroll>> => {
      const browser = await bench.browser();
      const { screen, slowed } = scrolls[name];
      return await alternate(
        await bench.targets(['same-nodes']),
        bench.rounds,
        (target) => scrollOnce(browser, target, screen, slowed),
        figures,
      );
    };
    return {
      list: await measure('list'),
      slowedList: await measure('slowedList'),
      structure: await measure('structure'),
      slowedStructure: await measure('slowedStructure'),
    };
  },
  goals: (found) => names.flatMap((name) => checkScroll(scrolls[name].title, found[name])),
  tables: (found) => names.flatMap((name) => comparisonTable(scrolls[name].title, found[name], rows)),
};

function checkScroll(title: string, found: ByTarget<Scroll>): Check[] {
  return [
    atMostOfFloor(`${title}: frame, p95`, (of: Scroll) => of.frameP95, found, 1.2),
    atMost(`${title}: blank frames`, found.console.blank, 1, '%'),
    atMost(`${title}: rows in the document`, found.console.maxRows, 80, 'rows'),
  ];
}

async function scrollOnce(
  browser: Browser,
  target: Target,
  name: 'longList' | 'structure',
  slowed: boolean,
): Promise<Record<Value, number>> {
  const screen = screenOf(target, name);
  const { page, close } = await openPage(browser, target, slowed, screen);
  await page.goto(target.origin + screen.path);
  await page.locator(screen.row).nth(10).waitFor({ timeout: 60_000 });
  const { frames, blank, maxRows } = await page.evaluate(watchScroll, {
    scroller: screen.scroller ?? 'html',
    row: screen.row,
    step: 90,
    count: 250,
  });
  await close();
  return { frameP50: median(frames), frameP95: quantile(frames, 0.95), blank: 100 * blank, maxRows };
}

/** Scroll smoothness of the longest list and the largest tree, and how fast the tree responds to a drag. */
import type { Browser } from 'playwright';
import { atMost, atMostOfEither, type Check, ratio } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figure, figures, median, pooledFigure, quantile } from '../statistics.ts';
import { alternate, type ByTarget, openPage, type Target } from './browser.ts';
import { type DragTimes, watchDrags, watchScroll } from './page-probe.ts';

/** Frames in ms; `blank` is the share of frames without a row in the middle, in percent. */
type Value = 'frameP50' | 'frameP95' | 'blank' | 'maxRows';
type Scroll = Record<Value, Figure>;

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
  description: 'frames while a long list and a large structure are scrolled, at full speed and slowed',
  measure: async (bench) => {
    const measure = async (name: ScrollName): Promise<ByTarget<Scroll>> => {
      const browser = await bench.browser();
      const { screen, slowed } = scrolls[name];
      return await alternate(
        await bench.targets(),
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
  goals: (results) => names.flatMap((name) => checkScroll(name, results[name])),
};

/** A slowed list of ten thousand has no goal for its frames: its elements alone take three times the baseline's. */
function checkScroll(name: ScrollName, { console, baseline }: ByTarget<Scroll>): Check[] {
  const { title } = scrolls[name];
  return [
    ...(name === 'slowedList'
      ? []
      : [atMost(`${title}: frame, p95`, ratio(console.frameP95, baseline.frameP95), 1.2)]),
    atMost(`${title}: blank frames`, console.blank, 1, '%'),
    atMost(`${title}: rows in the document`, console.maxRows, 80, 'rows'),
  ];
}

async function scrollOnce(
  browser: Browser,
  target: Target,
  name: 'longList' | 'structure',
  slowed: boolean,
): Promise<Record<Value, number>> {
  const screen = target.screens[name];
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

/** Times in ms from the start of the drag, and from the drop, to the frame that shows it. */
type DragValue = 'open' | 'startP50' | 'dropP50' | 'dropP95';
type Drag = Record<DragValue, Figure>;

const drags = 12;

/** Where a row is grabbed, in pixels from its left edge: on its title, after the arrow. */
const gripOffset = 150;

export const dragPart: Part<ByTarget<Drag>> = {
  name: 'drag',
  description: 'opening a large structure, and dragging its rows, slowed',
  measure: async (bench) => measureDrag(await bench.browser(), await bench.targets(), bench.rounds),
  goals: (results) => [
    atMostOfEither('structure: open until rows are visible', ({ open }: Drag) => open, results, 2),
    atMostOfEither('structure: drag start, p50', ({ startP50 }: Drag) => startP50, results, 4),
    atMostOfEither('structure: drop to paint, p50', ({ dropP50 }: Drag) => dropP50, results, 3),
    atMostOfEither('structure: drop to paint, p95', ({ dropP95 }: Drag) => dropP95, results, 4),
  ],
};

/** Drags rows of the structure, alternating between the targets, with CPU throttling. */
function measureDrag(browser: Browser, targets: Target[], rounds: number): Promise<ByTarget<Drag>> {
  return alternate(targets, rounds, (target) => dragOften(browser, target), summarizeDrags);
}

function summarizeDrags(runs: Awaited<ReturnType<typeof dragOften>>[]): Drag {
  const starts = runs.map((run) => run.starts);
  const drops = runs.map((run) => run.drops);
  return {
    open: figure(runs.map((run) => run.open)),
    startP50: pooledFigure(starts, 0.5),
    dropP50: pooledFigure(drops, 0.5),
    dropP95: pooledFigure(drops, 0.95),
  };
}

async function dragOften(browser: Browser, target: Target) {
  const { path, row: treeRow } = target.screens.structure;
  const { page, close } = await openPage(browser, target, true);
  const started = performance.now();
  await page.goto(target.origin + path, { waitUntil: 'commit' });
  await page.locator(treeRow).nth(10).waitFor({ timeout: 60_000 });
  const open = performance.now() - started;
  await page.evaluate(watchDrags, { row: treeRow });
  for (let count = 0; count < drags; count += 1) {
    // Two neighbors of the same kind near the top: each drag swaps them.
    const from = await page.locator(treeRow).nth(6).boundingBox();
    const to = await page.locator(treeRow).nth(4).boundingBox();
    if (from === null || to === null) throw new Error('Too few rows to drag.');
    await page.mouse.move(from.x + gripOffset, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + gripOffset, from.y + from.height / 2 - 6);
    await page.mouse.move(to.x + gripOffset, to.y + 8, { steps: 6 });
    await page.waitForTimeout(250);
    await page.mouse.move(to.x + gripOffset, to.y + 4);
    await page.mouse.up();
    await page.waitForTimeout(400);
  }
  const times: DragTimes = await page.evaluate(() => Object(window).benchDrags);
  await close();
  return { open, ...times };
}

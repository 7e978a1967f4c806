/** Scroll smoothness of the longest list and the largest tree, and how fast the tree responds to a drag. */
import type { Browser } from 'playwright';
import { atMost, atMostOfEither } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figure, figures, pooledFigure, quantile } from '../statistics.ts';
import { alternate, type ByTarget, openPage, type Screen, type Target } from './browser.ts';
import { type DragTimes, watchDrags, watchScroll } from './page-probe.ts';
import { consoleTarget } from './targets.ts';

/** Frames in ms; `blank` is the share of frames without a row in the middle, in percent. */
type Scroll = Record<'frameP95' | 'blank' | 'maxRows', Figure>;

const scrolls = [
  { screen: 'members', slowed: false, title: 'Scrolling 10,000 members' },
  { screen: 'members', slowed: true, title: 'Scrolling 10,000 members, 4× CPU slowdown' },
  { screen: 'structure', slowed: false, title: 'Scrolling the large structure' },
  { screen: 'structure', slowed: true, title: 'Scrolling the large structure, 4× CPU slowdown' },
] as const;

/** A frame that a screen shows 60 times a second, and a fifth more. */
const FRAME_MS = 20;

export const scrollPart: Part<Record<string, Scroll>> = {
  name: 'scroll',
  description: 'frames while a long list and a large structure are scrolled, at full speed and slowed',
  measure: async (bench) => {
    const target = consoleTarget(await bench.environment('pglite'));
    const results: Record<string, Scroll> = {};
    for (const { screen, slowed, title } of scrolls) {
      const runs = [];
      for (let round = 0; round < bench.rounds; round += 1)
        runs.push(await scrollOnce(await bench.browser(), target, target.screens[screen], slowed));
      results[title] = figures(runs);
    }
    return results;
  },
  goals: (results) =>
    scrolls.flatMap(({ screen, slowed, title }) => {
      const result = results[title];
      if (!result) return [];
      return [
        // The elements of ten thousand members alone take longer with a slowed processor.
        ...(screen === 'members' && slowed
          ? []
          : [atMost(`${title}: frame, p95`, result.frameP95, FRAME_MS, 'ms')]),
        atMost(`${title}: blank frames`, result.blank, 1, '%'),
        atMost(`${title}: rows in the document`, result.maxRows, 80, 'rows'),
      ];
    }),
};

async function scrollOnce(browser: Browser, target: Target, screen: Screen, slowed: boolean) {
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
  return { frameP95: quantile(frames, 0.95), blank: 100 * blank, maxRows };
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

/** How fast the large structure responds to a drag. */
import type { Browser } from 'playwright';
import { alternate, type ByTarget, openPage, screenOf, type Target } from './browser.ts';
import { atMostOfFloor } from './goals.ts';
import { type DragTimes, watchDrags } from './page-probe.ts';
import type { Part } from './part.ts';
import { type Figure, figure, pooledFigure } from './statistics.ts';
import { comparisonTable } from './tables.ts';

/** Times in ms from the start of the drag, and from the drop, to the frame that shows it. */
type Value = 'open' | 'startP50' | 'startP95' | 'dropP50' | 'dropP95';
type Drag = Record<Value, Figure>;

const rows: Record<Value, string> = {
  open: 'open until rows are visible, ms',
  startP50: 'drag start, p50, ms',
  startP95: 'drag start, p95, ms',
  dropP50: 'drop to paint, p50, ms',
  dropP95: 'drop to paint, p95, ms',
};

const drags = 12;

/** Where a row is grabbed, in pixels from its left edge: on its title, after the arrow. */
const gripOffset = 150;

export const dragPart: Part<ByTarget<Drag>> = {
  name: 'drag',
  measure: async (bench) =>
    measureDrag(await bench.browser(), await bench.targets(['same-nodes']), bench.rounds),
  goals: (found) => [
    atMostOfFloor('structure: open until rows are visible', ({ open }: Drag) => open, found, 2),
    atMostOfFloor('structure: drag start, p50', ({ startP50 }: Drag) => startP50, found, 4),
    atMostOfFloor('structure: drop to paint, p50', ({ dropP50 }: Drag) => dropP50, found, 3),
    atMostOfFloor('structure: drop to paint, p95', ({ dropP95 }: Drag) => dropP95, found, 4),
  ],
  tables: (found) => comparisonTable('Dragging in the large structure', found, rows),
};

/** Drags rows of the structure, alternating between the targets, with CPU throttling. */
export function measureDrag(browser: Browser, targets: Target[], rounds: number): Promise<ByTarget<Drag>> {
  return alternate(targets, rounds, (target) => dragOften(browser, target), summarize);
}

function summarize(runs: Awaited<ReturnType<typeof dragOften>>[]): Drag {
  const starts = runs.map((run) => run.starts);
  const drops = runs.map((run) => run.drops);
  return {
    open: figure(runs.map((run) => run.open)),
    startP50: pooledFigure(starts, 0.5),
    startP95: pooledFigure(starts, 0.95),
    dropP50: pooledFigure(drops, 0.5),
    dropP95: pooledFigure(drops, 0.95),
  };
}

async function dragOften(browser: Browser, target: Target) {
  const { path, row: treeRow } = screenOf(target, 'structure');
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

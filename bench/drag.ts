/** How fast the large structure responds to a drag. */
import type { Browser } from 'playwright';
import { openPage, type Target } from './browser.ts';
import { type DragTimes, watchDrags } from './page-probe.ts';
import { median, quantile, round } from './statistics.ts';

/** Times in ms from the start of the drag, and from the drop, to the frame that shows it. */
export type Drag = Record<'open' | 'startP50' | 'startP95' | 'dropP50' | 'dropP95', number>;

const drags = 12;

/** Where a row is grabbed, in pixels from its left edge: on its title, after the arrow. */
const gripOffset = 150;

/** Drags rows of the structure, alternating between the targets, with CPU throttling. */
export async function measureDrag(
  browser: Browser,
  targets: Target[],
  rounds: number,
): Promise<Record<string, Drag>> {
  const runs: Record<string, { open: number; starts: number[]; drops: number[] }[]> = {};
  for (let iteration = 0; iteration < rounds; iteration += 1) {
    for (const target of targets) (runs[target.name] ??= []).push(await dragOften(browser, target));
  }
  return Object.fromEntries(
    Object.entries(runs).map(([name, found]) => {
      const starts = found.flatMap((run) => run.starts);
      const drops = found.flatMap((run) => run.drops);
      const drag: Drag = {
        open: round(median(found.map((run) => run.open))),
        startP50: round(median(starts)),
        startP95: round(quantile(starts, 0.95)),
        dropP50: round(median(drops)),
        dropP95: round(quantile(drops, 0.95)),
      };
      return [name, drag];
    }),
  );
}

async function dragOften(browser: Browser, target: Target) {
  const { page, close } = await openPage(browser, target, true);
  const { treeRow } = target.selectors;
  const started = performance.now();
  await page.goto(target.origin + target.paths.structure, { waitUntil: 'commit' });
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

/** Navigation time, cold and warm, and heap growth over many navigations. */
import type { Browser, Page } from 'playwright';
import { measureHeap, openPage, type Target } from './browser.ts';
import { timeNavigation } from './page-probe.ts';
import { median, quantile, round } from './statistics.ts';

/** Times in ms, heap in MB. `cold`: neither code nor data is loaded. `warm`: both are. */
export type NavigationTimes = Record<
  'cold' | 'warmP50' | 'warmP95' | 'heapLoaded' | 'heap22' | 'heap66',
  number
>;

const warmNavigations = 66;

/** Measures each target `rounds` times, alternating between them. */
export async function measureNavigation(
  browser: Browser,
  targets: Target[],
  rounds: number,
): Promise<Record<string, NavigationTimes>> {
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) (runs[target.name] ??= []).push(await runOnce(browser, target));
  }
  return Object.fromEntries(Object.entries(runs).map(([name, found]) => [name, summarize(found)]));
}

interface Run {
  cold: number;
  warm: number[];
  heapLoaded: number;
  heap22: number;
  heap66: number;
}

async function runOnce(browser: Browser, target: Target): Promise<Run> {
  const { page, session, close } = await openPage(browser, target, true);
  await page.goto(target.origin + target.paths.members, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  // The cold navigation starts immediately, before anything is prefetched.
  const cold = await navigate(page, target, 'teams');
  await page.waitForLoadState('networkidle');
  const run: Run = { cold, warm: [], heapLoaded: await measureHeap(session), heap22: 0, heap66: 0 };
  for (let count = 1; count <= warmNavigations; count += 1) {
    const time = await navigate(page, target, count % 2 === 1 ? 'members' : 'teams');
    if (count % 2 === 1) run.warm.push(time);
    if (count === 22) run.heap22 = await measureHeap(session);
  }
  run.heap66 = await measureHeap(session);
  await close();
  return run;
}

async function navigate(page: Page, target: Target, screen: 'members' | 'teams'): Promise<number> {
  const path = target.paths[screen];
  const time = await page.evaluate(timeNavigation, {
    link: `a[href="${path}"]`,
    path,
    rows: target.selectors.row,
    minRows: target.rows[screen],
  });
  // People read before the next click; without a pause, work of one navigation would count for the next.
  await page.waitForTimeout(150);
  return time;
}

function summarize(runs: Run[]): NavigationTimes {
  const warm = runs.flatMap((run) => run.warm);
  return {
    cold: round(median(runs.map((run) => run.cold))),
    warmP50: round(median(warm)),
    warmP95: round(quantile(warm, 0.95)),
    heapLoaded: round(median(runs.map((run) => run.heapLoaded)), 2),
    heap22: round(median(runs.map((run) => run.heap22)), 2),
    heap66: round(median(runs.map((run) => run.heap66)), 2),
  };
}

/** Time of a change of screen, cold and warm, and heap growth over many of them. */
import type { Browser, Page } from 'playwright';
import { alternate, type ByTarget, measureHeap, openPage, type Screen, type Target } from './browser.ts';
import { atMost, type Check, ratio } from './goals.ts';
import { timeNavigation } from './page-probe.ts';
import type { Part } from './part.ts';
import { type Figure, figure, pooledFigure } from './statistics.ts';
import { comparisonTable } from './tables.ts';

/** Times in ms, heap in MB. `cold`: neither code nor data is loaded. `warm`: both are. */
type Value = 'cold' | 'warmP50' | 'warmP95' | 'heapLoaded' | 'heap22' | 'heap66';
export type NavigationTimes = Record<Value, Figure>;

const rows: Record<Value, string> = {
  cold: 'cold, ms',
  warmP50: 'warm, p50, ms',
  warmP95: 'warm, p95, ms',
  heapLoaded: 'heap after load, MB',
  heap22: 'heap after 22 navigations, MB',
  heap66: 'heap after 66 navigations, MB',
};

const warmNavigations = 66;

export const routesPart: Part<ByTarget<NavigationTimes>> = {
  name: 'routes',
  measure: async (bench) => measureNavigation(await bench.browser(), await bench.targets(), bench.rounds),
  goals: (found) => [
    ...checkTimes('members and teams', found),
    atMost('heap after load', ratio(found.console.heapLoaded, found.baseline.heapLoaded), 2.5),
    atMost('heap after 22 navigations', ratio(found.console.heap22, found.baseline.heap22), 2.2),
    atMost(
      'heap growth from navigation 22 to 66',
      found.console.heap66.value - found.console.heap22.value,
      0.5,
      'MB',
    ),
  ],
  tables: (found) => navigationTable('Change of screen: members and teams', found),
};

export const navigationTable = (title: string, found: ByTarget<NavigationTimes>): string[] =>
  comparisonTable(title, found, rows);

function checkTimes(pair: string, { console, baseline }: ByTarget<NavigationTimes>): Check[] {
  return [
    atMost(`${pair}: warm, p50`, ratio(console.warmP50, baseline.warmP50), 1.8),
    atMost(`${pair}: warm, p95`, ratio(console.warmP95, baseline.warmP95), 1.8),
    atMost(`${pair}: cold`, ratio(console.cold, baseline.cold), 1.8),
  ];
}

/** Measures each target `rounds` times, alternating between them. */
export function measureNavigation(
  browser: Browser,
  targets: Target[],
  rounds: number,
): Promise<ByTarget<NavigationTimes>> {
  return alternate(targets, rounds, (target) => runOnce(browser, target), summarize);
}

interface Run {
  cold: number;
  warm: number[];
  heapLoaded: number;
  heap22: number;
  heap66: number;
}

async function runOnce(browser: Browser, target: Target): Promise<Run> {
  const { members, teams } = target.screens;
  const { page, session, close } = await openPage(browser, target, true);
  await page.goto(target.origin + members.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  // The cold navigation starts immediately, before anything is prefetched.
  const cold = await navigate(page, teams);
  await page.waitForLoadState('networkidle');
  const run: Run = { cold, warm: [], heapLoaded: await measureHeap(session), heap22: 0, heap66: 0 };
  for (let count = 1; count <= warmNavigations; count += 1) {
    const time = await navigate(page, count % 2 === 1 ? members : teams);
    if (count % 2 === 1) run.warm.push(time);
    if (count === 22) run.heap22 = await measureHeap(session);
  }
  run.heap66 = await measureHeap(session);
  await close();
  return run;
}

async function navigate(page: Page, { path, row, minRows }: Screen): Promise<number> {
  const link = `a[href="${path}"]`;
  const time = await page.evaluate(timeNavigation, { link, path, rows: row, minRows });
  // People read before the next click; without a pause, work of one navigation would count for the next.
  await page.waitForTimeout(150);
  return time;
}

function summarize(runs: Run[]): NavigationTimes {
  const warm = runs.map((run) => run.warm);
  const heap = (name: 'heapLoaded' | 'heap22' | 'heap66'): Figure =>
    figure(
      runs.map((run) => run[name]),
      2,
    );
  return {
    cold: figure(runs.map((run) => run.cold)),
    warmP50: pooledFigure(warm, 0.5),
    warmP95: pooledFigure(warm, 0.95),
    heapLoaded: heap('heapLoaded'),
    heap22: heap('heap22'),
    heap66: heap('heap66'),
  };
}

/** Cold page load until the members' rows are visible. */
import type { Browser } from 'playwright';
import { alternate, type ByTarget, measureHeap, openPage, type Target } from './browser.ts';
import { alwaysAtMost, atMost, atMostOfFloor, type Check, ratio } from './goals.ts';
import type { Part } from './part.ts';
import { type Figure, figures } from './statistics.ts';
import { comparisonTable } from './tables.ts';

/** Transferred sizes in KB, times in ms since the start of the navigation, heap in MB. */
type LoadTime =
  | 'script'
  | 'style'
  | 'everything'
  | 'idleScript'
  | 'requests'
  | 'otherHosts'
  | 'firstPaint'
  | 'largestPaint'
  | 'rowsVisible'
  | 'blockingTime'
  | 'longestTask'
  | 'shift'
  | 'nodes'
  | 'nodesPerRow'
  | 'heap';

export type PageLoad = Record<LoadTime, Figure>;

const rows: Record<LoadTime, string> = {
  script: 'JavaScript until rows are visible, KB',
  idleScript: 'JavaScript until idle, KB',
  style: 'CSS, KB',
  everything: 'total, KB',
  requests: 'requests until rows are visible',
  otherHosts: 'requests to other hosts',
  firstPaint: 'First Contentful Paint, ms',
  largestPaint: 'Largest Contentful Paint, ms',
  rowsVisible: 'rows visible, ms',
  blockingTime: 'Total Blocking Time, ms',
  longestTask: 'longest task, ms',
  shift: 'Cumulative Layout Shift',
  nodes: 'nodes of the page',
  nodesPerRow: 'nodes of a row',
  heap: 'heap, MB',
};

export const loadPart: Part<ByTarget<PageLoad>> = {
  name: 'load',
  measure: async (bench) =>
    measurePageLoad(await bench.browser(), await bench.targets(['same-nodes']), bench.rounds),
  goals: (found) => checkLoad(found),
  tables: (found) => pageLoadTable('Cold load of the members screen', found),
};

function checkLoad(found: ByTarget<PageLoad>): Check[] {
  const { console, baseline } = found;
  return [
    alwaysAtMost('JavaScript until rows are visible', ratio(console.script, baseline.script), 1.5),
    atMostOfFloor('rows visible', (load: PageLoad) => load.rowsVisible, found, 1.35),
    atMost('nodes of a row', console.nodesPerRow, 14, 'nodes'),
    atMost('longest task, 4× CPU slowdown', console.longestTask, 150, 'ms'),
    ...(baseline.blockingTime.value > 0
      ? [atMost('Total Blocking Time', ratio(console.blockingTime, baseline.blockingTime), 2)]
      : []),
    atMost('First Contentful Paint', ratio(console.firstPaint, baseline.firstPaint), 1.2),
    atMost('CSS', console.style, 15, 'KB'),
    atMost('requests until rows are visible', console.requests, 14, 'requests'),
    atMost('requests to other hosts', console.otherHosts, 0, 'requests'),
    atMost('Cumulative Layout Shift', console.shift, 0.02, ''),
  ];
}

export const pageLoadTable = (title: string, found: ByTarget<PageLoad>): string[] =>
  comparisonTable(title, found, rows);

/** Loads the targets alternately, `rounds` times each. */
export function measurePageLoad(
  browser: Browser,
  targets: Target[],
  rounds: number,
): Promise<ByTarget<PageLoad>> {
  return alternate(targets, rounds, (target) => loadOnce(browser, target), figures);
}

async function loadOnce(browser: Browser, target: Target): Promise<Record<LoadTime, number>> {
  const { page, session, traffic, close } = await openPage(browser, target, true);
  await page.goto(target.origin + target.screens.members.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  const atRows = {
    script: traffic.kilobytes('Script'),
    style: traffic.kilobytes('Stylesheet'),
    requests: traffic.responses.length,
  };
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  const probe = await page.evaluate(() => window.benchProbe);
  const tasks = probe.longTasks.filter(({ start }) => start >= probe.firstPaint);
  const load: Record<LoadTime, number> = {
    ...atRows,
    idleScript: traffic.kilobytes('Script'),
    everything: traffic.kilobytes(),
    otherHosts: traffic.countOtherHosts(target.origin),
    firstPaint: probe.firstPaint,
    largestPaint: probe.largestPaint,
    rowsVisible: probe.rowsVisible,
    blockingTime: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...probe.longTasks.map(({ duration }) => duration)),
    shift: probe.shift,
    nodes: await page.locator('#root *').count(),
    nodesPerRow: await page.evaluate(countNodes, target.screens.members.row),
    heap: await measureHeap(session),
  };
  await close();
  return load;
}

/** The elements of the row that has the most; runs inside the page. */
function countNodes(row: string): number {
  const counts = [...document.querySelectorAll(row)].map((element) => element.querySelectorAll('*').length);
  return 1 + Math.max(0, ...counts);
}

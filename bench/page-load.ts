/** Cold page load until the members' rows are visible. */
import type { Browser } from 'playwright';
import { measureHeap, openPage, type Target } from './browser.ts';
import { medians } from './statistics.ts';

/** Transferred sizes in KB, times in ms since the start of the navigation, heap in MB. */
export type PageLoad = Record<
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
  | 'heap',
  number
>;

/** Loads both targets alternately, `rounds` times each, and returns the medians. */
export async function measurePageLoad(
  browser: Browser,
  targets: Target[],
  rounds: number,
): Promise<Record<string, PageLoad>> {
  const results: Record<string, PageLoad[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) (results[target.name] ??= []).push(await loadOnce(browser, target));
  }
  return Object.fromEntries(Object.entries(results).map(([name, loads]) => [name, medians(loads)]));
}

async function loadOnce(browser: Browser, target: Target): Promise<PageLoad> {
  const { page, session, traffic, close } = await openPage(browser, target, true);
  await page.goto(target.origin + target.paths.members, { waitUntil: 'commit' });
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
  const load: PageLoad = {
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
    heap: await measureHeap(session),
  };
  await close();
  return load;
}

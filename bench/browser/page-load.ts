/** Cold page load until the members' rows are visible. */
import type { Browser } from 'playwright';
import { alwaysAtMost, atMost, atMostOfEither, type Check, ratio } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figures } from '../statistics.ts';
import { alternate, type ByTarget, openPage, type Target } from './browser.ts';

/** Transferred sizes in KB, times in ms since the start of the navigation. */
type LoadValue =
  | 'script'
  | 'style'
  | 'requests'
  | 'otherHosts'
  | 'firstPaint'
  | 'rowsVisible'
  | 'longestTask'
  | 'shift'
  | 'nodesPerRow';

type PageLoad = Record<LoadValue, Figure>;

export const loadPart: Part<ByTarget<PageLoad>> = {
  name: 'load',
  description: 'the members screen in an empty browser, slowed: bytes, requests, paints, rows',
  measure: async (bench) => {
    const browser = await bench.browser();
    return alternate(await bench.targets(), bench.rounds, (target) => loadOnce(browser, target), figures);
  },
  goals: (results) => checkLoad(results),
};

function checkLoad(results: ByTarget<PageLoad>): Check[] {
  const { console, baseline } = results;
  return [
    alwaysAtMost('JavaScript until rows are visible', ratio(console.script, baseline.script), 1.5),
    atMostOfEither('rows visible', (load: PageLoad) => load.rowsVisible, results, 1.35),
    atMost('nodes of a row', console.nodesPerRow, 14, 'nodes'),
    atMost('longest task, 4× CPU slowdown', console.longestTask, 150, 'ms'),
    atMost('First Contentful Paint', ratio(console.firstPaint, baseline.firstPaint), 1.2),
    atMost('CSS', console.style, 15, 'KB'),
    atMost('requests until rows are visible', console.requests, 14, 'requests'),
    atMost('requests to other hosts', console.otherHosts, 0, 'requests'),
    atMost('Cumulative Layout Shift', console.shift, 0.02, ''),
  ];
}

async function loadOnce(browser: Browser, target: Target): Promise<Record<LoadValue, number>> {
  const { page, traffic, close } = await openPage(browser, target, true);
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
  const load: Record<LoadValue, number> = {
    ...atRows,
    otherHosts: traffic.countOtherHosts(target.origin),
    firstPaint: probe.firstPaint,
    rowsVisible: probe.rowsVisible,
    longestTask: Math.max(0, ...probe.longTasks.map(({ duration }) => duration)),
    shift: probe.shift,
    nodesPerRow: await page.evaluate(countNodes, target.screens.members.row),
  };
  await close();
  return load;
}

/** The elements of the row that has the most; runs inside the page. */
function countNodes(row: string): number {
  const counts = [...document.querySelectorAll(row)].map((element) => element.querySelectorAll('*').length);
  return 1 + Math.max(0, ...counts);
}

/** Time of a change of screen, cold and warm, and heap growth over many of them. */
import type { Browser, Page } from 'playwright';
import { untilQuiet } from '../../e2e/support/quiet.ts';
import { atMost, atMostOfEither, type Check, ratio } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figure, pooledFigure } from '../statistics.ts';
import {
  alternate,
  type ByTarget,
  measureHeap,
  openPage,
  type Screen,
  type ScreenName,
  type Target,
} from './browser.ts';
import { timeNavigation } from './page-probe.ts';

/**
 * Times in ms, heap in MB. `cold`: to the second screen of a pair, with neither its code nor its data loaded. `warm`:
 * with both, to the first screen, and `back` to the second.
 */
type Value = 'cold' | 'warmP50' | 'warmP95' | 'backP50' | 'backP95' | 'heapLoaded' | 'heap22' | 'heap66';
type NavigationTimes = Record<Value, Figure>;

/** Two screens, and how often one changes to the other. */
interface Pair {
  title: string;
  screens: [ScreenName, ScreenName];
  changes: number;
}

const pairs = {
  lists: { title: 'members and teams', screens: ['members', 'teams'], changes: 66 },
  sites: { title: 'sites and the structure of one', screens: ['sites', 'structure'], changes: 16 },
} satisfies Record<string, Pair>;
type PairName = keyof typeof pairs;
const pairNames: PairName[] = ['lists', 'sites'];

export const routesPart: Part<Record<PairName, ByTarget<NavigationTimes>>> = {
  name: 'routes',
  description: 'changes of screen, cold and warm, slowed, and the memory that they leave',
  measure: async (bench) => {
    const measure = async (name: PairName): Promise<ByTarget<NavigationTimes>> =>
      measureNavigation(await bench.browser(), await bench.targets(), bench.rounds, pairs[name]);
    return { lists: await measure('lists'), sites: await measure('sites') };
  },
  goals: (results) => [
    ...pairNames.flatMap((name) => checkTimes(pairs[name].title, results[name])),
    ...checkHeap(results.lists),
  ],
};

function checkTimes(title: string, results: ByTarget<NavigationTimes>): Check[] {
  const names = {
    warmP50: 'warm, p50',
    warmP95: 'warm, p95',
    backP50: 'back, p50',
    backP95: 'back, p95',
    cold: 'cold',
  };
  return (['warmP50', 'warmP95', 'backP50', 'backP95', 'cold'] as const).map((time) =>
    atMostOfEither(`${title}: ${names[time]}`, (times: NavigationTimes) => times[time], results, 1.8),
  );
}

function checkHeap({ console, baseline }: ByTarget<NavigationTimes>): Check[] {
  return [
    atMost('heap after load', ratio(console.heapLoaded, baseline.heapLoaded), 2.5),
    atMost('heap after 22 navigations', ratio(console.heap22, baseline.heap22), 2.2),
    atMost('heap growth from navigation 22 to 66', console.heap66.value - console.heap22.value, 0.5, 'MB'),
  ];
}

/** Measures each target `rounds` times, alternating between them. */
function measureNavigation(
  browser: Browser,
  targets: Target[],
  rounds: number,
  pair: Pair,
): Promise<ByTarget<NavigationTimes>> {
  return alternate(targets, rounds, (target) => runOnce(browser, target, pair), summarize);
}

interface Run {
  cold: number;
  warm: number[];
  back: number[];
  heapLoaded: number;
  heap22: number;
  heap66: number;
}

async function runOnce(browser: Browser, target: Target, { screens, changes }: Pair): Promise<Run> {
  const [first, second] = [target.screens[screens[0]], target.screens[screens[1]]];
  const { page, session, close } = await openPage(browser, target, true, first);
  await page.goto(target.origin + first.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  // The cold navigation starts immediately, before anything is prefetched.
  const cold = await navigate(page, second);
  await untilQuiet(page);
  const heapLoaded = await measureHeap(session);
  const run: Run = { cold, warm: [], back: [], heapLoaded, heap22: 0, heap66: 0 };
  for (let count = 1; count <= changes; count += 1) {
    if (count % 2 === 1) run.warm.push(await navigate(page, first));
    else run.back.push(await navigate(page, second));
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
  const back = runs.map((run) => run.back);
  const heap = (name: 'heapLoaded' | 'heap22' | 'heap66'): Figure =>
    figure(
      runs.map((run) => run[name]),
      2,
    );
  return {
    cold: figure(runs.map((run) => run.cold)),
    warmP50: pooledFigure(warm, 0.5),
    warmP95: pooledFigure(warm, 0.95),
    backP50: pooledFigure(back, 0.5),
    backP95: pooledFigure(back, 0.95),
    heapLoaded: heap('heapLoaded'),
    heap22: heap('heap22'),
    heap66: heap('heap66'),
  };
}

/** Scrolls to the end of long lists: DOM size and requests. */
import type { Browser, Page } from 'playwright';
import type { BenchEnvironment } from '../environment.ts';
import { atMost, atLeast } from '../goals.ts';
import type { Part } from '../part.ts';
import { type Figure, figures, quantile } from '../statistics.ts';
import { openPage, type Target } from './browser.ts';
import { scrollDown, watchScroll } from './page-probe.ts';
import { consoleTarget } from './targets.ts';

/**
 * `requestsPerRow` while scrolling down; `frameP95` in ms while scrolling back up through loaded rows; `shortFrames`: the
 * share of frames that take no longer than a screen shows them while scrolling down much faster than pages load, in %.
 */
type Value = 'maxNodes' | 'requestsPerRow' | 'frameP95' | 'shortFrames';
type ListName = 'members' | 'content';

const names: ListName[] = ['members', 'content'];

/** A screen refreshed 60 times per second shows a frame for 16.7 ms. */
const FRAME_MS = 17;
/** How far a list is scrolled down: 360,000 pixels, in ten seconds. */
const WALK_FRAMES = 600;

export const longListsPart: Part<Record<ListName, Record<Value, Figure>>> = {
  name: 'long-lists',
  description: 'elements, requests and frames while 100,000 members and 5,000 spaces are scrolled',
  measure: async (bench) => {
    const environment = await bench.environment('large');
    return await measureLongLists(await bench.browser(), environment, bench.isSmall ? 1 : bench.rounds);
  },
  goals: (results) =>
    names.flatMap((name) => [
      atMost(`${name}: elements in the document`, results[name].maxNodes, 5000, 'elements'),
      atMost(`${name}: requests`, results[name].requestsPerRow, 0.05, 'per row'),
      atMost(`${name}: frame, p95`, results[name].frameP95, FRAME_MS, 'ms'),
      atLeast(`${name}: frames in time while pages are fetched`, results[name].shortFrames, 95, '%'),
    ]),
};

interface List {
  path: string;
  scroller: string;
  row: string;
  /** Matches the URLs of requests for rows. */
  requestPattern: RegExp;
  rows: number;
  /** Prepares the list for scrolling. */
  open: (page: Page) => Promise<void>;
}

/** Scrolls through the list of all members and the tree of all content. */
async function measureLongLists(
  browser: Browser,
  environment: BenchEnvironment,
  rounds: number,
): Promise<Record<ListName, Record<Value, Figure>>> {
  const target = consoleTarget(environment);
  const longList = target.screens.longList;
  const structure = target.screens.structure;
  const organization = `/o/${environment.organizationId}`;
  const count = async (path: string): Promise<number> => {
    const response = await fetch(
      `${environment.server.url}/v1/orgs/${environment.organizationId}/${path}?limit=1`,
      {
        headers: { authorization: `Bearer ${environment.server.token}` },
      },
    );
    const list: { count: number } = await response.json();
    return list.count;
  };
  const content: List = {
    path: `${organization}/content`,
    scroller: structure.scroller ?? 'html',
    row: structure.row,
    requestPattern: /\/content$/,
    rows: await count('content'),
    open: async (page) => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Expand all' }).click();
    },
  };
  const members: List = {
    path: longList.path,
    scroller: longList.scroller ?? 'html',
    row: longList.row,
    requestPattern: /\/members$/,
    rows: await count('members'),
    open: async (page) => {
      await page.locator('main tbody tr').nth(10).waitFor();
    },
  };
  const measure = async (list: List): Promise<Record<Value, Figure>> => {
    const runs: Record<Value, number>[] = [];
    for (let turn = 0; turn < rounds; turn += 1) runs.push(await scrollOnce(browser, target, list));
    return figures(runs, 3);
  };
  return {
    members: await measure(members),
    content: await measure(content),
  };
}

async function scrollOnce(browser: Browser, target: Target, list: List): Promise<Record<Value, number>> {
  const { page, close } = await openPage(browser, target, false);
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && list.requestPattern.test(pathname)) requests += 1;
  });
  page.setDefaultTimeout(120_000);
  await page.goto(target.origin + list.path);
  await list.open(page);
  const { scroller, row } = list;
  const walk = { scroller, step: 600, maxFrames: WALK_FRAMES, settleFrames: 60 };
  const { frames, maxNodes, share } = await page.evaluate(scrollDown, walk);
  const back = await page.evaluate(watchScroll, { scroller, row, step: -90, count: 200 });
  await close();
  return {
    maxNodes,
    requestsPerRow: requests / (list.rows * share),
    frameP95: quantile(back.frames, 0.95),
    shortFrames: (100 * frames.filter((frame) => frame <= FRAME_MS).length) / frames.length,
  };
}

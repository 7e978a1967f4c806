/** Scrolls to the end of long lists: DOM size and requests. */
import type { Browser, Page } from 'playwright';
import { openPage, screenOf, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, atLeast } from './goals.ts';
import { scrollDown } from './inbox-probe.ts';
import { watchScroll } from './page-probe.ts';
import type { Part } from './part.ts';
import { type Figure, figures, quantile } from './statistics.ts';
import { figureTable } from './tables.ts';
import { consoleTarget } from './targets.ts';

/**
 * `rows` counts those that were passed, `requests` those while scrolling down; frames in ms: while scrolling back up
 * through loaded rows, and while scrolling down many times as fast as pages load. `shortFrames` is the share of the
 * latter that take no longer than a screen shows them, in percent.
 */
type Value =
  | 'rows'
  | 'maxNodes'
  | 'requests'
  | 'requestsPerRow'
  | 'frameP95'
  | 'scrollFrameP95'
  | 'shortFrames';
type ListName = 'members' | 'content' | 'teams';

const rows: Record<Value, string> = {
  rows: 'rows passed',
  maxNodes: 'elements in the document, max',
  requests: 'requests for rows',
  requestsPerRow: 'requests per row',
  frameP95: 'frame, p95, ms',
  scrollFrameP95: 'frame while scrolling down, p95, ms',
  shortFrames: 'frames of at most 17 ms while scrolling down, %',
};
const titles: Record<ListName, string> = {
  members: 'Scrolling 100,000 members',
  content: 'Scrolling 5,000 spaces',
  teams: 'Scrolling 2,000 teams',
};
const names: ListName[] = ['members', 'content', 'teams'];
const TEAMS = 2000;

/** A screen refreshed 60 times per second shows a frame for 16.7 ms. */
const FRAME_MS = 17;
/** How far a list is scrolled down: 360,000 pixels, in ten seconds. */
const WALK_FRAMES = 600;

export const longListsPart: Part<Record<ListName, Record<Value, Figure>>> = {
  name: 'long-lists',
  measure: async (bench) => {
    const world = await bench.world('large');
    await addTeams(world, bench.isSmall ? 120 : TEAMS);
    return await measureLongLists(await bench.browser(), world, bench.isSmall ? 1 : bench.rounds);
  },
  goals: (found) =>
    names.flatMap((name) => [
      atMost(`${name}: elements in the document`, found[name].maxNodes, 5000, 'elements'),
      atMost(`${name}: requests`, found[name].requestsPerRow, 0.05, 'per row'),
      atMost(`${name}: frame, p95`, found[name].frameP95, FRAME_MS, 'ms'),
      atLeast(`${name}: frames in time while pages are fetched`, found[name].shortFrames, 95, '%'),
    ]),
  tables: (found) => names.flatMap((name) => figureTable(titles[name], found[name], rows)),
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

/** Scrolls through the list of all members, the tree of all content and the list of all teams. */
async function measureLongLists(
  browser: Browser,
  world: BenchEnvironment,
  rounds: number,
): Promise<Record<ListName, Record<Value, Figure>>> {
  const target = consoleTarget(world);
  const longList = screenOf(target, 'longList');
  const structure = screenOf(target, 'structure');
  const organization = `/o/${world.organizationId}`;
  const count = async (path: string): Promise<number> => {
    const response = await fetch(`${world.server.url}/v1/orgs/${world.organizationId}/${path}?limit=1`, {
      headers: { authorization: `Bearer ${world.server.token}` },
    });
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
  const table = async (name: 'members' | 'teams'): Promise<List> => ({
    path: `${organization}/${name}`,
    scroller: longList.scroller ?? 'html',
    row: longList.row,
    requestPattern: new RegExp(`/${name}$`),
    rows: await count(name),
    open: async (page) => {
      await page.locator('main tbody tr').nth(10).waitFor();
    },
  });
  const measure = async (list: List): Promise<Record<Value, Figure>> => {
    const runs: Record<Value, number>[] = [];
    for (let turn = 0; turn < rounds; turn += 1) runs.push(await scrollOnce(browser, target, list));
    return figures(runs, 3);
  };
  return {
    members: await measure(await table('members')),
    content: await measure(content),
    teams: await measure(await table('teams')),
  };
}

/** Adds teams to the measured organization up to a number. */
async function addTeams({ server, organizationId }: BenchEnvironment, target: number): Promise<void> {
  const url = `${server.url}/v1/orgs/${organizationId}/teams`;
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const present: { count: number } = await (await fetch(`${url}?limit=1`, { headers })).json();
  for (let number = present.count + 1; number <= target; number += 1) {
    const body = JSON.stringify({ title: `Gauge crew ${number}` });
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`Couldn’t create a team: ${await response.text()}`);
  }
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
    rows: list.rows * share,
    maxNodes,
    requests,
    requestsPerRow: requests / (list.rows * share),
    frameP95: quantile(back.frames, 0.95),
    scrollFrameP95: quantile(frames, 0.95),
    shortFrames: (100 * frames.filter((frame) => frame <= FRAME_MS).length) / frames.length,
  };
}

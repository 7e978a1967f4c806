/** Scrolls to the end of long lists: DOM size and requests. */
import type { Browser, Page } from 'playwright';
import { openPage, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { scrollToEnd } from './inbox-probe.ts';
import { watchScroll } from './page-probe.ts';
import { quantile, round } from './statistics.ts';

/**
 * `rows` counts the whole list, `requests` those while scrolling to its end; frames in ms: while scrolling back up
 * through loaded rows, and while scrolling down many times as fast as pages load.
 */
export type LongList = Record<
  'rows' | 'maxNodes' | 'requests' | 'requestsPerRow' | 'frameP95' | 'scrollFrameP95',
  number
>;

interface Screen {
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
export async function measureLongLists(
  browser: Browser,
  world: BenchEnvironment,
  target: Target,
): Promise<Record<'members' | 'content' | 'teams', LongList>> {
  const organization = `/o/${world.organizationId}`;
  const count = async (path: string): Promise<number> => {
    const response = await fetch(`${world.server.url}/v1/orgs/${world.organizationId}/${path}?limit=1`, {
      headers: { authorization: `Bearer ${world.server.token}` },
    });
    const list: { count: number } = await response.json();
    return list.count;
  };
  const content: Screen = {
    path: `${organization}/content`,
    scroller: target.selectors.treeScroller,
    row: target.selectors.treeRow,
    requestPattern: /\/content$/,
    rows: await count('content'),
    open: async (page) => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Expand all' }).click();
    },
  };
  const table = async (name: 'members' | 'teams'): Promise<Screen> => ({
    path: `${organization}/${name}`,
    scroller: target.selectors.scroller,
    row: target.selectors.row,
    requestPattern: new RegExp(`/${name}$`),
    rows: await count(name),
    open: async (page) => {
      await page.locator('main tbody tr').nth(10).waitFor();
    },
  });
  return {
    members: await scrollOnce(browser, target, await table('members')),
    content: await scrollOnce(browser, target, content),
    teams: await scrollOnce(browser, target, await table('teams')),
  };
}

/** Adds teams to the measured organization up to a number. */
export async function addTeams({ server, organizationId }: BenchEnvironment, target: number): Promise<void> {
  const url = `${server.url}/v1/orgs/${organizationId}/teams`;
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const present: { count: number } = await (await fetch(`${url}?limit=1`, { headers })).json();
  for (let number = present.count + 1; number <= target; number += 1) {
    const body = JSON.stringify({ title: `Gauge crew ${number}` });
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`Couldn’t create a team: ${await response.text()}`);
  }
}

async function scrollOnce(browser: Browser, target: Target, screen: Screen): Promise<LongList> {
  const { page, close } = await openPage(browser, target, false);
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && screen.requestPattern.test(pathname)) requests += 1;
  });
  // A hundred thousand rows take minutes.
  page.setDefaultTimeout(600_000);
  await page.goto(target.origin + screen.path);
  await screen.open(page);
  const { frames, maxNodes } = await page.evaluate(scrollToEnd, {
    scroller: screen.scroller,
    step: 600,
    settleFrames: 60,
  });
  const back = await page.evaluate(watchScroll, {
    scroller: screen.scroller,
    row: screen.row,
    step: -90,
    count: 400,
  });
  await close();
  return {
    rows: screen.rows,
    maxNodes,
    requests,
    requestsPerRow: round(requests / screen.rows, 3),
    frameP95: round(quantile(back.frames, 0.95)),
    scrollFrameP95: round(quantile(frames, 0.95)),
  };
}

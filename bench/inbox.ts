/** The inbox with many change requests, without throttling. */
import type { Browser, Page } from 'playwright';
import { type MeasuredPage, openPage, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { type KeyTiming, timeKey } from './inbox-probe.ts';
import { median, quantile, round } from './statistics.ts';

/**
 * `requests` and `fetched` count the requests and the fetched rows until the first rows are shown, `rows` those in the
 * document; `wrongCounts` counts buckets whose count differs from their list. Keys are measured in frames and ms until
 * the result is painted.
 */
export type Inbox = Record<
  | 'open'
  | 'requests'
  | 'fetched'
  | 'rows'
  | 'wrongCounts'
  | 'keyFrames'
  | 'keyFramesP95'
  | 'keyP50'
  | 'keyP95',
  number
>;

/** The largest bucket: everything that is open. */
const BUCKET = 'waiting';
const ROW = 'main li[data-row]';
const SHOWN = 'main article header';
const pressCount = 60;
/** The pause between two keys, in ms; data is fetched during it. */
const pauseMs = 400;

/** Opens the inbox of the measured organization and moves down with `j`, `rounds` times. */
export async function measureInbox(
  browser: Browser,
  world: BenchEnvironment,
  target: Target,
  rounds: number,
): Promise<Inbox> {
  const runs: (Opened & { pressed: KeyTiming[] })[] = [];
  for (let turn = 0; turn < rounds; turn += 1) runs.push(await openOnce(browser, world, target));
  const maxOf = (of: (run: Opened) => number): number => Math.max(...runs.map(of));
  const pressed = runs.flatMap((run) => run.pressed);
  const frames = pressed.map((press) => press.frames);
  const times = pressed.map((press) => press.time);
  return {
    open: round(median(runs.map(({ open }) => open))),
    requests: maxOf(({ requests }) => requests),
    fetched: maxOf(({ fetched }) => fetched),
    rows: maxOf(({ rows }) => rows),
    wrongCounts: maxOf(({ wrongCounts }) => wrongCounts),
    keyFrames: median(frames),
    keyFramesP95: quantile(frames, 0.95),
    keyP50: round(median(times)),
    keyP95: round(quantile(times, 0.95)),
  };
}

interface Opened {
  open: number;
  requests: number;
  fetched: number;
  rows: number;
  wrongCounts: number;
}

async function openOnce(browser: Browser, world: BenchEnvironment, target: Target) {
  const measured = await openPage(browser, target, false);
  const { page } = measured;
  const listed = watchLists(page);
  const started = performance.now();
  await page.goto(`${target.origin}/o/${world.organizationId}/inbox/${BUCKET}`, { waitUntil: 'commit' });
  await page.locator(ROW).nth(10).waitFor({ timeout: 60_000 });
  const open = performance.now() - started;
  const opened: Opened = {
    open,
    requests: listed.length,
    fetched: (await Promise.all(listed)).reduce((sum, rows) => sum + rows, 0),
    rows: await page.locator(ROW).count(),
    wrongCounts: await countWrongBuckets(measured, world),
  };
  await page.waitForLoadState('networkidle');
  const pressed: KeyTiming[] = [];
  // The first key loads the code of the preview; it is not measured.
  for (let count = 0; count <= pressCount; count += 1) {
    const press = await page.evaluate(timeKey, { key: 'j', shown: SHOWN });
    if (count > 0) pressed.push(press);
    await page.waitForTimeout(pauseMs);
  }
  await measured.close();
  return { ...opened, pressed };
}

/** The number of rows of each response with change requests, in order of arrival. */
function watchLists(page: Page): Promise<number>[] {
  const listed: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\/change-requests(\?|$)/.test(new URL(response.url()).pathname)) return;
    listed.push(response.json().then(({ items }: { items: unknown[] }) => items.length));
  });
  return listed;
}

/** The number of buckets whose count differs from their list. */
async function countWrongBuckets(
  { page }: MeasuredPage,
  { server, organizationId }: BenchEnvironment,
): Promise<number> {
  const links = page.getByRole('navigation', { name: 'Inbox tabs' }).getByRole('link', { name: /\d/ });
  await links.first().waitFor();
  const shown = await links.evaluateAll((all) =>
    all.map((link) => ({
      bucket: link.getAttribute('href')?.split('/').at(-1)?.split('?')[0] ?? '',
      count: Number((link.textContent ?? '').replaceAll(/\D/g, '')),
    })),
  );
  const isWrong = await Promise.all(
    shown.map(async ({ bucket, count }) => {
      const response = await fetch(
        `${server.url}/v1/orgs/${organizationId}/change-requests?bucket=${bucket}&limit=1`,
        { headers: { authorization: `Bearer ${server.token}` } },
      );
      const list: { count: number } = await response.json();
      return list.count !== count;
    }),
  );
  return isWrong.filter(Boolean).length;
}

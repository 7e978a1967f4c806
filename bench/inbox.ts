/** The inbox with many change requests, without throttling. */
import type { Browser, Page } from 'playwright';
import { untilQuiet } from '../e2e/support/quiet.ts';
import { type MeasuredPage, openPage, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost } from './goals.ts';
import { type KeyTiming, timeKey } from './inbox-probe.ts';
import type { Part } from './part.ts';
import { type Figure, figure, pooledFigure } from './statistics.ts';
import { figureTable } from './tables.ts';
import { consoleTarget } from './targets.ts';

/**
 * `requests` and `fetched` count the requests and the fetched rows until the first rows are shown, `rows` those in the
 * document; `wrongCounts` counts buckets whose count differs from their list. Keys are measured in frames and ms until
 * the result is painted.
 */
type Value =
  | 'open'
  | 'requests'
  | 'fetched'
  | 'rows'
  | 'wrongCounts'
  | 'keyFrames'
  | 'keyFramesP95'
  | 'keyP50'
  | 'keyP95';
type Inbox = Record<Value, Figure>;

const rows: Record<Value, string> = {
  open: 'open until rows are visible, ms',
  requests: 'change request requests until then',
  fetched: 'change requests fetched',
  rows: 'rows in the document',
  wrongCounts: 'buckets with a wrong count',
  keyFrames: 'j to paint, p50, frames',
  keyFramesP95: 'j to paint, p95, frames',
  keyP50: 'j to paint, p50, ms',
  keyP95: 'j to paint, p95, ms',
};

export const inboxPart: Part<Inbox> = {
  name: 'inbox',
  measure: async (bench) => {
    const world = await bench.world('large');
    return await measureInbox(await bench.browser(), world, consoleTarget(world), bench.rounds);
  },
  goals: (inbox) => [
    atMost('inbox: change request requests until rows are visible', inbox.requests, 1, 'requests'),
    atMost('inbox: change requests fetched', inbox.fetched, 50, 'rows'),
    atMost('inbox: rows in the document', inbox.rows, 80, 'rows'),
    atMost('inbox: buckets with a wrong count', inbox.wrongCounts, 0, 'buckets'),
    atMost('inbox: j to paint, p95', inbox.keyFramesP95, 2, 'frames'),
  ],
  // Without a baseline: counts, and times that people notice.
  tables: (inbox) => figureTable('The inbox with 20,000 change requests', inbox, rows),
};

/** The largest bucket: everything that is open. */
const BUCKET = 'waiting';
const ROW = 'main li[data-row]';
const SHOWN = 'main article header';
const pressCount = 30;
/** The pause between two keys, in ms; data is fetched during it. */
const pauseMs = 400;

/** Opens the inbox of the measured organization and moves down with `j`, `rounds` times. */
async function measureInbox(
  browser: Browser,
  world: BenchEnvironment,
  target: Target,
  rounds: number,
): Promise<Inbox> {
  const runs: (Opened & { pressed: KeyTiming[] })[] = [];
  for (let turn = 0; turn < rounds; turn += 1) runs.push(await openOnce(browser, world, target));
  const of = (name: keyof Opened): Figure => figure(runs.map((run) => run[name]));
  const frames = runs.map(({ pressed }) => pressed.map((press) => press.frames));
  const times = runs.map(({ pressed }) => pressed.map((press) => press.time));
  return {
    open: of('open'),
    requests: of('requests'),
    fetched: of('fetched'),
    rows: of('rows'),
    wrongCounts: of('wrongCounts'),
    keyFrames: pooledFigure(frames, 0.5),
    keyFramesP95: pooledFigure(frames, 0.95),
    keyP50: pooledFigure(times, 0.5),
    keyP95: pooledFigure(times, 0.95),
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
  await untilQuiet(page);
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

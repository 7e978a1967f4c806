/** Diff of a very long page: how long it blocks the browser. */
import type { Browser, Page } from 'playwright';
import { untilQuiet } from '../e2e/support/quiet.ts';
import { openPage, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost } from './goals.ts';
import type { Part } from './part.ts';
import { type Figure, figures } from './statistics.ts';
import { figureTable } from './tables.ts';
import { consoleTarget } from './targets.ts';

/**
 * Times in ms: until the source view and the reading view of the diff are shown, and the longest task. The browser
 * reports tasks from 50 ms: 0 means shorter.
 */
type Value = 'rendered' | 'source' | 'longestTask';

const rows: Record<Value, string> = {
  rendered: 'rendered view visible, ms',
  source: 'side-by-side view visible, ms',
  longestTask: 'longest task, ms (0: below 50)',
};

/** A page with so many lines, of which every hundredth is changed. */
const LINES = 20_000;

export const diffPart: Part<Record<Value, Figure>> = {
  name: 'diff',
  measure: async (bench) => {
    const world = await bench.world('large');
    const browser = await bench.browser();
    const path = await createLongChange(world, bench.isSmall ? 600 : LINES);
    const runs: Record<Value, number>[] = [];
    for (let count = 0; count < bench.rounds; count += 1)
      runs.push(await measureOnce(browser, consoleTarget(world), path));
    return figures(runs, 1);
  },
  goals: ({ longestTask }) => [atMost('diff: longest task', longestTask, 50, 'ms')],
  tables: (found) => figureTable('Diff of a page of 20,000 lines', found, rows),
};

async function measureOnce(browser: Browser, target: Target, path: string): Promise<Record<Value, number>> {
  const { page, close } = await openPage(browser, target, false);
  await page.goto(target.origin + path);
  const tab = page.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name: 'Changes' });
  await tab.waitFor();
  await untilQuiet(page);
  // Loading the application is measured separately.
  await page.evaluate(() => {
    window.benchProbe.longTasks = [];
  });
  const rendered = await timeUntilChange(page, () => tab.click());
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('n');
  await page.getByText('Source', { exact: true }).click();
  const source = await timeUntilChange(page, () => page.getByText('Side by side', { exact: true }).click());
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('n');
  await page.waitForTimeout(500);
  const tasks = await page.evaluate(() => window.benchProbe.longTasks.map(({ duration }) => duration));
  await close();
  return { rendered, source, longestTask: Math.max(0, ...tasks) };
}

/** The time from an action until its change is visible, in ms. */
async function timeUntilChange(page: Page, act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  await page.getByRole('insertion').first().waitFor({ timeout: 120_000 });
  return performance.now() - started;
}

/** Creates a space with a long page and a change request that edits it; returns the console path. */
async function createLongChange(
  { server, organizationId }: Pick<BenchEnvironment, 'server' | 'organizationId'>,
  lines: number,
): Promise<string> {
  const post = async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${server.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const { id: spaceId } = await post<{ id: string }>(`/orgs/${organizationId}/spaces`, { title: 'Readings' });
  const list = `/spaces/${spaceId}/change-requests`;
  const propose = async (change: object) => {
    const { id, number } = await post<{ id: string; number: number }>(list, { subject: 'Readings' });
    const { pages } = await post<{ pages: string[] }>(`${list}/${id}/content`, { changes: [change] });
    return { id, number, page: pages[0] };
  };
  // Every second line is empty, so that each line is a paragraph.
  const readings = Array.from({ length: lines / 2 }, (_, at) => `Reading ${at} of the gauge at the pier.`);
  const inserted = await propose({
    operation: 'insert_page',
    title: 'Readings',
    document: { markdown: readings.join('\n\n') },
  });
  await post(`${list}/${inserted.id}/merge`);
  const rewritten = readings.map((line, at) => (at % 100 === 50 ? line.replace('pier', 'lighthouse') : line));
  const { number } = await propose({
    operation: 'update_page',
    page: inserted.page,
    document: { markdown: rewritten.join('\n\n') },
  });
  return `/o/${organizationId}/spaces/${spaceId}/changes/${number}`;
}

/** From a key press to the next paint, where people search, filter and fill in. */
import type { Browser, Page } from 'playwright';
import { untilQuiet } from '../../e2e/support/quiet.ts';
import type { BenchEnvironment } from '../environment.ts';
import { atMost } from '../goals.ts';
import type { Part } from '../part.ts';
import { request } from '../requests.ts';
import { type Figure, pooledFigure } from '../statistics.ts';
import { openPage, type Target } from './browser.ts';
import { installKeyProbe } from './page-probe.ts';
import { consoleTarget } from './targets.ts';

/** Where keys are pressed. */
interface Field {
  path: string;
  /** Puts the focus there. */
  focus: (page: Page) => Promise<void>;
  keys: readonly string[];
  /** Instead of that of all others, at full speed only. */
  goalMs?: number;
  /** The view that the editor begins in. */
  visual?: 'yes' | 'no';
}

/** One speed of the processor, in ms until the next paint. */
interface Typed {
  p50: Figure;
  p95: Figure;
}

/** By the title of the field. */
type Results = Record<string, { full: Typed; slowed?: Typed; goalMs: number }>;

const GOALS_MS = { full: 50, slowed: 200 };

/** Between two keys, in ms: as fast as people type, and long enough that responses arrive in between. */
const PAUSE_MS = 120;
/** A word that many names have, deleted again. */
const WORD = [...'gauge an', ...Array.from({ length: 8 }, () => 'Backspace')];
/** Into the middle of a text; Enter and Backspace change the number of lines. */
const LINES = [
  'A',
  ...' lamp **burns**',
  'Enter',
  ...'- oil',
  'Enter',
  ...Array.from({ length: 6 }, () => 'Backspace'),
];
/** At most two frames at 60 a second: the key waits for one to begin, and is painted in that one. */
const EDITOR_MS = 33;
/** So many lines that a slow editor is noticed. */
const LINE_COUNT = 20_000;

export const typingPart: Part<Results> = {
  name: 'typing',
  description: 'from a key press to its paint in a search, a filter, the palette and the editor',
  measure: async (bench) => {
    const environment = await bench.environment('large');
    const target = consoleTarget(environment);
    const results: Results = {};
    const lines = bench.isSmall ? 100 : LINE_COUNT;
    const written = await createPage(environment, lines);
    const editor = {
      [`editor, ${lines} lines`]: editorField(written, 'no'),
      [`editor, ${lines} lines, visual view`]: editorField(written, 'yes'),
    };
    for (const [name, field] of Object.entries({ ...fieldsOf(target), ...editor })) {
      const measure = async (isSlowed: boolean) =>
        measureField(await bench.browser(), target, field, isSlowed, bench.rounds);
      results[name] = {
        full: await measure(false),
        ...(field.goalMs === undefined && { slowed: await measure(true) }),
        goalMs: field.goalMs ?? GOALS_MS.full,
      };
    }
    return results;
  },
  goals: (results) =>
    Object.entries(results).flatMap(([name, { full, slowed, goalMs }]) => [
      atMost(`${name}: key to paint, p95`, full.p95, goalMs, 'ms'),
      ...(slowed
        ? [atMost(`${name}: key to paint, p95, 4× CPU slowdown`, slowed.p95, GOALS_MS.slowed, 'ms')]
        : []),
    ]),
};

/** One field of each kind: of a list, a tree and the palette. */
function fieldsOf({ screens }: Target): Record<string, Field> {
  const search = (path: string): Field => ({
    path,
    focus: (page) => page.getByRole('main').getByRole('searchbox').first().click(),
    keys: WORD,
  });
  return {
    'search of members': search(screens.members.path),
    'filter of a structure': search(screens.structure.path),
    palette: {
      path: screens.members.path,
      focus: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').click();
      },
      keys: WORD,
    },
  };
}

/** The editor of a page, in its thirtieth line. */
const editorField = (path: string, visual: 'yes' | 'no'): Field => ({
  path,
  visual,
  focus: async (page) => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.locator('.cm-line').first().waitFor({ timeout: 120_000 });
    await page.keyboard.press('Control+Home');
    for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.waitForTimeout(PAUSE_MS);
  },
  keys: LINES,
  goalMs: EDITOR_MS,
});

/** Presses all keys in a fresh page, `rounds` times. */
async function measureField(
  browser: Browser,
  target: Target,
  { path, focus, keys, visual = 'no' }: Field,
  slowed: boolean,
  rounds: number,
): Promise<Typed> {
  const runs: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, close } = await openPage(browser, target, slowed);
    await page.addInitScript(installKeyProbe);
    await page.addInitScript((choice) => localStorage.setItem('bindery.visual-view', choice), visual);
    await page.goto(`${target.origin}${path}`, { timeout: 120_000 });
    await untilQuiet(page);
    await focus(page);
    await untilQuiet(page);
    await page.evaluate(() => window.benchKeys.splice(0));
    for (const [index, key] of keys.entries()) {
      await page.keyboard.press(key);
      await page.waitForFunction((count) => window.benchKeys.length >= count, index + 1);
      await page.waitForTimeout(PAUSE_MS);
    }
    runs.push(await page.evaluate(() => window.benchKeys));
    await close();
  }
  return { p50: pooledFigure(runs, 0.5), p95: pooledFigure(runs, 0.95) };
}

/** Creates a page in a change request of its own; returns the path of the screen with the link to its editor. */
async function createPage(
  { server, organizationId, changeRequest: { space } }: BenchEnvironment,
  lines: number,
): Promise<string> {
  const path = `/v1/spaces/${space}/change-requests`;
  const { id, number } = await request(server, 'POST', path, { subject: `A page of ${lines} lines` });
  const change = { operation: 'insert_page', title: `Lines ${lines}`, document: { markdown: textOf(lines) } };
  const { pages } = await request(server, 'POST', `${path}/${id}/content`, { changes: [change] });
  return `/o/${organizationId}/spaces/${space}/changes/${number}/content?page=${pages[0]}`;
}

/** Headings, paragraphs and lists by turns. */
function textOf(lines: number): string {
  const block = [
    '## Gauge',
    '',
    'A gauge is **read** at _high_ water, see [the table](#gauge).',
    '',
    '- mark `1`',
    '',
  ];
  return Array.from({ length: lines }, (_, line) => block[line % block.length]).join('\n');
}

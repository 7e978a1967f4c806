/** The editor of pages beside a bare CodeMirror of the same text: opening it, and from a key press to the paint. */
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { untilQuiet } from '../e2e/support/quiet.ts';
import { openPage, type Target } from './browser.ts';
import { serveBuiltSite } from './built-site.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, formatValue, ratio } from './goals.ts';
import { installKeyProbe } from './key-probe.ts';
import type { Bench, Part } from './part.ts';
import { describeSlowest, installFrameProbe } from './slow-keys.ts';
import { type Figure, figure, pooledFigure } from './statistics.ts';
import { formatFigure, markdownTable } from './tables.ts';
import { baselineTarget, consoleTarget } from './targets.ts';

const LINE_COUNTS = [100, 5000, 20_000];
/** Of the bare editor. */
const GOAL_RATIO = 1.5;
/** The key waits for a frame to begin, and is painted in that one: at most two at 60 a second. */
const GOAL_MS = 33;
/** Typed into the middle of the text; Enter and Backspace change the number of lines. */
const KEYS = [
  ...'A lamp **burns**',
  'Enter',
  ...'- oil',
  'Enter',
  ...Array.from({ length: 6 }, () => 'Backspace'),
];
/** Between two keys, in ms, at least. */
const PAUSE_MS = 80;
/** Before the click nothing is fetched for so long, in ms. */
const AT_REST_MS = 1000;
/** One frame, in ms. Keys come at all times of a frame: after equal pauses, each would wait for as much of one. */
const FRAME_MS = 1000 / 60;
const pauseAfter = (index: number): number =>
  PAUSE_MS + ((index * 7) % KEYS.length) * (FRAME_MS / KEYS.length);

interface Measured {
  /** From the click to the first paint of the text, in ms. */
  open: Figure;
  /** From a key press to the next paint, in ms. */
  keyP50: Figure;
  keyP95: Figure;
}

/** The nodes are those of the console's screens before the click and around the text after it, without their code. */
type EditorName = 'bare' | 'same-nodes' | 'console';

/** By the number of lines. */
type Results = Record<string, Record<EditorName, Measured>>;

/** One editor with one text. */
interface Opened {
  target: Target;
  /** The path before the click. */
  path: string;
  /** What is shown before the click and around the text, besides what is there. */
  screens?: ShownScreens;
  /** Opens the editor. */
  edit: (page: Page) => Promise<void>;
}

/** Elements and style sheets of two screens, as text. */
interface ShownScreens {
  /** Until the click. */
  before: string;
  /** In the frame with the first text, which is left out of it. */
  around: string;
  css: string;
}

export const editorPart: Part<Results> = {
  name: 'editor',
  measure: async (bench) => {
    const world = await bench.world('pglite');
    await build({ configFile: 'bench/bare-editor/vite.config.ts', logLevel: 'error' });
    const bare = await serveBuiltSite('dist/bare-editor', world);
    const found: Results = {};
    for (const lines of bench.isSmall ? LINE_COUNTS.slice(0, 1) : LINE_COUNTS) {
      const page = await createPage(world, lines);
      const console: Opened = {
        target: consoleTarget(world),
        path: page.screen,
        edit: (opened) => opened.getByRole('link', { name: 'Edit', exact: true }).click(),
      };
      const alone: Opened = {
        target: baselineTarget(bare.origin),
        path: `/?page=${encodeURIComponent(page.api)}`,
        edit: (opened) => opened.getByRole('button', { name: 'Edit', exact: true }).first().click(),
      };
      const screens = await readScreens(await bench.browser(), console);
      found[lines] = await measureAll(bench, { bare: alone, 'same-nodes': { ...alone, screens }, console });
    }
    bare.close();
    return found;
  },
  goals: (found) =>
    Object.entries(found).flatMap(([lines, { bare, 'same-nodes': sameNodes, console }]) => [
      atMost(`editor, ${lines} lines: open`, ratio(console.open, bare.open), GOAL_RATIO, '× bare'),
      atMost(
        `editor, ${lines} lines: open`,
        ratio(console.open, sameNodes.open),
        GOAL_RATIO,
        '× bare with the same nodes',
      ),
      atMost(
        `editor, ${lines} lines: key to paint`,
        ratio(console.keyP50, bare.keyP50),
        GOAL_RATIO,
        '× bare',
      ),
      atMost(
        `editor, ${lines} lines: key to paint, p95`,
        ratio(console.keyP95, bare.keyP95),
        GOAL_RATIO,
        '× bare',
      ),
      atMost(`editor, ${lines} lines: key to paint, p95`, console.keyP95, GOAL_MS, 'ms'),
    ]),
  tables: (found) => [
    '### The editor of pages beside a bare CodeMirror',
    `The same text in the same run. Goals: ${GOAL_RATIO} × the bare one, and ${GOAL_MS} ms to the paint: the wait for a frame, and that frame. The console's screen before the click shows the whole page; *same nodes* is the bare editor in a page that shows the same elements until then, and those of the console's editor around it.`,
    markdownTable(
      ['lines', '', 'bare, ms', 'same nodes, ms', 'console, ms', '× bare', '× same nodes'],
      Object.entries(found).flatMap(([lines, { bare, 'same-nodes': sameNodes, console }]) =>
        rows.map(({ name, label }) => [
          lines,
          label,
          formatFigure(bare[name]),
          formatFigure(sameNodes[name]),
          formatFigure(console[name]),
          formatValue(ratio(console[name], bare[name]).value),
          formatValue(ratio(console[name], sameNodes[name]).value),
        ]),
      ),
    ),
  ],
};

const rows = [
  { name: 'open', label: 'click to text' },
  { name: 'keyP50', label: 'key to paint, p50' },
  { name: 'keyP95', label: 'key to paint, p95' },
] as const satisfies readonly { name: keyof Measured; label: string }[];

interface Round {
  open: number;
  keys: number[];
  /** The slowest keys, with what ran. */
  slowest: string[];
}

/** Of each round. */
const SLOWEST_COUNT = 3;

/** Measures all alternately. */
async function measureAll(
  bench: Bench,
  editors: Record<EditorName, Opened>,
): Promise<Record<EditorName, Measured>> {
  const browser = await bench.browser();
  const rounds: Record<EditorName, Round[]> = { bare: [], 'same-nodes': [], console: [] };
  for (let count = 0; count < bench.rounds; count += 1) {
    rounds.bare.push(await measureRound(browser, editors.bare));
    rounds['same-nodes'].push(await measureRound(browser, editors['same-nodes']));
    rounds.console.push(await measureRound(browser, editors.console));
  }
  for (const { slowest } of rounds.console) console.log(slowest.join('\n'));
  return {
    bare: summarize(rounds.bare),
    'same-nodes': summarize(rounds['same-nodes']),
    console: summarize(rounds.console),
  };
}

const summarize = (rounds: readonly Round[]): Measured => {
  const keys = rounds.map((found) => found.keys);
  return {
    open: figure(rounds.map(({ open }) => open)),
    keyP50: pooledFigure(keys, 0.5),
    keyP95: pooledFigure(keys, 0.95),
  };
};

async function measureRound(browser: Browser, { target, path, screens, edit }: Opened): Promise<Round> {
  const { page, close } = await openPage(browser, target, false);
  await page.addInitScript(installKeyProbe);
  await page.addInitScript(installFrameProbe);
  await page.addInitScript(installOpenProbe);
  await page.goto(`${target.origin}${path}`, { timeout: 120_000 });
  await untilQuiet(page);
  // What the console fetches ahead once its screen is painted would come with the click, and a person's comes later.
  await page.waitForFunction(isAtRest, AT_REST_MS);
  if (screens !== undefined) await page.evaluate(showScreens, screens);
  await edit(page);
  await page.waitForFunction(() => window.benchOpenMs !== undefined, undefined, { timeout: 120_000 });
  const open = await page.evaluate(() => window.benchOpenMs ?? Number.NaN);
  await untilQuiet(page);
  await page.keyboard.press('Control+Home');
  for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  // Those keys are not what is measured, and come faster than they are painted.
  await page.waitForFunction(() => window.benchKeys.length === window.benchPressed.length);
  await page.evaluate(() => {
    window.benchKeys.splice(0);
    window.benchPressed.splice(0);
  });
  for (const [index, key] of KEYS.entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction((count) => window.benchKeys.length >= count, index + 1);
    await page.waitForTimeout(pauseAfter(index));
  }
  const keys = await page.evaluate(() => window.benchKeys);
  const [pressed, frames] = await page.evaluate(() => [window.benchPressed, window.benchFrames] as const);
  await close();
  return { open, keys, slowest: describeSlowest(pressed, keys, frames, SLOWEST_COUNT) };
}

/** What the console shows until the click and with the first text. */
async function readScreens(browser: Browser, { target, path, edit }: Opened): Promise<ShownScreens> {
  const { page, close } = await openPage(browser, target, false);
  await page.addInitScript(installScreenProbe);
  await page.goto(`${target.origin}${path}`, { timeout: 120_000 });
  await untilQuiet(page);
  const before = await page.evaluate(() => document.querySelector('#root')?.innerHTML ?? '');
  await edit(page);
  await page.waitForFunction(() => window.benchAround !== undefined, undefined, { timeout: 120_000 });
  const shown = await page.evaluate(async () => {
    const sheets = [...document.styleSheets].flatMap(({ href }) => href ?? []);
    const texts = await Promise.all(sheets.map(async (href) => (await fetch(href)).text()));
    return { around: window.benchAround ?? '', css: texts.join('\n') };
  });
  await close();
  return { before, ...shown };
}

/** Runs inside the page: whether nothing has come for so many ms. */
const isAtRest = (ms: number): boolean =>
  performance
    .getEntriesByType('resource')
    .every(
      (entry) => entry instanceof PerformanceResourceTiming && performance.now() - entry.responseEnd > ms,
    );

/** Installed before any script of the page: keeps the elements around the text as they are when it comes, and marks its place. */
function installScreenProbe(): void {
  const watch = (): void => {
    const host = document.activeElement;
    if (host?.shadowRoot?.querySelector('.cm-line') == null) return void requestAnimationFrame(watch);
    host.id = 'text';
    // The screen that was left is out of sight, and goes later.
    const around = document.querySelector('#root')?.cloneNode(true);
    if (!(around instanceof Element)) return;
    around.querySelector('[data-left]')?.remove();
    window.benchAround = around.innerHTML;
  };
  window.addEventListener('click', watch, { capture: true, once: true });
}

/** Runs inside the page of the bare editor, which shows what is around the text once that has come. */
async function showScreens({ before, around, css }: ShownScreens): Promise<void> {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  const screen = document.createElement('div');
  screen.id = 'screen';
  screen.innerHTML = before;
  document.body.append(screen);
  window.benchAround = around;
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}

declare global {
  interface Window {
    /** From the click on "Edit" to the first paint of a text in CodeMirror. */
    benchOpenMs?: number;
    /** The elements around the text, as HTML. */
    benchAround?: string | undefined;
  }
}

/** Installed before any script of the page. */
function installOpenProbe(): void {
  // Both take the focus with their text. CodeMirror stands in a shadow root in the console. Cheap: it runs in each frame.
  const hasText = (): boolean => {
    const { activeElement } = document;
    return (activeElement?.shadowRoot ?? activeElement)?.querySelector('.cm-line') != null;
  };
  const watch = (clicked: number): void => {
    if (hasText()) window.benchOpenMs = performance.now() - clicked;
    else requestAnimationFrame(() => watch(clicked));
  };
  window.addEventListener('click', ({ timeStamp }) => watch(timeStamp), { capture: true, once: true });
}

/** A page of so many lines in a change request of its own: where the API has it, and the screen with its link to the editor. */
async function createPage(
  { server, organizationId, changeRequest: { space } }: BenchEnvironment,
  lines: number,
): Promise<{ api: string; screen: string }> {
  const send = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/v1/spaces/${space}/change-requests${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The page was not created: ${await response.text()}`);
    return response.json();
  };
  const { id, number } = await send('', { subject: `A page of ${lines} lines` });
  const change = { operation: 'insert_page', title: `Lines ${lines}`, document: { markdown: textOf(lines) } };
  const { revision, pages } = await send(`/${id}/content`, { changes: [change] });
  return {
    api: `/v1/spaces/${space}/revisions/${revision}/page/${pages[0]}`,
    screen: `/o/${organizationId}/spaces/${space}/changes/${number}/content?page=${pages[0]}`,
  };
}

/** Paragraphs, headings, lists, links, code and tables by turns. */
function textOf(lines: number): string {
  const kinds = [
    (n: number) => `## Gauge ${n}`,
    () => '',
    (n: number) => `Gauge ${n} is **read** at _high_ water, see [the table](#gauge-${n % 7}).`,
    () => '',
    (n: number) => `- mark ${n}`,
    (n: number) => `- level \`${n}\``,
    () => '',
    () => '```js',
    (n: number) => `const gauge = ${n};`,
    () => '```',
    () => '',
    () => '| a | b |',
    () => '| - | - |',
    (n: number) => `| ${n} | ${n + 1} |`,
    () => '',
  ];
  return Array.from({ length: lines }, (_, index) => kinds[index % kinds.length]?.(index) ?? '').join('\n');
}

/** From a key press to the next paint, where people search, filter and fill in. */
import type { Browser, Page } from 'playwright';
import { openPage, screenOf, type Target } from './browser.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, formatValue } from './goals.ts';
import { installKeyProbe } from './key-probe.ts';
import type { Part } from './part.ts';
import { type Figure, pooledFigure } from './statistics.ts';
import { formatFigure, markdownTable } from './tables.ts';
import { consoleTarget } from './targets.ts';

/** Where keys are pressed. */
interface Field {
  path: string;
  /** Puts the focus there. */
  focus: (page: Page) => Promise<void>;
  keys: readonly string[];
}

/** One speed of the processor, in ms until the next paint. */
interface Typed {
  p50: Figure;
  p95: Figure;
}

/** By the title of the field. */
type Results = Record<string, Record<'full' | 'slowed', Typed>>;

const GOALS_MS = { full: 50, slowed: 200 };

/** Between two keys, in ms: as fast as people type, and long enough that responses arrive meanwhile. */
const PAUSE_MS = 120;
/** A word that many names have, deleted again. */
const WORD = [...'gauge an', ...Array.from({ length: 8 }, () => 'Backspace')];
/** Through the cells of the matrix. */
const ARROWS = Array.from({ length: 4 }, () => ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft']).flat();
const MATRIX_FIELDS = ['owner', 'audience', 'state'];

export const typingPart: Part<Results> = {
  name: 'typing',
  measure: async (bench) => {
    const world = await bench.world('large');
    await addCustomFields(world);
    const target = consoleTarget(world);
    const found: Results = {};
    for (const [name, field] of Object.entries(fieldsOf(world, target))) {
      found[name] = {
        full: await measureField(await bench.browser(), target, field, false, bench.rounds),
        slowed: await measureField(await bench.browser(), target, field, true, bench.rounds),
      };
    }
    return found;
  },
  goals: (found) =>
    Object.entries(found).flatMap(([name, { full, slowed }]) => [
      atMost(`${name}: key to paint, p95`, full.p95, GOALS_MS.full, 'ms'),
      atMost(`${name}: key to paint, p95, 4× CPU slowdown`, slowed.p95, GOALS_MS.slowed, 'ms'),
    ]),
  tables: (found) => [
    '### From a key press to the next paint',
    `With 100,000 members. Goals for 95 of 100: ${formatValue(GOALS_MS.full)} ms, and ${formatValue(GOALS_MS.slowed)} ms with 4× CPU slowdown.`,
    markdownTable(
      ['', 'p50, ms', 'p95, ms', '4× slowdown: p50, ms', 'p95, ms'],
      Object.entries(found).map(([name, { full, slowed }]) => [
        name,
        ...[full.p50, full.p95, slowed.p50, slowed.p95].map(formatFigure),
      ]),
    ),
  ],
};

/** Each search and filter field, the palette, and the cells of the matrix. */
function fieldsOf(
  { organizationId, siteId, changeRequest }: BenchEnvironment,
  target: Target,
): Record<string, Field> {
  const organization = `/o/${organizationId}`;
  const site = `${organization}/sites/${siteId}`;
  const space = `${organization}/spaces/${changeRequest.space}`;
  const search = (path: string): Field => ({
    path,
    focus: (page) => page.getByRole('main').getByRole('searchbox').first().click(),
    keys: WORD,
  });
  return {
    'search of members': search(screenOf(target, 'members').path),
    'search of teams': search(screenOf(target, 'teams').path),
    'search of sites': search(screenOf(target, 'sites').path),
    'search of the inbox': search(screenOf(target, 'inbox').path),
    'search of the audit log': search(`${organization}/audit-log`),
    'search of redirects': search(`${site}/redirects`),
    'search of deleted spaces': search(`${organization}/trash`),
    'search of people with access': search(`${space}/access`),
    'search of pages': search(`${space}/pages`),
    'search of the simulator': search(`${site}/visitors`),
    'search of the organization': search(`${organization}/search`),
    'filter of all content': search(`${organization}/content`),
    'filter of a structure': search(screenOf(target, 'structure').path),
    'search of the matrix': search(`${organization}/custom-fields/matrix`),
    'cells of the matrix': {
      path: `${organization}/custom-fields/matrix`,
      focus: (page) => page.locator('[data-cell="0:1"]').click(),
      keys: ARROWS,
    },
    palette: {
      path: screenOf(target, 'members').path,
      focus: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').click();
      },
      keys: WORD,
    },
  };
}

/** Presses all keys in a fresh page, `rounds` times. */
async function measureField(
  browser: Browser,
  target: Target,
  { path, focus, keys }: Field,
  slowed: boolean,
  rounds: number,
): Promise<Typed> {
  const runs: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, close } = await openPage(browser, target, slowed);
    await page.addInitScript(installKeyProbe);
    await page.goto(`${target.origin}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
    await focus(page);
    await page.waitForLoadState('networkidle');
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

/** The seeded data has none, and the matrix has no columns without. */
async function addCustomFields({ server, organizationId }: BenchEnvironment): Promise<void> {
  for (const name of MATRIX_FIELDS) {
    const response = await fetch(`${server.url}/v1/orgs/${organizationId}/custom-fields`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, type: 'text' }),
    });
    if (!response.ok) throw new Error(`The custom field was not created: ${await response.text()}`);
  }
}

/**
 * `npm run bench`: measures console and server against their baselines and writes bench/results/latest.json and
 * docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { measureApi } from './api.ts';
import { serveBaseline } from './baseline-site.ts';
import { launchBrowser, type Target } from './browser.ts';
import { CONTENT_SIZES, measureContent } from './content.ts';
import { measureDifferences } from './differences.ts';
import { measureDrag } from './drag.ts';
import { type SeedCounts, createEnvironment } from './environment.ts';
import type { Measurements } from './goals.ts';
import { measureInbox } from './inbox.ts';
import { addTeams, measureLongLists } from './long-lists.ts';
import { measureNavigation } from './navigation.ts';
import { measureNoisyNeighbor } from './noisy-neighbor/noisy-neighbor.ts';
import { measurePageLoad } from './page-load.ts';
import { formatReport, readLatest, writeReport } from './report.ts';
import { measureScroll } from './scroll.ts';
import { consoleTarget, baselineTarget } from './targets.ts';

interface InboxSizes extends SeedCounts {
  teams: number;
  /** The lines of the compared page. */
  lines: number;
}

const browserParts = ['load', 'routes', 'scroll', 'drag'];
const allParts = [...browserParts, 'inbox', 'pglite', 'postgres', 'content', 'noisy-neighbor'];
/** Enough for a list with a second page. */
const SMALL = { members: 1200, spaces: 30, lines: 200, bytes: 50_000, rounds: 2 };

/** The sizes in the goals of the inbox and of long lists. */
const INBOX_SIZES: InboxSizes = {
  members: 100_000,
  spaces: 5000,
  sections: 3,
  changeRequests: 20_000,
  comments: 50_000,
  teams: 2000,
  lines: 20_000,
};
const SMALL_INBOX: InboxSizes = {
  members: 500,
  spaces: 40,
  sections: 3,
  changeRequests: 400,
  comments: 300,
  teams: 120,
  lines: 600,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    small: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});
const selectedParts = new Set(positionals.length === 0 ? allParts : positionals);
const rounds = Number(values.rounds);
const unknown = [...selectedParts].filter((part) => !allParts.includes(part));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `Usage: npm run bench -- [${allParts.join(' | ')}] … [--rounds N] [--small] [--engine pglite | postgres]`,
  );
  process.exit(2);
}

const measured: Measurements = readLatest();
let chromium: string | undefined;

/** Runs one part and prints how long it took. */
async function runTask<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${name.padEnd(28)} ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s`);
  return result;
}

async function measureConsole(targets: Target[]): Promise<void> {
  const browser = await launchBrowser();
  chromium = browser.version();
  if (selectedParts.has('load'))
    measured.load = await runTask('load', () => measurePageLoad(browser, targets, rounds + 2));
  if (selectedParts.has('routes'))
    measured.routes = await runTask('routes', () => measureNavigation(browser, targets, rounds));
  if (selectedParts.has('scroll')) {
    measured.longList = await runTask('scroll, list', () =>
      measureScroll(browser, targets, 'longList', rounds),
    );
    measured.structureScroll = await runTask('scroll, structure', () =>
      measureScroll(browser, targets, 'structure', rounds),
    );
  }
  if (selectedParts.has('drag'))
    measured.drag = await runTask('drag', () => measureDrag(browser, targets, rounds));
  await browser.close();
}

async function measureInboxAndLists(): Promise<void> {
  const sizes = values.small ? SMALL_INBOX : INBOX_SIZES;
  const world = await runTask('seed change requests', () => createEnvironment('pglite', sizes));
  await addTeams(world, sizes.teams);
  const target = consoleTarget(world);
  const browser = await launchBrowser();
  chromium = browser.version();
  measured.inbox = await runTask('inbox', () => measureInbox(browser, world, target, rounds));
  measured.differences = await runTask('differences', () =>
    measureDifferences(browser, world, target, { lines: sizes.lines, rounds }),
  );
  measured.longLists = await runTask('long lists', () => measureLongLists(browser, world, target));
  await browser.close();
  await world.close();
}

// The content is measured from source.
if ([...selectedParts].some((name) => name !== 'content'))
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: 'inherit' });

if (selectedParts.has('pglite') || browserParts.some((name) => selectedParts.has(name))) {
  const world = await runTask('seed PGlite', () => createEnvironment('pglite'));
  if (browserParts.some((name) => selectedParts.has(name))) {
    const baseline = await serveBaseline(
      `${world.server.url}/v1/orgs/${world.organizationId}`,
      world.server.token,
    );
    await measureConsole([baselineTarget(baseline.origin), consoleTarget(world)]);
    baseline.close();
  }
  if (selectedParts.has('pglite'))
    measured.pglite = await runTask('requests on PGlite', () => measureApi(world, rounds));
  await world.close();
}

if (selectedParts.has('inbox')) await measureInboxAndLists();

if (selectedParts.has('postgres')) {
  const world = await runTask('seed PostgreSQL', () => createEnvironment('postgres'));
  measured.postgres = await runTask('requests on PostgreSQL', () => measureApi(world, rounds));
  await world.close();
}

if (selectedParts.has('content')) {
  const sizes = values.small ? SMALL : CONTENT_SIZES;
  measured.content = {
    postgres: await runTask('content on PostgreSQL', () => measureContent('postgres', sizes)),
    pglite: await runTask('content on PGlite', () => measureContent('pglite', sizes)),
  };
}

if (selectedParts.has('noisy-neighbor')) {
  for (const engine of ['postgres', 'pglite'] as const) {
    if (values.engine !== undefined && values.engine !== engine) continue;
    const rows = await runTask(`noisy neighbor on ${engine}`, () =>
      measureNoisyNeighbor(engine, { scale: values.small ? 0.1 : 1 }),
    );
    measured.noisyNeighbor = { ...measured.noisyNeighbor, [engine]: rows };
    if (rows.some(({ hasExited }) => hasExited)) process.exitCode = 1;
  }
}

const runInfo = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  ...(chromium === undefined ? {} : { chromium }),
  processors: availableParallelism(),
};
console.log(`\n${values.small ? formatReport(measured, runInfo) : writeReport(measured, runInfo)}`);

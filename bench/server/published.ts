/** The waits of readers of published sites, and the cost of many of them. */
import { readdirSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { request as fetchRaw } from 'undici';
import { measureNextPage, type NextPage } from '../browser/next-page.ts';
import type { BenchEnvironment } from '../environment.ts';
import { atLeast, atMost, type Check, ratio } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { request } from '../requests.ts';
import { type Figure, figure, pooledFigure } from '../statistics.ts';
import { type CountingSite, measureCounting } from './counting.ts';
import { runHttpLoad } from './http-load.ts';
import { startReader } from './reader.ts';

const CONNECTIONS = 32;
const SECONDS = 2;
const PAGES = 50;

/** Kilobytes as brotli; requests of the browser for the first page and for another one; cookies after both. */
interface Visit {
  pageAndStyle: number;
  script: number;
  requests: number;
  laterRequests: number;
  cookies: number;
}

/** Requests per second; times in ms. */
interface EngineResults {
  pageRate: Figure;
  fileRate: Figure;
  /** Pages per second of processor time while visits are counted, as a share of those without. Results of before 2026-11-30 lack it. */
  countingShare?: Figure;
  /** 95 of 100 searches of the site with the most sections. */
  search: Figure;
  /** 99 of 100 reads of another site's page: without searches, and during many. */
  quiet: Figure;
  duringSearches: Figure;
  failed: number;
}

interface PublishedResults {
  visit: Visit;
  /** Results of before 2026-11-30 lack it. */
  nextPage?: NextPage;
  engines: Partial<Record<Engine, EngineResults>>;
}

/** Paths of the measured pages and sites. */
interface Sites {
  plain: string;
  other: string;
  large: string;
  /** The plain site, and an equal one. */
  equal: [CountingSite, CountingSite];
}

export const publishedPart: Part<PublishedResults> = {
  name: 'published',
  description:
    'bytes, requests, searches and the next page of published sites, and pages per second beside a static file and without counting',
  measure: async ({ browser, engines, environment, rounds }) => {
    let visit: Visit | undefined;
    let nextPage: NextPage | undefined;
    const results: PublishedResults['engines'] = {};
    for (const engine of engines) {
      const opened = await environment(engine);
      const sites = await createSites(opened);
      visit ??= await measureVisit(await browser(), sites);
      nextPage ??= await measureNextPage(await browser(), sites.plain, rounds);
      const countingShare = await measureCounting(opened.server, sites.equal, rounds);
      results[engine] = { ...(await measureEngine(sites, rounds)), countingShare };
    }
    if (!visit || !nextPage) throw new Error('No engine was measured.');
    return { visit, nextPage, engines: results };
  },
  goals: ({ visit, nextPage, engines: { postgres, pglite } }) => [
    atMost('HTML and style of a plain page as brotli', visit.pageAndStyle, 8, 'KB'),
    atMost('its script', visit.script, 8, 'KB'),
    atMost('requests of a first visit', visit.requests, 4, 'requests'),
    atMost('requests of the next page', visit.laterRequests, 1, 'requests'),
    ...(nextPage ? [checkNextPage(nextPage)] : []),
    atMost('cookies before a choice', visit.cookies, 0, 'cookies'),
    ...(postgres ? checkEngine(engineTitles.postgres, postgres) : []),
    ...(pglite ? checkEngine(engineTitles.pglite, pglite) : []),
  ],
};

const checkNextPage = ({ withRules, withoutRules }: NextPage): Check =>
  atMost(
    'first paint of the next page at 150 ms, after a look at its link',
    ratio(withRules, withoutRules),
    0.5,
    '× without speculation rules',
  );

function checkEngine(title: string, results: EngineResults): Check[] {
  const { pageRate, fileRate, countingShare, search, quiet, duringSearches, failed } = results;
  return [
    atLeast(`requests per second of a plain page on ${title}`, ratio(pageRate, fileRate), 0.5, '× file'),
    ...(countingShare
      ? [
          atLeast(
            `pages per second of processor time with visits counted on ${title}`,
            countingShare,
            0.97,
            '× not counted',
          ),
        ]
      : []),
    atMost(`search in a large site, p95 on ${title}`, search, 100, 'ms'),
    atMost(
      `p99 of another site’s page during searches on ${title}`,
      ratio(duringSearches, quiet),
      5,
      '× quiet',
    ),
    atMost(`failed responses on ${title}`, failed, 0, 'responses'),
  ];
}

/** Publishes a site of 50 pages beside the seeded one with the most sections. */
async function createSites({ server, organizationId, siteId }: BenchEnvironment): Promise<Sites> {
  const send = (method: string, path: string, body: object) => request(server, method, `/v1/${path}`, body);
  const organization = `orgs/${organizationId}`;
  const { id: space } = await send('POST', `${organization}/spaces`, { title: 'Lamps' });
  const changeRequests = `spaces/${space}/change-requests`;
  const { id } = await send('POST', changeRequests, { subject: 'Pages' });
  const changes = Array.from({ length: PAGES }, (_, index) => ({
    operation: 'insert_page',
    title: `Lamp ${index}`,
    document: { markdown: `## Oil\n\n${`Lamp ${index} burns oil and is filled at dusk. `.repeat(20)}\n` },
  }));
  await send('POST', `${changeRequests}/${id}/content`, { changes });
  await send('POST', `${changeRequests}/${id}/merge`, {});
  const base = `${server.url}/published/${organizationId}`;
  const publish = async (): Promise<CountingSite> => {
    const { id: site } = await send('POST', `${organization}/sites`, { title: 'Lamps', spaces: [space] });
    await send('POST', `${organization}/sites/${site}/publish`, {});
    const insights = `/v1/${organization}/sites/${site}/insights`;
    return {
      page: `${base}/${site}/lamp-1`,
      settings: `${insights}/settings`,
      figures: `${insights}/events/aggregate`,
    };
  };
  const plain = await publish();
  return {
    plain: plain.page,
    other: plain.page.replace(/1$/, '2'),
    large: `${base}/${siteId}/`,
    equal: [plain, await publish()],
  };
}

/** Visits two pages with an empty cache. */
async function measureVisit(browser: Browser, { plain, other }: Sites): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.goto(plain, { waitUntil: 'networkidle' });
  const first = requests;
  const style = await page.locator('link[rel=stylesheet]').evaluate((link: HTMLLinkElement) => link.href);
  const script = await page.locator('script').evaluate((element: HTMLScriptElement) => element.src);
  await page.goto(other, { waitUntil: 'networkidle' });
  const laterRequests = await countTransfers(page);
  const cookies = (await context.cookies()).length;
  await context.close();
  const [pageSize, styleSize, scriptSize] = await Promise.all([plain, style, script].map(measureSize));
  return {
    pageAndStyle: ((pageSize ?? 0) + (styleSize ?? 0)) / 1024,
    script: (scriptSize ?? 0) / 1024,
    requests: first,
    laterRequests,
    cookies,
  };
}

/** How many responses of the page came over the network, the page itself included. */
function countTransfers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(
        (entry) => 'transferSize' in entry && Number(entry.transferSize) > 0,
      ).length,
  );
}

const BROTLI = { accept: 'text/html', 'accept-encoding': 'br' };

async function measureSize(url: string): Promise<number> {
  const { statusCode, headers, body } = await fetchRaw(url, { headers: BROTLI });
  if (statusCode !== 200 || headers['content-encoding'] !== 'br')
    throw new Error(`${url} returned ${statusCode}.`);
  return (await body.arrayBuffer()).byteLength;
}

/** The path of the console's file whose compressed size is closest to that of a page. */
async function findFile(page: string): Promise<string> {
  const size = await measureSize(page);
  const [closest] = readdirSync('dist/console/assets')
    .filter((name) => name.endsWith('.br'))
    .map((name) => ({ name, distance: Math.abs(statSync(`dist/console/assets/${name}`).size - size) }))
    .toSorted((a, b) => a.distance - b.distance);
  if (closest === undefined) throw new Error('The build has no compressed files.');
  return `/assets/${closest.name.replace(/\.br$/, '')}`;
}

/** Frequent and rare words, beginnings, several words, and what is nowhere. */
const searchTexts = ['gauge', 'ga', 'duty officer mark', 'folder 17 sheet 2', 'level', 'pier', 'nowhere'];

async function measureEngine(
  { plain, large }: Sites,
  rounds: number,
): Promise<Omit<EngineResults, 'countingShare'>> {
  const { origin, pathname } = new URL(plain);
  const searches = searchTexts.map(
    (text) => `${new URL(large).pathname}~/search?q=${encodeURIComponent(text)}`,
  );
  const file = await findFile(plain);
  const load = (paths: readonly string[], headers: Record<string, string>, connections = CONNECTIONS) => {
    let sentCount = 0;
    const createRequest = () => ({ method: 'GET' as const, path: paths[sentCount++ % paths.length] ?? '' });
    return runHttpLoad({ origin, connections, seconds: SECONDS, headers, createRequest });
  };
  const json = { accept: 'application/json' };
  const reader = startReader(plain, '');
  const results = {
    pages: new Array<number>(),
    files: new Array<number>(),
    searches: new Array<number>(),
    quiet: new Array<number[]>(),
    during: new Array<number[]>(),
    failed: 0,
  };
  for (let round = -1; round < rounds; round += 1) {
    const files = await load([file], BROTLI);
    const pages = await load([pathname], BROTLI);
    const alone = await load(searches, json, 1);
    await reader.report();
    await wait(1500);
    const before = await reader.report();
    const many = await load(searches, json);
    const during = await reader.report();
    if (round < 0) continue;
    results.files.push(files.rate);
    results.pages.push(pages.rate);
    results.searches.push(alone.p95);
    results.quiet.push(before.times);
    results.during.push(during.times);
    results.failed += files.failed + pages.failed + alone.failed + many.failed + during.failed;
  }
  reader.stop();
  return {
    pageRate: figure(results.pages, 0),
    fileRate: figure(results.files, 0),
    search: figure(results.searches),
    quiet: pooledFigure(results.quiet, 0.99),
    duringSearches: pooledFigure(results.during, 0.99),
    failed: results.failed,
  };
}

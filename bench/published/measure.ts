/** How pages and searches of published sites are measured, each beside its floor. */
import { performance } from 'node:perf_hooks';
import type { Browser } from 'playwright';
import { Pool } from 'undici';
import { openPage, type Target } from '../browser.ts';
import { runHttpLoad } from '../http-load.ts';
import { startReader } from '../noisy-neighbor/start-reader.ts';
import { type Figure, figure, median, pooledFigure } from '../statistics.ts';
import type { PublishedServer } from './start-server.ts';
import { randomKanji, randomNumbers, randomWord } from './words.ts';

const CONNECTIONS = 32;
/** Of each kind of request in each round. */
const SECONDS = 2;

/** What is requested under load; all but the last send the same bytes. */
export const KINDS = ['file', 'memory', 'statement', 'page', 'not modified'] as const;
export type Kind = (typeof KINDS)[number];

/** Requests per second, and the processor time of one in the server's process, in ms. */
interface LoadFigures {
  rate: Figure;
  processor: Figure;
  failed: number;
}

export type ReferenceKind = 'operation' | 'reference';

/**
 * What has changed before somebody reads a reference, and the request that has it changed. All but the last have the job
 * that they queue done before anybody reads.
 */
const REFERENCE_CHANGES = [
  // The page is written anew, as by a server that has just started.
  ['as stored', '/forget'],
  ['after the site was published', '/publish'],
  ['in another language', '/language'],
  ['in a database that was filled without jobs', '/fill'],
  ['before its job is done', '/renew'],
] as const;

/** In ms, of the first reader after a change: until the response has come, and processor time of the event loop. */
export interface ReferenceFigures {
  change: string;
  time: Figure;
  loop: Figure;
}

/** Times in ms. */
export interface EngineFigures {
  load: Record<Kind, LoadFigures>;
  /** A long page that is written anew, as a file, and what writing it costs the server's process. */
  coldPage: Figure;
  coldFile: Figure;
  coldProcessor: Figure;
  /** API references of one operation, and large. */
  references: Record<ReferenceKind, ReferenceFigures[]>;
  /** 95 of 100 searches, of the site and of the least SQL. */
  search: Figure;
  searchFloor: Figure;
  /** Reads of a page of another site, at 99 of 100: while nobody searches, and while many do. */
  quiet: Figure;
  flooded: Figure;
  /** Statements of a page that the reader has. */
  notModifiedStatements: number;
}

/** Times since the start of the navigation, in ms. */
export interface Paint {
  page: Figure;
  file: Figure;
}

/** Loads a page and a file of its bytes alternately, with empty caches. */
export async function measurePaint(
  browser: Browser,
  server: PublishedServer,
  rounds: number,
): Promise<Paint> {
  const found = { page: new Array<number>(), file: new Array<number>() };
  const paths = { page: server.plain, file: '/plain.html' };
  for (let round = -1; round < rounds * 3; round += 1) {
    for (const kind of ['file', 'page'] as const) {
      const time = await paintOnce(browser, server.origin, paths[kind]);
      if (round >= 0) found[kind].push(time);
    }
  }
  return { page: figure(found.page), file: figure(found.file) };
}

async function paintOnce(browser: Browser, origin: string, path: string): Promise<number> {
  const screen = { path, row: 'main h1', minRows: 1 };
  const target: Target = {
    name: 'console',
    origin,
    screens: { members: screen, teams: screen },
    signIn: async () => undefined,
  };
  const { page, close } = await openPage(browser, target, true);
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(300);
  const { largestPaint } = await page.evaluate(() => window.benchProbe);
  await close();
  return largestPaint;
}

export async function measureEngine(server: PublishedServer, rounds: number): Promise<EngineFigures> {
  return {
    load: await measureLoad(server, rounds),
    ...(await measureCold(server, rounds)),
    references: {
      operation: await measureReference(server, server.operation, rounds),
      reference: await measureReference(server, server.reference, rounds),
    },
    ...(await measureSearches(server, rounds)),
    ...(await measureFlood(server, rounds)),
    notModifiedStatements: server.notModifiedStatements,
  };
}

async function measureLoad(server: PublishedServer, rounds: number): Promise<Record<Kind, LoadFigures>> {
  const { origin } = server;
  const encoding = { 'accept-encoding': 'br' };
  const first = await fetch(origin + server.plain, { headers: encoding });
  await first.arrayBuffer();
  const tag = first.headers.get('etag') ?? '';
  const requests: Record<Kind, { path: string; headers: Record<string, string> }> = {
    file: { path: '/plain.html', headers: encoding },
    memory: { path: '/floor/memory', headers: encoding },
    statement: { path: '/floor/statement', headers: encoding },
    page: { path: server.plain, headers: encoding },
    'not modified': { path: server.plain, headers: { ...encoding, 'if-none-match': tag } },
  };
  const found = Object.fromEntries(
    KINDS.map((kind) => [kind, new Array<{ rate: number; processor: number; failed: number }>()]),
  );
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of KINDS) {
      const { path, headers } = requests[kind];
      const before = await server.usage();
      const { rate, failed, count } = await runHttpLoad({
        origin,
        connections: CONNECTIONS,
        seconds: round < 0 ? 1 : SECONDS,
        headers,
        isFailure: (status) => status !== (kind === 'not modified' ? 304 : 200),
        createRequest: () => ({ method: 'GET', path }),
      });
      const after = await server.usage();
      const processor = (after.processor - before.processor) / count;
      if (round >= 0) found[kind]?.push({ rate, processor, failed });
    }
  }
  const summaries = KINDS.map((kind) => {
    const all = found[kind] ?? [];
    return [
      kind,
      {
        rate: figure(
          all.map(({ rate }) => rate),
          0,
        ),
        processor: figure(
          all.map(({ processor }) => processor),
          3,
        ),
        failed: all.reduce((sum, { failed }) => sum + failed, 0),
      },
    ];
  });
  return Object.fromEntries(summaries);
}

/** Requests one URL after another over one connection; the times in ms. */
async function timeRequests(origin: string, paths: readonly string[]): Promise<number[]> {
  const pool = new Pool(origin, { connections: 1 });
  const times: number[] = [];
  const send = async (path: string) => {
    const response = await pool.request({
      method: 'GET',
      path,
      headers: { 'accept-encoding': 'br', accept: path.includes('q=') ? 'application/json' : 'text/html' },
    });
    await response.body.dump({ limit: 16 * 1024 ** 2 });
    if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}.`);
  };
  for (const path of paths) {
    const started = performance.now();
    await send(path);
    times.push(performance.now() - started);
  }
  await pool.close();
  return times;
}

const COLD_PAGES = 9;

/** Before each page all bodies are forgotten; texts and trees are known, as after a change of the site's title. */
async function measureCold(server: PublishedServer, rounds: number) {
  const { origin, long } = server;
  const found = { page: new Array<number>(), file: new Array<number>(), processor: new Array<number>() };
  for (let round = -1; round < rounds; round += 1) {
    const times = { page: new Array<number>(), file: new Array<number>() };
    let processor = 0;
    for (let count = 0; count < COLD_PAGES; count += 1) {
      await timeRequests(origin, ['/forget']);
      const before = await server.usage();
      times.page.push(...(await timeRequests(origin, [long])));
      processor += (await server.usage()).processor - before.processor;
      times.file.push(...(await timeRequests(origin, ['/long.html'])));
    }
    if (round < 0) continue;
    found.page.push(median(times.page));
    found.file.push(median(times.file));
    found.processor.push(processor / COLD_PAGES);
  }
  return {
    coldPage: figure(found.page),
    coldFile: figure(found.file),
    coldProcessor: figure(found.processor),
  };
}

async function measureReference(
  { origin, usage }: PublishedServer,
  path: string,
  rounds: number,
): Promise<ReferenceFigures[]> {
  const found = REFERENCE_CHANGES.map(([name, change]) => ({
    name,
    change,
    times: new Array<number>(),
    loops: new Array<number>(),
  }));
  for (let round = -1; round < rounds * 3; round += 1) {
    for (const { change, times, loops } of found) {
      await timeRequests(origin, [change]);
      const { loop } = await usage();
      const [time = 0] = await timeRequests(origin, [path]);
      const after = await usage();
      if (round < 0) continue;
      times.push(time);
      loops.push(after.loop - loop);
    }
  }
  return found.map(({ name, times, loops }) => ({ change: name, time: figure(times), loop: figure(loops) }));
}

/** What readers search for: frequent and rare words, beginnings, several words, Japanese, what is nowhere. */
function searchTexts(count: number): string[] {
  const random = randomNumbers(3);
  const word = () => randomWord(random);
  const kinds = [
    word,
    word,
    () => `${word()} ${word()}`,
    () => `${word()} ${word()} ${word()}`,
    () => word().slice(0, 2),
    () => word().slice(0, 3),
    () => randomKanji(random, 2),
    () => 'xylophone',
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? '');
}

async function measureSearches({ origin, large }: PublishedServer, rounds: number) {
  const texts = searchTexts(80).map(encodeURIComponent);
  const own: number[][] = [];
  const floor: number[][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const found = await timeRequests(
      origin,
      texts.map((text) => `${large}~/search?q=${text}`),
    );
    const least = await timeRequests(
      origin,
      texts.map((text) => `/floor/search?q=${text}`),
    );
    if (round < 0) continue;
    own.push(found);
    floor.push(least);
  }
  return { search: pooledFigure(own, 0.95), searchFloor: pooledFigure(floor, 0.95) };
}

/** Somebody reads a site while many search in another one. */
async function measureFlood({ origin, plain, large }: PublishedServer, rounds: number) {
  const texts = searchTexts(800).map(encodeURIComponent);
  const quiet: number[][] = [];
  const flooded: number[][] = [];
  const reader = startReader(origin + plain, '');
  for (let round = -1; round < rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const before = await reader.report();
    let at = 0;
    await runHttpLoad({
      origin,
      connections: CONNECTIONS,
      seconds: SECONDS,
      headers: { accept: 'application/json' },
      createRequest: () => ({ method: 'GET', path: `${large}~/search?q=${texts[at++ % texts.length]}` }),
    });
    const during = await reader.report();
    if (round < 0) continue;
    quiet.push(before.times);
    flooded.push(during.times);
  }
  reader.stop();
  return { quiet: pooledFigure(quiet, 0.99), flooded: pooledFigure(flooded, 0.99) };
}

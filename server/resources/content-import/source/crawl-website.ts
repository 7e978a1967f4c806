import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import type { FetchedPage } from '#server/content/import/import-plan.ts';
import { keyOf } from '#server/content/import/page-key.ts';
import type { SourceEntry } from '#server/content/import/source-entry.ts';
import {
  isBelow,
  parentAddress,
  parseRobots,
  parseSitemap,
  type RobotsRules,
} from '#server/content/import/web/crawl-rules.ts';
import { pagePath } from '#server/content/import/web/fetched-path.ts';
import type { ReportRow } from '../import-runs.queries.ts';
import {
  type CrawledPage,
  type FailedFetch,
  fetchLinkedPage,
  fetchPage,
  fetchText,
  PAGE_LIMITS,
  pageProblem,
} from './fetch-page.ts';
import { bytesOfSource, fetchSource, type SourceReading } from './fetch-source.ts';
import { mapInBatches } from './in-batches.ts';
import { MAX_TEXTS_BYTES } from './source-entries.ts';

const MAX_PAGES = 500;
const MEBIBYTE = 1024 * 1024;
/** For all pages of a website. */
const WEBSITE_TIMEOUT_MS = 600_000;
const MAX_SITEMAPS = 10;
const MAX_SITEMAP_ADDRESSES = 20_000;
/** The name by which `robots.txt` may address imports. */
const AGENT = 'Bindery';

/** Pages that were fetched, as files of a source. */
export interface WebTree {
  entries: SourceEntry[];
  pages: FetchedPage[];
  /** Files by all addresses that lead to them. */
  paths: Map<string, string>;
  /** What could not be fetched. */
  report: ReportRow[];
}

/** An HTML page. */
export async function fetchHtml(reading: SourceReading, url: string): Promise<WebTree> {
  return new Crawl(reading, await fetchPage(reading, url)).finish();
}

/** A Markdown file, with its bytes. */
export async function fetchMarkdown(reading: SourceReading, address: string): Promise<WebTree> {
  const wishes = { name: 'page.md', accept: 'text/markdown, text/plain', ...PAGE_LIMITS };
  const source = await fetchSource(reading, address, wishes);
  if (/html|^(image|audio|video)\//.test(source.contentType))
    throw new ImportError(`Expected Markdown, but the URL returned ${source.contentType}.`);
  const bytes = await bytesOfSource(reading, source);
  const { url, charset } = source;
  const isNamed = charset !== '' && !/^utf-?8$/i.test(charset);
  const text = isNamed ? Buffer.from(new TextDecoder(charset).decode(bytes)) : bytes;
  const path = pagePath(url);
  return {
    entries: [toEntry(path, text)],
    pages: [{ path, url, pages: [] }],
    paths: new Map([[keyOf(url), path]]),
    report: [],
  };
}

/**
 * A page and the pages below its address: those of the sitemap, and those that they link to. In the order in which the
 * first page names them in its navigation; below the page of the folder above, else below the one that links to them.
 * Pages that fail are named, except the first one, without which there is nothing.
 */
export async function crawlWebsite(reading: SourceReading, url: string): Promise<WebTree> {
  const signal = AbortSignal.any([AbortSignal.timeout(WEBSITE_TIMEOUT_MS), reading.signal]);
  const limited = { ...reading, signal };
  const robots = await fetchRobots(limited, url);
  if (!isAllowed(url, robots))
    throw new ImportError(`robots.txt of ${parseUrl(url)?.host ?? url} doesn't allow this address.`);
  const start = await fetchPage(limited, url);
  return new Crawl(limited, start, robots).run(await listSitemap(limited, start.key, robots));
}

interface FoundPage {
  page: CrawledPage;
  /** The key of the page that linked to it first. */
  linkedFrom: string | undefined;
}

interface FoundLink {
  link: string;
  linkedFrom: string | undefined;
}

class Crawl {
  readonly #reading: SourceReading;
  readonly #start: CrawledPage;
  readonly #robots: RobotsRules | undefined;
  readonly #seenKeys: Set<string>;
  /** Beside the first page, by key. */
  readonly #pages = new Map<string, FoundPage>();
  /** Links whose answer came from another address. */
  readonly #redirected = new Map<string, string>();
  readonly #report: ReportRow[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(reading: SourceReading, start: CrawledPage, robots?: RobotsRules) {
    this.#reading = reading;
    this.#start = start;
    this.#robots = robots;
    this.#seenKeys = new Set([start.key]);
  }

  async run(listed: readonly string[]): Promise<WebTree> {
    const { key, links } = this.#start;
    const named = links.filter((link) => listed.includes(link));
    let level = [...this.#select([...named, ...listed], undefined), ...this.#select(links, key)];
    while (level.length > 0) {
      const pages = await this.#fetchAll(level);
      level = pages.flatMap((page) => this.#select(page.links, page.key));
    }
    return this.finish();
  }

  finish(): WebTree {
    const order = new Map(this.#start.links.map((link, index) => [link, index]));
    const placeOf = ({ page }: FoundPage) => order.get(page.key) ?? this.#start.links.length;
    const found = [...this.#pages.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
    const crawled = [this.#start, ...found.map(({ page }) => page)];
    const paths = pathsOf(crawled);
    const entries = crawled.map(({ key, markdown }) => toEntry(paths.get(key) ?? '', Buffer.from(markdown)));
    const pages = [this.#nest(found, paths)];
    for (const [link, key] of this.#redirected) {
      const path = paths.get(key);
      if (path !== undefined) paths.set(link, path);
    }
    return { entries, pages, paths, report: this.#report };
  }

  #select(links: readonly string[], linkedFrom: string | undefined): FoundLink[] {
    const isWanted = (link: string) =>
      isBelow(link, this.#start.key) && (!this.#robots || isAllowed(link, this.#robots));
    return links
      .filter((link) => isWanted(link) && !this.#seenKeys.has(link) && this.#hasRoom(link))
      .map((link) => ({ link, linkedFrom }));
  }

  #hasRoom(link: string): boolean {
    const hasRoom = this.#seenKeys.size < MAX_PAGES && this.#bytes < MAX_TEXTS_BYTES;
    if (hasRoom) this.#seenKeys.add(link);
    else if (!this.#isCut) {
      this.#isCut = true;
      const message = `This page and others are left out: an import takes up to ${MAX_PAGES} pages and ${MAX_TEXTS_BYTES / MEBIBYTE} MiB of text.`;
      this.#report.push({ path: link, kind: 'left-out', message });
    }
    return hasRoom;
  }

  async #fetchAll(links: readonly FoundLink[]): Promise<CrawledPage[]> {
    return mapInBatches(links, async ({ link, linkedFrom }) => {
      const delayMs = this.#robots?.delayMs ?? 0;
      if (delayMs > 0) await wait(delayMs, undefined, { signal: this.#reading.signal });
      const page = await fetchLinkedPage(this.#reading, link).catch((error: unknown): FailedFetch => {
        return { problem: pageProblem(error, this.#reading) };
      });
      if ('problem' in page) {
        const message = `The page could not be read: ${page.problem}`;
        this.#report.push({ path: link, kind: 'left-out', message });
        return undefined;
      }
      const { key } = page;
      if (key !== link) {
        this.#redirected.set(link, key);
        if (!isBelow(key, this.#start.key) || this.#seenKeys.has(key)) return undefined;
        this.#seenKeys.add(key);
      }
      this.#bytes += page.markdown.length;
      this.#pages.set(key, { page, linkedFrom });
      return page;
    });
  }

  /** The first page with all others below it. */
  #nest(found: readonly FoundPage[], paths: ReadonlyMap<string, string>): FetchedPage {
    const toPage = ({ key, url, title, anchors }: CrawledPage) => ({
      ...{ path: paths.get(key) ?? '', url, title, anchors },
      pages: new Array<FetchedPage>(),
    });
    const start = toPage(this.#start);
    const made = new Map(found.map(({ page }) => [page.key, toPage(page)]));
    const keys = new Set(made.keys());
    for (const { page, linkedFrom } of found) {
      const isLinkedAbove = linkedFrom !== undefined && linkedFrom !== page.key;
      const parent = parentAddress(page.key, keys) ?? (isLinkedAbove ? linkedFrom : undefined);
      const holder = parent === undefined ? undefined : made.get(parent);
      const below = made.get(page.key);
      if (below) (holder ?? start).pages.push(below);
    }
    return start;
  }
}

/** The files of pages by key. Of two pages whose addresses name the same file, both get one. */
function pathsOf(pages: readonly CrawledPage[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    pages.map(({ key }) => {
      const plain = pagePath(key);
      const path = used.has(plain.toLowerCase()) ? pagePath(key, 'distinct') : plain;
      used.add(path.toLowerCase());
      return [key, path];
    }),
  );
}

function toEntry(path: string, bytes: Buffer): SourceEntry {
  return { path, size: bytes.length, open: async () => Readable.from([bytes]) };
}

async function fetchRobots(reading: SourceReading, url: string): Promise<RobotsRules> {
  return parseRobots((await fetchText(reading, new URL('/robots.txt', url).href)) ?? '', AGENT);
}

function isAllowed(url: string, robots: RobotsRules): boolean {
  const { pathname = '/', search = '' } = parseUrl(url) ?? {};
  return robots.isAllowed(pathname + search);
}

/** The pages of the sitemap below an address. */
async function listSitemap(reading: SourceReading, start: string, robots: RobotsRules): Promise<string[]> {
  const isSameHost = (address: string) => parseUrl(address)?.host === parseUrl(start)?.host;
  const waiting = [...robots.sitemaps, new URL('/sitemap.xml', start).href].filter(isSameHost);
  const read = new Set<string>();
  const pages = new Set<string>();
  for (
    let address = waiting.shift();
    address !== undefined && read.size < MAX_SITEMAPS;
    address = waiting.shift()
  ) {
    if (read.has(address)) continue;
    read.add(address);
    const sitemap = parseSitemap((await fetchText(reading, address)) ?? '', MAX_SITEMAP_ADDRESSES);
    waiting.push(...sitemap.sitemaps.filter(isSameHost));
    for (const page of sitemap.pages)
      if (isBelow(page, start) && pages.size < MAX_PAGES) pages.add(keyOf(page));
  }
  return [...pages];
}

import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '#server/base/parse-url.ts';
import type { ConvertedPage } from '#server/content/import/convert-pages.ts';
import { type CollectedContent, ImportError } from '#server/content/import/imported-page.ts';
import { keyOf } from '#server/content/import/page-key.ts';
import {
  isBelow,
  parentAddress,
  parseRobots,
  parseSitemap,
  type RobotsRules,
} from '#server/content/import/web/crawl-rules.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetched, Fetcher } from '#server/network/guarded-fetch.ts';

const MAX_PAGES = 500;
const MAX_IMAGES = 1000;
const MAX_IMAGE_BYTES = 50 * 1024 * 1024;
/** Requests at a time. */
const BATCH_SIZE = 3;
const MAX_SITEMAPS = 10;
const MAX_SITEMAP_ADDRESSES = 20_000;
/** The name by which `robots.txt` may address imports. */
const AGENT = 'Bindery';
/**
 * Per page. Parsing takes memory by the number of elements, not by size: up to this number a task stays within its
 * memory limit; with twice as many it may not.
 */
const MAX_TAGS = 250_000;

/** The access to the web that an import needs. */
export interface WebAccess {
  fetcher: Fetcher;
  organizationId: string;
  /** Aborts the whole import. */
  signal: AbortSignal;
}

/** An HTML page with its images. */
export async function collectHtml(url: string, web: WebAccess): Promise<CollectedContent> {
  return withImages(await fetchPage(url, web), [], web);
}

/** A Markdown file with its images. */
export async function collectMarkdown(url: string, web: WebAccess): Promise<CollectedContent> {
  const fetched = await web.fetcher(url, { accept: 'text/markdown, text/plain', signal: web.signal });
  if (/html|^(image|audio|video)\//.test(fetched.contentType))
    throw new ImportError(`Expected Markdown, but the URL returned ${fetched.contentType}.`);
  const { body, charset } = fetched;
  const converted = await runTask(
    'convertMarkdownPage',
    { fetched: { body, charset }, url: fetched.url },
    web,
  );
  return withImages(converted, [], web);
}

/**
 * A page and the pages below its address: those of the sitemap, and those that they link to. In the order in which the
 * first page names them in its navigation; below the page of the folder above, else below the one that links to them.
 * Pages that fail are skipped, except the first one.
 */
export async function collectWebsite(url: string, web: WebAccess): Promise<CollectedContent> {
  const robots = await fetchRobots(url, web);
  if (!isAllowed(url, robots))
    throw new ImportError(`robots.txt of ${parseUrl(url)?.host ?? url} doesn't allow this address.`);
  const start = await fetchPage(url, web);
  return new Crawl(start, web, robots).run(await listSitemap(start.page.key, web, robots));
}

class Crawl {
  readonly #start: ConvertedPage;
  readonly #web: WebAccess;
  readonly #robots: RobotsRules;
  readonly #seenKeys: Set<string>;
  /** Collected pages by key, with the page that linked to them first. */
  readonly #pages = new Map<string, { converted: ConvertedPage; linkedFrom: string | undefined }>();

  constructor(start: ConvertedPage, web: WebAccess, robots: RobotsRules) {
    this.#start = start;
    this.#web = web;
    this.#robots = robots;
    this.#seenKeys = new Set([start.page.key]);
  }

  async run(listed: readonly string[]): Promise<CollectedContent> {
    const order = new Map(this.#start.links.map((link, index) => [link, index]));
    let level = this.#select(
      [...this.#start.links.filter((link) => listed.includes(link)), ...listed],
      undefined,
    );
    level.push(...this.#select(this.#start.links, this.#start.page.key));
    while (level.length > 0) {
      const pages = await this.#fetchAll(level);
      level = pages.flatMap(({ page, links }) => this.#select(links, page.key));
    }
    const others = [...this.#pages.values()].toSorted(
      (a, b) =>
        (order.get(a.converted.page.key) ?? Infinity) - (order.get(b.converted.page.key) ?? Infinity) || 0,
    );
    this.#nest(others);
    return withImages(
      this.#start,
      others.map(({ converted }) => converted),
      this.#web,
      this.#seenKeys.size,
    );
  }

  #select(
    links: readonly string[],
    linkedFrom: string | undefined,
  ): { link: string; linkedFrom: string | undefined }[] {
    return links
      .filter((link) => isBelow(link, this.#start.page.key) && isAllowed(link, this.#robots))
      .filter((link) => this.#seenKeys.size < MAX_PAGES && isNew(link, this.#seenKeys))
      .map((link) => ({ link, linkedFrom }));
  }

  async #fetchAll(
    links: readonly { link: string; linkedFrom: string | undefined }[],
  ): Promise<ConvertedPage[]> {
    return mapInBatches(links, async ({ link, linkedFrom }) => {
      if (this.#robots.delayMs > 0) await wait(this.#robots.delayMs, undefined, { signal: this.#web.signal });
      const converted = await fetchPage(link, this.#web, this.#start.page.key).catch((error: unknown) =>
        skipFailed(error, this.#web),
      );
      if (!converted) return undefined;
      const { key } = converted.page;
      if (key !== link && (!isBelow(key, this.#start.page.key) || !isNew(key, this.#seenKeys)))
        return undefined;
      this.#pages.set(key, { converted, linkedFrom });
      return converted;
    });
  }

  #nest(pages: readonly { converted: ConvertedPage; linkedFrom: string | undefined }[]): void {
    const keys = new Set(this.#pages.keys());
    for (const { converted, linkedFrom } of pages) {
      const { page } = converted;
      const above = parentAddress(page.key, keys);
      const isLinkedAbove = linkedFrom !== undefined && linkedFrom !== page.key;
      const parent = above ?? (isLinkedAbove ? linkedFrom : undefined);
      const holder = parent === undefined ? undefined : this.#pages.get(parent)?.converted.page;
      (holder ?? this.#start.page).pages.push(page);
    }
  }
}

async function fetchRobots(url: string, web: WebAccess): Promise<RobotsRules> {
  const address = new URL('/robots.txt', url).href;
  const fetched = await fetchText(address, web);
  return parseRobots(fetched ?? '', AGENT);
}

function isAllowed(url: string, robots: RobotsRules): boolean {
  const { pathname = '/', search = '' } = parseUrl(url) ?? {};
  return robots.isAllowed(pathname + search);
}

/** The pages of the sitemap below an address. */
async function listSitemap(start: string, web: WebAccess, robots: RobotsRules): Promise<string[]> {
  const waiting = [...robots.sitemaps, new URL('/sitemap.xml', start).href].filter(
    (address) => parseUrl(address)?.host === parseUrl(start)?.host,
  );
  const read = new Set<string>();
  const pages = new Set<string>();
  for (
    let address = waiting.shift();
    address !== undefined && read.size < MAX_SITEMAPS;
    address = waiting.shift()
  ) {
    if (read.has(address)) continue;
    read.add(address);
    const sitemap = parseSitemap((await fetchText(address, web)) ?? '', MAX_SITEMAP_ADDRESSES);
    waiting.push(...sitemap.sitemaps.filter((below) => parseUrl(below)?.host === parseUrl(start)?.host));
    for (const page of sitemap.pages)
      if (isBelow(page, start) && pages.size < MAX_PAGES) pages.add(keyOf(page));
  }
  return [...pages];
}

async function fetchText(address: string, web: WebAccess): Promise<string | undefined> {
  const fetched = await web
    .fetcher(address, {
      accept: 'text/plain, application/xml',
      signal: web.signal,
      maxBytes: 5 * 1024 * 1024,
    })
    .catch((error: unknown) => skipFailed(error, web));
  return fetched?.body.toString('utf8');
}

function isNew(key: string, seen: Set<string>): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** Skips a page that fails, unless the whole import was aborted. */
function skipFailed(error: unknown, { signal }: WebAccess): undefined {
  const isOfPage = error instanceof FetchError || error instanceof ImportError;
  if (!isOfPage || signal.aborted) throw error;
}

async function fetchPage(
  url: string,
  { fetcher, signal, organizationId }: WebAccess,
  start?: string,
): Promise<ConvertedPage> {
  const fetched = await fetcher(url, { accept: 'text/html, application/xhtml+xml', signal });
  assertHtml(fetched);
  assertTagLimit(fetched);
  const { body, charset } = fetched;
  return runTask(
    'convertHtmlPage',
    { fetched: { body, charset }, url: fetched.url, start },
    { organizationId },
  );
}

/** Trusts the content type of a response; without one, accepts what starts like markup. */
function assertHtml({ contentType, url, body }: Fetched): void {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return;
  if (contentType === '' && /^\s*<[a-z!]/i.test(body.toString('utf8', 0, 1024))) return;
  const kind = contentType === '' ? 'no content type' : contentType;
  throw new ImportError(`Expected HTML, but ${url} returned ${kind}.`);
}

/** Counts `<`, which start tags, without decoding or parsing. */
function assertTagLimit({ body, url }: Fetched): void {
  let tags = 0;
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x3c) tags += 1;
  if (tags > MAX_TAGS)
    throw new ImportError(
      `${url} has ${tags.toLocaleString('en')} HTML tags. A page can have up to ${MAX_TAGS.toLocaleString('en')}.`,
    );
}

/** The pages below the first one, with the images of all. */
async function withImages(
  start: ConvertedPage,
  others: readonly ConvertedPage[],
  web: WebAccess,
  found = 1,
): Promise<CollectedContent> {
  const targets = new Set([start, ...others].flatMap((converted) => converted.images));
  const images = new Map<string, Uint8Array>();
  let bytes = 0;
  await mapInBatches([...targets].slice(0, MAX_IMAGES), async (target) => {
    if (bytes >= MAX_IMAGE_BYTES) return;
    const fetched = await web
      .fetcher(target, { accept: 'image/*', signal: web.signal, maxBytes: 5 * 1024 * 1024 })
      .catch((error: unknown) => skipFailed(error, web));
    bytes += fetched?.body.length ?? 0;
    if (fetched && bytes <= MAX_IMAGE_BYTES) images.set(target, fetched.body);
  });
  return { pages: [start.page], images, total: found + targets.size };
}

/** Maps items in batches; keeps their order. */
async function mapInBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    const batch = await Promise.all(items.slice(at, at + BATCH_SIZE).map(act));
    results.push(...batch.filter((result) => result !== undefined));
  }
  return results;
}

import { FetchError } from '#server/fetching/fetch-error.ts';
import type { Fetched, Fetcher } from '#server/fetching/guarded-fetch.ts';
import { runTask } from '#server/tasks/run-task.ts';
import { ImportError } from './import-error.ts';
import type { ConvertedPage } from './convert-pages.ts';
import type { Gathered } from './imported.ts';
import { keyOf } from './page-key.ts';

/** What an import takes from a website, counted from the page it starts at. */
const MOST_PAGES = 50;
const MOST_LEVELS = 3;
const MOST_PICTURES = 40;
const MOST_PICTURE_BYTES = 25 * 1024 * 1024;
const AT_ONCE = 4;
/**
 * In one page. What a parser makes of a page takes memory by its elements, not by its size: with as many a task stays
 * within its limit of memory, whatever they are; with twice as many of the worst it does not, after seconds of work.
 */
const MAX_TAGS = 250_000;

/** How an import reaches the web. */
export interface WebAccess {
  fetcher: Fetcher;
  /** The organization that imports. */
  organizationId: string;
  /** Ends the whole import. */
  signal: AbortSignal;
}

/** One HTML page with its pictures. */
export async function gatherHtml(url: string, web: WebAccess): Promise<Gathered> {
  return withPictures(await fetchPage(url, web), [], web);
}

/** One markdown file with its pictures. */
export async function gatherMarkdown(url: string, web: WebAccess): Promise<Gathered> {
  const fetched = await web.fetcher(url, { accept: 'text/markdown, text/plain', signal: web.signal });
  if (/html|^(image|audio|video)\//.test(fetched.contentType))
    throw new ImportError(`Expected Markdown, but the URL returned ${fetched.contentType}.`);
  const { body, charset } = fetched;
  const converted = await runTask(
    'convertMarkdownPage',
    { fetched: { body, charset }, url: fetched.url },
    web,
  );
  return withPictures(converted, [], web);
}

/**
 * A page and those of the same host that it leads to, breadth first, each below the page that first links to it. What
 * cannot be read is left out, except for the start.
 */
export async function gatherWebsite(url: string, web: WebAccess): Promise<Gathered> {
  const start = await fetchPage(url, web);
  const seen = new Set([keyOf(url), start.page.key]);
  const others: ConvertedPage[] = [];
  let level = [start];
  for (let depth = 1; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const next = level.flatMap(({ page, links }) =>
      links
        .filter((link) => seen.size < MOST_PAGES && isNew(link, seen))
        .map((link) => ({ link, parent: page })),
    );
    level = await inTurns(next, async ({ link, parent }) => {
      const found = await fetchPage(link, web, start.page.key).catch((error: unknown) =>
        leaveOut(error, web),
      );
      if (!found || (found.page.key !== link && !isNew(found.page.key, seen))) return undefined;
      parent.pages.push(found.page);
      others.push(found);
      return found;
    });
  }
  return withPictures(start, others, web, seen.size);
}

function isNew(key: string, seen: Set<string>): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** What fails is left out, unless it is the whole import that has run out of time. */
function leaveOut(error: unknown, { signal }: WebAccess): undefined {
  const isOfPage = error instanceof FetchError || error instanceof ImportError;
  if (!isOfPage || signal.aborted) throw error;
}

async function fetchPage(
  url: string,
  { fetcher, signal, organizationId }: WebAccess,
  start?: string,
): Promise<ConvertedPage> {
  const fetched = await fetcher(url, { accept: 'text/html, application/xhtml+xml', signal });
  requireHtml(fetched);
  requireFewTags(fetched);
  const { body, charset } = fetched;
  return runTask(
    'convertHtmlPage',
    { fetched: { body, charset }, url: fetched.url, start },
    { organizationId },
  );
}

/** Takes a server's word for what it sends; where it says nothing, whatever begins as markup does. */
function requireHtml({ contentType, url, body }: Fetched): void {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return;
  if (contentType === '' && /^\s*<[a-z!]/i.test(body.toString('utf8', 0, 1024))) return;
  const kind = contentType === '' ? 'no content type' : contentType;
  throw new ImportError(`Expected HTML, but ${url} returned ${kind}.`);
}

/** Counts the signs `<`, which begin tags, without decoding or parsing anything. */
function requireFewTags({ body, url }: Fetched): void {
  let tags = 0;
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x3c) tags += 1;
  if (tags > MAX_TAGS)
    throw new ImportError(
      `${url} has ${tags.toLocaleString('en')} HTML tags. A page can have up to ${MAX_TAGS.toLocaleString('en')}.`,
    );
}

/** What was found: the page that all others are below, with the pictures of all. */
async function withPictures(
  start: ConvertedPage,
  others: readonly ConvertedPage[],
  web: WebAccess,
  found = 1,
): Promise<Gathered> {
  const targets = new Set([start, ...others].flatMap((converted) => converted.pictures));
  const pictures = new Map<string, Uint8Array>();
  let bytes = 0;
  await inTurns([...targets].slice(0, MOST_PICTURES), async (target) => {
    if (bytes >= MOST_PICTURE_BYTES) return;
    const fetched = await web
      .fetcher(target, { accept: 'image/*', signal: web.signal, mostBytes: 5 * 1024 * 1024 })
      .catch((error: unknown) => leaveOut(error, web));
    bytes += fetched?.body.length ?? 0;
    if (fetched && bytes <= MOST_PICTURE_BYTES) pictures.set(target, fetched.body);
  });
  return { pages: [start.page], pictures, found: found + targets.size };
}

/** Does something for all items, a few at a time; what it gives stays in the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const turn = await Promise.all(items.slice(at, at + AT_ONCE).map(act));
    results.push(...turn.filter((result) => result !== undefined));
  }
  return results;
}

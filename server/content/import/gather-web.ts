import { FetchError } from '#server/fetching/fetch-error.ts';
import type { Fetched, Fetcher } from '#server/fetching/guarded-fetch.ts';
import { parseUrl } from '#server/fetching/parse-url.ts';
import { runTask } from '#server/tasks/run-task.ts';
import { textOfFetched } from './fetched-text.ts';
import { ImportError } from './import-error.ts';
import type { Gathered, ImportedPage } from './imported.ts';
import { keyOf } from './page-key.ts';
import { titleOfFile } from './read-markdown.ts';

/** What an import takes from a website, counted from the page it starts at. */
const MOST_PAGES = 50;
const MOST_LEVELS = 3;
const MOST_PICTURES = 40;
const MOST_PICTURE_BYTES = 25 * 1024 * 1024;
const AT_ONCE = 4;

/** How an import reaches the web. */
export interface WebAccess {
  fetcher: Fetcher;
  /** The organization that imports. */
  organizationId: string;
  /** Ends the whole import. */
  signal: AbortSignal;
}

/** A page that was fetched and converted, with what it links to. */
interface FoundPage {
  page: ImportedPage;
  links: string[];
}

/** One HTML page with its pictures. */
export async function gatherHtml(url: string, web: WebAccess): Promise<Gathered> {
  const { page } = await fetchPage(url, web);
  return withPictures([page], 1, web);
}

/** One markdown file with its pictures. */
export async function gatherMarkdown(url: string, web: WebAccess): Promise<Gathered> {
  const fetched = await web.fetcher(url, { accept: 'text/markdown, text/plain', signal: web.signal });
  if (/html|^(image|audio|video)\//.test(fetched.contentType))
    throw new ImportError(`The address answers with ${fetched.contentType}, not with markdown.`);
  const source = textOfFetched(fetched);
  const input = { key: keyOf(fetched.url), source };
  const page = await runTask('readMarkdown', input, web);
  return withPictures([page], 1, web);
}

/**
 * A page and those of the same host that it leads to, breadth first, each below the page that first links to it. What
 * cannot be read is left out, except for the start.
 */
export async function gatherWebsite(url: string, web: WebAccess): Promise<Gathered> {
  const start = await fetchPage(url, web);
  const seen = new Set([keyOf(url), start.page.key]);
  let level = [start];
  for (let depth = 1; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const next = level.flatMap(({ page, links }) =>
      links
        .map((link) => keyOf(link))
        .filter((link) => isBeside(link, start.page.key) && seen.size < MOST_PAGES && isNew(link, seen))
        .map((link) => ({ link, parent: page })),
    );
    level = await inTurns(next, async ({ link, parent }) => {
      const found = await fetchPage(link, web).catch((error: unknown) => leaveOut(error, web));
      if (!found || (found.page.key !== link && !isNew(found.page.key, seen))) return undefined;
      parent.pages.push(found.page);
      return found;
    });
  }
  return withPictures([start.page], seen.size, web);
}

function isNew(key: string, seen: Set<string>): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function isBeside(link: string, start: string): boolean {
  const isPage = !/\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|css|js|json|xml|mp4|woff2?)$/i.test(
    new URL(link).pathname,
  );
  return isPage && new URL(link).host === new URL(start).host;
}

/** What fails is left out, unless it is the whole import that has run out of time. */
function leaveOut(error: unknown, { signal }: WebAccess): undefined {
  const isOfPage = error instanceof FetchError || error instanceof ImportError;
  if (!isOfPage || signal.aborted) throw error;
}

async function fetchPage(url: string, { fetcher, signal, organizationId }: WebAccess): Promise<FoundPage> {
  const fetched = await fetcher(url, { accept: 'text/html, application/xhtml+xml', signal });
  const key = keyOf(fetched.url);
  const html = textOfFetched(fetched);
  requireHtml(fetched, html);
  const converted = await runTask('convertHtml', { html, url: fetched.url }, { organizationId });
  const title = converted.title === '' ? titleOfFile(new URL(key).pathname) : converted.title;
  const { markdown, targets, headings, links } = converted;
  return { page: { key, title, markdown, targets, headings, pages: [] }, links };
}

/** Takes a server's word for what it sends; where it says nothing, whatever begins as markup does. */
function requireHtml({ contentType, url }: Fetched, text: string): void {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return;
  if (contentType === '' && /^\s*<[a-z!]/i.test(text)) return;
  const kind = contentType === '' ? 'something unnamed' : contentType;
  throw new ImportError(`${url} answers with ${kind}, not with HTML.`);
}

async function withPictures(pages: ImportedPage[], found: number, web: WebAccess): Promise<Gathered> {
  const targets = new Set(allPages(pages).flatMap((page) => picturesOf(page)));
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
  return { pages, pictures, found: found + targets.size };
}

function picturesOf({ key, targets }: ImportedPage): string[] {
  return targets.flatMap(({ target, isPicture }) => {
    const url = isPicture ? parseUrl(target, key) : undefined;
    return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
}

function allPages(pages: readonly ImportedPage[]): ImportedPage[] {
  return pages.flatMap((page) => [page, ...allPages(page.pages)]);
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

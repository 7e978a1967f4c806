import type { ConvertedPage } from '#server/content/import/convert-pages.ts';
import { type CollectedContent, ImportError } from '#server/content/import/imported-page.ts';
import { keyOf } from '#server/content/import/page-key.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetched, Fetcher } from '#server/network/guarded-fetch.ts';

/** Limits of a website import, counted from its first page. */
const MAX_PAGES = 50;
const MAX_LEVELS = 3;
const MAX_IMAGES = 40;
const MAX_IMAGE_BYTES = 25 * 1024 * 1024;
const BATCH_SIZE = 4;
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
 * A page and the pages of the same host that it links to, breadth first, each below the first page that links to it.
 * Pages that fail are skipped, except the first one.
 */
export async function collectWebsite(url: string, web: WebAccess): Promise<CollectedContent> {
  const start = await fetchPage(url, web);
  const seenKeys = new Set([keyOf(url), start.page.key]);
  const others: ConvertedPage[] = [];
  let level = [start];
  for (let depth = 1; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const next = level.flatMap(({ page, links }) =>
      links
        .filter((link) => seenKeys.size < MAX_PAGES && isNew(link, seenKeys))
        .map((link) => ({ link, parent: page })),
    );
    level = await mapInBatches(next, async ({ link, parent }) => {
      const page = await fetchPage(link, web, start.page.key).catch((error: unknown) =>
        skipFailed(error, web),
      );
      if (!page || (page.page.key !== link && !isNew(page.page.key, seenKeys))) return undefined;
      parent.pages.push(page.page);
      others.push(page);
      return page;
    });
  }
  return withImages(start, others, web, seenKeys.size);
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

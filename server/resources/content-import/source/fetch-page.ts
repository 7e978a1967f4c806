import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import { keyOf } from '#server/content/import/page-key.ts';
import type { WebPage } from '#server/content/import/web/read-page.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { bytesOfSource, type FetchedSource, fetchSource, type SourceReading } from './fetch-source.ts';

const MEBIBYTE = 1024 * 1024;
const PAGE_TIMEOUT_MS = 15_000;
export const PAGE_LIMITS = { maxBytes: 10 * MEBIBYTE, timeoutMs: PAGE_TIMEOUT_MS };
const RULES_LIMITS = { maxBytes: 5 * MEBIBYTE, timeoutMs: PAGE_TIMEOUT_MS };
/**
 * Per page. Parsing takes memory by the number of elements, not by size: up to this number a task stays within its
 * memory limit; with twice as many it may not.
 */
const MAX_TAGS = 250_000;

/** A page as it was fetched. */
export interface CrawledPage extends WebPage {
  /** The address by which others link to it. */
  key: string;
  url: string;
}

export interface FailedFetch {
  problem: string;
}

/** Fetches an HTML page and reads it. */
export async function fetchPage(reading: SourceReading, address: string): Promise<CrawledPage> {
  const wishes = { name: 'page.html', accept: 'text/html, application/xhtml+xml', ...PAGE_LIMITS };
  const source = await fetchSource(reading, address, wishes);
  const body = await bytesOfSource(reading, source);
  assertHtml(source, body);
  assertTagLimit(source, body);
  const { url, charset } = source;
  const { run, signal } = reading;
  const input = { body, charset, url };
  const page = await runTask('readWebPage', input, { organizationId: run.organization_id, signal });
  return { key: keyOf(url), url, ...page };
}

/**
 * A page by the address that stands for all addresses of it, which has no slash at its end. Some hosts have the page only
 * with one.
 */
export async function fetchLinkedPage(reading: SourceReading, key: string): Promise<CrawledPage> {
  try {
    return await fetchPage(reading, key);
  } catch (error) {
    const { pathname = '/', search = '' } = parseUrl(key) ?? {};
    const mayHaveSlash = search === '' && !/[/.]$|\.[^/]*$/.test(pathname);
    if (!(error instanceof FetchError) || error.failure !== 'status' || !mayHaveSlash) throw error;
    return fetchPage(reading, `${key}/`);
  }
}

/** A file for programs, which need not be there. */
export async function fetchText(reading: SourceReading, address: string): Promise<string | undefined> {
  const wishes = { name: 'rules', accept: 'text/plain, application/xml', ...RULES_LIMITS };
  try {
    return (await bytesOfSource(reading, await fetchSource(reading, address, wishes))).toString('utf8');
  } catch (error) {
    pageProblem(error, reading);
    return undefined;
  }
}

/** Why one page failed; throws what ends the whole import. */
export function pageProblem(error: unknown, { signal }: SourceReading): string {
  if (signal.aborted) throw error;
  if (error instanceof FetchError || error instanceof ImportError) return error.message;
  if (!(error instanceof TaskLimitError)) throw error;
  return error.limit === 'time' ? 'It takes too long.' : 'It is too large or too deeply nested.';
}

/** Trusts the content type of a response; without one, accepts what starts like markup. */
function assertHtml({ contentType, url }: FetchedSource, body: Buffer): void {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return;
  if (contentType === '' && /^\s*<[a-z!]/i.test(body.toString('utf8', 0, 1024))) return;
  const kind = contentType === '' ? 'no content type' : contentType;
  throw new ImportError(`Expected HTML, but ${url} returned ${kind}.`);
}

/** Counts `<`, which start tags, without decoding or parsing. */
function assertTagLimit({ url }: FetchedSource, body: Buffer): void {
  let tags = 0;
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x3c) tags += 1;
  if (tags > MAX_TAGS)
    throw new ImportError(
      `${url} has ${tags.toLocaleString('en')} HTML tags. A page can have up to ${MAX_TAGS.toLocaleString('en')}.`,
    );
}

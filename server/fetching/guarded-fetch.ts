import type { Agent, Dispatcher } from 'undici';
import { checkUrl, hostOf } from './addresses.ts';
import { FetchError } from './fetch-error.ts';
import { type ConnectOptions, guardedConnector } from './guarded-connect.ts';
import { parseUrl } from './parse-url.ts';
import { ENCODINGS, readBody, tooLarge } from './read-body.ts';

const SECOND_MS = 1000;
const MEBIBYTE = 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** What a fetch brought. */
export interface Fetched {
  /** Where it was found in the end, after redirects. */
  url: string;
  /** Lower case, without parameters: `text/html`; empty where the answer names none. */
  contentType: string;
  /** The encoding of the text as the answer names it; empty where it names none. */
  charset: string;
  body: Buffer;
}

/** What one fetch may differ in. */
export interface FetchOptions {
  /** Media types to ask for. */
  accept?: string;
  /** Ends the fetch before its own time limit does, as a timeout. */
  signal?: AbortSignal;
  /** Most bytes of the body, decompressed; 10 MiB where absent. */
  maxBytes?: number;
}

/** Fetches what a caller has named; throws `FetchError` alone. */
export interface Fetcher {
  (url: string, options?: FetchOptions): Promise<Fetched>;
  /** Throws `FetchError` (`refused`) for an address that no fetch would be tried for. Sends nothing. */
  check: (url: string) => void;
}

/** How a fetcher works. */
export interface FetcherOptions extends ConnectOptions {
  /** Time for one fetch with all its redirects, in milliseconds. */
  timeoutMs?: number;
}

/**
 * Makes the one function through which the server fetches anything that a caller names. It speaks http and https
 * only, with public addresses only (each redirect is checked anew), takes no proxy from the environment, sends no
 * credentials, and gives up after ten seconds, 10 MiB or five redirects.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { allowPrivate, timeoutMs = 10 * SECOND_MS } = options;
  const fetchGuarded = async (text: string, fetchOptions: FetchOptions = {}): Promise<Fetched> => {
    const own = AbortSignal.timeout(timeoutMs);
    const signal = fetchOptions.signal ? AbortSignal.any([own, fetchOptions.signal]) : own;
    // Loaded with the first fetch: most servers fetch seldom, and all of them start.
    const { Agent, buildConnector, request } = await import('undici');
    const connect = guardedConnector(options, buildConnector);
    const agent = new Agent({ connect, maxHeaderSize: 16 * 1024 });
    const work = async () => {
      const first = checkUrl(text, allowPrivate);
      const { url, response } = await follow(first, {
        request,
        agent,
        signal,
        wanted: fetchOptions,
        allowPrivate,
      });
      return readResponse(url, response, fetchOptions.maxBytes ?? 10 * MEBIBYTE);
    };
    try {
      // A look-up that hangs cannot be stopped, only left alone.
      return await Promise.race([work(), rejectOnAbort(signal)]);
    } catch (error) {
      throw toFetchError(error, signal);
    } finally {
      agent.destroy(null, () => {});
    }
  };
  return Object.assign(fetchGuarded, {
    check: (url: string) => {
      checkUrl(url, allowPrivate);
    },
  });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new FetchError('timeout', 'The URL did not respond in time.'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}

interface FollowOptions {
  request: typeof import('undici').request;
  agent: Agent;
  signal: AbortSignal;
  wanted: FetchOptions;
  allowPrivate: boolean;
}

async function follow(first: URL, { request, agent, signal, wanted, allowPrivate }: FollowOptions) {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, {
      dispatcher: agent,
      signal,
      headers: {
        accept: wanted.accept ?? '*/*',
        'accept-encoding': ENCODINGS,
        'user-agent': 'bindery-fetch',
      },
    });
    const { location } = response.headers;
    if (!REDIRECT_STATUSES.has(response.statusCode) || typeof location !== 'string') return { url, response };
    response.body.on('error', () => {}).destroy();
    const next = parseUrl(location, url.href);
    if (!next) throw new FetchError('unreachable', 'A redirect has an invalid URL.');
    url = checkUrl(next.href, allowPrivate);
  }
  throw new FetchError('unreachable', `The URL redirects more than ${MAX_REDIRECTS} times.`);
}

async function readResponse(url: URL, response: Dispatcher.ResponseData, maxBytes: number): Promise<Fetched> {
  const { statusCode, headers, body } = response;
  if (statusCode < 200 || statusCode > 299) {
    body.on('error', () => {}).destroy();
    throw new FetchError('status', `${hostOf(url)} responded with status ${statusCode}.`);
  }
  const encoding = textOf(headers['content-encoding']);
  if (Number(textOf(headers['content-length'])) > maxBytes) {
    body.on('error', () => {}).destroy();
    throw tooLarge(maxBytes);
  }
  const fullType = textOf(headers['content-type']);
  const [type = ''] = fullType.split(';');
  return {
    url: url.href,
    contentType: type.trim().toLowerCase(),
    charset: /charset="?([\w-]+)/i.exec(fullType)?.[1] ?? '',
    body: await readBody(body, encoding, maxBytes),
  };
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.join(', ') ?? '');
}

function toFetchError(error: unknown, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (signal.aborted || /TIMEOUT|ETIMEDOUT/.test(code))
    return new FetchError('timeout', 'The URL did not respond in time.');
  return new FetchError('unreachable', `Couldn't fetch the URL${code === '' ? '' : ` (${code})`}.`);
}

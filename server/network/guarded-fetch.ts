import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { parseUrl } from '#server/base/parse-url.ts';
import { tracedWithin } from '#server/base/tracing.ts';
import { checkUrl, hostOf, isNamed, type Reach } from './addresses.ts';
import { FetchError } from './fetch-error.ts';
import { type ConnectOptions, guardedConnector } from './guarded-connect.ts';
import { ENCODINGS, readBody, readChunks, readStart, tooLarge } from './read-body.ts';

const SECOND_MS = 1000;
const MEBIBYTE = 1024 * 1024;
const MAX_REDIRECTS = 5;
/** The longest download, whatever its caller allows. */
const MAX_DOWNLOAD_MS = 15 * 60 * SECOND_MS;
/** The others are about the transfer, which is over. */
const KEPT_HEADERS = new Set([
  'content-type',
  'location',
  'www-authenticate',
  'dpop-nonce',
  'date',
  'retry-after',
]);
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** The result of a fetch. */
export interface Fetched {
  /** The final URL, after redirects. */
  url: string;
  /** Lower case, without parameters: `text/html`; empty if the response has none. */
  contentType: string;
  /** The charset of the response; empty if it has none. */
  charset: string;
  body: Buffer;
}

export interface FetchOptions {
  /** Accepted media types. */
  accept?: string;
  /** Aborts the fetch as a timeout. */
  signal?: AbortSignal;
  /** The maximum body size after decompression; 10 MiB by default. */
  maxBytes?: number;
}

interface SendOptions {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  maxBytes: number;
  /** Whether a longer body is cut instead of refused. */
  cutsBody?: boolean;
  /** Instead of the time of one fetch. */
  timeoutMs?: number;
}

/** A response of any status. */
interface Sent {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** How a large body is taken. */
export interface DownloadOptions extends FetchOptions {
  /** Takes the next bytes; no more are read until it has. */
  write: (bytes: Buffer) => Promise<void>;
}

/** A request with a body of any size, whose response is taken piece by piece, whatever its status. */
export interface TransferOptions {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: { bytes: AsyncIterable<Uint8Array>; length: number };
  signal?: AbortSignal | undefined;
  maxBytes: number;
  timeoutMs: number;
  /** Takes the next bytes; no more are read until it has. */
  write: (bytes: Buffer) => Promise<void>;
}

/** Fetches a URL that a caller names; throws only `FetchError`. */
export interface Fetcher {
  (url: string, options?: FetchOptions): Promise<Fetched>;
  /** Fetches a body piece by piece, for as long as its signal allows. Throws what `write` throws, too. */
  download: (url: string, options: DownloadOptions) => Promise<Omit<Fetched, 'body'>>;
  /** Throws `FetchError` (`refused`) for a URL that would not be fetched. Sends nothing. */
  check: (url: string) => void;
  /** Sends one request, without following redirects, for protocols that have rules of their own. */
  send: (url: string, options: SendOptions) => Promise<Sent>;
  /** The same for bodies of any size. Throws what `write` throws, too. */
  transfer: (url: string, options: TransferOptions) => Promise<Omit<Sent, 'body'>>;
  /** Whether secrets may be sent to a URL without encryption: to hosts that the operator has named. */
  allowsPlain: (url: string) => boolean;
  /** Whether addresses that are not public may be reached. */
  allowPrivate: boolean;
}

export interface FetcherOptions extends ConnectOptions {
  /** The timeout of one fetch with all its redirects, in milliseconds. */
  timeoutMs?: number;
}

/**
 * Creates the only function with which the server fetches URLs that callers name. Only http and https, only public
 * addresses and those that the operator has named (checked again for each redirect), no proxy from the environment, no credentials; limits: ten seconds, 10
 * MiB, five redirects.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { allowPrivate, hosts, timeoutMs = 10 * SECOND_MS } = options;
  const reach = { allowPrivate, hosts };
  /** Runs an exchange with a separate agent, in the time of one fetch. */
  const exchange = async <Result>(
    given: AbortSignal | undefined,
    work: (tools: Pick<FollowOptions, 'request' | 'agent' | 'signal'>) => Promise<Result>,
    maxMs = timeoutMs,
  ): Promise<Result> => {
    const timeoutSignal = AbortSignal.timeout(maxMs);
    const signal = given ? AbortSignal.any([timeoutSignal, given]) : timeoutSignal;
    // Loaded on first use: most servers rarely fetch.
    const { Agent, buildConnector, request } = await import('undici');
    const connect = guardedConnector(options, buildConnector);
    const agent = new Agent({ connect, maxHeaderSize: 16 * 1024 });
    try {
      // A hanging DNS lookup cannot be canceled, only ignored.
      return await tracedWithin('outgoing request', { kind: 'client' }, () =>
        Promise.race([work({ request, agent, signal }), rejectOnAbort(signal)]),
      );
    } catch (error) {
      throw toFetchError(error, signal);
    } finally {
      agent.destroy(null, () => {});
    }
  };
  const fetchGuarded = (text: string, fetchOptions: FetchOptions = {}): Promise<Fetched> =>
    exchange(fetchOptions.signal, async (tools) => {
      const first = checkUrl(text, reach);
      const { url, response } = await follow(first, { ...tools, wanted: fetchOptions, reach });
      return readResponse(url, response, fetchOptions.maxBytes ?? 10 * MEBIBYTE);
    });
  const download: Fetcher['download'] = (text, options) =>
    exchange(
      options.signal,
      (tools) => downloadBody(checkUrl(text, reach), options, { ...tools, reach }),
      MAX_DOWNLOAD_MS,
    ).catch((error: unknown) => {
      throw error instanceof WriteError ? error.cause : error;
    });
  const send: Fetcher['send'] = (text, options) =>
    exchange(options.signal, (tools) => sendOnce(checkUrl(text, reach), options, tools), options.timeoutMs);
  const transfer: Fetcher['transfer'] = (text, options) =>
    exchange(
      options.signal,
      (tools) => transferBody(checkUrl(text, reach), options, tools),
      options.timeoutMs,
    ).catch((error: unknown) => {
      throw error instanceof WriteError ? error.cause : error;
    });
  return Object.assign(fetchGuarded, {
    transfer,
    allowsPlain: (url: string) => isNamed(url, reach),
    check: (url: string) => {
      checkUrl(url, reach);
    },
    download,
    send,
    allowPrivate,
  });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const rejectTimeout = () => reject(new FetchError('timeout', 'The URL did not respond in time.'));
    if (signal.aborted) rejectTimeout();
    else signal.addEventListener('abort', rejectTimeout, { once: true });
  });
}

interface FollowOptions {
  request: typeof import('undici').request;
  agent: Agent;
  signal: AbortSignal;
  wanted: FetchOptions;
  reach: Reach;
}

async function follow(first: URL, { request, agent, signal, wanted, reach }: FollowOptions) {
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
    url = checkUrl(next.href, reach);
  }
  throw new FetchError('unreachable', `The URL redirects more than ${MAX_REDIRECTS} times.`);
}

async function downloadBody(
  first: URL,
  { write, ...wanted }: DownloadOptions,
  tools: Omit<FollowOptions, 'wanted'>,
): Promise<Omit<Fetched, 'body'>> {
  const { url, response } = await follow(first, { ...tools, wanted });
  const maxBytes = wanted.maxBytes ?? 10 * MEBIBYTE;
  const { encoding, ...head } = readHead(url, response, maxBytes);
  for await (const bytes of readChunks(response.body, encoding, maxBytes)) {
    await write(bytes).catch((error: unknown) => {
      throw new WriteError(error);
    });
  }
  return head;
}

async function sendOnce(
  url: URL,
  { method, headers, body, maxBytes, cutsBody = false }: SendOptions,
  { request, agent, signal }: Pick<FollowOptions, 'request' | 'agent' | 'signal'>,
): Promise<Sent> {
  const response = await request(url, {
    dispatcher: agent,
    signal,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers, 'accept-encoding': ENCODINGS },
    ...(body !== undefined && { body }),
  });
  const encoding = textOf(response.headers['content-encoding']);
  const received = await (cutsBody ? readStart : readBody)(response.body, encoding, maxBytes);
  return { ...headOf(response), body: received };
}

async function transferBody(
  url: URL,
  { method, headers, body, maxBytes, write }: TransferOptions,
  { request, agent, signal }: Pick<FollowOptions, 'request' | 'agent' | 'signal'>,
): Promise<Omit<Sent, 'body'>> {
  const response = await request(url, {
    dispatcher: agent,
    signal,
    method,
    headers: {
      ...headers,
      'accept-encoding': ENCODINGS,
      ...(body && { 'content-length': String(body.length) }),
    },
    ...(body && { body: Readable.from(body.bytes, { objectMode: false }) }),
  });
  const encoding = textOf(response.headers['content-encoding']);
  for await (const bytes of readChunks(response.body, encoding, maxBytes)) {
    await write(bytes).catch((error: unknown) => {
      throw new WriteError(error);
    });
  }
  return headOf(response);
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData): Omit<Sent, 'body'> {
  const keptHeaders = Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name));
  const texts = Object.fromEntries(keptHeaders.map(([name, value]) => [name, textOf(value)]));
  return { status: statusCode, headers: texts };
}

/** What `write` of a download has thrown. */
class WriteError extends Error {
  constructor(cause: unknown) {
    super('The bytes could not be written.', { cause });
  }
}

async function readResponse(url: URL, response: Dispatcher.ResponseData, maxBytes: number): Promise<Fetched> {
  const { encoding, ...head } = readHead(url, response, maxBytes);
  return { ...head, body: await readBody(response.body, encoding, maxBytes) };
}

/** Throws for what is not read: another status, or a body that says it is too large. */
function readHead(url: URL, response: Dispatcher.ResponseData, maxBytes: number) {
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
    encoding,
  };
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.join(', ') ?? '');
}

function toFetchError(error: unknown, signal: AbortSignal): FetchError | WriteError {
  if (error instanceof FetchError || error instanceof WriteError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (signal.aborted || /TIMEOUT|ETIMEDOUT/.test(code))
    return new FetchError('timeout', 'The URL did not respond in time.');
  return new FetchError('unreachable', `Couldn't fetch the URL${code === '' ? '' : ` (${code})`}.`);
}

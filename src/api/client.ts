import { client } from '#api/generated/client.gen.ts';
import { createStore } from '#src/lib/store.ts';
import { adaptResponse } from './compat/adapt-response.ts';
import { errorFrom, offlineError, retryAfterSeconds, unreachableError } from './errors.ts';
import { recordEtag, takeRequiredEtag } from './etags.ts';
import { fetchWithTimeout } from './fetch-with-timeout.ts';
import { forgetBodies, knownBody, type KnownBody, plainTag, rememberBody } from './known-bodies.ts';
import { ownServerLists } from './listed-operations.ts';
import { openJournal } from './log/journal.ts';
import { logRequest } from './log/request-log.ts';
import { requestAhead, takePrefetchedResponse } from './prefetch.ts';
import { currentUser, session, startSession } from './session/session.ts';

/** End of the rate limit in milliseconds since 1970; null if there is none. */
export const rateLimitedUntil = createStore<number | null>(null);

/** Whether our own server says that nothing can be changed at this moment, with everything that it answers. */
export const serverReadsOnly = createStore(false);

function recordReadOnly({ headers }: Response): void {
  serverReadsOnly.set(headers.has('X-Read-Only'));
}

/** When the server accepts reads again, in milliseconds since 1970, as it said itself. */
let readsResumeAt = 0;

/**
 * Records a 429.
 *
 * @param seconds from Retry-After; null if the server doesn't say
 */
function recordRateLimit(seconds: number | null): void {
  rateLimitedUntil.set(Date.now() + Math.min(seconds ?? 5, maxHoldSeconds) * 1000);
  if (seconds !== null && seconds <= maxHoldSeconds) readsResumeAt = Date.now() + seconds * 1000;
}

const maxHoldSeconds = 120;

/** Waits until the server accepts reads again, so that other requests don't prolong the limit that one has met. */
async function awaitRateLimit({ signal }: Request): Promise<void> {
  for (let remainingMs; (remainingMs = readsResumeAt - Date.now()) > 0 && !signal.aborted;)
    await new Promise((resolve) => {
      setTimeout(resolve, remainingMs);
      signal.addEventListener('abort', resolve);
    });
}

/** Keys of requests whose outcome is unknown, by request. */
const uncertainKeys = new Map<string, string>();

const maxKeys = 200;

/**
 * The idempotency key of a request. A retry after an unknown outcome reuses the key, so that the server runs it once.
 */
export function idempotencyKeyFor(change: string): string {
  return uncertainKeys.get(change) ?? crypto.randomUUID();
}

export function recordOutcome(change: string, key: string, status: number): void {
  // Rejected before processing (401, 429): the earlier attempt is still uncertain.
  if ((status === 401 || status === 429) && uncertainKeys.get(change) === key) return;
  uncertainKeys.delete(change);
  // Client errors changed nothing and successes are final; anything else is uncertain.
  if (status === 0 || status >= 500) uncertainKeys.set(change, key);
  const [oldest] = uncertainKeys.keys();
  if (uncertainKeys.size > maxKeys && oldest !== undefined) uncertainKeys.delete(oldest);
}

/**
 * Sends a request of the generated client: with the session's token, again after a renewal or new sign-in, and never a
 * change while offline.
 *
 * @param line its operation: `GET /v1/orgs/{organizationId}`
 */
async function send(request: Request, line?: string): Promise<Response> {
  const prefetched = await takePrefetchedResponse(request);
  if (prefetched) {
    logRequest(request, '')(prefetched.response, prefetched.durationMs);
    reads.set(prefetched.response, { key: keyOfBody(request) });
    if (prefetched.response.ok) recordEtag(request, prefetched.response);
    recordReadOnly(prefetched.response);
    return prefetched.response;
  }
  const operation = `${request.method} ${new URL(request.url).pathname}`;
  const isChange = request.method !== 'GET';
  if (isChange && !navigator.onLine) throw offlineError(operation);
  const body = isChange ? await request.clone().text() : '';
  await startSession();
  await refuseMissing(line);
  if (!isChange) await awaitRateLimit(request);
  const token = await session.token();
  const response = await attempt(withToken(request.clone(), token), body);
  if (absentStatuses.has(response.status)) await refuseMissing(line, response.status);
  if (response.status !== 401) return response;
  const newToken = await session.recover(token);
  return newToken ? attempt(withToken(request, newToken), body) : response;
}

/** Sends a request once and records the outcome. */
async function attempt(request: Request, body: string): Promise<Response> {
  const change = `${request.method} ${request.url} ${body}`;
  const key = idempotencyKeyFor(change);
  // CORS of another server may not allow an unknown header; nothing is required of what it has no tag of.
  const isOwn = isOwnServer();
  const hasKey = request.method !== 'GET' && isOwn;
  if (hasKey) request.headers.set('Idempotency-Key', key);
  const version = takeRequiredEtag(request);
  if (isOwn && version !== undefined) request.headers.set('If-Match', version);
  const logResponse = logRequest(request, body);
  let response: Response | null = null;
  try {
    // The outcome of a change is certain only once the whole response has arrived.
    response =
      request.method === 'GET'
        ? await fetchUnlessKnown(request)
        : await readCompletely(await fetchWithTimeout(request));
    return response;
  } finally {
    logResponse(response);
    if (hasKey) recordOutcome(change, key, response?.status ?? 0);
    if (response?.status === 429) recordRateLimit(retryAfterSeconds(response.headers));
    if (isOwn && response?.ok) recordEtag(request, response);
    if (isOwn && response) recordReadOnly(response);
  }
}

/** The key under which the response of a read is cached, and its cached body. */
interface Read {
  key: string | null;
  known?: KnownBody;
}

const reads = new WeakMap<Response, Read>();

/** Nothing is remembered of another server, whose CORS may not allow `If-None-Match`, nor for an unknown user. */
function keyOfBody({ url, cache }: Request): string | null {
  const user = isOwnServer() && cache !== 'no-store' ? currentUser() : null;
  return user && `${user.id} ${url}`;
}

/** Sends a read with the tag of the body that was last received. A response without a body stands for that body. */
async function fetchUnlessKnown(request: Request): Promise<Response> {
  const key = keyOfBody(request);
  const cachedBody = key === null ? undefined : knownBody(key);
  if (cachedBody) request.headers.set('If-None-Match', cachedBody.tag);
  let response = await fetchWithTimeout(request);
  if (cachedBody && response.status === 304) {
    const headers = new Headers(response.headers);
    if (plainTag(headers.get('ETag') ?? cachedBody.tag) === plainTag(cachedBody.tag)) {
      headers.set('Content-Type', 'application/json');
      const repeated = new Response('{}', { headers });
      reads.set(repeated, { key, known: cachedBody });
      return repeated;
    }
    // A proxy or another server has mixed up its tags.
    request.headers.delete('If-None-Match');
    response = await fetchWithTimeout(request);
  }
  reads.set(response, { key });
  return response;
}

/** Remembers what a read got, or returns the very same body, so that nothing is compared or rendered again. */
async function adaptRead(response: Response, body: unknown): Promise<unknown> {
  const { key = null, known } = reads.get(response) ?? {};
  if (known) return known.body;
  const adapted = await adaptResponse(body);
  const tag = response.headers.get('ETag');
  const size = Number(response.headers.get('Content-Length'));
  return key === null || tag === null ? adapted : rememberBody(key, { tag, body: adapted, size });
}

/** Reads the whole body; rejects if the connection breaks. */
async function readCompletely(rawResponse: Response): Promise<Response> {
  const body = await rawResponse.arrayBuffer();
  const { status, statusText, headers } = rawResponse;
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** Requests what the screen at `href` shows, unless it is known, while the code that will ask for it is loaded. */
export function requestScreen(href: string): void {
  if (!isOwnServer()) return;
  const isKnown = (url: URL) => {
    const key = keyOfBody(new Request(url));
    return key !== null && knownBody(key) !== undefined;
  };
  requestAhead(new URL(href, location.origin), () => session.token(), isKnown);
}

/** Whether requests go to the server that serves the console. */
export function isOwnServer(): boolean {
  const state = session.state.get();
  return state.status === 'signed-in' && state.server === null;
}

function withToken(request: Request, token: string | null): Request {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** The operations of requests, as `GET /v1/orgs/{organizationId}`. */
const operationLines = new WeakMap<object, string>();

/** Statuses of a server that may not have the operation. */
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Rejects a request to a server that is known to lack its operation. Our own has what it lists: it is asked for its
 * list once a request has failed, and refused from then on what a server without a list lacks.
 */
async function refuseMissing(line: string | undefined, status?: number): Promise<void> {
  const state = session.state.get();
  if (line === undefined || line === 'GET /v1' || state.status !== 'signed-in') return;
  const isListing = state.server === null && (await ownServerLists(status !== undefined));
  if (isListing) return;
  const servers = await import('./unlisted-servers.ts');
  await servers.refuseMissing(state.server, line, status);
}

/** Configures the generated client. Called once, before the first request. */
export function configureClient(): void {
  client.setConfig({
    fetch: (input) => send(new Request(input), operationLines.get(Object(input))),
  });
  client.interceptors.request.use((request, { url }) => {
    operationLines.set(request, `${request.method} ${url}`);
    return request;
  });
  client.interceptors.response.use((response, _request, options) => {
    options.responseTransformer = (body) => adaptRead(response, body);
    return response;
  });
  let userId: string | null = null;
  session.state.subscribe(() => {
    const state = session.state.get();
    const nextId = currentUser()?.id ?? null;
    if (nextId !== userId) forgetBodies();
    userId = nextId;
    const server = 'server' in state && state.server !== null ? `${state.server} ` : '';
    openJournal(userId === null ? null : server + userId);
    if (state.status === 'signed-in') client.setConfig({ baseUrl: state.server ?? '' });
  });
  client.interceptors.error.use((error: unknown, response: Response | undefined, request, options) => {
    const operation = `${request.method} ${options.url}`;
    if (response) return errorFrom(response.status, response.headers, error, operation);
    return isAbort(error) ? error : unreachableError(error, operation);
  });
}

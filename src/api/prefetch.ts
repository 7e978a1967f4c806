import { readStored } from '#src/lib/storage.ts';
import { firstRequests, recordRequests, requestKey } from './first-requests.ts';
import { type Grant, parseGrant, postAuth } from './session/grants.ts';

/** The session, or the error response. */
type PrefetchedSession = Promise<Grant | Response>;

export interface PrefetchedResponse {
  response: Response;
  durationMs: number;
}

interface Prefetched {
  session: PrefetchedSession | null;
  responses: Map<string, Promise<PrefetchedResponse>>;
}

declare global {
  /** `boot.ts` is in the page itself, and leaves here what the application takes. */
  var binderyPrefetched: Prefetched | undefined;
}

const prefetched = (globalThis.binderyPrefetched ??= { session: null, responses: new Map() });

/**
 * Requests the session and the first screen's data before React is loaded. Called once, by `boot.ts`; the session
 * manager and the client take these responses.
 */
export function startPrefetch(url: URL): void {
  // A link with a code creates its own session, and the sign-in page prefetches only if this browser was signed in.
  const signingIn = url.pathname === '/login';
  if (signingIn && (/^#(code|mail)=/.test(url.hash) || !readStored('local', 'signed-in'))) return;
  if (readStored('session', 'server')) return;
  const sessionRequest: PrefetchedSession = postAuth('refresh').then(async (response) => {
    return (await parseGrant(response)) ?? response;
  });
  // Avoids an unhandled rejection, as below.
  sessionRequest.catch(() => undefined);
  prefetched.session = sessionRequest;
  const token = sessionRequest.then((grant) => ('accessToken' in grant ? grant.accessToken : null));
  for (const path of firstRequests(url)) prefetch(new URL(path, url), token);
}

/** Sends a request whose response is taken by its URL. Without a token nothing is sent. */
function prefetch(url: URL, token: Promise<string | null>): void {
  const pending = token.then(async (sent) => {
    const startedAt = performance.now();
    const response =
      sent === null ? Response.error() : await fetch(url, { headers: { Authorization: `Bearer ${sent}` } });
    return { response, durationMs: performance.now() - startedAt };
  });
  // Avoids an unhandled rejection if nothing takes the response.
  pending.catch(() => undefined);
  prefetched.responses.set(requestKey(url), pending);
}

/** Keys that have been requested ahead of their loader; after that, the loader requests first. */
const requestedAhead = new Set<string>();

/** How long a response waits for a loader whose code is on its way, in milliseconds. */
const aheadForMs = 10_000;

/**
 * Requests the record of a screen that is opened for the first time, while the screen's code loads.
 * @param isKnown whether the response to a URL has been received before: then a query has it
 */
export function requestAhead(
  screen: URL,
  token: () => Promise<string | null>,
  isKnown: (url: URL) => boolean,
): void {
  for (const path of recordRequests(screen)) {
    const url = new URL(path, screen);
    const key = requestKey(url);
    if (requestedAhead.has(key)) continue;
    requestedAhead.add(key);
    if (prefetched.responses.has(key) || isKnown(url)) continue;
    prefetch(url, token());
    // Unused responses would be outdated later.
    setTimeout(() => prefetched.responses.delete(key), aheadForMs);
  }
}

/** The prefetched session, once; null if none. Rejects if the server can't be reached. */
export function takePrefetchedSession(): PrefetchedSession | null {
  const { session } = prefetched;
  prefetched.session = null;
  return session;
}

/** The prefetched response to a request, once. Failures are dropped and the request is sent as usual. */
export async function takePrefetchedResponse(request: Request): Promise<PrefetchedResponse | null> {
  const { responses } = prefetched;
  if (responses.size === 0 || request.method !== 'GET') return null;
  const name = requestKey(new URL(request.url));
  const pending = responses.get(name);
  if (!pending) return null;
  responses.delete(name);
  try {
    const early = await pending;
    const { response } = early;
    const isUsable = response.type !== 'error' && response.status !== 401 && response.status < 500;
    return isUsable ? early : null;
  } catch {
    return null;
  }
}

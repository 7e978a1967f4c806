import { readStored } from '#src/lib/storage.ts';
import { firstRequests, requestKey } from './first-requests.ts';
import { type Grant, parseGrant, requestGrant } from './grants.ts';

/** A session, or the answer that is none: a refusal, or a failure of the server. */
type PrefetchedSession = Promise<Grant | Response>;

let session: PrefetchedSession | null = null;
const responses = new Map<string, Promise<PrefetchedResponse>>();

/** What came back, and after how many milliseconds it began. */
export interface PrefetchedResponse {
  response: Response;
  durationMs: number;
}

/**
 * Asks for the session and for the first screen's data, before React is even loaded. Called once, by `boot.ts`; the
 * session keeper and the client then take these answers instead of asking again.
 */
export function startPrefetch(url: URL): void {
  // A sign-in link brings its own session, and at the sign-in page only a browser that was signed in may have one.
  const signingIn = url.pathname === '/login';
  if (signingIn && (url.hash.startsWith('#code=') || !readStored('local', 'signed-in'))) return;
  if (readStored('session', 'server')) return;
  const sessionRequest: PrefetchedSession = requestGrant('cookie').then(async (response) => {
    return (await parseGrant(response)) ?? response;
  });
  // As below: whoever takes it sees the failure.
  sessionRequest.catch(() => undefined);
  session = sessionRequest;
  for (const path of firstRequests(url)) {
    const request = new URL(path, url);
    const pending = sessionRequest.then(async (grant) => {
      const began = performance.now();
      const response =
        'accessToken' in grant
          ? await fetch(request, { headers: { Authorization: `Bearer ${grant.accessToken}` } })
          : Response.error();
      return { response, durationMs: performance.now() - began };
    });
    // Whoever takes it sees the failure; without this an answer that nobody takes would be an unhandled one.
    pending.catch(() => undefined);
    responses.set(requestKey(request), pending);
  }
}

/** The session that was asked for early, once; null when none was. Rejects where the server was not reached. */
export function takePrefetchedSession(): PrefetchedSession | null {
  const taken = session;
  session = null;
  return taken;
}

/**
 * The early answer to a request, once. What failed for want of a session, a connection or a server is not handed out:
 * the request is then made as usual.
 */
export async function takePrefetchedResponse(request: Request): Promise<PrefetchedResponse | null> {
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

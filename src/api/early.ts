import { readStored } from '#src/lib/storage.ts';
import { firstRequests, requestName } from './first-requests.ts';
import { type Grant, readGrant, requestGrant } from './grants.ts';

/** A session, or the answer that is none: a refusal, or a failure of the server. */
type EarlySession = Promise<Grant | Response>;

let session: EarlySession | null = null;
const answers = new Map<string, Promise<EarlyAnswer>>();

/** What came back, and after how many milliseconds it began. */
export interface EarlyAnswer {
  response: Response;
  took: number;
}

/**
 * Asks for the session and for the first screen's data, before React is even loaded. Called once, by `boot.ts`; the
 * session keeper and the client then take these answers instead of asking again.
 */
export function startEarly(address: URL): void {
  // A sign-in link brings its own session, and at the sign-in page only a browser that was signed in may have one.
  const signingIn = address.pathname === '/login';
  if (signingIn && (address.hash.startsWith('#code=') || !readStored('local', 'signed-in'))) return;
  if (readStored('session', 'server')) return;
  const asked: EarlySession = requestGrant('cookie').then(async (response) => {
    return (await readGrant(response)) ?? response;
  });
  // As below: whoever takes it sees the failure.
  asked.catch(() => undefined);
  session = asked;
  for (const path of firstRequests(address)) {
    const request = new URL(path, address);
    const answer = asked.then(async (grant) => {
      const began = performance.now();
      const response =
        'accessToken' in grant
          ? await fetch(request, { headers: { Authorization: `Bearer ${grant.accessToken}` } })
          : Response.error();
      return { response, took: performance.now() - began };
    });
    // Whoever takes it sees the failure; without this an answer that nobody takes would be an unhandled one.
    answer.catch(() => undefined);
    answers.set(requestName(request), answer);
  }
}

/** The session that was asked for early, once; null when none was. Rejects where the server was not reached. */
export function takeEarlySession(): EarlySession | null {
  const taken = session;
  session = null;
  return taken;
}

/**
 * The early answer to a request, once. What failed for want of a session, a connection or a server is not handed out:
 * the request is then made as usual.
 */
export async function takeEarlyAnswer(request: Request): Promise<EarlyAnswer | null> {
  if (answers.size === 0 || request.method !== 'GET') return null;
  const name = requestName(new URL(request.url));
  const answer = answers.get(name);
  if (!answer) return null;
  answers.delete(name);
  try {
    const early = await answer;
    const { response } = early;
    const isAnswer = response.type !== 'error' && response.status !== 401 && response.status < 500;
    return isAnswer ? early : null;
  } catch {
    return null;
  }
}

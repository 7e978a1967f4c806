import { createStore } from '#src/lib/store.ts';
import { recordChange } from './journal.ts';

/** A request of the console, with tokens, share keys and secrets redacted. */
export interface LoggedRequest {
  /** Counts up from 1. */
  number: number;
  /** The screen that was open: the page's path. */
  screen: string;
  method: string;
  /** Path and search, redacted. */
  path: string;
  /** The origin of the server; another server's, or the page's own. */
  origin: string;
  /** The JSON sent, redacted; null if there is none to show. */
  body: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** 0 for no response, null while pending. */
  status: number | null;
  /** Milliseconds until the response headers. */
  durationMs: number | null;
  requestId: string | null;
}

/** The latest requests, oldest first. */
export const requestLog = createStore<readonly LoggedRequest[]>([]);

const maxRequests = 300;
/** Replaces a secret. */
export const redacted = '•••';
const secretName = /token|secret|password|share_?key|private|assertion|^code$/i;
let number = 0;

/** Logs a request. Call the returned function with the response; until then it is pending. */
export function logRequest(
  request: Request,
  body: string,
): (response: Pick<Response, 'status' | 'headers'> | null, elapsedMs?: number) => void {
  const { origin, pathname, searchParams } = new URL(request.url);
  number += 1;
  const startedAt = performance.now();
  const entry: LoggedRequest = {
    number,
    screen: location.pathname,
    method: request.method,
    path: redactPath(request.method, pathname, searchParams),
    origin,
    body: redactBody(body),
    at: Date.now(),
    status: null,
    durationMs: null,
    requestId: null,
  };
  requestLog.set((all) => [...all, entry].slice(-maxRequests));
  return (response, elapsedMs = performance.now() - startedAt) => {
    const completed: LoggedRequest = {
      ...entry,
      status: response?.status ?? 0,
      durationMs: Math.round(elapsedMs),
      requestId: response?.headers.get('X-Request-Id') ?? null,
    };
    requestLog.set((all) => all.map((logged) => (logged.number === entry.number ? completed : logged)));
    const { method, status } = completed;
    if (method !== 'GET' && status !== null && status >= 200 && status < 300) recordChange(completed);
  };
}

function redactPath(method: string, pathname: string, search: URLSearchParams): string {
  const redactedSearch = new URLSearchParams(
    [...search].map(([name, value]) => [name, redactIf(name, value)]),
  );
  // The last segment of an invite's URL is a secret that lets anyone join.
  const path = method === 'POST' ? pathname.replace(/(\/invites\/)[^/]+$/, `$1${redacted}`) : pathname;
  const query = redactedSearch.toString().replaceAll(encodeURIComponent(redacted), redacted);
  return query ? `${path}?${query}` : path;
}

const redactIf = (name: string, value: string) => (secretName.test(name) ? redacted : value);

function redactBody(body: string): string | null {
  if (body === '') return null;
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      secretName.test(name) ? redacted : value,
    );
  } catch {
    // Anything but JSON can't be redacted, so it is dropped.
    return null;
  }
}

/** Clears the log when another user signs in. */
export function clearRequestLog(): void {
  requestLog.set([]);
}

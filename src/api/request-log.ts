import { createStore } from '#src/lib/store.ts';
import { recordChange } from './journal.ts';

/** One request of the console, as far as it may be shown and copied: no token, no share key, no secret. */
export interface LoggedRequest {
  /** Counts up from 1. */
  number: number;
  /** The screen that was open: the page's path. */
  screen: string;
  method: string;
  /** Path and search, secrets blanked. */
  path: string;
  /** The server's address where it is another deployment, else the page's own. */
  origin: string;
  /** JSON as it was sent, secrets blanked; null where there was no body that may be shown. */
  body: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** 0 for no answer, null while it is under way. */
  status: number | null;
  /** Milliseconds until the answer began. */
  durationMs: number | null;
  requestId: string | null;
}

/** The latest requests, the oldest first. */
export const requestLog = createStore<readonly LoggedRequest[]>([]);

const maxRequests = 300;
/** Stands where something secret was. */
export const redacted = '•••';
const secretName = /token|secret|password|share_?key|private|assertion|^code$/i;
let number = 0;

/** Notes that a request leaves. Call the answer with what came back; without one it stays under way. */
export function logRequest(
  request: Request,
  body: string,
): (response: Pick<Response, 'status' | 'headers'> | null, took?: number) => void {
  const { origin, pathname, searchParams } = new URL(request.url);
  number += 1;
  const began = performance.now();
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
  return (response, took = performance.now() - began) => {
    const completed: LoggedRequest = {
      ...entry,
      status: response?.status ?? 0,
      durationMs: Math.round(took),
      requestId: response?.headers.get('X-Request-Id') ?? null,
    };
    requestLog.set((all) => all.map((one) => (one.number === entry.number ? completed : one)));
    const { method, status, path } = completed;
    // That somebody is here is no change of theirs.
    const isChange = method !== 'GET' && !path.endsWith('/ping');
    if (isChange && status !== null && status >= 200 && status < 300) recordChange(completed);
  };
}

function redactPath(method: string, pathname: string, search: URLSearchParams): string {
  const shown = new URLSearchParams([...search].map(([name, value]) => [name, redactIf(name, value)]));
  // Whoever knows the last part of an invite's address can join by it.
  const path = method === 'POST' ? pathname.replace(/(\/invites\/)[^/]+$/, `$1${redacted}`) : pathname;
  const query = shown.toString().replaceAll(encodeURIComponent(redacted), redacted);
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
    // Nothing is known of a text that is no JSON, so it is not kept.
    return null;
  }
}

/** Forgets everything, because somebody else signs in. */
export function clearRequestLog(): void {
  requestLog.set([]);
}

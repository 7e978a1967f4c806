import { createStore } from '#src/lib/store.ts';
import { noteChange } from './journal.ts';

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
  took: number | null;
  requestId: string | null;
}

/** The latest requests, the oldest first. */
export const requestLog = createStore<readonly LoggedRequest[]>([]);

const most = 300;
/** Stands where something secret was. */
export const blank = '•••';
const secretName = /token|secret|password|share_?key|private|assertion|^code$/i;
let number = 0;

/** Notes that a request leaves. Call the answer with what came back; without one it stays under way. */
export function logRequest(
  request: Request,
  body: string,
): (answer: Pick<Response, 'status' | 'headers'> | null, took?: number) => void {
  const { origin, pathname, searchParams } = new URL(request.url);
  number += 1;
  const began = performance.now();
  const entry: LoggedRequest = {
    number,
    screen: location.pathname,
    method: request.method,
    path: withoutSecrets(request.method, pathname, searchParams),
    origin,
    body: blankedBody(body),
    at: Date.now(),
    status: null,
    took: null,
    requestId: null,
  };
  requestLog.set((all) => [...all, entry].slice(-most));
  return (answer, took = performance.now() - began) => {
    const answered: LoggedRequest = {
      ...entry,
      status: answer?.status ?? 0,
      took: Math.round(took),
      requestId: answer?.headers.get('X-Request-Id') ?? null,
    };
    requestLog.set((all) => all.map((one) => (one.number === entry.number ? answered : one)));
    const { method, status, path } = answered;
    // That somebody is here is no change of theirs.
    const isChange = method !== 'GET' && !path.endsWith('/ping');
    if (isChange && status !== null && status >= 200 && status < 300) noteChange(answered);
  };
}

function withoutSecrets(method: string, pathname: string, search: URLSearchParams): string {
  const shown = new URLSearchParams([...search].map(([name, value]) => [name, blankIf(name, value)]));
  // Whoever knows the last part of an invite's address can join by it.
  const path = method === 'POST' ? pathname.replace(/(\/invites\/)[^/]+$/, `$1${blank}`) : pathname;
  const query = shown.toString().replaceAll(encodeURIComponent(blank), blank);
  return query ? `${path}?${query}` : path;
}

const blankIf = (name: string, value: string) => (secretName.test(name) ? blank : value);

function blankedBody(body: string): string | null {
  if (body === '') return null;
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      secretName.test(name) ? blank : value,
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

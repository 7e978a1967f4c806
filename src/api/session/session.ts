import type { CurrentUser } from '#api/generated/types.gen.ts';
import { ApiError, errorFromResponse, offlineError, unreachableError } from '#src/api/errors.ts';
import { takePrefetchedSession } from '#src/api/prefetch.ts';
import type { SendToServer } from '#src/api/session/find-caller.ts';
import { consoleHeader, parseGrant, postAuth, type Grant, type GrantPath } from '#src/api/session/grants.ts';
import { createSessionManager, type SessionState } from '#src/api/session/session-manager.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

/** The one session of this tab. */
export const session = createSessionManager({
  renew: () => withTabLock(async () => parseRenewal(await postAuth('refresh'))),
  now: () => Date.now(),
  schedule(action, milliseconds) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Another server and its token, stored for the tab if the user chose so. */
interface OtherServer {
  server: string;
  token: string;
}

let starting: Promise<SessionState> | null = null;
/** Whether to try the cookie although nothing was prefetched. */
let shouldTryCookie = false;

/** Restores the session once: from the prefetched response, the cookie, or the stored server. */
export function startSession(): Promise<SessionState> {
  starting ??= restoreSession().then(
    () => session.state.get(),
    (error: unknown) => {
      starting = null;
      shouldTryCookie = true;
      throw error;
    },
  );
  return starting;
}

async function restoreSession(): Promise<void> {
  // A sign-in link has already signed in.
  if (session.state.get().status === 'signed-in') return;
  const storedServer = loadStoredServer();
  if (storedServer) {
    await signInToServer({ ...storedServer, remember: true }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.clear();
    });
    return;
  }
  const response = takePrefetchedSession() ?? (shouldTryCookie ? postAuth('refresh') : null);
  const renewal = await response?.catch((error: unknown) => {
    throw unreachableError(error, 'POST /auth/refresh');
  });
  const grant = renewal instanceof Response ? await parseRenewal(renewal) : renewal;
  if (grant) adoptGrant(grant);
  else session.clear();
}

/**
 * Signs in at our own server: `session` takes an API token, `link` the code of a sign-in link.
 *
 * @throws ApiError 401 if the credentials are not valid
 */
export async function signIn(path: GrantPath, credentials: object): Promise<void> {
  if (!navigator.onLine) throw offlineError('POST /auth');
  const response = await postAuth(path, credentials).catch((error: unknown) => {
    throw unreachableError(error, 'POST /auth');
  });
  const grant = await parseGrant(response);
  if (!grant) {
    shouldTryCookie = readStored('local', 'signed-in') !== null;
    throw await errorFromResponse(response, 'POST /auth');
  }
  adoptGrant(grant);
}

function adoptGrant(grant: Grant): void {
  writeStored('local', 'signed-in', 'yes');
  session.adopt({ ...grant, server: null });
}

/**
 * Signs in to another server with an API token. The token stays in memory, or in this tab's storage if `remember` is
 * set, and is sent to `server` only.
 */
export async function signInToServer({
  server,
  token,
  remember,
}: OtherServer & { remember: boolean }): Promise<void> {
  const baseUrl = server.replace(/\/+$/, '');
  const request: SendToServer = async (path, method = 'GET') => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(baseUrl + path, { method, headers }).catch((error: unknown) => {
      throw unreachableError(error, `${method} ${path}`);
    });
    if (!response.ok) throw await errorFromResponse(response, `${method} ${path}`);
    return response;
  };
  const user: CurrentUser | null = await request('/v1/user').then(
    (response) => response.json(),
    async (error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 0)) throw error;
      const { findCaller } = await import('#src/api/session/find-caller.ts');
      return findCaller(request);
    },
  );
  writeStored('session', 'server', remember ? JSON.stringify({ server: baseUrl, token }) : null);
  session.adopt({ accessToken: token, expiresAt: null, user, server: baseUrl });
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const state = session.state.get();
  const token = state.status === 'signed-in' ? await session.token().catch(() => null) : null;
  writeStored('session', 'server', null);
  writeStored('local', 'signed-in', null);
  session.clear();
  if (state.status === 'signed-in' && state.server) return;
  // This ends the cookie, also if the tab is closed at once; a server that can't be reached expires it on its own.
  await fetch('/auth/session', {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
    headers: { ...consoleHeader, ...(token && { Authorization: `Bearer ${token}` }) },
  }).catch(() => undefined);
}

/** The signed-in user if known, else null. */
export function currentUser(): CurrentUser | null {
  const state = session.state.get();
  return state.status === 'signed-in' || state.status === 'ended' ? state.user : null;
}

/**
 * The name under which something of the person who is signed in is stored, so that others at this browser have their
 * own. Without a known person it is the plain name, as it was for everybody before.
 */
export function personalName(name: string): string {
  const state = session.state.get();
  if (!('user' in state) || !state.user) return name;
  return `${name}@${state.server === null ? '' : `${state.server} `}${state.user.id}`;
}

function loadStoredServer(): OtherServer | null {
  try {
    const storedValue: unknown = JSON.parse(readStored('session', 'server') ?? 'null');
    if (
      typeof storedValue !== 'object' ||
      storedValue === null ||
      !('server' in storedValue) ||
      !('token' in storedValue)
    )
      return null;
    const { server, token } = storedValue;
    return typeof server === 'string' && typeof token === 'string' ? { server, token } : null;
  } catch {
    return null;
  }
}

/** Only a 401 ends the session; a failing server does not. */
async function parseRenewal(response: Response): Promise<Grant | null> {
  if (!response.ok && response.status !== 401) throw await errorFromResponse(response, 'POST /auth/refresh');
  const grant = await parseGrant(response);
  // An unread body would keep the request open.
  if (!grant) void response.body?.cancel();
  return grant;
}

/** The cookie rotates with every renewal, so two tabs must not renew at once. */
function withTabLock<T>(action: () => Promise<T>): Promise<T> {
  // Absent without HTTPS.
  return 'locks' in navigator ? navigator.locks.request('bindery.session', action) : action();
}

import { readStored, writeStored } from '#src/lib/storage.ts';
import type { Ask } from './caller.ts';
import { takeEarlySession } from './early.ts';
import { ApiError, errorOfAnswer, unreachable } from './errors.ts';
import type { User } from '#api/generated/types.gen.ts';
import { readGrant, requestGrant, type Grant, type SignIn } from './grants.ts';
import { createSessionKeeper, type SessionState } from './session-keeper.ts';

/** The one session of this tab. */
export const session = createSessionKeeper({
  renew: () => oneTabAtATime(async () => readRenewal(await requestGrant('cookie'))),
  now: () => Date.now(),
  later(action, milliseconds) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Where another deployment is and how to be let in, as kept for the tab when its user asks for it. */
interface OtherServer {
  server: string;
  token: string;
}

let starting: Promise<SessionState> | null = null;
/** Whether the cookie is still to be tried where no early request has: that one failed, or left it to a sign-in link. */
let triesCookie = false;

/**
 * Finds out, once, whether somebody is signed in: by the answer that was asked for early, by the cookie, or by what
 * the tab has kept for another deployment.
 *
 * @throws ApiError when the server cannot tell; asked again, it tries again
 */
export function startSession(): Promise<SessionState> {
  starting ??= begin().then(
    () => session.state.get(),
    (error: unknown) => {
      starting = null;
      triesCookie = true;
      throw error;
    },
  );
  return starting;
}

async function begin(): Promise<void> {
  // A sign-in link signs in before anybody asks.
  if (session.state.get().status === 'signed-in') return;
  const other = keptServer();
  if (other) {
    await signInElsewhere({ ...other, keep: true }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.forget();
    });
    return;
  }
  const answer = takeEarlySession() ?? (triesCookie ? requestGrant('cookie') : null);
  const found = await answer?.catch((error: unknown) => {
    throw unreachable(error, 'POST /auth/refresh');
  });
  const grant = found instanceof Response ? await readRenewal(found) : found;
  if (grant) adoptGrant(grant);
  else session.forget();
}

/**
 * Signs in at our own server with an API token or the code of a sign-in link.
 *
 * @throws ApiError 401 when the token or code is not good
 */
export async function signIn(means: Exclude<SignIn, 'cookie'>): Promise<void> {
  const response = await requestGrant(means).catch((error: unknown) => {
    throw unreachable(error, 'POST /auth');
  });
  const grant = await readGrant(response);
  if (!grant) {
    triesCookie = readStored('local', 'signed-in') !== null;
    throw await errorOfAnswer(response, 'POST /auth');
  }
  adoptGrant(grant);
}

function adoptGrant(grant: Grant): void {
  writeStored('local', 'signed-in', 'yes');
  session.adopt({ ...grant, server: null });
}

/**
 * Works against another deployment with an API token. The token stays in memory, or in this tab's storage when
 * `keep` is set, and is sent to nobody but `server`.
 *
 * @throws ApiError when the address does not answer or refuses the token
 */
export async function signInElsewhere({
  server,
  token,
  keep,
}: OtherServer & { keep: boolean }): Promise<void> {
  const address = server.replace(/\/+$/, '');
  const ask: Ask = async (path, method = 'GET') => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(address + path, { method, headers }).catch((error: unknown) => {
      throw unreachable(error, `${method} ${path}`);
    });
    if (!response.ok) throw await errorOfAnswer(response, `${method} ${path}`);
    return response;
  };
  const user: User | null = await ask('/v1/user').then(
    (response) => response.json(),
    async (error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 0)) throw error;
      const { findCaller } = await import('./caller.ts');
      return findCaller(ask);
    },
  );
  writeStored('session', 'server', keep ? JSON.stringify({ server: address, token }) : null);
  session.adopt({ accessToken: token, expiresAt: null, user, server: address });
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const state = session.state.get();
  const token = state.status === 'signed-in' ? await session.token().catch(() => null) : null;
  writeStored('session', 'server', null);
  writeStored('local', 'signed-in', null);
  session.forget();
  if (state.status === 'signed-in' && state.server) return;
  // The cookie is what ends; a server that cannot be reached now ends it by its own time limit.
  await fetch('/auth/session', {
    method: 'DELETE',
    credentials: 'same-origin',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  }).catch(() => undefined);
}

/** The signed-in user, where the server tells; null otherwise. */
export function currentUser(): User | null {
  const state = session.state.get();
  return state.status === 'signed-in' || state.status === 'ended' ? state.user : null;
}

function keptServer(): OtherServer | null {
  try {
    const kept: unknown = JSON.parse(readStored('session', 'server') ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('server' in kept) || !('token' in kept)) return null;
    const { server, token } = kept;
    return typeof server === 'string' && typeof token === 'string' ? { server, token } : null;
  } catch {
    return null;
  }
}

/** A server that fails for its own reasons has not ended the session; only a refusal has. */
async function readRenewal(response: Response): Promise<Grant | null> {
  if (!response.ok && response.status !== 401) throw await errorOfAnswer(response, 'POST /auth/refresh');
  return readGrant(response);
}

/** The cookie changes with every renewal, so two tabs must not renew at once. */
function oneTabAtATime<T>(action: () => Promise<T>): Promise<T> {
  // Absent where the page was not fetched over HTTPS.
  return 'locks' in navigator ? navigator.locks.request('bindery.session', action) : action();
}

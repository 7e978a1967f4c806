import type { CurrentUser } from '#api/generated/types.gen.ts';
import type { Grant } from '#src/api/session/grants.ts';
import { createStore, type Store } from '#src/lib/store.ts';

export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out' }
  /** `server` is the base URL of another server, null for our own; `user` is null if the server doesn't say. */
  | { status: 'signed-in'; user: CurrentUser | null; server: string | null }
  /** The session expired. Requests wait until the user signs in again or gives up. */
  | { status: 'ended'; user: CurrentUser | null; server: string | null };

export interface SessionManager {
  state: Store<SessionState>;
  /** Starts, resumes or replaces a session. A null `expiresAt` never expires. */
  adopt(session: {
    accessToken: string;
    expiresAt: string | null;
    user: CurrentUser | null;
    server: string | null;
  }): void;
  /** The token to send, renewed if about to expire; null if signed out. */
  token(): Promise<string | null>;
  /**
   * A new token for a request sent with `rejectedToken`: a newer one, a renewed one, or that of the next sign-in. Null if
   * there will be none.
   */
  recover(rejectedToken: string | null): Promise<string | null>;
  /** Clears the session; waiting requests fail. */
  clear(): void;
}

export interface SessionManagerOptions {
  /** Renews the session on our own server; null if denied. Rejects if the server can't be reached. */
  renew(): Promise<Grant | null>;
  now(): number;
  /** @returns a function that cancels the timer */
  schedule(action: () => void, milliseconds: number): () => void;
}

/** How long before expiry a token is renewed, in milliseconds. */
export const renewBeforeMs = 60_000;

/** Minimum remaining lifetime of a token when sent, in milliseconds. */
const minLifetimeMs = 10_000;

/** Holds the access token in memory and renews it, one request at a time. */
// oxlint-disable-next-line max-lines-per-function -- the methods share the token and the refresh that is under way
export function createSessionManager({ renew, now, schedule }: SessionManagerOptions): SessionManager {
  const state = createStore<SessionState>({ status: 'starting' });
  let current: { token: string; ends: number } | null = null;
  let cancelTimer = () => {};
  let renewal: Promise<string | null> | null = null;
  let waiting: ((token: string | null) => void)[] = [];

  const resolveWaiting = (token: string | null) => {
    const waiters = waiting;
    waiting = [];
    for (const resolve of waiters) resolve(token);
  };

  const adopt: SessionManager['adopt'] = ({ accessToken, expiresAt, user, server }) => {
    const expiresAtMs = expiresAt === null ? Infinity : Date.parse(expiresAt);
    current = { token: accessToken, ends: expiresAtMs };
    cancelTimer();
    if (expiresAtMs < Infinity) {
      cancelTimer = schedule(
        () => void renewOnce().catch(() => undefined),
        Math.max(1000, expiresAtMs - now() - renewBeforeMs),
      );
    }
    state.set({ status: 'signed-in', user, server });
    resolveWaiting(accessToken);
  };

  const renewOnce = () => {
    renewal ??= renew()
      .then((grant) => {
        if (grant) adopt({ ...grant, server: null });
        return grant?.accessToken ?? null;
      })
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };

  /** Ends the session and waits for the next one. */
  const waitForNextSession = () => {
    const { status } = state.get();
    if (status !== 'signed-in' && status !== 'ended') return Promise.resolve(null);
    const { user, server } = { user: null, server: null, ...state.get() };
    current = null;
    cancelTimer();
    if (status === 'signed-in') state.set({ status: 'ended', user, server });
    return new Promise<string | null>((resolve) => waiting.push(resolve));
  };

  const ownServer = () => {
    const session = state.get();
    return session.status === 'signed-in' && session.server === null;
  };

  return {
    state,
    adopt,
    async token() {
      if (current && current.ends - now() > minLifetimeMs) return current.token;
      if (current && ownServer()) return (await renewOnce()) ?? waitForNextSession();
      return state.get().status === 'ended' ? waitForNextSession() : null;
    },
    async recover(rejectedToken) {
      if (current && current.token !== rejectedToken) return current.token;
      if (current && ownServer()) {
        const renewed = await renewOnce();
        if (renewed) return renewed;
      }
      return waitForNextSession();
    },
    clear() {
      current = null;
      cancelTimer();
      state.set({ status: 'signed-out' });
      resolveWaiting(null);
    },
  };
}

import type { QueryClient } from '@tanstack/react-query';
import { streamOrganizationEvents } from '#api/generated/sdk.gen.ts';
import { MissingOperationError } from '#src/api/errors.ts';
import { can } from '#src/api/extensions.ts';
import { session } from '#src/api/session/session.ts';
import type { StreamEvent } from '#src/lib/text/event-stream.ts';
import { NoEventStreamError } from './event-connection.ts';
import { SharedStream, type StreamStart, type TabChannel, type TabLock } from './shared-stream.ts';
import { openSubjects, otherTabSubjects, streamState } from './stream-state.ts';

/** Screens and what they show come and go together; it is reported once they have. */
const settleMs = 100;
/** How long a tab may be hidden before others no longer see what it has open: switching back and forth changes nothing. */
const hiddenForMs = 5000;
/** As many things as a browser can have open; the contract's limit. */
const maxSubjects = 20;
/** As far back as a stream starts; the contract's limit. */
const maxReplaySeconds = 3600;

const listeners = new Set<(event: StreamEvent) => void>();

/**
 * Subscribes to the events of the organization on the screen: `change`, `access`, `resync` and what else the contract has. `data`
 * is JSON, to be checked. An event can come twice.
 *
 * @returns a function that ends it
 */
export function onStreamEvent(listener: (event: StreamEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function emit(event: StreamEvent): void {
  for (const listener of listeners) listener(event);
}

async function openStream(
  organizationId: string,
  signal: AbortSignal,
  start: StreamStart,
  subjects: readonly string[],
): Promise<ReadableStream<Uint8Array>> {
  const seconds = 'since' in start ? Math.max(1, Math.ceil((Date.now() - start.since) / 1000) + 1) : 0;
  const isTooOld = seconds > maxReplaySeconds;
  const { data, response } = await streamOrganizationEvents({
    path: { organizationId },
    query: {
      ...('since' in start && !isTooOld && { replaySeconds: seconds }),
      ...(subjects.length > 0 && { open: subjects.slice(0, maxSubjects) }),
    },
    parseAs: 'stream',
    headers: { Accept: 'text/event-stream', ...('after' in start && { 'Last-Event-ID': start.after }) },
    cache: 'no-store',
    signal,
    throwOnError: true,
  });
  const body: unknown = data;
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('text/event-stream') || !(body instanceof ReadableStream))
    throw new NoEventStreamError();
  if (isTooOld) emit({ name: 'resync', data: '{}' });
  return body;
}

/** Whether the server has no such operation. */
const isMissing = (refusal: unknown): boolean =>
  refusal instanceof NoEventStreamError || refusal instanceof MissingOperationError;

const tabId = crypto.randomUUID();

function openChannel(name: string): TabChannel & { close(): void } {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    post: (message) => channel.postMessage(message),
    listen(listener) {
      channel.onmessage = ({ data }) => listener(data);
      return () => channel.close();
    },
    close: () => channel.close(),
  };
}

function lockNamed(name: string): TabLock {
  return {
    async request(hold, { signal, steal }) {
      // Absent without HTTPS: each tab then reads for itself.
      if (!('locks' in navigator)) return hold();
      await navigator.locks.request(name, steal ? { steal } : { signal }, hold);
    },
  };
}

/** Follows one organization for one person. @returns a function that ends it */
function follow(organizationId: string, userId: string, since: number): () => void {
  const name = `bindery.events ${userId} ${organizationId}`;
  const stream = new SharedStream({
    channel: openChannel(name),
    lock: lockNamed(name),
    clock: { now: () => Date.now(), schedule },
    random: () => Math.random(),
    tab: tabId,
    since,
    open: (signal, start, subjects) => openStream(organizationId, signal, start, subjects),
    onEvent: emit,
    onState: (state) => streamState.set(state),
    onOtherTabs: (subjects) => otherTabSubjects.set(subjects),
    isMissing,
  });
  const report = () => stream.report(document.visibilityState === 'visible', openSubjects.all.get());
  let cancelReport = () => {};
  const reportSoon = () => {
    cancelReport();
    cancelReport = schedule(report, document.visibilityState === 'visible' ? settleMs : hiddenForMs);
  };
  const listening = new AbortController();
  const { signal } = listening;
  const updateOnline = () => stream.setOnline(navigator.onLine);
  window.addEventListener('online', updateOnline, { signal });
  window.addEventListener('offline', updateOnline, { signal });
  document.addEventListener('visibilitychange', reportSoon, { signal });
  const stopSubjects = openSubjects.all.subscribe(reportSoon);
  updateOnline();
  report();
  return () => {
    listening.abort();
    stopSubjects();
    cancelReport();
    stream.end();
    streamState.set('starting');
    otherTabSubjects.set([]);
  };
}

function schedule(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

/** The organization on the screen; null where there is none. */
interface CurrentOrganization {
  get(): string | null;
  subscribe(listener: () => void): () => void;
}

/** What is requested before a screen is on the screen, in milliseconds. */
const loadingMs = 20_000;

interface FollowOptions {
  /** The organization on the screen. */
  current: CurrentOrganization;
  /** From when on what is on the screen was requested, in milliseconds. */
  since: number;
  queryClient: QueryClient;
}

/** Follows the organization on the screen while its person is signed in. */
export function followCurrentOrganization({ current, since, queryClient }: FollowOptions): void {
  let followed: string | null = null;
  let stop = () => {};
  let from = since;
  const update = () => {
    const state = session.state.get();
    const organizationId = current.get();
    const isSignedIn = state.status === 'signed-in';
    if (isSignedIn && state.server !== null) streamState.set('missing');
    const userId = isSignedIn && state.server === null ? state.user?.id : undefined;
    const next = userId === undefined || organizationId === null ? null : `${userId} ${organizationId}`;
    if (next === followed) return;
    stop();
    followed = next;
    if (userId === undefined || organizationId === null) return;
    const start = from;
    stop = () => (from = Date.now() - loadingMs);
    void can(queryClient, 'streamOrganizationEvents').then((isThere) => {
      if (followed !== next) return;
      if (!isThere) return streamState.set('missing');
      const end = follow(organizationId, userId, start);
      stop = () => {
        from = Date.now() - loadingMs;
        end();
      };
    });
  };
  session.state.subscribe(update);
  current.subscribe(update);
  // A page with an open connection is not kept for the button that leads back to it.
  window.addEventListener('pagehide', () => {
    stop();
    followed = null;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) update();
  });
  update();
}
